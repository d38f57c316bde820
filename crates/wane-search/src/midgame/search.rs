//! Dispatch: which kind of node a position is, by its remaining depth.

use wane_board::{Backend, Kernel, Move, Score};
use wane_eval::{Evaluator, Value};

use super::last_ply::LastPly;
use super::node::Node;
use super::searcher::{SearchPosition, Searcher};
use super::window::{NodeType, NodeWindow};
use crate::bounds::Window;
use crate::endgame;

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E> {
    /// The value of a position, exact inside the window and a bound outside it. A PV node sets `pv`
    /// to its principal variation. After cancellation the result is meaningless.
    #[inline(always)]
    pub(crate) fn search<NT: NodeType, B: Backend>(
        &mut self,
        backend: B,
        node_type: NT,
        position: &SearchPosition<N, E>,
        window: NodeWindow,
        pv: &mut Vec<Move>,
    ) -> i32 {
        if NT::IS_PV {
            pv.clear();
        }
        if window.depth == 0 {
            return self.evaluate(backend, position);
        }
        let searcher = self;
        if position.moves.is_empty() {
            return backend.enter(Pass { searcher, node_type, position, window, pv });
        }
        if window.depth >= position.board.empties().len() {
            return backend.enter(Endgame { searcher, position, window });
        }
        if window.depth == 1 && !NT::IS_PV {
            return backend.enter(LastPly { searcher, position, window });
        }
        backend.enter(Node { searcher, node_type, position, window, pv })
    }
}

/// A forced pass. It takes no depth.
struct Pass<'w, 's, NT: NodeType, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    node_type: NT,
    position: &'w SearchPosition<N, E>,
    window: NodeWindow,
    pv: &'w mut Vec<Move>,
}

impl<NT: NodeType, const N: usize, E: Evaluator<N>> Kernel for Pass<'_, '_, NT, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, node_type, position, window, pv } = self;
        let board = position.board.passed();
        let moves = board.legal_moves_by(backend);
        if moves.is_empty() {
            return Value::from(position.board.final_score(searcher.worker.objective)).parts();
        }
        let features = searcher.evaluator.push_pass(&position.features);
        let passed = SearchPosition { board, moves, features };
        let NodeWindow { alpha, beta, depth } = window;
        let window = NodeWindow { alpha: -beta, beta: -alpha, depth };
        let value = -searcher.search(backend, node_type, &passed, window, pv);
        if NT::IS_PV {
            pv.insert(0, Move::Pass);
        }
        value
    }
}

/// A position whose game ends within the depth: the endgame search gives its exact value.
struct Endgame<'w, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    position: &'w SearchPosition<N, E>,
    window: NodeWindow,
}

impl<const N: usize, E: Evaluator<N>> Kernel for Endgame<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, position: SearchPosition { board, moves, .. }, window } = self;
        // Scores are whole discs: rounding alpha down and beta up keeps every comparison.
        let alpha = window.alpha.div_euclid(Value::PER_DISC);
        let beta = -(-window.beta).div_euclid(Value::PER_DISC);
        let scores = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
        let worker = &mut searcher.worker;
        let bounds = endgame::mtd_f(worker, backend, board, *moves, scores, 0, &|_| {});
        Value::from(bounds.answer(scores)).parts()
    }
}
