//! Dispatch: which kind of node a position is, by the number of its empty squares.

use wane_board::{Backend, Bitboard, Board, Kernel};

use super::five::Five;
use super::last::{Four, UpToThree};
use super::node::Node;
use crate::worker::Worker;

impl<const N: usize> Worker<'_, N> {
    /// Searches with the null window above `alpha`, fail-soft: a result above `alpha` is a lower
    /// bound of the score, any other an upper bound. `moves` are the legal moves.
    #[inline(always)]
    pub(super) fn null_window_search<B: Backend>(
        &mut self,
        backend: B,
        board: Board<N>,
        moves: Bitboard,
        alpha: i32,
    ) -> i32 {
        if moves.is_empty() {
            return self.pass(backend, board, alpha);
        }
        let worker = self;
        match board.empties().len() {
            0..4 => backend.enter(UpToThree { worker, board, alpha }),
            4 => backend.enter(Four { worker, board, moves, alpha }),
            5 => backend.enter(Five { worker, board, moves, alpha }),
            _ => backend.enter(Node { worker, board, moves, alpha }),
        }
    }

    /// The same for a side without a legal move.
    #[inline(always)]
    pub(super) fn pass<B: Backend>(&mut self, backend: B, board: Board<N>, alpha: i32) -> i32 {
        backend.enter(Pass { worker: self, board, alpha })
    }
}

/// A forced pass, or the end of the game.
struct Pass<'w, 's, const N: usize> {
    worker: &'w mut Worker<'s, N>,
    board: Board<N>,
    alpha: i32,
}

impl<const N: usize> Kernel for Pass<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, alpha } = self;
        let passed = board.passed();
        let replies = passed.legal_moves_by(backend);
        if replies.is_empty() {
            board.final_score(worker.objective).discs()
        } else {
            -worker.null_window_search(backend, passed, replies, -alpha - 1)
        }
    }
}
