//! Recipes that several experiments share.

use wane_gallery::Kind;
use wane_gallery::recipe::{
    Change, Depth, End, Evaluation, Exact, Feature, Method, ONE, Order, Passes, Recipe, Scale,
    Search, Sides, Stage, StageValue, Table, Term,
};
use wane_random::Rng;

/// The evaluation of an agent of the gallery.
pub(super) fn evaluation(kind: Kind) -> Evaluation {
    kind.nearest_recipe().expect("it has an evaluation").evaluation
}

/// Alpha-beta at a depth. The last moves are searched to the end, so that no evaluation is asked about a finished game.
pub(super) fn searching(evaluation: Evaluation, plies: u32) -> Recipe {
    let search = Search {
        method: Method::AlphaBeta(vec![Depth { from: None, plies: Some(plies) }]),
        order: if plies > 2 { Order::Replies } else { Order::Rows },
        end: End::Result,
        passes: Passes::Played,
        exact: None,
        time_percent: 90,
    };
    Recipe { evaluation, search }
}

/// The same with the last moves searched to the end.
pub(super) fn searching_exactly(evaluation: Evaluation, plies: u32, empties: u32) -> Recipe {
    let mut recipe = searching(evaluation, plies);
    recipe.search.exact = Some(Exact { empties, wld: false });
    recipe
}

/// An evaluation of one stage.
pub(super) fn single(terms: Vec<Term>) -> Evaluation {
    let stage = Stage { from: None, value: StageValue::Terms(terms) };
    Evaluation { scale: Scale::Sum, change: Change::Hard, stages: vec![stage] }
}

/// The evaluation of this number with random weights for a table, mobility, frontier, stability and discs.
pub(super) fn random(number: usize) -> Evaluation {
    let mut rng = Rng::new(0x5eed + number as u64);
    let mut weight = |most: u32| i64::from(rng.below(2 * most + 1)) - i64::from(most);
    let squares = Table::symmetric(std::array::from_fn(|_| weight(20) * ONE));
    let mut terms = vec![difference(Feature::Squares(squares), 1)];
    for feature in [Feature::Mobility, Feature::Frontier, Feature::Stability, Feature::Discs] {
        terms.push(difference(feature, weight(20)));
    }
    single(terms)
}

/// A feature of both sides with a whole weight.
pub(super) fn difference(feature: Feature, weight: i64) -> Term {
    Term { feature, weight: weight * ONE, sides: Sides::Difference }
}
