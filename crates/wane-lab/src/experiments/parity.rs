//! Parity as a feature.

use wane_gallery::Kind;
use wane_gallery::recipe::{Feature, StageValue};

use super::games::{Games, Played, bars};
use super::players::{difference, evaluation, searching};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::{About, Findings};

pub(super) fn experiment() -> Games {
    let player = |name: String, plies, weight: i64| {
        let mut evaluation = evaluation(Kind::Seed003);
        for stage in &mut evaluation.stages {
            if let (StageValue::Terms(terms), true) = (&mut stage.value, weight != 0) {
                terms.push(difference(Feature::Parity, weight));
            }
        }
        Contender::new(name, searching(evaluation, plies))
    };
    let mut matchups = Vec::new();
    // After an even and an odd number of plies parity says something else.
    for plies in [3, 4] {
        for weight in [-200, -50, 50, 200] {
            matchups.push(Matchup {
                one: player(format!("depth {plies}, parity {weight}"), plies, weight),
                other: player(format!("depth {plies}"), plies, 0),
                pairs: [3, 7000],
                chunk: 20,
            });
        }
    }
    let about = About {
        name: "parity",
        question: "Does it help to know who makes the last move?",
        method: "The evaluation of seed-003 with a term for the side that moves last if no side passes, of several \
                 weights, against the same without it, at depths 3 and 4. Pairs of games from eight random moves.",
    };
    Games { about, matchups, conclude }
}

fn conclude(played: &[Played<'_>]) -> Findings {
    bars(
        "With parity, against without",
        "Points with parity",
        "At a fixed depth, parity changes only where a line ends by a pass or at the end of the game.",
        played,
    )
}
