//! Each heuristic of seed-002 alone, and all of them.

use wane_gallery::Kind;
use wane_gallery::recipe::{Feature, StageValue};

use super::games::{Games, Played, table};
use super::players::{difference, evaluation, searching, single};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::statistics::PairPoints;
use crate::experiment::{About, Comparison, Findings, Plot, Verdict};

/// What the report says of each heuristic in its round robin.
const REPORTED: [(&str, &str); 4] =
    [("table", "100 %"), ("stability", "66.7 %"), ("frontier", "33.3 %"), ("mobility", "0 %")];

/// The depth of the search, which is the same for all.
const PLIES: u32 = 2;

pub(super) fn experiment() -> Games {
    let players = players();
    let mut matchups = Vec::new();
    for (index, one) in players.iter().enumerate() {
        for other in &players[index + 1..] {
            let (one, other) = (one.clone(), other.clone());
            matchups.push(Matchup { one, other, pairs: [4, 7000], chunk: 50 });
        }
    }
    let about = About {
        name: "heuristics",
        question: "Which heuristic plays best alone, and are all of them together better?",
        method: "A round robin of the heuristics of seed-002, each alone with the sign of its report, and all \
                 together in its three stages; alpha-beta at depth 2, pairs of games from eight random moves.",
    };
    Games { about, matchups, conclude }
}

fn players() -> Vec<Contender> {
    let all = evaluation(Kind::Seed002);
    let StageValue::Terms(terms) = &all.stages[0].value else { return Vec::new() };
    let table = single(vec![terms[0].clone()]);
    let alone = |feature, weight| single(vec![difference(feature, weight)]);
    [
        ("table", table),
        ("stability", alone(Feature::CornerStability, -1)),
        ("frontier", alone(Feature::Frontier, 1)),
        ("mobility", alone(Feature::Mobility, 1)),
        ("all", all),
    ]
    .map(|(name, evaluation)| Contender::new(name, searching(evaluation, PLIES)))
    .into()
}

fn conclude(played: &[Played<'_>]) -> Findings {
    let names = ["table", "stability", "frontier", "mobility", "all"];
    let points = |name: &str, with_all: bool| {
        let mut points = PairPoints::default();
        for it in played.iter().filter(|it| with_all || it.other != "all") {
            if it.one == name {
                points.0.merge(it.points.0);
            } else if it.other == name {
                points.0.merge(turned(it.points).0);
            }
        }
        points.win_rate()
    };
    let comparisons = REPORTED.map(|(name, reported)| Comparison {
        what: format!("{name} alone, against the other three"),
        source: "seed-002".into(),
        reported: reported.into(),
        ours: points(name, false),
        verdict: Verdict::NotComparable,
    });
    let order: Vec<f64> = REPORTED.iter().map(|(name, _)| points(name, false).value).collect();
    let has_same_order = order.windows(2).all(|pair| pair[0] > pair[1]);
    let verdict = if has_same_order { Verdict::Confirmed } else { Verdict::Refuted };
    let bars = names.map(|name| (name.to_owned(), points(name, true)));
    Findings {
        comparisons: comparisons.map(|it| Comparison { verdict, ..it }).into(),
        tables: vec![table("Round robin", played)],
        plots: vec![Plot::bars("Points in the round robin", "share of the points", bars.into())],
        words: format!(
            "The order of the report, table before stability before frontier before mobility, {}.",
            if has_same_order { "holds" } else { "does not hold" }
        ),
    }
}

/// The points of the opponent.
fn turned(points: PairPoints) -> PairPoints {
    let mut sums = points.0;
    let all = i64::try_from(4 * sums.count).unwrap_or(i64::MAX);
    // The square of 4 - x is 16 - 8 x + x².
    let squares = i64::try_from(sums.squares).unwrap_or(i64::MAX);
    sums.squares = (4 * all - 8 * sums.sum + squares).unsigned_abs();
    sums.sum = all - sums.sum;
    PairPoints(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::statistics::Sums;

    #[test]
    fn the_points_of_the_opponent_are_the_rest() {
        let of = |numbers: &[i64]| PairPoints(Sums::of(numbers));
        assert_eq!(turned(of(&[0, 1, 4, 3])), of(&[4, 3, 0, 1]));
    }
}
