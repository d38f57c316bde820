//! [`Root`]: the root moves of the midgame search, with aspiration windows and several lines
//! (multi-PV).

use std::mem;

use wane_board::{Backend, Bitboard, Board, Move};
use wane_eval::{Evaluator, Value};

use crate::candidate::{BestMove, Candidate};
use crate::midgame::{LaterMoves, NodeWindow, Pv, SearchPosition, Searcher};
use crate::report::Line;

/// Half the aspiration window around the value of the last depth, in parts of a disc. It doubles
/// each time the value falls outside.
const ASPIRATION_HALF: i32 = 3 * Value::PER_DISC / 2;

/// The least depth with an aspiration window.
const ASPIRATION_FROM: u32 = 4;

/// A position and its moves, best first.
pub(crate) struct Root<const N: usize, E: Evaluator<N>> {
    position: SearchPosition<N, E>,
    moves: Vec<RootMove>,
}

/// A move of the root.
struct RootMove {
    candidate: Candidate,
    /// The value from the last search that found the move best.
    value: i32,
    /// The principal variation after the move.
    pv: Vec<Move>,
}

impl<const N: usize, E: Evaluator<N>> Root<N, E> {
    /// The moves of a position, or those in `only`, sorted by the evaluation of the child. There
    /// must be one.
    pub(crate) fn new<B: Backend>(
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        board: Board<N>,
        only: Option<Bitboard>,
    ) -> Self {
        let position = SearchPosition::new(searcher.evaluator, backend, board);
        let mut candidates = Vec::new();
        Candidate::list(backend, &board, only.unwrap_or(position.moves), &mut candidates);
        let root_move = |candidate| {
            let child = searcher.child(&position, &candidate);
            RootMove { candidate, value: -searcher.evaluate(backend, &child), pv: Vec::new() }
        };
        let mut moves: Vec<RootMove> = candidates.into_iter().map(root_move).collect();
        moves.sort_by_key(|root_move| -root_move.value);
        Self { position, moves }
    }

    /// The first `count` moves with their principal variations.
    pub(crate) fn lines(&self, count: usize) -> Vec<Line> {
        let line = |root_move: &RootMove| {
            let first = root_move.candidate.square.first().map(Move::Place);
            let moves = first.into_iter().chain(root_move.pv.iter().copied()).collect();
            Line { value: Value::new(root_move.value), moves }
        };
        self.moves.iter().take(count).map(line).collect()
    }

    /// The value of the best move.
    pub(crate) fn best_value(&self) -> Value {
        Value::new(self.moves[0].value)
    }

    /// Finds the best `lines` moves at this depth; fewer if the search was stopped.
    pub(crate) fn deepen<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        depth: u32,
        lines: usize,
    ) {
        for from in 0..lines.min(self.moves.len()) {
            self.aspiration_search(searcher, backend, from, depth);
            if searcher.worker.is_cancelled() {
                return;
            }
        }
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| -root_move.value);
    }

    /// Finds the best move from index `from` on, widening the window until the value is inside.
    fn aspiration_search<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        from: usize,
        depth: u32,
    ) {
        let (least, most) = (Value::MIN.parts(), Value::MAX.parts());
        let (mut alpha, mut beta) = (least, most);
        let mut half = ASPIRATION_HALF;
        if depth >= ASPIRATION_FROM {
            let guess = self.moves[from].value;
            (alpha, beta) = ((guess - half).max(least), (guess + half).min(most));
        }
        loop {
            let window = NodeWindow { alpha, beta, depth };
            let value = self.search(searcher, backend, from, window);
            half *= 2;
            if searcher.worker.is_cancelled() {
                return;
            }
            if value <= alpha && alpha > least {
                alpha = (value - half).max(least);
            } else if value >= beta && beta < most {
                beta = (value + half).min(most);
            } else {
                return;
            }
        }
    }

    /// Searches the moves from index `from` on. A new best move is moved to that index at once, so
    /// that it counts even if the search is stopped.
    fn search<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        from: usize,
        mut window: NodeWindow,
    ) -> i32 {
        let (mut best, mut pv) = (BestMove::NONE, Vec::new());
        let moves = (0..).zip(&self.moves[from..]);
        let candidates = moves.map(|(rank, it)| Candidate { rank, ..it.candidate });
        let start = searcher.worker.candidates.len();
        searcher.worker.candidates.extend(candidates);
        let mut candidate = self.moves[from].candidate;
        let child = searcher.child(&self.position, &candidate);
        let mut value = -searcher.search(backend, Pv, &child, window.for_child(), &mut pv);
        let mut later = LaterMoves::after(searcher, start, window.depth);
        while !searcher.worker.is_cancelled() {
            let index = self.moves.iter().position(|it| it.candidate.square == candidate.square);
            let index = index.expect("it is one of the moves");
            if value > window.alpha || index == from {
                let root_move = &mut self.moves[index];
                (root_move.value, root_move.pv) = (value, mem::take(&mut pv));
                self.moves[from..=index].rotate_right(1);
            }
            best.update(value, &candidate);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
            let better =
                later.next_above_alpha(searcher, backend, &self.position, window, &mut best);
            let Some(found) = better else { break };
            (candidate, value) = found;
            pv.clear();
            if value < window.beta {
                let child = searcher.child(&self.position, &candidate);
                value = -searcher.search(backend, Pv, &child, window.for_child(), &mut pv);
            }
        }
        searcher.worker.candidates.truncate(start);
        best.score
    }
}
