//! [`Review`]: what every move of a game has lost, and what that says: how well each side played, the worst
//! moves, where it turned.
//!
//! It goes from the end to the start, since what the engine finds out about a position helps with
//! those before it.

use wane_board::{AnyGame, AnyPosition, Colour, Move, Square};
use wane_eval::Value;
use wane_search::{Certainty, Line, Report};

use crate::analyst::{Analyst, Findings};

/// A move that loses less is a good one: half a disc.
const GOOD: Value = Value::new(Value::PER_DISC / 2);

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Review {
    /// The moves that were looked at, the first first.
    pub moves: Vec<Judged>,
    /// What the position after the last move is worth to Black.
    pub end: Option<Value>,
}

/// A move of a game and what it has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Counted from 1, without passes.
    pub number: usize,
    /// Whose move it was.
    pub side: Colour,
    /// The move.
    pub played: Move,
    /// The best one instead, or the same.
    pub best: Move,
    /// What the position before the move is worth to its side.
    pub value: Value,
    /// Whether that is known.
    pub certainty: Certainty,
    /// What the move gave away.
    pub loss: Value,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accuracy {
    /// How many moves it made.
    pub moves: i32,
    /// How many of them lost less than half a disc.
    pub good: i32,
    /// What all of them lost together.
    pub lost: Value,
}

impl Review {
    /// Looks at every move, from the last to the first, or as far as it comes before it is stopped.
    /// `heard` is told of each, with the report about the position before it.
    pub fn of(
        game: &AnyGame,
        analyst: &Analyst<'_>,
        heard: &mut dyn FnMut(&Judged, &Report),
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
            let judged = Judged {
                number,
                side: position.side(),
                played: mv,
                best: moves[0],
                value: *value,
                certainty: report.certainty,
                loss: lost,
            };
            heard(&judged, report);
            review.moves.push(judged);
            number -= 1;
        }
        review.moves.reverse();
        review
    }

    /// A value for each position of a game of so many moves, from Black's view.
    #[must_use]
    pub fn graph(&self, moves: usize) -> Vec<Option<Value>> {
        let unknown = moves - self.moves.len();
        let known = self.moves.iter().map(|judged| Some(judged.black_value()));
        std::iter::repeat_n(None, unknown).chain(known).chain([self.end]).collect()
    }

    /// The move after which one side was ahead for good, and that side.
    #[must_use]
    pub fn turn(&self) -> Option<(&Judged, Colour)> {
        let end = self.end?;
        let values = self.moves.iter().map(Judged::black_value).chain([end]);
        let index = turn(&values.collect::<Vec<_>>())?;
        let ahead = if end > Value::default() { Colour::Black } else { Colour::White };
        Some((&self.moves[index], ahead))
    }

    /// The three moves that lost most, the worst first.
    #[must_use]
    pub fn worst(&self) -> Vec<Judged> {
        worst(&self.moves)
    }

    /// How well a side played.
    #[must_use]
    pub fn accuracy(&self, side: Colour) -> Accuracy {
        Accuracy::of(side, &self.moves)
    }
}

/// What a move loses against the best one, both searched to the same depth.
fn lost(
    position: &AnyPosition,
    square: Square,
    findings: &Findings,
    analyst: &Analyst<'_>,
) -> Value {
    let verdicts = analyst.compare_with_best(position, square, findings);
    loss(verdicts[0].line.value, verdicts[1].line.value)
}

/// What a move of this value loses against the best.
#[must_use]
pub fn loss(best: Value, value: Value) -> Value {
    Value::new(best.parts() - value.parts())
}

impl Judged {
    /// The value from Black's view.
    #[must_use]
    pub fn black_value(&self) -> Value {
        for_black(self.value, self.side)
    }
}

impl Accuracy {
    /// Of the moves of one side.
    fn of(side: Colour, moves: &[Judged]) -> Self {
        let own = || moves.iter().filter(|judged| judged.side == side);
        let count = |moves: usize| i32::try_from(moves).unwrap_or(i32::MAX);
        Self {
            moves: count(own().count()),
            good: count(own().filter(|judged| judged.loss < GOOD).count()),
            lost: Value::new(own().map(|judged| judged.loss.parts()).sum()),
        }
    }

    /// What a move lost on average.
    #[must_use]
    pub fn average(self) -> Value {
        Value::new(self.lost.parts() / self.moves.max(1))
    }

    /// How many of a hundred moves were good.
    #[must_use]
    pub fn percent(self) -> i32 {
        (200 * self.good + self.moves) / (2 * self.moves.max(1))
    }
}

/// What is worth `value` to `side`, from Black's view.
fn for_black(value: Value, side: Colour) -> Value {
    match side {
        Colour::Black => value,
        Colour::White => -value,
    }
}

/// The three moves that lost most, the worst first.
fn worst(moves: &[Judged]) -> Vec<Judged> {
    let mut worst: Vec<Judged> =
        moves.iter().copied().filter(|judged| judged.loss > Value::default()).collect();
    worst.sort_by_key(|judged| -judged.loss);
    worst.truncate(3);
    worst
}

/// The index of the last value after which the same side is ahead to the end; `None` if nobody is
/// ahead at the end, or one side was all along.
fn turn(black_values: &[Value]) -> Option<usize> {
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
            certainty: Certainty::Heuristic,
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
