//! [`History`]: which squares have refuted positions before, whatever the position.

use wane_board::{Bitboard, Square};

use crate::candidate::Candidate;

/// How often each square was the move that ended a node, counted for more in taller nodes. The two
/// sides have their own counts, told apart by the parity of the empty squares.
pub(crate) struct History {
    counts: [[u32; 64]; 2],
}

/// Counts are halved when one passes this.
const MOST: u32 = 1 << 20;

impl History {
    pub(crate) fn new() -> Self {
        Self { counts: [[0; 64]; 2] }
    }

    /// A move ended a node with so many moves to look ahead.
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

    /// What speaks for a move, as a power of two of what it was rewarded with.
    pub(crate) fn rank(&self, empties: Bitboard, candidate: &Candidate) -> i32 {
        let count = self.counts[empties.len() as usize & 1][candidate.index()];
        (u32::BITS - count.leading_zeros()).cast_signed()
    }
}
