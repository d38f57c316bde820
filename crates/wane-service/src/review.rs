//! [`Review`]: the loss of every move of a game, and from it the accuracy of each side, the worst moves and the
//! turning point.
//!
//! It goes from the end to the start, since the transposition table then knows the positions that follow.

use wane_board::{AnyGame, AnyPosition, Colour, Move, Square};
use wane_eval::Value;
use wane_search::{Certainty, Line, Report};

use crate::analyst::{Analyst, Findings};

/// A move that loses less than half a disc is a good one.
const GOOD: Value = Value::new(Value::PER_DISC / 2);

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Review {
    /// The reviewed moves, in the order of the game.
    pub moves: Vec<MoveReview>,
    /// The value of the last position for Black.
    pub end: Option<Value>,
}

/// The review of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// The number of the move, from 1, without passes.
    pub number: usize,
    /// The side that played it.
    pub side: Colour,
    /// The move.
    pub played: Move,
    /// The best move, which may be the same.
    pub best: Move,
    /// The value of the position before the move, for its side.
    pub value: Value,
    /// How certain the value is.
    pub certainty: Certainty,
    /// The value that the move has lost.
    pub loss: Value,
}

/// The accuracy of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accuracy {
    /// The number of its moves.
    pub moves: i32,
    /// The number of moves that lost less than half a disc.
    pub good: i32,
    /// The sum of their losses.
    pub lost: Value,
}

impl Review {
    /// Reviews every move, from the last to the first, until it is stopped. `on_move` gets each of them, with the
    /// report about the position before it.
    pub fn of(
        game: &AnyGame,
        analyst: &Analyst<'_>,
        on_move: &mut dyn FnMut(&MoveReview, &Report),
    ) -> Self {
        let mut game = game.clone();
        let mut number = game.squares().count();
        let mut review = Self::default();
        let last = game.position();
        let end = match analyst.analyse(&last, &mut |_| {}) {
            Some(findings) => findings.report().best().value,
            None => last.final_score(analyst.objective()).into(),
        };
        if !analyst.is_stopped() {
            review.end = Some(for_black(end, last.side()));
        }
        while let Some(mv) = game.undo() {
            let Move::Place(square) = mv else {
                continue;
            };
            let position = game.position();
            let Some(findings) = analyst.analyse(&position, &mut |_| {}) else {
                continue;
            };
            let lost = lost(&position, square, &findings, analyst);
            let report = findings.report();
            if analyst.is_stopped() {
                break;
            }
            let Line { value, moves } = report.best();
            let reviewed = MoveReview {
                number,
                side: position.side(),
                played: mv,
                best: moves[0],
                value: *value,
                certainty: report.certainty,
                loss: lost,
            };
            on_move(&reviewed, report);
            review.moves.push(reviewed);
            number -= 1;
        }
        review.moves.reverse();
        review
    }

    /// A value for each position of a game of `moves` moves, for Black.
    #[must_use]
    pub fn graph(&self, moves: usize) -> Vec<Option<Value>> {
        let unknown = moves - self.moves.len();
        let known = self.moves.iter().map(|reviewed| Some(reviewed.black_value()));
        std::iter::repeat_n(None, unknown).chain(known).chain([self.end]).collect()
    }

    /// The turning point: the move after which one side stays ahead, and that side.
    #[must_use]
    pub fn turn(&self) -> Option<(&MoveReview, Colour)> {
        let end = self.end?;
        let values = self.moves.iter().map(MoveReview::black_value).chain([end]);
        let index = turn(&values.collect::<Vec<_>>())?;
        let ahead = if end > Value::default() { Colour::Black } else { Colour::White };
        Some((&self.moves[index], ahead))
    }

    /// The three moves that lost most, the worst first.
    #[must_use]
    pub fn worst(&self) -> Vec<MoveReview> {
        worst(&self.moves)
    }

    /// The accuracy of a side.
    #[must_use]
    pub fn accuracy(&self, side: Colour) -> Accuracy {
        Accuracy::of(side, &self.moves)
    }
}

/// The loss of a move against the best one, both searched to the same depth.
fn lost(
    position: &AnyPosition,
    square: Square,
    findings: &Findings,
    analyst: &Analyst<'_>,
) -> Value {
    let values = analyst.compare_with_best(position, square, findings);
    loss(values[0].line.value, values[1].line.value)
}

/// The loss of a move of this value against the best.
#[must_use]
pub fn loss(best: Value, value: Value) -> Value {
    Value::new(best.parts() - value.parts())
}

impl MoveReview {
    /// The value for Black.
    #[must_use]
    pub fn black_value(&self) -> Value {
        for_black(self.value, self.side)
    }
}

impl Accuracy {
    /// The accuracy of the moves of one side.
    fn of(side: Colour, moves: &[MoveReview]) -> Self {
        let own = || moves.iter().filter(|reviewed| reviewed.side == side);
        let count = |moves: usize| i32::try_from(moves).unwrap_or(i32::MAX);
        Self {
            moves: count(own().count()),
            good: count(own().filter(|reviewed| reviewed.loss < GOOD).count()),
            lost: Value::new(own().map(|reviewed| reviewed.loss.parts()).sum()),
        }
    }

    /// The average loss of a move.
    #[must_use]
    pub fn average(self) -> Value {
        Value::new(self.lost.parts() / self.moves.max(1))
    }

    /// The percentage of good moves.
    #[must_use]
    pub fn percent(self) -> i32 {
        (200 * self.good + self.moves) / (2 * self.moves.max(1))
    }
}

/// A value for `side`, as a value for Black.
fn for_black(value: Value, side: Colour) -> Value {
    match side {
        Colour::Black => value,
        Colour::White => -value,
    }
}

/// The three moves that lost most, the worst first.
fn worst(moves: &[MoveReview]) -> Vec<MoveReview> {
    let mut worst: Vec<MoveReview> =
        moves.iter().copied().filter(|reviewed| reviewed.loss > Value::default()).collect();
    worst.sort_by_key(|reviewed| -reviewed.loss);
    worst.truncate(3);
    worst
}

/// The index of the last value after which the same side is ahead to the end; `None` if neither side is
/// ahead at the end, or one side was all along.
fn turn(black_values: &[Value]) -> Option<usize> {
    let sign = |value: &Value| value.parts().signum();
    let end = black_values.last().map(sign).filter(|&end| end != 0)?;
    black_values.iter().rposition(|value| sign(value) != end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(losses: &[i32]) -> Vec<MoveReview> {
        let reviewed = |(index, &loss): (usize, &i32)| MoveReview {
            number: index + 1,
            side: if index % 2 == 0 { Colour::Black } else { Colour::White },
            played: Move::Pass,
            best: Move::Pass,
            value: Value::default(),
            certainty: Certainty::Heuristic,
            loss: Value::new(loss),
        };
        losses.iter().enumerate().map(reviewed).collect()
    }

    #[test]
    fn a_move_is_good_if_it_loses_less_than_half_a_disc() {
        let moves = game(&[0, 64, 63, 640, 129, 0]);
        let black = Accuracy::of(Colour::Black, &moves);
        assert_eq!(black, Accuracy { moves: 3, good: 2, lost: Value::new(192) });
        assert_eq!((black.average(), black.percent()), (Value::new(64), 67));
        let white = Accuracy::of(Colour::White, &moves);
        assert_eq!((white.average(), white.percent()), (Value::new(704 / 3), 33));
    }

    #[test]
    fn a_side_without_moves_has_lost_nothing() {
        let none = Accuracy::of(Colour::White, &game(&[5]));
        assert_eq!((none, none.average()), (Accuracy::default(), Value::default()));
    }

    #[test]
    fn the_worst_moves_are_those_that_lost_most_and_the_earlier_of_equals() {
        let numbers = |losses: &[i32]| -> Vec<usize> {
            worst(&game(losses)).iter().map(|reviewed| reviewed.number).collect()
        };
        assert_eq!(numbers(&[0, 7, 3, 9, 7, 8]), [4, 6, 2]);
        assert_eq!(numbers(&[0, 7, 0]), [2]);
    }

    #[test]
    fn a_game_turns_after_the_last_value_of_the_other_sign() {
        let at = |values: &[i32]| turn(&values.iter().copied().map(Value::new).collect::<Vec<_>>());
        assert_eq!(at(&[1, -2, 3, 0, -4, -5]), Some(3));
        assert_eq!(at(&[1, 2, 3]), None);
        assert_eq!(at(&[1, -2, 0]), None);
        assert_eq!(at(&[]), None);
    }
}
