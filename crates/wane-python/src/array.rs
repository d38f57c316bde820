//! Boards in numpy arrays: -1 is a black disc, 1 a white one, 0 an empty square, as in the contest.

use std::borrow::Cow;

use numpy::ndarray::{ArrayView2, Dimension};
use numpy::{Element, PyReadonlyArray, PyReadwriteArray};
use pyo3::prelude::*;
use wane_board::{AnyPosition, Bitboard, Colour, Size, Square};

use crate::failure::value_error;

/// A black disc, and Black as a side.
pub(crate) const BLACK: i8 = -1;

/// A white disc, and White as a side.
pub(crate) const WHITE: i8 = 1;

/// The position on a board of numbers.
pub(crate) fn read_board(array: ArrayView2<'_, i64>, side: Colour) -> PyResult<AnyPosition> {
    let (rows, columns) = array.dim();
    let size = Size::try_from(rows).ok().filter(|_| rows == columns).ok_or_else(|| {
        value_error(format_args!("a board is 4x4, 6x6 or 8x8, and not {rows}x{columns}"))
    })?;
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in size.squares() {
        let (row, column) = (square.row(), square.column());
        match array[(usize::from(row), usize::from(column))] {
            0 => {}
            disc if disc == i64::from(BLACK) => black.insert(square),
            disc if disc == i64::from(WHITE) => white.insert(square),
            other => {
                return Err(value_error(format_args!(
                    "{other} in row {row}, column {column} is no disc: -1 is black, 1 is white, 0 is empty"
                )));
            }
        }
    }
    AnyPosition::from_discs(size, black, white, side).map_err(value_error)
}

/// The numbers of a board, row by row.
pub(crate) fn write_board(position: &AnyPosition) -> Vec<i8> {
    let number = |square: Square| match position.disc_at(square) {
        Some(Colour::Black) => BLACK,
        Some(Colour::White) => WHITE,
        None => 0,
    };
    position.size().squares().into_iter().map(number).collect()
}

/// The elements of an array in their order, copied only if they lie apart.
pub(crate) fn contiguous<'a, T: Element + Copy, D: Dimension>(
    array: &'a PyReadonlyArray<'_, T, D>,
) -> Cow<'a, [T]> {
    // Not `as_slice` of numpy's array: that takes the order of Fortran, too.
    match array.as_array().to_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(array.as_array().iter().copied().collect()),
    }
}

/// The elements of an array that is written to, row by row.
pub(crate) fn contiguous_mut<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    let elements = array.as_array_mut().into_slice();
    elements.ok_or_else(|| value_error("the array must be contiguous, row by row"))
}

/// The black and the white discs of 64 numbers; `None` if one of them is no disc.
#[inline(always)]
pub(crate) fn read_bits(numbers: &[i8; 64]) -> Option<(Bitboard, Bitboard)> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    // Moves the lowest bit of each byte, the first byte first, to the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (mut discs, mut black, mut wrong) = (0_u64, 0_u64, 0_u64);
    for (row, numbers) in (0..).zip(numbers.as_chunks::<8>().0) {
        let word = u64::from_le_bytes(numbers.map(i8::cast_unsigned));
        let (low, high) = (word & LOW, word >> 7 & LOW);
        // A byte is right if its highest bit fills it, or if it is 0 or 1.
        wrong |= word ^ ((high * 0xff) | low);
        discs |= (low.wrapping_mul(GATHER) >> 56) << (8 * row);
        black |= (high.wrapping_mul(GATHER) >> 56) << (8 * row);
    }
    (wrong == 0).then_some((Bitboard::from_bits(black), Bitboard::from_bits(discs & !black)))
}
