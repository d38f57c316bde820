//! Tables that change when their corner is taken.

use wane_gallery::Kind;
use wane_gallery::recipe::{Evaluation, Feature, ONE, StageValue, Table};

use super::games::{Games, Played, bars};
use super::players::{evaluation, searching};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::{About, Findings};

/// The depth of the search.
const PLIES: u32 = 3;

/// What a table becomes around a corner that is taken.
type Taken = fn(&Table) -> Table;

pub(super) fn experiment() -> Games {
    let variants: [(&str, Taken); 3] = [
        ("flat", |_| Table::new([0; 64])),
        ("halved", |table| Table::new(table.weights().map(|weight| weight / 2))),
        ("c and x squares as the corner", like_the_corner),
    ];
    let mut matchups = Vec::new();
    for kind in [Kind::Seed002, Kind::Seed004] {
        for (name, taken) in variants {
            matchups.push(Matchup {
                one: Contender::new(
                    format!("{kind}, {name}"),
                    searching(with_taken(evaluation(kind), taken), PLIES),
                ),
                other: Contender::new(kind.name(), searching(evaluation(kind), PLIES)),
                pairs: [3, 7000],
                chunk: 20,
            });
        }
    }
    let about = About {
        name: "corner-tables",
        question: "Should a table of square weights change when its corner is taken?",
        method: "The evaluations of seed-002 and seed-004 at depth 3, with another table in each quarter of the board \
                 whose corner is taken, against the same with one table. Pairs of games from eight random moves.",
    };
    Games { about, matchups, conclude }
}

/// An evaluation whose tables change.
fn with_taken(mut evaluation: Evaluation, taken: Taken) -> Evaluation {
    for stage in &mut evaluation.stages {
        let StageValue::Terms(terms) = &mut stage.value else { continue };
        for term in terms {
            if let Feature::Squares(table) = &term.feature {
                let (open, taken) = (table.clone(), taken(table));
                term.feature = Feature::SquaresByCorner { open, taken };
            }
        }
    }
    evaluation
}

/// With the corner gone, the squares beside it are worth what it is, but less.
fn like_the_corner(table: &Table) -> Table {
    let Some(mut classes) = table.classes() else { return table.clone() };
    let corner = classes[0].clamp(-100 * ONE, 100 * ONE);
    // c and x.
    (classes[1], classes[4]) = (corner / 2, corner / 4);
    Table::symmetric(classes)
}

fn conclude(played: &[Played<'_>]) -> Findings {
    bars(
        "With a table that changes, against without",
        "Points with a table that changes",
        "A wish of two reports.",
        played,
    )
}
