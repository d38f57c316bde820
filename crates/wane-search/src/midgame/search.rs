//! Which kind of node a position is, by the moves that are left to look ahead.

use wane_board::{Backend, Move, Score, Task};
use wane_eval::{Evaluator, Value};

use super::last_ply::LastPly;
use super::node::Node;
use super::question::{Kind, Question};
use super::searcher::{Here, Searcher};
use crate::bounds::Window;
use crate::endgame;

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E> {
    /// The value of a position, as far as the question asks for it. On the principal variation, `line`
    /// becomes the moves behind it. If the search was stopped, whatever comes back means nothing.
    #[inline(always)]
    pub(crate) fn search<K: Kind, B: Backend>(
        &mut self,
        backend: B,
        kind: K,
        here: &Here<N, E>,
        question: Question,
        line: &mut Vec<Move>,
    ) -> i32 {
        if K::IS_PV {
            line.clear();
        }
        if question.depth == 0 {
            return self.judge(backend, here);
        }
        let searcher = self;
        if here.moves.is_empty() {
            return backend.enter(Pass { searcher, kind, here, question, line });
        }
        if question.depth >= here.board.empties().len() {
            return backend.enter(ToTheEnd { searcher, here, question });
        }
        if question.depth == 1 && !K::IS_PV {
            return backend.enter(LastPly { searcher, here, question });
        }
        backend.enter(Node { searcher, kind, here, question, line })
    }
}

/// A side that has no move. A pass takes no depth.
struct Pass<'w, 's, K: Kind, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    kind: K,
    here: &'w Here<N, E>,
    question: Question,
    line: &'w mut Vec<Move>,
}

impl<K: Kind, const N: usize, E: Evaluator<N>> Task for Pass<'_, '_, K, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, kind, here, question, line } = self;
        let board = here.board.passed();
        let moves = board.legal_moves_by(backend);
        if moves.is_empty() {
            return Value::from(here.board.final_score(searcher.worker.objective)).parts();
        }
        let features = searcher.evaluator.push_pass(&here.features);
        let passed = Here { board, moves, features };
        let Question { alpha, beta, depth } = question;
        let question = Question { alpha: -beta, beta: -alpha, depth };
        let value = -searcher.search(backend, kind, &passed, question, line);
        if K::IS_PV {
            line.insert(0, Move::Pass);
        }
        value
    }
}

/// A position whose game ends within the depth: the solver knows.
struct ToTheEnd<'w, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    here: &'w Here<N, E>,
    question: Question,
}

impl<const N: usize, E: Evaluator<N>> Task for ToTheEnd<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, here: Here { board, moves, .. }, question } = self;
        // A score beats alpha if and only if it beats the whole discs in it; so for beta.
        let alpha = question.alpha.div_euclid(Value::PER_DISC);
        let beta = -(-question.beta).div_euclid(Value::PER_DISC);
        let window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
        let worker = &mut searcher.worker;
        let bounds = endgame::close_in(worker, backend, board, *moves, window, 0, &|_| {});
        Value::from(bounds.answer(window)).parts()
    }
}
