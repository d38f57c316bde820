//! Four ways to measure an evaluation, and which of them predicts the results of matches.

use serde::{Deserialize, Serialize};
use wane_board::{AnyPosition, Board, Objective, Position};
use wane_gallery::Kind;
use wane_gallery::recipe::{Exact, Method, Order, Recipe, count_nodes};
use wane_match::{Stop, rounded};
use wane_random::Rng;
use wane_search::{Control, Solver, Table, Window};

use super::players::{random, searching};
use crate::experiment::findings::decimals;
use crate::experiment::matchups::{agent, play_pair, random_opening};
use crate::experiment::statistics::{Interval, PairPoints, Sums, count, float, rank_correlation};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Size, Verdict,
};

pub(super) struct Models;

/// What a unit is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Matches at depth 3: what is to be predicted.
    Matches,
    RoundRobin,
    MonteCarlo,
    Loss,
    Depth,
}

const PARTS: [Part; 5] =
    [Part::Matches, Part::RoundRobin, Part::MonteCarlo, Part::Loss, Part::Depth];

/// The models in the order of their parts.
const NAMES: [&str; 4] = [
    "round robin of 8 games each",
    "win rate against random play",
    "loss on solved positions",
    "nodes to depth 5",
];

/// The empty squares of the solved positions, and of the exact end of games against random play.
const SOLVED: usize = 10;
const EXACT: u32 = 8;

fn players(size: Size) -> usize {
    size.of(4, 30)
}

/// What a unit measured: the points against later players, or a sum.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Measured {
    Row(Vec<PairPoints>),
    Sums(Sums),
}

impl Experiment for Models {
    type Measured = Measured;

    fn about(&self) -> About {
        About {
            name: "models",
            question: "Which way to measure an evaluation predicts best how it does in matches?",
            method: "Thirty evaluations with random weights. Their matches: a round robin at depth 3, 80 games for each \
                     two. The models: a round robin of 8 games at depth 2; the win rate against random play with the \
                     last eight moves exact on both sides, until the standard error is below 1 %; the exact discs lost \
                     by the moves of a two-ply search, on solved positions with ten empty squares; the nodes of a search \
                     to depth 5, since fewer reach deeper in equal time. The rank correlation of each with the matches.",
        }
    }

    fn units(&self, size: Size) -> usize {
        PARTS.len() * players(size)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Measured> {
        let players = players(extent.size);
        let (part, player) = (PARTS[unit / players], unit % players);
        let mut rng = extent.rng(unit);
        let size = extent.size;
        match part {
            Part::Matches => row(player, players, 3, size.of(1, 40), &mut rng, stop),
            Part::RoundRobin => row(player, players, 2, size.of(1, 4), &mut rng, stop),
            Part::MonteCarlo => against_random(player, size, &mut rng, stop),
            Part::Loss => loss(player, size.of(2, 200), &mut rng, stop),
            Part::Depth => nodes(player, size.of(2, 200), &mut rng, stop),
        }
    }

    fn conclude(&self, extent: Extent, measured: &[Measured]) -> Findings {
        let players = players(extent.size);
        let part = |index: usize| &measured[index * players..(index + 1) * players];
        let truth = shares(part(0));
        let scores =
            [shares(part(1)), means(part(2), 1.0), means(part(3), -1.0), means(part(4), -1.0)];
        let mut table = FindingsTable::new(
            "Models and matches",
            &["model", "rank correlation", "95 % interval"],
        );
        let (mut bars, mut comparisons) = (Vec::new(), Vec::new());
        for (name, scores) in NAMES.into_iter().zip(&scores) {
            let ours = correlation_interval(rank_correlation(&truth, scores), players);
            let interval = format!("{} to {}", decimals(ours.low, 2), decimals(ours.high, 2));
            table.row([name.to_owned(), decimals(ours.value, 3), interval]);
            bars.push((name.to_owned(), ours));
            comparisons.push(Comparison {
                what: format!("rank correlation of the {name} with matches"),
                source: "seed-000".into(),
                reported: "proposed as a model".into(),
                ours,
                verdict: if ours.low > 0.0 { Verdict::Confirmed } else { Verdict::Refuted },
            });
        }
        let best = bars.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
        let best = best.map_or_else(String::new, |(name, _)| name.clone());
        Findings {
            comparisons,
            tables: vec![table],
            plots: vec![Plot::bars(
                "Rank correlation with the results of matches",
                "correlation",
                bars,
            )],
            words: format!("Of the four, the {best} says most about matches."),
        }
    }
}

/// The points of a player against those after it.
fn row(
    player: usize,
    players: usize,
    plies: u32,
    pairs: usize,
    rng: &mut Rng,
    stop: &Stop,
) -> Option<Measured> {
    let one = searching(random(player), plies);
    let mut row = Vec::new();
    for other in player + 1..players {
        let other = searching(random(other), plies);
        let mut points = PairPoints::default();
        for _ in 0..pairs {
            points.0.add(play_pair(&one, &other, rng, stop)?);
        }
        row.push(points);
    }
    Some(Measured::Row(row))
}

/// The points against random play, until the standard error of the win rate is below 1 %.
fn against_random(player: usize, size: Size, rng: &mut Rng, stop: &Stop) -> Option<Measured> {
    let exact = Some(Exact { empties: EXACT, wld: false });
    let mut one = searching(random(player), 1);
    one.search.method = Method::Greedy;
    let mut other = Kind::Random.recipe().expect("it is a recipe");
    (one.search.exact, other.search.exact) = (exact, exact);
    let mut sums = Sums::default();
    let most = u64::try_from(size.of(4, 4000)).unwrap_or(0);
    while sums.count < most {
        sums.add(play_pair(&one, &other, rng, stop)?);
        let error = (sums.variance() / count(sums.count)).sqrt() / 4.0;
        if sums.count >= 200 && error < 0.01 {
            break;
        }
    }
    Some(Measured::Sums(sums))
}

/// The exact discs that the moves of a two-ply search lose.
fn loss(player: usize, positions: usize, rng: &mut Rng, stop: &Stop) -> Option<Measured> {
    let recipe = searching(random(player), 2);
    let mut sums = Sums::default();
    let table = Table::new(1);
    let solver = Solver::new(Objective::FewestDiscs, &table);
    let score = |board: Board<8>| {
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {});
        solution.ok().map(|solution| i64::from(solution.bounds.lower.discs()))
    };
    for _ in 0..positions {
        if stop.is_stopped() {
            return None;
        }
        let position = solvable(rng);
        let clock = || std::time::Duration::ZERO;
        let square = agent(&recipe, 1).choose(&position.into(), std::time::Duration::MAX, &clock);
        let after = position.board.after(square.bitboard(), position.board.flips(square));
        let (best, played) = (score(position.board)?, -score(after)?);
        sums.add(best - played);
    }
    Some(Measured::Sums(sums))
}

/// A position with ten empty squares and a choice.
fn solvable(rng: &mut Rng) -> Position<8> {
    loop {
        let position = random_opening(rng, 60 - SOLVED);
        if position.legal_moves().len() > 1 {
            return position;
        }
    }
}

/// The nodes of a search to depth 5.
fn nodes(player: usize, positions: usize, rng: &mut Rng, stop: &Stop) -> Option<Measured> {
    let mut recipe: Recipe = searching(random(player), 5);
    recipe.search.order = Order::Value;
    let mut sums = Sums::default();
    for _ in 0..positions {
        if stop.is_stopped() {
            return None;
        }
        let position = AnyPosition::from(random_opening(rng, 24));
        let nodes = count_nodes(&recipe, &position, 5).expect("the recipe is sound");
        sums.add(i64::try_from(nodes).unwrap_or(i64::MAX));
    }
    Some(Measured::Sums(sums))
}

/// The share of the points of each player in a round robin.
fn shares(rows: &[Measured]) -> Vec<f64> {
    let mut points = vec![(0_i64, 0_u64); rows.len()];
    for (one, row) in rows.iter().enumerate() {
        let Measured::Row(row) = row else { continue };
        for (index, it) in row.iter().enumerate() {
            let other = one + 1 + index;
            let all = i64::try_from(4 * it.0.count).unwrap_or(i64::MAX);
            points[one] = (points[one].0 + it.0.sum, points[one].1 + it.0.count);
            points[other] = (points[other].0 + all - it.0.sum, points[other].1 + it.0.count);
        }
    }
    points.into_iter().map(|(sum, pairs)| float(sum) / count(4 * pairs.max(1))).collect()
}

/// The mean of each player, turned so that more is better.
fn means(units: &[Measured], sign: f64) -> Vec<f64> {
    let mean = |unit: &Measured| match unit {
        Measured::Sums(sums) => sign * sums.mean(),
        Measured::Row(_) => 0.0,
    };
    units.iter().map(mean).collect()
}

/// The interval of a correlation, by Fisher's transformation.
fn correlation_interval(value: f64, players: usize) -> Interval {
    let error = 1.0 / count(players.saturating_sub(3).max(1) as u64).sqrt();
    let centre = value.clamp(-0.9999, 0.9999).atanh();
    let [low, high] = [-1.96, 1.96].map(|z| rounded((centre + z * error).tanh(), 4));
    Interval { value, low, high }
}
