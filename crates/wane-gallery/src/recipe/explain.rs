//! [`explain`]: the value of a position, split by feature and square.

use wane_board::{Bitboard, Position};

use super::evaluator::{Prepared, PreparedTerm, part};
use super::seen::{Seen, Side};
use super::{
    Evaluation, Evaluator, Feature, ONE, RecipeError, SHARE, Scale, Sides, Stage, StageValue,
};

/// The value of a position for its side to move, and what it is made of. All values are in units of 1 / [`ONE`], those
/// of squares are rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The value: the sum of those of the terms.
    pub value: i64,
    /// The terms of the stages that count.
    pub terms: Vec<ExplainedTerm>,
}

/// What a term adds to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedTerm {
    /// The stage, from 0.
    pub stage: usize,
    /// How much of the stage counts, in percent.
    pub percent: u32,
    /// The name of the feature, or `won`.
    pub feature: &'static str,
    /// The weight of the term.
    pub weight: i64,
    /// How many discs or moves of the agent it counts.
    pub own: u32,
    /// How many of its opponent.
    pub opponent: u32,
    /// What the term adds.
    pub value: i64,
    /// What each square adds, with the square's index.
    pub squares: [i64; 64],
}

/// Explains the value of a position for its side to move, as if it were the agent's turn.
///
/// # Errors
/// If the evaluation is not sound: [`Evaluation::check`].
pub fn explain<const N: usize>(
    evaluation: &Evaluation,
    position: &Position<N>,
) -> Result<Explanation, RecipeError> {
    evaluation.check()?;
    let evaluator = Evaluator::new(evaluation, position);
    let seen = Seen::new(&position.board, true);
    // A share of 1 is a won game.
    let unit = match evaluation.scale {
        Scale::Sum => 1,
        Scale::Shares => ONE / SHARE,
    };
    let mut terms = Vec::new();
    for (stage, written) in evaluation.stages.iter().enumerate() {
        let share = evaluator.share(stage, &position.board);
        if share != 0 {
            terms.extend(explain_stage(&evaluator, stage, written, &seen, unit, share));
        }
    }
    let value = unit * evaluator.evaluate(&position.board, true);
    Ok(Explanation { value, terms })
}

/// The terms of a stage of which a share counts.
fn explain_stage<const N: usize>(
    evaluator: &Evaluator<N>,
    stage: usize,
    written: &Stage,
    seen: &Seen<'_, N>,
    unit: i64,
    share: i64,
) -> Vec<ExplainedTerm> {
    let prepared = &evaluator.stages[stage];
    let scaled = |value: i64| unit * part(value, share);
    let whole = ExplainedTerm {
        stage,
        percent: u32::try_from(part(100, share)).expect("at most 100"),
        feature: "won",
        weight: 0,
        own: 0,
        opponent: 0,
        value: scaled(evaluator.value(prepared, seen)),
        squares: [0; 64],
    };
    let (Prepared::Terms(all), StageValue::Terms(written)) = (prepared, &written.value) else {
        return vec![whole];
    };
    let explained = all.iter().zip(written).map(|(term, written)| {
        let value = |feature| scaled(evaluator.part(all, term, feature));
        let [own, opponent] = [Side::Own, Side::Opponent].map(|side| counted(term, seen, side));
        ExplainedTerm {
            feature: written.feature.name(),
            weight: written.weight,
            own,
            opponent,
            value: value(term.feature(seen)),
            squares: squares(term, seen, value),
            ..whole.clone()
        }
    });
    explained.collect()
}

/// How many discs or moves a term counts for a side.
fn counted<const N: usize>(term: &PreparedTerm, seen: &Seen<'_, N>, side: Side) -> u32 {
    if term.feature == Feature::Parity {
        seen.has_last_move(side).into()
    } else {
        seen.squares(&term.feature, side).len()
    }
}

/// What each square adds.
fn squares<const N: usize>(
    term: &PreparedTerm,
    seen: &Seen<'_, N>,
    value: impl Fn(i64) -> i64,
) -> [i64; 64] {
    let mut squares = [0; 64];
    if term.feature == Feature::Parity {
        return squares;
    }
    let (own, opponent) = match term.sides {
        Sides::Difference => (1, -1),
        Sides::Own => (1, 0),
        Sides::Opponent => (0, 1),
        Sides::White => (-1, 1),
    };
    for (side, sign) in [(Side::Own, own), (Side::Opponent, opponent)] {
        for square in seen.squares(&term.feature, side) {
            let one = Bitboard::EMPTY | square.bitboard();
            squares[square.index()] += value(sign * term.sum(seen, one));
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use wane_board::{Board, Colour};
    use wane_testkit::{Rng, random_game};

    use super::*;
    use crate::Kind;
    use crate::features::samples::corner;
    use crate::recipe::{Change, Recipe, Table, Term};
    use crate::recipes::{seed_000, seed_003, seed_004};

    fn at(board: Board<8>) -> Position<8> {
        Position { board, side: Colour::Black }
    }

    #[test]
    fn a_value_is_the_sum_of_its_terms_and_a_term_that_of_its_squares() {
        let mut rng = Rng::new(20_261_117);
        for kind in Kind::ALL {
            let Some(Recipe { evaluation, .. }) = kind.recipe() else { continue };
            for plies in 0..60 {
                let position = random_game::<8>(&mut rng, plies).position();
                let Explanation { value, terms } = explain(&evaluation, &position).unwrap();
                assert_eq!(value, terms.iter().map(|term| term.value).sum::<i64>(), "{kind}");
                for term in terms.iter().filter(|term| term.feature != "won") {
                    assert_eq!(term.value, term.squares.iter().sum::<i64>(), "{kind} {term:?}");
                }
            }
        }
    }

    #[test]
    fn shares_are_parts_of_a_won_game() {
        let Explanation { value, terms } = explain(&seed_000(), &at(corner())).unwrap();
        // Along the edge 3 to 1 of 28, with 2 of 13 weights.
        let edge = terms.iter().find(|term| term.feature == "edge-stability").unwrap();
        assert_eq!((edge.own, edge.opponent), (3, 1));
        assert_eq!(edge.value, -(2 * 714_285 / 13) * 10);
        assert!((value - terms.iter().map(|term| term.value).sum::<i64>()).abs() <= 30);
    }

    #[test]
    fn stages_that_come_in_smoothly_are_all_named_with_their_percentage() {
        let mut evaluation = seed_003().evaluation;
        evaluation.change = Change::Sigmoid { width: 8 };
        let position = random_game::<8>(&mut Rng::new(1), 31).position();
        let terms = explain(&evaluation, &position).unwrap().terms;
        assert_eq!(terms.len(), 10);
        // 35 discs are there: half of either stage.
        assert_eq!((terms[0].percent, terms[9].percent), (50, 50));
    }

    #[test]
    fn the_last_stage_of_a_game_is_won_or_not() {
        let full = Board::<8>::new(Bitboard::from_bits(0xff), !Bitboard::from_bits(0xff));
        let terms = explain(&seed_004().evaluation, &at(full)).unwrap().terms;
        assert_eq!((terms.len(), terms[0].feature), (1, "won"));
        assert!(terms[0].value > 0);
    }

    #[test]
    fn a_table_may_change_when_its_corner_is_taken_and_may_count_for_white() {
        let (open, taken) = (Table::symmetric_whole([1; 10]), Table::symmetric_whole([10; 10]));
        let term = |sides| Term {
            feature: Feature::SquaresByCorner { open: open.clone(), taken: taken.clone() },
            weight: ONE,
            sides,
        };
        let value = |sides, side| {
            let value = StageValue::Terms(vec![term(sides)]);
            let evaluation = Evaluation {
                scale: Scale::Sum,
                change: Change::Hard,
                stages: vec![Stage { from: None, value }],
            };
            explain(&evaluation, &Position { board: corner(), side }).unwrap().value / ONE
        };
        // a1 b1 a2 b2 are own, c3 and h8 are not, and the corners of all of them are taken.
        assert_eq!(value(Sides::Own, Colour::Black), 40);
        assert_eq!(value(Sides::Difference, Colour::Black), 20);
        assert_eq!(value(Sides::White, Colour::White), 20);
        assert_eq!(value(Sides::White, Colour::Black), -20);
        let open_corner = Board::<8>::new(
            corner().own() - corner().own().first().unwrap().bitboard(),
            corner().opp(),
        );
        let evaluation = Evaluation {
            scale: Scale::Sum,
            change: Change::Hard,
            stages: vec![Stage {
                from: None,
                value: StageValue::Terms(vec![term(Sides::Difference)]),
            }],
        };
        // b1 a2 b2 against c3 with open corners, h8 with its own.
        assert_eq!(explain(&evaluation, &at(open_corner)).unwrap().value / ONE, 3 - 1 - 10);
    }
}
