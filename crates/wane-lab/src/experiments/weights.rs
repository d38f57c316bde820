//! The tuning of report 000: ten weights in one stage, and sixteen in two.

use wane_gallery::Kind;
use wane_gallery::recipe::{Exact, Feature, ONE, Recipe, Table};

use super::games::{interval, percent};
use super::players::{difference, evaluation, searching_exactly, single};
use super::tuning::{
    NODES, Run, Tuned, Tuning, at_end, by_name, curve, exact_plies, made, pairs, seeds,
};
use crate::experiment::{About, Comparison, Extent, Findings, FindingsTable, Plot, Verdict};
use crate::tune::{Against, Parameters, TunerKind};

/// The names of the tasks, the games of a run, and the win rate in the report with the seconds that it took.
const TEN: &str = "ten weights, one stage";
const SIXTEEN: &str = "sixteen weights, two stages";
const GAMES: [usize; 2] = [200, 30_000];
const REPORTED: [(&str, f64, &str); 2] =
    [(TEN, 0.85, "0.85 after 10,023 s"), (SIXTEEN, 0.93, "0.93 after 24,438 s")];

pub(super) fn experiment() -> Tuning {
    let about = About {
        name: "weights",
        question: "How good do the weights of report 000 become by tuning, and how many games does that take?",
        method: "The search of the report: one ply deep, the last twelve plies exactly; so is its opponent, which plays \
                 at random before. Tuned by CMA-ES from weights that count discs, 40 games for each candidate, with \
                 three seeds. A point of the curve is 500 fresh games of what was best by then, the end 2,000.",
    };
    Tuning { about, runs, conclude }
}

fn runs(extent: Extent) -> Vec<Run> {
    let size = extent.size;
    let empties = exact_plies(size);
    let mut opponent = Kind::RandomInvincible.recipe().expect("it is a recipe");
    opponent.search.exact = Some(Exact { empties, wld: false });
    let starts = [(TEN, ten(empties)), (SIXTEEN, sixteen(empties))];
    let run = |(name, start): (&'static str, Recipe), seed: u64| {
        let opponents = vec![opponent.clone()];
        let pairs = pairs(size);
        Run {
            name,
            kind: TunerKind::Cma,
            seed,
            start,
            fitness: made(Against { opponents, pairs, nodes: NODES, seed }),
            games: size.of(GAMES[0], GAMES[1]) as u64,
            opponents: vec![opponent.clone().into()],
        }
    };
    starts
        .into_iter()
        .flat_map(|start| seeds(extent).map(move |seed| run(start.clone(), seed)))
        .collect()
}

/// One table that counts discs.
pub(super) fn ten(empties: u32) -> Recipe {
    let table = Table::symmetric([ONE; 10]);
    searching_exactly(single(vec![difference(Feature::Squares(table), -1)]), 1, empties)
}

/// The two stages of the report with that table, and only it.
fn sixteen(empties: u32) -> Recipe {
    let recipe = searching_exactly(evaluation(Kind::Seed000), 1, empties);
    let mut values = vec![1.0; 10];
    values.extend([-1.0, 0.0, 0.0].repeat(2));
    Parameters::of(recipe).apply(&values)
}

fn conclude(runs: &[Run], measured: &[Tuned]) -> Findings {
    let names = by_name(runs, measured);
    let mut table = FindingsTable::new(
        "Points on fresh games after tuning",
        &["weights", "runs", "points", "95 % interval", "worst run", "best run"],
    );
    let mut comparisons = Vec::new();
    for ((name, tuned), (_, goal, reported)) in names.iter().zip(REPORTED) {
        let ours = at_end(tuned, 0);
        let mut each: Vec<f64> = tuned.iter().map(|it| it.end[0].win_rate().value).collect();
        each.sort_by(f64::total_cmp);
        let ends = [each.first(), each.last()].map(|it| percent(it.copied().unwrap_or(0.0)));
        let [worst, best] = ends;
        let runs = tuned.len().to_string();
        table.row([(*name).to_owned(), runs, percent(ours.value), interval(ours), worst, best]);
        let verdict = if ours.high < goal { Verdict::Refuted } else { Verdict::Confirmed };
        comparisons.push(Comparison {
            what: format!("points against random-invincible, {name}"),
            source: "seed-000".into(),
            reported: reported.into(),
            ours,
            verdict,
        });
    }
    let reached = comparisons.iter().filter(|it| it.verdict == Verdict::Confirmed).count();
    let words = format!(
        "{reached} of the {} figures are reached. The report ranked its candidates for one stage by their win rate, and \
         for two stages by the rivals that they beat.",
        comparisons.len()
    );
    let series = names.iter().map(|(name, tuned)| curve(name, tuned)).collect();
    Findings {
        comparisons,
        tables: vec![table],
        plots: vec![Plot::lines(
            "Tuning against random play",
            "games, as a power of 10; the start on the left",
            "share of the points",
            series,
        )],
        words,
    }
}
