//! [`Bitboard`]: a set of squares in 64 bits.
//!
//! It behaves as a set, not as a number: it has no arithmetic and no shifts. The backends, which
//! need those, use [`Bitboard::bits`].

use std::fmt;
use std::iter::FusedIterator;
use std::ops;

use crate::Square;

/// A set of squares; bit `row * 8 + column` is the square in that row and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(u64::MAX);

    /// The set whose members are the bits that are 1 in `bits`.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// A word in which the bits of the members are 1.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is a member.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// Whether every member is also in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no member is in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The first member in reading order, a1 to h8.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::lowest_of(self.0)) }
    }

    /// The last member in reading order.
    #[must_use]
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::highest_of(self.0)) }
    }

    /// The set without its first COUNT members.
    #[must_use]
    #[inline(always)]
    pub const fn without_first<const COUNT: usize>(self) -> Self {
        let mut bits = self.0;
        let mut i = 0;
        while i < COUNT {
            bits &= bits.wrapping_sub(1);
            i += 1;
        }
        Self(bits)
    }

    /// The set and all squares adjacent to it on the 8x8 grid, diagonals included.
    #[must_use]
    #[inline(always)]
    pub const fn with_neighbours(self) -> Self {
        const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
        let bits = self.0;
        let row = bits | ((bits << 1) & NOT_COLUMN_A) | ((bits & NOT_COLUMN_A) >> 1);
        Self(row | row << 8 | row >> 8)
    }

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.bitboard().0;
    }

    /// Removes a square.
    #[inline(always)]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.bitboard().0;
    }
}

impl ops::BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl ops::BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl ops::BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The members that `other` does not have.
impl ops::Sub for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl ops::Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl ops::BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl ops::BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl ops::SubAssign for Bitboard {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The members of a [`Bitboard`] in reading order.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// The names of the members, separated by spaces: `d3 c4 f5 e6`.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.into_iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_wrap_around_the_edge() {
        let near = |name: &str| {
            let square: Square = name.parse().unwrap();
            square.bitboard().with_neighbours().to_string()
        };
        assert_eq!(near("c3"), "b2 c2 d2 b3 c3 d3 b4 c4 d4");
        assert_eq!(near("a1"), "a1 b1 a2 b2");
        assert_eq!(near("h5"), "g4 h4 g5 h5 g6 h6");
    }

    #[test]
    fn a_bitboard_is_a_set_of_squares() {
        let names = ["a1", "h1", "d4", "h8"];
        let squares: Vec<Square> = names.iter().map(|name| name.parse().unwrap()).collect();
        let mut set: Bitboard = squares.iter().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.into_iter().len(), 4);
        assert_eq!(set.to_string(), "a1 h1 d4 h8");
        set.remove(squares[2]);
        assert!(!set.contains(squares[2]) && set.contains(squares[3]) && set.len() == 3);
        set.insert(squares[2]);
        assert!(set.is_subset(Bitboard::ALL) && set.is_disjoint(!set) && (set - set).is_empty());
        assert_eq!((set.first(), set.last()), (Some(squares[0]), Some(squares[3])));
        assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
    }
}
