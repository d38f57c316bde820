//! Five empty squares: moves are ordered, but the subtree is too small for the table.

use wane_board::{Backend, Bitboard, Board, Kernel, LANES};

use super::last::Four;
use crate::worker::Worker;

const LANE_BITS: u32 = LANES.ilog2();
const LANE: [i32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

// The moves fit one call of `Backend::expand`.
const _: () = assert!(5 <= LANES && LANES.is_power_of_two());

/// A position with five empty squares, and its legal moves.
pub(super) struct Five<'w, 's, const N: usize> {
    pub(super) worker: &'w mut Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
}

impl<const N: usize> Kernel for Five<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, moves, alpha } = self;
        let order = &worker.shared.order;
        worker.nodes += 1;
        let empties = board.empties();
        let mut children = backend.expand(board.own(), board.opp(), moves);
        children.replies = children.replies.map(|replies| replies & Board::<N>::SQUARES);
        let count = moves.len() as usize;
        // The low bits of a rank are its lane, so that the minimum identifies the move.
        let mut ranks = [i32::MAX; LANES];
        for lane in 0..count {
            let (square, flips) = (children.squares[lane], children.flips[lane]);
            let rank = order.shallow_rank(square, flips, children.replies[lane], empties);
            ranks[lane] = rank << LANE_BITS | LANE[lane];
        }
        let mut best = i32::MIN;
        for _ in 0..count {
            let least = ranks.iter().fold(i32::MAX, |least, &rank| least.min(rank));
            let lane = least.cast_unsigned() as usize % LANES;
            ranks[lane] = i32::MAX;
            let child = board.after(children.squares[lane], children.flips[lane]);
            let (moves, alpha_below) = (children.replies[lane], -alpha - 1);
            let worker = &mut *worker;
            let score = -if moves.is_empty() {
                worker.pass(backend, child, alpha_below)
            } else {
                backend.enter(Four { worker, board: child, moves, alpha: alpha_below })
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        best
    }
}
