//! A position of the opening book, as messages have it.

use serde::Serialize;
use wane_board::{AnyPosition, Board};
use wane_eval::Value;
use wane_formats::board_text;

use crate::opening_book::{BookValues, OpeningBook};

/// What the opening book has about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opening {
    /// The name of the position; only those after two moves have one.
    pub name: Option<OpeningName>,
    /// The value in discs, for the side to move.
    pub score: f64,
    /// The moves that lead to a position of the book.
    pub moves: Vec<OpeningMove>,
}

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningMove {
    /// The move.
    pub square: String,
    /// The number of the position after it, from 1; symmetric moves have the same number.
    pub number: usize,
    /// The value in discs, for the side that moves.
    pub score: f64,
    /// By how much the two search depths differ, in discs.
    pub spread: f64,
}

/// The three answers to the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpeningName {
    /// The discs of the second move and the first are side by side.
    Parallel,
    /// The discs of the second move and the first are corner to corner.
    Diagonal,
    /// The lines of the first two moves cross.
    Perpendicular,
}

impl Opening {
    /// What the book has about a position; `None` if it is not valid or not in the book.
    #[must_use]
    pub fn of(book: &OpeningBook, position: &str) -> Option<Self> {
        let AnyPosition::Eight(position) = board_text::parse(position).ok()? else { return None };
        let board = position.board;
        let values = book.values(&board)?;
        let moves = board.legal_moves().into_iter().filter_map(|square| {
            let mut after = board;
            after.play(square).ok()?;
            let found = book.next(&board, &after)?;
            let [one, other] = found.values.map(discs);
            Some(OpeningMove {
                square: square.to_string(),
                number: found.number,
                score: mean(found.values),
                spread: (one - other).abs(),
            })
        });
        Some(Self { name: name(&board), score: mean(values), moves: moves.collect() })
    }
}

fn mean(values: BookValues) -> f64 {
    let [one, other] = values.map(discs);
    f64::midpoint(one, other)
}

fn discs(value: Value) -> f64 {
    f64::from(value.parts()) / f64::from(Value::PER_DISC)
}

fn name(board: &Board<8>) -> Option<OpeningName> {
    use OpeningName::{Diagonal, Parallel, Perpendicular};
    let canonical = board.canonical().0;
    [(Parallel, "f4"), (Diagonal, "f6"), (Perpendicular, "d6")].into_iter().find_map(
        |(name, reply)| {
            let mut start = Board::START;
            for square in ["f5", reply] {
                start.play(square.parse().ok()?).ok()?;
            }
            (start.canonical().0 == canonical).then_some(name)
        },
    )
}

#[cfg(test)]
mod tests {
    use wane_formats::transcript;

    use super::*;
    use OpeningName::{Diagonal, Parallel, Perpendicular};

    #[test]
    fn the_three_answers_have_names_whatever_the_first_move() {
        let plies = OpeningBook::positions();
        let last = vec![BookValues::default(); plies[OpeningBook::MOVES].len()];
        let book = OpeningBook::from_bytes(&OpeningBook::bytes_of(&last)).unwrap();
        for (moves, name, next) in [
            ("", None, 4),
            ("f5", None, 3),
            ("f5f4", Some(Parallel), 5),
            ("f5f6", Some(Diagonal), 4),
            ("f5d6", Some(Perpendicular), 5),
            ("c4e3", Some(Perpendicular), 5),
            ("d3c3", Some(Diagonal), 4),
        ] {
            let game = transcript::parse(moves, wane_board::Size::Eight).unwrap();
            let opening = Opening::of(&book, &board_text::write(&game.position())).unwrap();
            assert_eq!(opening.name, name, "{moves}");
            assert_eq!(opening.moves.len(), next, "{moves}");
            assert!(opening.moves.iter().all(|it| (1..=next).contains(&it.number)), "{moves}");
        }
        for other in ["", "f5", "-----XO--OX----- X"] {
            assert_eq!(Opening::of(&book, other), None);
        }
    }
}
