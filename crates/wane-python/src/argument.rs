//! Moves, sides and objectives as Python passes them.

use pyo3::prelude::*;
use pyo3::types::PyString;
use wane_board::{Bitboard, Colour, Move, Objective, Size, Square};

use crate::array::{BLACK, WHITE};
use crate::failure::{type_error, value_error};

/// The name of a pass.
pub(crate) const PASS: &str = "pass";

/// Reads a move: a name such as `f5` or `pass`, a pair `(row, column)`, or an action, `row * size + column`, where
/// `size * size` is a pass.
pub(crate) fn read_move(value: &Bound<'_, PyAny>, size: Size) -> PyResult<Move> {
    if let Ok(name) = value.cast::<PyString>() {
        return parse_move(&name.to_cow()?, size);
    }
    if let Ok((row, column)) = value.extract::<(i64, i64)>() {
        return at(row, column, size).ok_or_else(|| {
            value_error(format_args!("({row}, {column}) is not on a board of {size}x{size}"))
        });
    }
    let action: i64 = value.extract().map_err(|_| {
        type_error("a move is a name such as 'f5' or 'pass', a pair (row, column), or an action")
    })?;
    let pass = pass_action(size.rows());
    if usize::try_from(action) == Ok(pass) {
        return Ok(Move::Pass);
    }
    square_of(action, size.rows()).map(Move::Place).ok_or_else(|| {
        value_error(format_args!(
            "action {action} is out of range: 0 to {} are squares, {pass} is a pass",
            pass - 1
        ))
    })
}

/// Reads the name of a move.
pub(crate) fn parse_move(name: &str, size: Size) -> PyResult<Move> {
    if name == PASS {
        return Ok(Move::Pass);
    }
    let square: Square = name.parse().map_err(value_error)?;
    on_board(square, size)
        .ok_or_else(|| value_error(format_args!("{square} is not on a board of {size}x{size}")))
}

fn at(row: i64, column: i64, size: Size) -> Option<Move> {
    let square = Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
    on_board(square, size)
}

fn on_board(square: Square, size: Size) -> Option<Move> {
    size.squares().contains(square).then_some(Move::Place(square))
}

/// A move by its name.
pub(crate) fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => PASS.to_owned(),
    }
}

/// Moves by their names.
pub(crate) fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| name(mv)).collect()
}

/// The row and the column of a square.
pub(crate) fn pair(square: Square) -> (u8, u8) {
    (square.row(), square.column())
}

/// The action of a square on a board with this many rows.
#[inline(always)]
pub(crate) fn action(square: Square, rows: usize) -> usize {
    usize::from(square.row()) * rows + usize::from(square.column())
}

/// The square of an action on a board with this many rows.
#[inline(always)]
pub(crate) fn square_of(action: i64, rows: usize) -> Option<Square> {
    let action = usize::try_from(action).ok().filter(|&action| action < rows * rows)?;
    Square::at(u8::try_from(action % rows).ok()?, u8::try_from(action / rows).ok()?)
}

/// The action of a pass on a board with this many rows.
pub(crate) const fn pass_action(rows: usize) -> usize {
    rows * rows
}

/// Reads a side: `BLACK` or `WHITE`.
pub(crate) fn read_side(side: i64) -> PyResult<Colour> {
    match i8::try_from(side) {
        Ok(BLACK) => Ok(Colour::Black),
        Ok(WHITE) => Ok(Colour::White),
        _ => Err(value_error(format_args!(
            "a side is wane.BLACK (-1) or wane.WHITE (1), and not {side}"
        ))),
    }
}

/// A side as Python sees it.
pub(crate) const fn side(colour: Colour) -> i8 {
    match colour {
        Colour::Black => BLACK,
        Colour::White => WHITE,
    }
}

/// Reads an objective: `fewest` or `most`.
pub(crate) fn read_objective(name: &str) -> PyResult<Objective> {
    name.parse().map_err(value_error)
}

/// Reads a size: 4, 6 or 8.
pub(crate) fn read_size(rows: usize) -> PyResult<Size> {
    Size::try_from(rows).map_err(value_error)
}

/// Names of squares, in reading order.
pub(crate) fn square_names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}
