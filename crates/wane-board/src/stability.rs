//! Stable discs: those that no sequence of moves can flip.
//!
//! Not all of them are found, but every disc found is stable: on each of its four axes the line is
//! full, or the disc is at the end of the line, or it is next to a stable disc of its own side.

use crate::geometry::{INNER, STEPS, squares_of};
use crate::{Bitboard, Board};

impl<const N: usize> Board<N> {
    /// The stable discs of the side to move and of the other side.
    #[must_use]
    pub fn stable_discs(&self) -> (Bitboard, Bitboard) {
        let empties = self.empties().bits();
        let safe = [0, 1, 2, 3].map(|axis| safe_lines::<N>(axis, empties));
        (grow(safe, self.own()), grow(safe, self.opp()))
    }
}

/// The squares that are safe along one axis whatever their neighbours are: they are at the end of
/// their line, or their line is full.
fn safe_lines<const N: usize>(axis: usize, empties: u64) -> u64 {
    let board = squares_of(N).bits();
    let step = STEPS[axis];
    let (may_go_up, may_go_down) = within_line(axis);
    let (mut up, mut down) = (empties, empties);
    for _ in 1..N {
        up |= (up << step) & may_go_up;
        down |= (down >> step) & may_go_down;
    }
    let ends = board & !(((board << step) & may_go_up) & ((board >> step) & may_go_down));
    ends | !(up | down)
}

/// The squares that a step up, and a step down, the axis can reach without leaving its line.
fn within_line(axis: usize) -> (u64, u64) {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const COLUMN_H: u64 = COLUMN_A << 7;
    match STEPS[axis] {
        8 => (u64::MAX, u64::MAX),
        7 => (!COLUMN_H, !COLUMN_A),
        _ => (!COLUMN_A, !COLUMN_H),
    }
}

/// The stable discs of one side, grown from none: adds discs next to stable discs until a fixed
/// point is reached.
fn grow(safe: [u64; 4], discs: Bitboard) -> Bitboard {
    let discs = discs.bits();
    let mut stable = 0;
    loop {
        // A step that wraps around the edge ends on the last square of a row or diagonal, which is
        // safe anyway.
        let grown = (0..4).fold(discs, |grown, axis| {
            let adjacent = (stable << STEPS[axis]) | (stable >> STEPS[axis]);
            grown & (safe[axis] | adjacent)
        });
        if grown == stable {
            return Bitboard::from_bits(stable);
        }
        stable = grown;
    }
}

// The wrap-around argument in `grow` rests on this: rows and diagonals end at columns a and h.
const _: () = assert!(INNER[0] == INNER[1] && INNER[0] == INNER[3]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn nothing_is_stable_at_the_start() {
        assert_eq!(Board::<8>::START.stable_discs(), (Bitboard::EMPTY, Bitboard::EMPTY));
    }

    #[test]
    fn discs_next_to_a_stable_corner_are_stable() {
        let board = Board::<8>::new(set("a1 b1 a2 b2 e1"), set("h8 g8 h7 d1 c3"));
        assert_eq!(board.stable_discs(), (set("a1 b1 a2"), set("h8 g8 h7")));
        // c1 makes b2 safe along the diagonal from c1 to a3.
        let board = Board::<8>::new(set("a1 b1 c1 a2 b2"), Bitboard::EMPTY);
        assert_eq!(board.stable_discs().0, set("a1 b1 c1 a2 b2"));
        let board = Board::<6>::new(set("f6 e6 f5"), set("a6"));
        assert_eq!(board.stable_discs(), (set("f6 e6 f5"), set("a6")));
    }

    #[test]
    fn every_disc_of_a_full_board_is_stable() {
        let own = set("a1 b2 c3 d4 a2 b1");
        let board = Board::<4>::new(own, Board::<4>::SQUARES - own);
        assert_eq!(board.stable_discs(), (own, Board::<4>::SQUARES - own));
    }
}
