//! What makes a recipe sound: a stranger's recipe neither overflows nor takes more memory or time than others.

use std::fmt;

use super::{
    Change, Condition, Depth, Evaluation, Method, ONE, Order, Recipe, Scale, Search, Stage,
    StageValue, Table, Term,
};

/// The greatest weight of a term, of a square, and of both multiplied: a million.
pub const MOST_WEIGHT: i64 = 1_000_000 * ONE;
/// The most stages of an evaluation, and of depths of a search.
pub const MOST_STAGES: usize = 8;
/// The most terms of a stage.
pub const MOST_TERMS: usize = 16;
/// The greatest depth of a search.
const MOST_PLIES: u32 = 60;
/// The most empty squares of an exact search: more take longer than any move.
const MOST_EXACT: u32 = 16;

/// Why a recipe cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeError {
    /// There must be 1 to [`MOST_STAGES`] stages.
    Stages,
    /// There must be 1 to [`MOST_STAGES`] depths.
    Depths,
    /// The first stage or depth has a condition, or a later one has none.
    Condition,
    /// There must be at most [`MOST_TERMS`] terms.
    Terms,
    /// A weight is greater than [`MOST_WEIGHT`], or is so when it is multiplied with that of a square.
    Weight,
    /// Shares need stages of terms, each with at least one weight.
    Shares,
    /// Only stages of terms that begin with a number of discs or of empty squares follow each other along a sigmoid.
    Sigmoid,
    /// A depth must be 1 to 60 plies.
    Plies,
    /// An exact search takes at most 16 empty squares.
    Exact,
    /// The time must be 1 to 100 percent.
    Time,
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stages => "an evaluation has 1 to 8 stages",
            Self::Depths => "a search has 1 to 8 depths",
            Self::Condition => "the first stage or depth has no condition, every other one has one",
            Self::Terms => "a stage has at most 16 terms",
            Self::Weight => "weights, also multiplied with those of squares, are at most a million",
            Self::Shares => "with shares every stage has terms, and one of them a weight",
            Self::Sigmoid => {
                "a sigmoid has a width, and joins stages of terms that begin with a number of discs or of empty squares"
            }
            Self::Plies => "a depth is 1 to 60 plies",
            Self::Exact => "an exact search takes at most 16 empty squares",
            Self::Time => "the time is 1 to 100 percent",
        })
    }
}

impl std::error::Error for RecipeError {}

impl Recipe {
    /// Whether the recipe can be played.
    ///
    /// # Errors
    /// If not, why.
    pub fn check(&self) -> Result<(), RecipeError> {
        self.evaluation.check()?;
        self.search.check()
    }
}

impl Evaluation {
    /// Whether the evaluation is sound.
    ///
    /// # Errors
    /// If not, why.
    pub fn check(&self) -> Result<(), RecipeError> {
        ensure((1..=MOST_STAGES).contains(&self.stages.len()), RecipeError::Stages)?;
        ensure(are_ordered(self.stages.iter().map(|stage| stage.from)), RecipeError::Condition)?;
        for stage in &self.stages {
            stage.check(self)?;
        }
        Ok(())
    }
}

impl Stage {
    fn check(&self, evaluation: &Evaluation) -> Result<(), RecipeError> {
        if let Change::Sigmoid { width } = evaluation.change {
            let counts =
                matches!(self.from, None | Some(Condition::Discs(_) | Condition::Empties(_)));
            let has_terms = matches!(self.value, StageValue::Terms(_));
            ensure((1..=64).contains(&width) && counts && has_terms, RecipeError::Sigmoid)?;
        }
        let StageValue::Terms(terms) = &self.value else {
            return ensure(evaluation.scale == Scale::Sum, RecipeError::Shares);
        };
        ensure(terms.len() <= MOST_TERMS, RecipeError::Terms)?;
        for term in terms {
            term.check()?;
        }
        let has_weight = terms.iter().any(|term| term.weight != 0);
        ensure(evaluation.scale == Scale::Sum || has_weight, RecipeError::Shares)
    }
}

impl Term {
    fn check(&self) -> Result<(), RecipeError> {
        let weight = i128::from(self.weight);
        ensure(weight.abs() <= i128::from(MOST_WEIGHT), RecipeError::Weight)?;
        let most = i128::from(MOST_WEIGHT) * i128::from(ONE);
        let fits = |square: &i64| (weight * i128::from(*square)).abs() <= most;
        let fits = |table: &Table| is_sound(table) && table.weights().iter().all(fits);
        ensure(self.feature.tables().into_iter().flatten().all(fits), RecipeError::Weight)
    }
}

impl Search {
    /// Whether the search is sound.
    ///
    /// # Errors
    /// If not, why.
    pub fn check(&self) -> Result<(), RecipeError> {
        if let Method::AlphaBeta(depths) = &self.method {
            ensure((1..=MOST_STAGES).contains(&depths.len()), RecipeError::Depths)?;
            ensure(are_ordered(depths.iter().map(|depth| depth.from)), RecipeError::Condition)?;
            let fits = |depth: &Depth| depth.plies.is_none_or(|it| (1..=MOST_PLIES).contains(&it));
            ensure(depths.iter().all(fits), RecipeError::Plies)?;
        }
        if let Order::Squares(table) = &self.order {
            ensure(is_sound(table), RecipeError::Weight)?;
        }
        ensure(self.exact.is_none_or(|exact| exact.empties <= MOST_EXACT), RecipeError::Exact)?;
        ensure((1..=100).contains(&self.time_percent), RecipeError::Time)
    }
}

/// Whether only the first has no condition.
fn are_ordered(conditions: impl Iterator<Item = Option<Condition>>) -> bool {
    conditions.enumerate().all(|(index, condition)| condition.is_none() == (index == 0))
}

fn is_sound(table: &Table) -> bool {
    table.weights().iter().all(|weight| weight.checked_abs().is_some_and(|it| it <= MOST_WEIGHT))
}

fn ensure(holds: bool, error: RecipeError) -> Result<(), RecipeError> {
    if holds { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use wane_board::{Bitboard, Board};

    use super::super::{End, Evaluator, Exact, Feature, Sides};
    use super::*;
    use crate::alpha_beta::INFINITY;
    use crate::recipes::{greedy, seed_003};

    type Fault = fn(&mut Recipe);

    /// The error for a recipe with a fault.
    fn error(fault: impl FnOnce(&mut Recipe)) -> Option<RecipeError> {
        let mut recipe = seed_003();
        fault(&mut recipe);
        recipe.check().err()
    }

    fn terms(recipe: &mut Recipe) -> &mut Vec<Term> {
        match &mut recipe.evaluation.stages[0].value {
            StageValue::Terms(terms) => terms,
            StageValue::Won => unreachable!("seed-003 has terms"),
        }
    }

    #[test]
    fn each_fault_is_found() {
        use RecipeError as E;
        let heavy = |weight| Table::new([weight; 64]);
        let cases: [(Option<E>, Fault); 10] = [
            (None, |_| {}),
            (Some(E::Stages), |it| it.evaluation.stages.clear()),
            (Some(E::Condition), |it| it.evaluation.stages[1].from = None),
            (Some(E::Condition), |it| it.evaluation.stages[0].from = Some(Condition::Discs(3))),
            (Some(E::Depths), |it| it.search.method = Method::AlphaBeta(Vec::new())),
            (Some(E::Exact), |it| it.search.exact = Some(Exact { empties: 17, wld: true })),
            (Some(E::Time), |it| it.search.time_percent = 0),
            (Some(E::Sigmoid), |it| it.evaluation.change = Change::Sigmoid { width: 0 }),
            (Some(E::Weight), |it| terms(it)[0].weight = i64::MIN),
            (Some(E::Shares), |it| {
                it.evaluation.scale = Scale::Shares;
                terms(it).clear();
            }),
        ];
        for (expected, fault) in cases {
            assert_eq!(error(fault), expected);
        }
        let plies = vec![Depth { from: None, plies: Some(61) }];
        assert_eq!(error(|it| it.search.method = Method::AlphaBeta(plies)), Some(E::Plies));
        let squares = Feature::Squares(heavy(i64::MIN));
        assert_eq!(error(|it| terms(it)[0].feature = squares), Some(E::Weight));
        let order = Order::Squares(heavy(MOST_WEIGHT + 1));
        assert_eq!(error(|it| it.search.order = order), Some(E::Weight));
        let many = |it: &mut Recipe| {
            let term = terms(it)[1].clone();
            terms(it).resize(MOST_TERMS + 1, term);
        };
        assert_eq!(error(many), Some(E::Terms));
    }

    #[test]
    fn the_heaviest_recipe_that_is_sound_does_not_overflow() {
        let mut recipe = greedy();
        let squares = Feature::Squares(Table::new([MOST_WEIGHT; 64]));
        let term = Term { feature: squares, weight: ONE, sides: Sides::Own };
        let discs = Term { feature: Feature::Discs, weight: MOST_WEIGHT, sides: Sides::Own };
        let mut terms = vec![term; MOST_TERMS / 2];
        terms.resize(MOST_TERMS, discs);
        recipe.evaluation.stages[0].value = StageValue::Terms(terms);
        recipe.evaluation.change = Change::Sigmoid { width: 1 };
        recipe.search.end = End::Evaluation;
        let board = Board::<8>::new(Bitboard::ALL, Bitboard::EMPTY);
        for scale in [Scale::Sum, Scale::Shares] {
            recipe.evaluation.scale = scale;
            assert_eq!(recipe.check(), Ok(()));
            let value = Evaluator::for_black(&recipe.evaluation, &board).evaluate(&board, true);
            assert!(value.abs() < INFINITY, "{value}");
        }
    }
}
