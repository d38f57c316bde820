//! Stages that change at once, against stages that change smoothly.

use wane_gallery::Kind;
use wane_gallery::recipe::{Change, Condition};

use super::games::{Games, Played, bars};
use super::players::{evaluation, searching};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::{About, Findings};

/// The depth of the search.
const PLIES: u32 = 3;

pub(super) fn experiment() -> Games {
    let player = |name: String, kind: Kind, change| {
        let mut evaluation = evaluation(kind);
        evaluation.change = change;
        // A sigmoid is around a number of discs.
        for stage in &mut evaluation.stages {
            if stage.from == Some(Condition::HalfFull) {
                stage.from = Some(Condition::Discs(32));
            }
        }
        Contender::new(name, searching(evaluation, PLIES))
    };
    let mut matchups = Vec::new();
    for kind in [Kind::Seed000, Kind::Seed003] {
        for width in [1, 2, 4, 8] {
            matchups.push(Matchup {
                one: player(format!("{kind}, width {width}"), kind, Change::Sigmoid { width }),
                other: player(format!("{kind}, at once"), kind, Change::Hard),
                pairs: [3, 7000],
                chunk: 20,
            });
        }
    }
    let about = About {
        name: "stages",
        question: "Is it better if the stages of an evaluation change smoothly, along a sigmoid?",
        method: "The two-stage evaluations of seed-000 and seed-003 at depth 3, with sigmoids of several widths, \
                 against the same with a change at once. Pairs of games from eight random moves.",
    };
    Games { about, matchups, conclude }
}

fn conclude(played: &[Played<'_>]) -> Findings {
    bars("Smooth against at once", "Points of smooth stages", "A wish of two reports.", played)
}
