//! [`Searcher`]: one thread of the midgame search, and [`SearchPosition`]: a board with moves and
//! features.

use wane_board::{Backend, Bitboard, Board};
use wane_eval::{Evaluator, Value};

use super::history::History;
use super::probcut_params::ProbCutParams;
use super::window::SplitParams;
use crate::candidate::Candidate;
use crate::split::SplitPool;
use crate::worker::{Shared, Worker};

/// One thread of the midgame search.
pub(crate) struct Searcher<'s, const N: usize, E: Evaluator<N>> {
    /// Node count, move stack, table and cancellation, as in the endgame search.
    pub(crate) worker: Worker<'s, N>,
    pub(crate) evaluator: &'s E,
    pub(super) probcut_params: Option<&'s ProbCutParams>,
    /// The split points, if there are helpers.
    pub(super) split_pool: Option<&'s SplitPool<N, SplitParams>>,
    /// The number of trial searches that contain the current node.
    pub(super) trials: u32,
    pub(super) history: History,
}

impl<'s, const N: usize, E: Evaluator<N>> Searcher<'s, N, E> {
    pub(crate) fn new(
        shared: &'s Shared<'s, N>,
        evaluator: &'s E,
        probcut_params: Option<&'s ProbCutParams>,
    ) -> Self {
        let (worker, history) = (Worker::new(shared), History::new());
        Self { worker, evaluator, probcut_params, split_pool: None, trials: 0, history }
    }

    /// The same, with nodes that may become split points of this pool.
    pub(crate) fn with_split_pool(self, split_pool: &'s SplitPool<N, SplitParams>) -> Self {
        Self { split_pool: split_pool.has_helpers().then_some(split_pool), ..self }
    }

    /// The position after a move.
    #[inline(always)]
    pub(crate) fn child(
        &self,
        position: &SearchPosition<N, E>,
        candidate: &Candidate,
    ) -> SearchPosition<N, E> {
        let square = candidate.square.first().expect("a move has a square");
        SearchPosition {
            board: candidate.child(&position.board),
            moves: candidate.replies,
            features: self.evaluator.push(&position.features, square, candidate.flips),
        }
    }

    /// The static evaluation of a position, or its final score. A forced pass is played first.
    #[inline(always)]
    pub(crate) fn evaluate<B: Backend>(
        &mut self,
        backend: B,
        position: &SearchPosition<N, E>,
    ) -> i32 {
        self.worker.nodes += 1;
        let SearchPosition { board, moves, features } = position;
        if !moves.is_empty() {
            return self.evaluator.value(backend, board, *moves, features).parts();
        }
        let passed = board.passed();
        let replies = passed.legal_moves_by(backend);
        if replies.is_empty() {
            return Value::from(board.final_score(self.worker.objective)).parts();
        }
        let features = self.evaluator.push_pass(features);
        -self.evaluator.value(backend, &passed, replies, &features).parts()
    }
}

/// A position with its legal moves and the features of the evaluation.
pub(crate) struct SearchPosition<const N: usize, E: Evaluator<N>> {
    pub(crate) board: Board<N>,
    pub(crate) moves: Bitboard,
    pub(crate) features: E::Features,
}

impl<const N: usize, E: Evaluator<N>> SearchPosition<N, E> {
    /// A position with all features computed from its board.
    pub(crate) fn new<B: Backend>(evaluator: &E, backend: B, board: Board<N>) -> Self {
        Self { board, moves: board.legal_moves_by(backend), features: evaluator.features(&board) }
    }
}
