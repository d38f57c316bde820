//! [`Square`]: one square of the board.
//!
//! A square is the same bit and has the same name on every board size: `a1` is the top left
//! corner, columns run `a` to `h` to the right, rows `1` to `8` downwards.
//! [`Board::SQUARES`](crate::Board::SQUARES) says which squares a smaller board has.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

/// One of the 64 squares, `a1` = 0, `h1` = 7, `a2` = 8, `h8` = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is 64 or more; [`Square::try_from`] returns an error instead.
    #[must_use]
    #[track_caller]
    pub const fn new(index: u8) -> Self {
        assert!(index < 64, "a square index is below 64");
        Self(index)
    }

    /// The square in this column (0 = `a`) and row (0 = `1`), or `None` outside 8x8.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// The lowest square of a set that is not empty.
    pub(crate) const fn lowest_of(bits: u64) -> Self {
        debug_assert!(bits != 0);
        Self((bits.trailing_zeros() & 63) as u8)
    }

    /// The highest square of a set that is not empty.
    pub(crate) const fn highest_of(bits: u64) -> Self {
        debug_assert!(bits != 0);
        Self(((bits | 1).ilog2() & 63) as u8)
    }

    /// 0 to 63, row by row from the top left.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask is free, and shows the compiler that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// 0 for column `a` to 7 for column `h`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// 0 for row `1` to 7 for row `8`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The set that holds only this square.
    #[must_use]
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self.index())
    }
}

/// Reads `a1` to `h8`, in lower or upper case.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let [column, row] = text.as_bytes() else {
            return Err(ParseSquareError { text: text.into() });
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        Self::at(column, row).ok_or_else(|| ParseSquareError { text: text.into() })
    }
}

impl TryFrom<u8> for Square {
    type Error = SquareIndexError;

    fn try_from(index: u8) -> Result<Self, SquareIndexError> {
        if index < 64 { Ok(Self(index)) } else { Err(SquareIndexError { index }) }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        f.pad(str::from_utf8(&name).expect("column and row are ASCII"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a square, write a1 to h8", self.text)
    }
}

impl std::error::Error for ParseSquareError {}

/// The number is not the index of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareIndexError {
    /// The index that was given.
    pub index: u8,
}

impl fmt::Display for SquareIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not the index of a square, use 0 to 63", self.index)
    }
}

impl std::error::Error for SquareIndexError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_name() {
        for index in 0..64 {
            let square = Square::new(index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::at(square.column(), square.row()), Some(square));
        }
    }

    #[test]
    fn names_outside_the_board_are_refused() {
        for text in ["", "a", "a0", "a9", "i1", "`1", "a11", "é1", "1a", "a1 "] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
        assert_eq!(Square::try_from(64), Err(SquareIndexError { index: 64 }));
    }

    #[test]
    fn errors_say_what_to_write_instead() {
        let error = "i9".parse::<Square>().unwrap_err();
        assert_eq!(error.to_string(), "\"i9\" is not a square, write a1 to h8");
        let error = Square::try_from(64).unwrap_err();
        assert_eq!(error.to_string(), "64 is not the index of a square, use 0 to 63");
        assert_eq!(format!("{:?}", Square::new(0)), "a1");
    }
}
