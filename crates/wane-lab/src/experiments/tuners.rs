//! The tuners at equal numbers of games, on the same task.

use std::sync::Arc;

use wane_gallery::Kind;
use wane_gallery::recipe::Recipe;

use super::games::{interval, percent};
use super::players::{evaluation, searching_exactly};
use super::tuning::{
    MakeFitness, NODES, Run, Tuned, Tuning, at_end, by_name, curve, exact_plies, made, pairs, seeds,
};
use super::weights::ten;
use crate::experiment::statistics::Interval;
use crate::experiment::{About, Extent, Findings, FindingsTable, Plot, Size};
use crate::tune::{Against, ExactError, NeighbourKilling, Opponent, RoundRobin, TunerKind};

/// The games of a run.
const GAMES: [usize; 2] = [200, 200_000];

/// The positions of `texel`.
const POSITIONS: [usize; 2] = [20, 2000];

pub(super) fn experiment() -> Tuning {
    let about = About {
        name: "tuners",
        question: "Which tuner finds the best weights with the same number of games, and how good are they?",
        method: "Ten weights of a table, one ply deep with the last twelve plies exact, tuned against the evaluation \
                 of seed-003 with the same search: 200,000 games for each tuner, from weights that count discs, with \
                 three seeds. The binary algorithm plays its candidates against each other. Texel's method plays no \
                 games: it fits 2,000 solved positions, and a generation of it stands for 1,000 games in the picture. \
                 Fresh games: 500 for a point, 2,000 at the end.",
    };
    Tuning { about, runs, conclude }
}

fn runs(extent: Extent) -> Vec<Run> {
    let size = extent.size;
    let empties = exact_plies(size);
    let start = ten(empties);
    let opponent = searching_exactly(evaluation(Kind::Seed003), 1, empties);
    let mut runs = Vec::new();
    for seed in seeds(extent) {
        for (name, kind, fitness) in tuners(size, &start, &opponent, seed) {
            runs.push(Run {
                name,
                kind,
                seed,
                start: start.clone(),
                fitness,
                games: size.of(GAMES[0], GAMES[1]) as u64,
                opponents: vec![opponent.clone().into(), Opponent::Learned { empties }],
            });
        }
    }
    runs
}

/// The tuners with their names.
fn tuners(
    size: Size,
    start: &Recipe,
    opponent: &Recipe,
    seed: u64,
) -> [(&'static str, TunerKind, MakeFitness); 6] {
    let pairs = pairs(size);
    let against = Against { opponents: vec![opponent.clone()], pairs, nodes: NODES, seed };
    let robin = |rivals| RoundRobin { pairs: 1, rivals, nodes: NODES, seed };
    let killing = NeighbourKilling { against: against.clone(), rivals: robin(Some(4)) };
    // All rivals are 7,080 games for a generation.
    let all = if size == Size::Quick { Some(1) } else { None };
    let (start, positions) = (start.clone(), size.of(POSITIONS[0], POSITIONS[1]));
    [
        ("CMA-ES", TunerKind::Cma, made(against.clone())),
        ("SPSA", TunerKind::Spsa, made(against.clone())),
        ("genetic", TunerKind::Genetic, made(against)),
        ("genetic, neighbour killing", TunerKind::Genetic, made(killing)),
        ("genetic, binary", TunerKind::Binary, made(robin(all))),
        (
            "Texel",
            TunerKind::Texel,
            Box::new(move || Arc::new(ExactError::new(&start, positions, seed))),
        ),
    ]
}

fn conclude(runs: &[Run], measured: &[Tuned]) -> Findings {
    let names = by_name(runs, measured);
    let columns =
        ["tuner", "runs", "against seed-003", "95 % interval", "against the learned evaluation"];
    let mut table = FindingsTable::new("Points on fresh games, all one ply deep", &columns);
    let mut ranking: Vec<(Interval, &str)> = Vec::new();
    for (name, tuned) in &names {
        let [ours, learned] = [0, 1].map(|opponent| at_end(tuned, opponent));
        ranking.push((ours, name));
        table.row([
            (*name).to_owned(),
            tuned.len().to_string(),
            percent(ours.value),
            interval(ours),
            format!("{} ({})", percent(learned.value), interval(learned)),
        ]);
    }
    ranking.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
    let first = ranking.first().map_or(0.0, |(best, _)| best.low);
    let (near, behind): (Vec<_>, Vec<_>) = ranking.iter().partition(|(it, _)| it.high >= first);
    let [near, behind] =
        [near, behind].map(|it| it.iter().map(|(_, name)| *name).collect::<Vec<_>>().join("; "));
    let best = measured.iter().max_by(|a, b| {
        let [a, b] = [a, b].map(|it| it.end[0].win_rate().value);
        a.total_cmp(&b)
    });
    let best = best.map_or_else(String::new, |it| {
        let [seed, learned] = [0, 1].map(|opponent| it.end[opponent].win_rate());
        format!(
            " The best of all runs has {} ({}) of the points against seed-003 and {} ({}) against the learned \
             evaluation.",
            percent(seed.value),
            interval(seed),
            percent(learned.value),
            interval(learned)
        )
    });
    let series = names.iter().map(|(name, tuned)| curve(name, tuned)).collect();
    Findings {
        comparisons: Vec::new(),
        tables: vec![table],
        plots: vec![Plot::lines(
            "Six tuners",
            "games, as a power of 10; the start on the left",
            "share of the points against seed-003",
            series,
        )],
        words: format!(
            "At the end not told apart from the best: {near}. Behind them: {behind}. The curves say how soon.{best}"
        ),
    }
}
