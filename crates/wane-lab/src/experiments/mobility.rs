//! How many legal moves there are, by the number of discs on the board: the branching of the game, under random play and
//! under good play.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use wane_board::Position;
use wane_eval::WeightSet;
use wane_gallery::Kind;
use wane_gallery::recipe::{Method, Recipe};
use wane_match::Stop;

use super::players::{evaluation, searching};
use crate::experiment::findings::decimals;
use crate::experiment::learned::LearnedAgent;
use crate::experiment::matchups::{agent, play_seen};
use crate::experiment::statistics::{Interval, Sums, count};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Mobility;

/// A way to play: its name, the units in a quick and in a full run, and the games of a unit.
const PLAYS: [(&str, [usize; 2], usize); 4] = [
    ("random", [4, 200], 500),
    ("seed-000, one ply", [2, 200], 100),
    ("seed-003, depth 4", [2, 300], 10),
    ("Wane, depth 8", [1, 600], 2),
];

/// The discs on the board before the first move and before the last one.
const ROUNDS: Range<usize> = 4..64;

/// Each game begins with this many random moves.
const OPENING: u32 = 4;

/// The legal moves with 0 to 63 discs on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ByDiscs(Vec<Sums>);

/// The way to play in a unit.
fn play_of(size: Size, unit: usize) -> usize {
    let mut first = 0;
    for (index, (_, [quick, full], _)) in PLAYS.into_iter().enumerate() {
        first += size.of(quick, full);
        if unit < first {
            return index;
        }
    }
    PLAYS.len() - 1
}

/// The recipe of a way to play; `None` for the engine.
fn recipe(play: usize) -> Option<Recipe> {
    let mut one_ply = searching(evaluation(Kind::Seed000), 1);
    one_ply.search.method = Method::Greedy;
    match play {
        0 => Kind::Random.recipe(),
        1 => Some(one_ply),
        2 => Some(searching(evaluation(Kind::Seed003), 4)),
        _ => None,
    }
}

/// The depth of the engine.
const PLIES: u32 = 8;

impl Experiment for Mobility {
    type Measured = ByDiscs;

    fn about(&self) -> About {
        About {
            name: "mobility",
            question: "How many legal moves does a position have, and does good play change that?",
            method: "Games of random moves, of seed-000's evaluation one ply deep, of seed-003's at depth 4, and of \
                     Wane at depth 8, each with itself after four random moves. The number of legal moves of the \
                     side to move by the number of discs on the board; positions in which it must pass are left \
                     out. The intervals take the positions of a game for independent.",
        }
    }

    fn units(&self, size: Size) -> usize {
        PLAYS.iter().map(|(_, [quick, full], _)| size.of(*quick, *full)).sum()
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<ByDiscs> {
        let play = play_of(extent.size, unit);
        let (_, _, games) = PLAYS[play];
        let mut rng = extent.rng(unit);
        let recipe = recipe(play);
        let weights = if recipe.is_none() { WeightSet::shipped() } else { WeightSet::default() };
        let mut by_discs = vec![Sums::default(); 64];
        let mut see = |position: &Position<8>| {
            let discs = (position.board.own() | position.board.opp()).len();
            by_discs[discs as usize].add(position.legal_moves().len().into());
            None
        };
        for _ in 0..games {
            let mut opening = Position::<8>::START;
            for _ in 0..OPENING {
                see(&opening);
                let square = rng.pick(opening.legal_moves()).expect("four moves are always there");
                opening.play(square).expect("it is legal");
            }
            let agents = [(), ()].map(|()| match &recipe {
                Some(recipe) => agent(recipe, rng.bits()),
                None => Box::new(LearnedAgent::try_new(&weights, PLIES).expect("a megabyte")),
            });
            play_seen(&opening, agents, None, stop, &mut see)?;
        }
        Some(ByDiscs(by_discs))
    }

    fn conclude(&self, extent: Extent, measured: &[ByDiscs]) -> Findings {
        let mut all = vec![vec![Sums::default(); 64]; PLAYS.len()];
        for (unit, ByDiscs(measured)) in measured.iter().enumerate() {
            let play = &mut all[play_of(extent.size, unit)];
            play.iter_mut().zip(measured).for_each(|(all, unit)| all.merge(*unit));
        }
        let series = PLAYS.iter().zip(&all).map(|((name, _, _), by_discs)| {
            Series::new(name, ROUNDS.map(|discs| (count(discs as u64), by_discs[discs].interval())))
        });
        let most = ROUNDS.max_by(|&a, &b| all[0][a].mean().total_cmp(&all[0][b].mean()));
        Findings {
            comparisons: comparisons(&all),
            tables: vec![table(&all)],
            plots: vec![Plot::lines(
                "Legal moves",
                "discs on the board",
                "legal moves",
                series.collect(),
            )],
            words: format!(
                "Under random play most moves are there with {} discs. Players who value mobility keep more moves \
                 open for longer.",
                most.unwrap_or(0)
            ),
        }
    }
}

fn table(all: &[Vec<Sums>]) -> FindingsTable {
    let columns: Vec<&str> =
        std::iter::once("discs").chain(PLAYS.iter().map(|(name, _, _)| *name)).collect();
    let mut table = FindingsTable::new("Legal moves by discs", &columns);
    for discs in ROUNDS.step_by(4) {
        let means = all.iter().map(|by_discs| decimals(by_discs[discs].mean(), 2));
        table.row(std::iter::once(discs.to_string()).chain(means));
    }
    table
}

fn comparisons(all: &[Vec<Sums>]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for ((name, _, _), by_discs) in PLAYS.iter().zip(all) {
        for (what, reported, figure, rounds) in [
            ("over the game", "8.95 in the text, 8.77 by its table", 8.77, ROUNDS),
            ("with 25 to 52 discs", "11.08", 11.08, 25..53),
        ] {
            let ours = average(by_discs, rounds);
            let is_near = (ours.value - figure).abs() < 0.2;
            comparisons.push(Comparison {
                what: format!("average mobility {what}, {name}"),
                source: "seed-000".into(),
                reported: reported.into(),
                ours,
                verdict: if is_near { Verdict::Confirmed } else { Verdict::Refuted },
            });
        }
    }
    comparisons
}

/// The mean over the rounds of their means, with the interval.
fn average(all: &[Sums], rounds: Range<usize>) -> Interval {
    let n = count(rounds.len() as u64);
    let mean = rounds.clone().map(|discs| all[discs].mean()).sum::<f64>() / n;
    let variance = |sums: &Sums| sums.variance() / count(sums.count.max(1));
    let error = rounds.map(|discs| variance(&all[discs])).sum::<f64>().sqrt() / n;
    Interval::around(mean, error)
}
