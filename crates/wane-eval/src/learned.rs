//! [`Learned`]: an evaluation by patterns, with weights that were learned from games.

use std::sync::Arc;

use wane_board::{Backend, Bitboard, Board, Square};

use crate::pattern::{self, Lanes, MIDDLES, USED_LANES};
use crate::weights::{OPP_MOVES, OWN_MOVES, TABLE, Weights, moves_state, phase};
use crate::{Evaluator, Value};

/// The greatest judgement: no position is worth more than all discs.
const MOST: i32 = 64 * Value::PER_DISC;

/// Judges positions on 8x8.
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
    type Features = Lanes;

    fn features(&self, board: &Board<8>) -> Lanes {
        pattern::lanes(board)
    }

    #[inline(always)]
    fn push(&self, lanes: &Lanes, square: Square, flips: Bitboard) -> Lanes {
        pattern::played(lanes, square, flips)
    }

    #[inline(always)]
    fn push_pass(&self, lanes: &Lanes) -> Lanes {
        pattern::passed(lanes)
    }

    #[inline(always)]
    fn value<B: Backend>(
        &self,
        backend: B,
        board: &Board<8>,
        moves: Bitboard,
        lanes: &Lanes,
    ) -> Value {
        let discs = (board.own() | board.opp()).len();
        let table = &self.weights.phases[phase(discs)];
        // Every index is inside the table; the mask tells so to the compiler.
        let weight = |index: u32| i32::from(table[index as usize & (TABLE - 1)]);
        let opp_moves = board.passed().legal_moves_by(backend);
        let mut sum = weight(OWN_MOVES + moves_state(discs, moves.len()))
            + weight(OPP_MOVES + moves_state(discs, opp_moves.len()));
        for lane in 0..USED_LANES {
            sum += weight(MIDDLES[lane].wrapping_add_signed(i32::from(lanes[lane])));
        }
        Value::new(sum.clamp(-MOST, MOST))
    }
}
