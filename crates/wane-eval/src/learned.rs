//! [`Learned`]: a pattern evaluation with weights learned from games.

use std::sync::Arc;

use wane_board::{Backend, Bitboard, Board, Square};

use crate::pattern::{self, FEATURES, INSTANCES, Indices, OFFSETS};
use crate::weights::{OPP_MOVES, OWN_MOVES, Weights, mobility_index, phase};
use crate::{Evaluator, Value};

/// The highest evaluation: all discs of the board.
const MAX_VALUE: i32 = 64 * Value::PER_DISC;

const _: () = assert!(INSTANCES == FEATURES - 2);

/// Evaluates positions on 8x8.
#[derive(Clone, Debug)]
pub struct Learned {
    weights: Arc<Weights>,
}

impl Learned {
    /// An evaluation with these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights }
    }
}

impl Evaluator<8> for Learned {
    type Features = Indices;

    fn features(&self, board: &Board<8>) -> Indices {
        pattern::indices(board)
    }

    #[inline(always)]
    fn push(&self, indices: &Indices, square: Square, flips: Bitboard) -> Indices {
        pattern::played(indices, square, flips)
    }

    #[inline(always)]
    fn push_pass(&self, indices: &Indices) -> Indices {
        pattern::passed(indices)
    }

    #[inline(always)]
    fn value<B: Backend>(
        &self,
        backend: B,
        board: &Board<8>,
        moves: Bitboard,
        indices: &Indices,
    ) -> Value {
        let discs = (board.own() | board.opp()).len();
        let opp_moves = board.passed().legal_moves_by(backend);
        let mut weight_indices = [0; FEATURES];
        for feature in 0..FEATURES {
            weight_indices[feature] =
                OFFSETS[feature].wrapping_add_signed(i32::from(indices[feature]));
        }
        weight_indices[FEATURES - 2] = OWN_MOVES + mobility_index(discs, moves.len());
        weight_indices[FEATURES - 1] = OPP_MOVES + mobility_index(discs, opp_moves.len());
        let sum = backend.sum_at(&self.weights.phases[phase(discs)], &weight_indices);
        Value::new(sum.clamp(-MAX_VALUE, MAX_VALUE))
    }
}
