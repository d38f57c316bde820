//! What the losses of a game say: how well each side played, the worst moves, where it turned.

use wane_board::{Colour, Move};
use wane_eval::Value;
use wane_search::Certainty;

/// A move that loses less is a good one: half a disc.
const GOOD: Value = Value::new(Value::PER_DISC / 2);

/// A move of a game and what it has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// Counted from 1, without passes.
    pub(super) number: usize,
    pub(super) side: Colour,
    pub(super) played: Move,
    pub(super) best: Move,
    /// What the position before the move is worth to its side.
    pub(super) value: Value,
    pub(super) certainty: Certainty,
    pub(super) loss: Value,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Accuracy {
    pub(super) moves: i32,
    pub(super) good: i32,
    pub(super) lost: Value,
}

impl Judged {
    /// The value from Black's view.
    pub(super) fn black_value(&self) -> Value {
        for_black(self.value, self.side)
    }
}

impl Accuracy {
    /// Of the moves of one side.
    pub(super) fn of(side: Colour, moves: &[Judged]) -> Self {
        let own = || moves.iter().filter(|judged| judged.side == side);
        let count = |moves: usize| i32::try_from(moves).unwrap_or(i32::MAX);
        Self {
            moves: count(own().count()),
            good: count(own().filter(|judged| judged.loss < GOOD).count()),
            lost: Value::new(own().map(|judged| judged.loss.parts()).sum()),
        }
    }

    /// What a move lost on average.
    pub(super) fn average(self) -> Value {
        Value::new(self.lost.parts() / self.moves.max(1))
    }

    /// How many of a hundred moves were good.
    pub(super) fn percent(self) -> i32 {
        (200 * self.good + self.moves) / (2 * self.moves.max(1))
    }
}

/// What is worth `value` to `side`, from Black's view.
pub(super) fn for_black(value: Value, side: Colour) -> Value {
    match side {
        Colour::Black => value,
        Colour::White => -value,
    }
}

/// The three moves that lost most, the worst first.
pub(super) fn worst(moves: &[Judged]) -> Vec<Judged> {
    let mut worst: Vec<Judged> =
        moves.iter().copied().filter(|judged| judged.loss > Value::default()).collect();
    worst.sort_by_key(|judged| -judged.loss);
    worst.truncate(3);
    worst
}

/// The index of the last value after which the same side is ahead to the end; `None` if nobody is
/// ahead at the end, or one side was all along.
pub(super) fn turn(black_values: &[Value]) -> Option<usize> {
    let sign = |value: &Value| value.parts().signum();
    let end = black_values.last().map(sign).filter(|&end| end != 0)?;
    black_values.iter().rposition(|value| sign(value) != end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(losses: &[i32]) -> Vec<Judged> {
        let judged = |(index, &loss): (usize, &i32)| Judged {
            number: index + 1,
            side: if index % 2 == 0 { Colour::Black } else { Colour::White },
            played: Move::Pass,
            best: Move::Pass,
            value: Value::default(),
            certainty: Certainty::Judged,
            loss: Value::new(loss),
        };
        losses.iter().enumerate().map(judged).collect()
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
        let nobody = Accuracy::of(Colour::White, &game(&[5]));
        assert_eq!((nobody, nobody.average()), (Accuracy::default(), Value::default()));
    }

    #[test]
    fn the_worst_moves_are_those_that_lost_most_and_the_earlier_of_equals() {
        let numbers = |losses: &[i32]| -> Vec<usize> {
            worst(&game(losses)).iter().map(|judged| judged.number).collect()
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
