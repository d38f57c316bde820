//! [`Learned`]: an evaluation by patterns, with weights that were learned from games.

use std::sync::Arc;

use wane_board::{Backend, Bitboard, Board, Square};

use crate::pattern::{self, LANES, Lanes, MIDDLES, USED_LANES};
use crate::weights::{OPP_MOVES, OWN_MOVES, Weights, moves_state, phase};
use crate::{Evaluator, Value};

/// The greatest judgement: no position is worth more than all discs.
const MOST: i32 = 64 * Value::PER_DISC;

const _: () = assert!(USED_LANES == LANES - 2);

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
        let opp_moves = board.passed().legal_moves_by(backend);
        let mut places = [0; LANES];
        for lane in 0..LANES {
            places[lane] = MIDDLES[lane].wrapping_add_signed(i32::from(lanes[lane]));
        }
        // The last two lanes are free.
        places[LANES - 2] = OWN_MOVES + moves_state(discs, moves.len());
        places[LANES - 1] = OPP_MOVES + moves_state(discs, opp_moves.len());
        let sum = backend.sum_at(&self.weights.phases[phase(discs)], &places);
        Value::new(sum.clamp(-MOST, MOST))
    }
}
