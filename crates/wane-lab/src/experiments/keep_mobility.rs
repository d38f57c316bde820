//! What mobility is worth at several depths.

use wane_gallery::Kind;
use wane_gallery::recipe::{Evaluation, Feature, StageValue};

use super::games::{Games, Played, decided, table};
use super::players::{evaluation, searching};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::statistics::count;
use crate::experiment::{About, Comparison, Findings, Plot, Series, Verdict};

const KINDS: [Kind; 3] = [Kind::Seed000, Kind::Seed003, Kind::Seed004];
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=5;

pub(super) fn experiment() -> Games {
    let mut matchups = Vec::new();
    for kind in KINDS {
        for plies in DEPTHS {
            let (quick, full, chunk) = match plies {
                1..=2 => (4, 7000, 50),
                3..=4 => (2, 7000, 10),
                _ => (1, 800, 2),
            };
            let without = searching(without_mobility(evaluation(kind)), plies);
            matchups.push(Matchup {
                one: Contender::new(
                    format!("{kind}, depth {plies}"),
                    searching(evaluation(kind), plies),
                ),
                other: Contender::new("the same without mobility", without),
                pairs: [quick, full],
                chunk,
            });
        }
    }
    let about = About {
        name: "keep-mobility",
        question: "Is it right not to give up mobility, and does a deeper search make up for it?",
        method: "The evaluations of seed-000, seed-003 and seed-004 against the same without their terms for mobility, \
                 at depths 1 to 5. Pairs of games from eight random moves.",
    };
    Games { about, matchups, conclude }
}

fn without_mobility(mut evaluation: Evaluation) -> Evaluation {
    for stage in &mut evaluation.stages {
        if let StageValue::Terms(terms) = &mut stage.value {
            terms.retain(|term| {
                !matches!(term.feature, Feature::Mobility | Feature::WeightedMobility(_))
            });
        }
    }
    evaluation
}

fn conclude(played: &[Played<'_>]) -> Findings {
    let depths = DEPTHS.count();
    let series = KINDS.iter().zip(played.chunks(depths)).map(|(kind, played)| {
        let points = (1..).zip(played).map(|(plies, it)| (count(plies), it.win_rate()));
        Series::new(kind.name(), points)
    });
    let comparisons = played.chunks(depths).flat_map(|played| [played.first(), played.last()]);
    let comparisons = comparisons.flatten().map(|it| Comparison {
        what: format!("points of {} with mobility, against without", it.one),
        source: "seed-000".into(),
        reported: "mobility should not be given up".into(),
        ours: it.win_rate(),
        verdict: if it.win_rate().low > 0.5 { Verdict::Confirmed } else { Verdict::Refuted },
    });
    Findings {
        comparisons: comparisons.collect(),
        tables: vec![table("With mobility, against without", played)],
        plots: vec![Plot::lines(
            "Points with mobility",
            "depth",
            "share of the points",
            series.collect(),
        )],
        words: format!(
            "{} Half of the points would mean that mobility is worth nothing.",
            decided(played)
        ),
    }
}
