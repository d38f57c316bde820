//! [`History`]: the history heuristic, which moves have caused beta cutoffs in other positions.

use wane_board::{Bitboard, Square};

use crate::candidate::Candidate;

/// How often a move to each square caused a cutoff, weighted by depth squared. The parity of the
/// empty squares separates the two sides.
pub(crate) struct History {
    counts: [[u32; 64]; 2],
}

/// All counts of a side are halved when one exceeds this.
const MOST: u32 = 1 << 20;

impl History {
    pub(crate) fn new() -> Self {
        Self { counts: [[0; 64]; 2] }
    }

    /// Records that a move caused a cutoff at this depth.
    pub(crate) fn reward(&mut self, empties: Bitboard, square: Square, depth: u32) {
        let counts = &mut self.counts[empties.len() as usize & 1];
        let count = &mut counts[square.index()];
        *count += depth * depth;
        if *count > MOST {
            for count in counts {
                *count /= 2;
            }
        }
    }

    /// The bonus of a move: the binary logarithm of its count.
    pub(crate) fn rank(&self, empties: Bitboard, candidate: &Candidate) -> i32 {
        let count = self.counts[empties.len() as usize & 1][candidate.index()];
        (u32::BITS - count.leading_zeros()).cast_signed()
    }
}
