//! The agents of the reports with the mistakes of their listings, against the same without them.

use wane_gallery::Kind;
use wane_gallery::recipe::{Method, Passes, Recipe, Sides, StageValue};

use super::games::{Games, Played, bars};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::{About, Findings};

pub(super) fn experiment() -> Games {
    let repaired = |kind: Kind| Contender::new(kind.name(), recipe(kind));
    let matchup =
        |one: Contender, kind, pairs, chunk| Matchup { one, other: repaired(kind), pairs, chunk };
    let matchups = vec![
        matchup(
            Contender::new("001: passes lose", recipe(Kind::Seed001Literal)),
            Kind::Seed001,
            [4, 7000],
            50,
        ),
        matchup(
            Contender::new("002: passes lose", losing_passes(Kind::Seed002)),
            Kind::Seed002,
            [2, 3000],
            10,
        ),
        matchup(
            Contender::new("002: literal", recipe(Kind::Seed002Literal)),
            Kind::Seed002,
            [2, 3000],
            10,
        ),
        matchup(
            Contender::new("004: passes lose", losing_passes(Kind::Seed004)),
            Kind::Seed004,
            [4, 7000],
            20,
        ),
        matchup(
            Contender::new("004: Black's sign", with_whites_table()),
            Kind::Seed004,
            [4, 7000],
            20,
        ),
        matchup(
            Contender::new("004: literal", recipe(Kind::Seed004Literal)),
            Kind::Seed004,
            [4, 7000],
            20,
        ),
    ];
    let about = About {
        name: "literal",
        question: "What do the mistakes in the listings of the reports cost?",
        method: "The agent with a mistake against the same agent without it: a side that must pass has lost; features \
                 of one side only; the table of Black upside down, and stages a disc later. Pairs of games from eight \
                 random moves; seed-002 at depth 3.",
    };
    Games { about, matchups, conclude }
}

/// The recipe of an agent; seed-002 at depth 3, since its own takes long.
fn recipe(kind: Kind) -> Recipe {
    let mut recipe = kind.recipe().expect("it is a recipe");
    if let (Kind::Seed002 | Kind::Seed002Literal, Method::AlphaBeta(depths)) =
        (kind, &mut recipe.search.method)
    {
        depths[0].plies = Some(3);
    }
    recipe
}

fn losing_passes(kind: Kind) -> Recipe {
    let mut recipe = recipe(kind);
    recipe.search.passes = Passes::Lost;
    recipe
}

/// seed-004 with the table of White on both sides.
fn with_whites_table() -> Recipe {
    let mut recipe = recipe(Kind::Seed004);
    for stage in &mut recipe.evaluation.stages {
        if let StageValue::Terms(terms) = &mut stage.value {
            terms[0].sides = Sides::White;
        }
    }
    recipe
}

fn conclude(played: &[Played<'_>]) -> Findings {
    bars(
        "With the mistake, against without",
        "Points with the mistake",
        "Half of the points would mean that the mistake costs nothing.",
        played,
    )
}
