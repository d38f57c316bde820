//! [`Review`]: the loss of every move of a game, and from it the accuracy of each side, the worst moves and the
//! turning point.
//!
//! The same game always gets the same review: [`judge`] searches each position on one thread, from an empty table, to
//! a fixed depth, and solves it near the end. So neither the machine counts, nor the order of the positions, nor how
//! many of them are searched at a time.

use wane_board::{AnyGame, AnyPosition, Colour, Move, Objective, Square, with_size};
use wane_eval::Value;
use wane_search::{Certainty, Clock, Control, Limits, NoMemory, Question, Report};

use crate::analysis::analyse;
use crate::opponent::{SELECTIVITY, Setup};

/// How deep a review searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The depth.
    depth: u32,
    /// With at most this many empty squares the value of every move is exact.
    exact: u32,
    /// The size of the transposition table.
    table_mb: usize,
}

impl Effort {
    /// For a game that a person looks at: ten to twenty seconds on one core.
    pub const FULL: Self = Self { depth: 14, exact: 18, table_mb: 16 };

    /// For the many games of a match: less than a second.
    pub const QUICK: Self = Self { depth: 8, exact: 12, table_mb: 1 };
}

/// How bad a move is, by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It loses less than half a disc.
    Good,
    /// It loses less than two discs.
    Inaccuracy,
    /// It loses less than five discs.
    Mistake,
    /// It loses more.
    Blunder,
}

impl Severity {
    /// The severity of a loss in hundredths of a disc.
    #[must_use]
    pub const fn of(centidiscs: i32) -> Self {
        match centidiscs {
            ..50 => Self::Good,
            50..200 => Self::Inaccuracy,
            200..500 => Self::Mistake,
            500.. => Self::Blunder,
        }
    }
}

/// A move of a game, to be reviewed.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// The number of the move, from 1, without passes.
    pub number: usize,
    /// The position before it.
    pub position: AnyPosition,
    /// The move.
    pub square: Square,
}

/// The moves of a game, without passes.
#[must_use]
pub fn played_moves(game: &AnyGame) -> Vec<PlayedMove> {
    let mut game = game.clone();
    let mut number = game.squares().count();
    let mut moves = Vec::with_capacity(number);
    while let Some(mv) = game.undo() {
        if let Move::Place(square) = mv {
            moves.push(PlayedMove { number, position: game.position(), square });
            number -= 1;
        }
    }
    moves.reverse();
    moves
}

/// The values of all moves of a position; always the same with the same weights. `None` if the game is over, or if
/// the search was stopped.
///
/// # Errors
/// If there is not enough memory for its table.
pub fn judge(
    setup: &Setup,
    position: &AnyPosition,
    objective: Objective,
    effort: Effort,
    clock: Clock<'_>,
    control: &Control<'_>,
) -> Result<Option<Report>, NoMemory> {
    let setup = Setup { threads: 1, hash_megabytes: effort.table_mb, ..setup.clone() };
    let engine = setup.engine()?.selectivity(SELECTIVITY);
    let board = position.board();
    let empties = with_size!(board, board => board.empties().len());
    let depth = Some(if empties <= effort.exact { empties } else { effort.depth });
    let limits = Limits { depth, ..Limits::default() };
    let question = Question { board, objective, limits, lines: usize::MAX, only: None };
    let started = clock();
    let clock = || clock().saturating_sub(started);
    let analysed = analyse(&engine, &question, &clock, control, &mut |_| {});
    Ok(analysed.map(|analysed| analysed.report).filter(|_| !control.is_stopped()))
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Review {
    /// The reviewed moves, in the order of the game.
    pub moves: Vec<MoveReview>,
    /// The value of the last position for Black; `None` if not every move was reviewed.
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

/// What a summary needs of a move. Values are in hundredths of a disc, as in messages, so that a summary is the same on
/// either side of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the move.
    pub number: usize,
    /// The side that played it.
    pub side: Colour,
    /// What it lost.
    pub loss: i32,
    /// The value of the position before it, for Black.
    pub black_value: i32,
}

/// The accuracy of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accuracy {
    /// The number of its moves.
    pub moves: i32,
    /// The number of good moves.
    pub good: i32,
    /// The sum of the losses, in hundredths of a disc.
    pub lost: i32,
}

impl Review {
    /// The review of a game from those of its moves, which are in the order of the game.
    #[must_use]
    pub fn new(game: &AnyGame, objective: Objective, moves: Vec<MoveReview>) -> Self {
        let last = game.position();
        let is_complete = moves.len() == game.squares().count();
        let end = if last.is_game_over() {
            Some(for_black(last.final_score(objective).into(), last.side()))
        } else {
            moves.last().map(|last| for_black(loss(last.value, last.loss), last.side))
        };
        Self { moves, end: end.filter(|_| is_complete) }
    }

    /// A value for each position of a game of `moves` moves, for Black.
    #[must_use]
    pub fn graph(&self, moves: usize) -> Vec<Option<Value>> {
        let mut values = vec![None; moves];
        for reviewed in &self.moves {
            values[reviewed.number - 1] = Some(reviewed.black_value());
        }
        values.push(self.end);
        values
    }

    /// The turning point: the move after which one side stays ahead, and that side.
    #[must_use]
    pub fn turn(&self) -> Option<(&MoveReview, Colour)> {
        let end = self.end?;
        let index = turn(&self.marks(), end.centidiscs())?;
        let ahead = if end > Value::default() { Colour::Black } else { Colour::White };
        Some((&self.moves[index], ahead))
    }

    /// The three moves that lost most, the worst first.
    #[must_use]
    pub fn worst(&self) -> Vec<MoveReview> {
        let find = |mark: Mark| self.moves.iter().find(|it| it.number == mark.number).copied();
        worst(&self.marks()).into_iter().filter_map(find).collect()
    }

    /// The accuracy of a side.
    #[must_use]
    pub fn accuracy(&self, side: Colour) -> Accuracy {
        Accuracy::of(side, &self.marks())
    }

    fn marks(&self) -> Vec<Mark> {
        self.moves.iter().map(Mark::from).collect()
    }
}

impl MoveReview {
    /// The review of a move, from a report about the position before it and the loss.
    #[must_use]
    pub fn new(played: &PlayedMove, report: &Report, loss: Value) -> Self {
        let best = report.best();
        Self {
            number: played.number,
            side: played.position.side(),
            played: Move::Place(played.square),
            best: best.moves[0],
            value: best.value,
            certainty: report.certainty,
            loss,
        }
    }

    /// The review of a move, from the values of all moves.
    #[must_use]
    pub fn judged(played: &PlayedMove, report: &Report) -> Self {
        let best = report.best().value;
        let is_played = |first: &Move| *first == Move::Place(played.square);
        let line = report.lines.iter().find(|line| line.moves.first().is_some_and(is_played));
        Self::new(played, report, loss(best, line.map_or(best, |line| line.value)))
    }

    /// The value for Black.
    #[must_use]
    pub fn black_value(&self) -> Value {
        for_black(self.value, self.side)
    }

    /// How bad the move is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        Severity::of(self.loss.centidiscs())
    }
}

impl From<&MoveReview> for Mark {
    fn from(reviewed: &MoveReview) -> Self {
        let MoveReview { number, side, loss, .. } = *reviewed;
        let black_value = reviewed.black_value().centidiscs();
        Self { number, side, loss: loss.centidiscs(), black_value }
    }
}

/// The loss of a move of this value against the best.
#[must_use]
pub fn loss(best: Value, value: Value) -> Value {
    Value::new(best.parts() - value.parts())
}

impl Accuracy {
    /// The accuracy of the moves of one side.
    #[must_use]
    pub fn of(side: Colour, marks: &[Mark]) -> Self {
        let own = || marks.iter().filter(|mark| mark.side == side);
        let count = |moves: usize| i32::try_from(moves).unwrap_or(i32::MAX);
        let is_good = |mark: &&Mark| Severity::of(mark.loss) == Severity::Good;
        Self {
            moves: count(own().count()),
            good: count(own().filter(is_good).count()),
            lost: own().map(|mark| mark.loss).sum(),
        }
    }

    /// The average loss of a move, in hundredths of a disc.
    #[must_use]
    pub fn average(self) -> i32 {
        self.lost / self.moves.max(1)
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
#[must_use]
pub(crate) fn worst(marks: &[Mark]) -> Vec<Mark> {
    let mut worst: Vec<Mark> = marks.iter().copied().filter(|mark| mark.loss > 0).collect();
    worst.sort_by_key(|mark| -mark.loss);
    worst.truncate(3);
    worst
}

/// The index of the move after which the same side is ahead to the end, whose value for Black is `end`; `None` if
/// neither side is ahead at the end, or one side was all along.
#[must_use]
pub(crate) fn turn(marks: &[Mark], end: i32) -> Option<usize> {
    if end == 0 {
        return None;
    }
    marks.iter().rposition(|mark| mark.black_value.signum() != end.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(losses: &[i32]) -> Vec<Mark> {
        let mark = |(index, &loss): (usize, &i32)| {
            let side = if index % 2 == 0 { Colour::Black } else { Colour::White };
            Mark { number: index + 1, side, loss, black_value: 0 }
        };
        losses.iter().enumerate().map(mark).collect()
    }

    #[test]
    fn a_move_is_good_if_it_loses_less_than_half_a_disc() {
        use Severity::{Blunder, Good, Inaccuracy};
        let marks = marks(&[0, 50, 49, 500, 100, 0]);
        let black = Accuracy::of(Colour::Black, &marks);
        assert_eq!(black, Accuracy { moves: 3, good: 2, lost: 149 });
        assert_eq!((black.average(), black.percent()), (49, 67));
        let white = Accuracy::of(Colour::White, &marks);
        assert_eq!((white.average(), white.percent()), (550 / 3, 33));
        let severities = marks.iter().map(|mark| Severity::of(mark.loss));
        assert!(severities.eq([Good, Inaccuracy, Good, Blunder, Inaccuracy, Good]));
    }

    #[test]
    fn a_side_without_moves_has_lost_nothing() {
        let none = Accuracy::of(Colour::White, &marks(&[5]));
        assert_eq!((none, none.average()), (Accuracy::default(), 0));
    }

    #[test]
    fn the_worst_moves_are_those_that_lost_most_and_the_earlier_of_equals() {
        let numbers = |losses: &[i32]| -> Vec<usize> {
            worst(&marks(losses)).iter().map(|mark| mark.number).collect()
        };
        assert_eq!(numbers(&[0, 7, 3, 9, 7, 8]), [4, 6, 2]);
        assert_eq!(numbers(&[0, 7, 0]), [2]);
    }

    #[test]
    fn a_game_turns_after_the_last_value_of_the_other_sign() {
        let at = |values: &[i32], end: i32| {
            let mut marks = marks(&vec![0; values.len()]);
            for (mark, &value) in marks.iter_mut().zip(values) {
                mark.black_value = value;
            }
            turn(&marks, end)
        };
        assert_eq!(at(&[1, -2, 3, 0, -4], -5), Some(3));
        assert_eq!(at(&[1, 2], 3), None);
        assert_eq!(at(&[1, -2], 0), None);
        assert_eq!(at(&[], 0), None);
    }

    #[test]
    fn a_position_is_judged_the_same_in_any_order() {
        let mut game = AnyGame::new(wane_board::Size::Four);
        for square in ["b1", "a3", "b4", "c1"] {
            game.play(square.parse().unwrap()).unwrap();
        }
        let (clock, control) = (|| std::time::Duration::ZERO, Control::new());
        let judged = |moves: &mut dyn Iterator<Item = &PlayedMove>| -> Vec<(usize, Report)> {
            let judge = |played: &PlayedMove| {
                let (setup, objective) = (Setup::small(), Objective::FewestDiscs);
                let report =
                    judge(&setup, &played.position, objective, Effort::FULL, &clock, &control)
                        .unwrap();
                (played.number, report.unwrap())
            };
            moves.map(judge).collect()
        };
        let moves = played_moves(&game);
        assert_eq!(moves.len(), 4);
        let forward = judged(&mut moves.iter());
        let mut backward = judged(&mut moves.iter().rev());
        backward.reverse();
        assert_eq!(forward, backward);
    }
}
