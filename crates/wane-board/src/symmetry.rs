//! [`Symmetry`]: the eight rotations and reflections of a board, and the canonical form under them.

use crate::geometry::squares_of;
use crate::{Bitboard, Board, Square};

/// One of the eight symmetries of the square: it optionally mirrors the columns, then optionally
/// the rows, then optionally transposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirrors_columns: bool,
    mirrors_rows: bool,
    transposes: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { mirrors_columns: false, mirrors_rows: false, transposes: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self {
                mirrors_columns: i & 1 != 0,
                mirrors_rows: i & 2 != 0,
                transposes: i & 4 != 0,
            };
            i += 1;
        }
        all
    };

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Mirroring columns before a transposition is mirroring rows after it.
        if self.transposes {
            Self {
                mirrors_columns: self.mirrors_rows,
                mirrors_rows: self.mirrors_columns,
                transposes: true,
            }
        } else {
            self
        }
    }

    /// The image of a set of squares of the N x N board.
    #[must_use]
    pub fn apply_to_set<const N: usize>(self, set: Bitboard) -> Bitboard {
        let mut bits = set.bits();
        debug_assert!(set.is_subset(squares_of(N)));
        if self.mirrors_columns {
            bits = mirror_columns(bits) >> (8 - N);
        }
        if self.mirrors_rows {
            bits = bits.swap_bytes() >> (8 * (8 - N));
        }
        if self.transposes {
            bits = transpose(bits);
        }
        Bitboard::from_bits(bits)
    }

    /// The image of a square of the N x N board.
    #[must_use]
    pub fn apply_to_square<const N: usize>(self, square: Square) -> Square {
        Square::lowest_of(self.apply_to_set::<N>(square.bitboard()).bits())
    }

    /// The image of a board.
    #[must_use]
    pub fn apply<const N: usize>(self, board: &Board<N>) -> Board<N> {
        Board::new(self.apply_to_set::<N>(board.own()), self.apply_to_set::<N>(board.opp()))
    }
}

impl<const N: usize> Board<N> {
    /// The canonical form, which is the least of the eight symmetric boards, and the symmetry that
    /// maps this board to it.
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        Symmetry::ALL
            .map(|symmetry| (symmetry.apply(self), symmetry))
            .into_iter()
            .min_by_key(|&(board, _)| board)
            .expect("there are eight symmetries")
    }
}

/// Reverses the bits of every byte.
const fn mirror_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Swaps columns with rows, by exchanging blocks of 4x4, 2x2 and 1x1 across the main diagonal.
const fn transpose(bits: u64) -> u64 {
    const fn exchange(bits: u64, upper_right: u64, distance: u32) -> u64 {
        let differ = (bits ^ (bits >> distance)) & upper_right;
        bits ^ differ ^ (differ << distance)
    }
    let bits = exchange(bits, 0x0000_0000_f0f0_f0f0, 28);
    let bits = exchange(bits, 0x0000_cccc_0000_cccc, 14);
    exchange(bits, 0x00aa_00aa_00aa_00aa, 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_squares_as_named<const N: usize>() {
        let last = u8::try_from(N).unwrap() - 1;
        for symmetry in Symmetry::ALL {
            for square in squares_of(N) {
                let (mut column, mut row) = (square.column(), square.row());
                if symmetry.mirrors_columns {
                    column = last - column;
                }
                if symmetry.mirrors_rows {
                    row = last - row;
                }
                if symmetry.transposes {
                    (column, row) = (row, column);
                }
                let image = symmetry.apply_to_square::<N>(square);
                assert_eq!(Some(image), Square::at(column, row), "{symmetry:?} {square}");
                assert_eq!(symmetry.inverse().apply_to_square::<N>(image), square);
            }
        }
    }

    #[test]
    fn symmetries_move_squares_as_named_on_every_size() {
        moves_squares_as_named::<4>();
        moves_squares_as_named::<6>();
        moves_squares_as_named::<8>();
    }

    #[test]
    fn the_four_first_moves_have_one_canonical_form() {
        let boards: Vec<Board<8>> = Board::<8>::START
            .legal_moves()
            .into_iter()
            .map(|square| {
                let mut board = Board::<8>::START;
                board.play(square).unwrap();
                let (canonical, symmetry) = board.canonical();
                assert_eq!(symmetry.apply(&board), canonical);
                canonical
            })
            .collect();
        assert!(boards.iter().all(|board| *board == boards[0]));
    }
}
