//! The last ply: every child is evaluated, without move ordering and without the table.

use wane_board::{Backend, Kernel, LANES};
use wane_eval::Evaluator;

use super::searcher::{SearchPosition, Searcher};
use super::window::NodeWindow;
use crate::candidate::Candidate;

/// A non-PV node of depth 1.
pub(super) struct LastPly<'w, 's, const N: usize, E: Evaluator<N>> {
    pub(super) searcher: &'w mut Searcher<'s, N, E>,
    pub(super) position: &'w SearchPosition<N, E>,
    pub(super) window: NodeWindow,
}

impl<const N: usize, E: Evaluator<N>> Kernel for LastPly<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, position, window } = self;
        searcher.worker.nodes += 1;
        let (board, mut moves) = (&position.board, position.moves);
        let mut best = i32::MIN;
        while !moves.is_empty() {
            let children = backend.expand(board.own(), board.opp(), moves);
            for lane in 0..(moves.len() as usize).min(LANES) {
                let candidate = Candidate::in_lane::<N>(&children, lane);
                let child = searcher.child(position, &candidate);
                let value = -searcher.evaluate(backend, &child);
                if value > window.alpha {
                    return value;
                }
                best = best.max(value);
            }
            moves = moves.without_first::<LANES>();
        }
        best
    }
}
