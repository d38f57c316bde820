//! The last move to look ahead: every child is judged, nothing is sorted or looked up.

use wane_board::{Backend, LANES, Task};
use wane_eval::Evaluator;

use super::question::Question;
use super::searcher::{Here, Searcher};
use crate::candidate::Candidate;

/// A node off the principal variation with one move to look ahead.
pub(super) struct LastPly<'w, 's, const N: usize, E: Evaluator<N>> {
    pub(super) searcher: &'w mut Searcher<'s, N, E>,
    pub(super) here: &'w Here<N, E>,
    pub(super) question: Question,
}

impl<const N: usize, E: Evaluator<N>> Task for LastPly<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, here, question } = self;
        searcher.worker.nodes += 1;
        let (board, mut moves) = (&here.board, here.moves);
        let mut best = i32::MIN;
        while !moves.is_empty() {
            let children = backend.expand(board.own(), board.opp(), moves);
            for lane in 0..(moves.len() as usize).min(LANES) {
                let candidate = Candidate::in_lane::<N>(&children, lane);
                let child = searcher.child(here, &candidate);
                let value = -searcher.judge(backend, &child);
                if value > question.alpha {
                    return value;
                }
                best = best.max(value);
            }
            moves = moves.without_first::<LANES>();
        }
        best
    }
}
