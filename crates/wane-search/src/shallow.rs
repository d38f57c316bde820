//! [`Ahead`]: the midgame search, which looks a few moves ahead for the endgame search.
//!
//! The features of a position are made
//! from nothing at every node that asks: where the tree is tall, that is little beside judging the
//! children, and the solver need not carry them along. How the figures here were found is told in
//! docs/methods/002-solver.md.

use wane_board::{Backend, Board, Task};
use wane_eval::{Evaluator, Value};

use crate::candidate::Candidate;
use crate::midgame::{Here, Pv, Question, Searcher};
use crate::root::Root;
use crate::worker::{Foresight, Worker};

/// How many moves the ranks of a position with so many empty squares look ahead. Always an even number:
/// looking one move ahead was worse than not looking ahead at all.
fn look_ahead(empties: u32) -> u32 {
    match empties {
        ..16 => 0,
        16 => 2,
        17.. => 4,
    }
}

/// What the rank of [`Order`](crate::order::Order), in sixteenths of a reply, counts in parts of a
/// disc: a reply more is as bad as two discs, or five eighths of one where the value looks ahead.
const ORDER: i32 = 16;
const ORDER_LOOKING_AHEAD: i32 = 5;

/// The fewest empty squares of a position whose score is worth guessing.
const GUESS_FROM: u32 = 14;

/// What looks ahead by an evaluation.
pub(crate) struct Ahead<E> {
    evaluator: E,
}

impl<E> Ahead<E> {
    pub(crate) fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<const N: usize, E: Evaluator<N>> Foresight<N> for Ahead<E> {
    fn rank(&self, worker: &mut Worker<'_, N>, board: &Board<N>, first: usize) {
        let mut searcher = Searcher::new(worker.shared, &self.evaluator, None);
        let candidates = &mut worker.candidates[first..];
        worker.shared.backend.run(Rank { searcher: &mut searcher, board, candidates });
        worker.take_over_nodes(&searcher.worker);
    }

    fn guess(&self, worker: &mut Worker<'_, N>, board: &Board<N>) -> Option<Value> {
        if board.empties().len() < GUESS_FROM {
            return None;
        }
        let mut searcher = Searcher::new(worker.shared, &self.evaluator, None);
        let value = worker.shared.backend.run(Guess { searcher: &mut searcher, board });
        worker.take_over_nodes(&searcher.worker);
        Some(value)
    }
}

/// Ranks the moves of a position.
struct Rank<'a, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'a mut Searcher<'s, N, E>,
    board: &'a Board<N>,
    candidates: &'a mut [Candidate],
}

impl<const N: usize, E: Evaluator<N>> Task for Rank<'_, '_, N, E> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { searcher, board, candidates } = self;
        let here = Here::new(searcher.evaluator, backend, *board);
        let (alpha, beta) = (Value::MIN.parts(), Value::MAX.parts());
        let question = Question { alpha, beta, depth: look_ahead(board.empties().len()) };
        let order = if question.depth > 0 { ORDER_LOOKING_AHEAD } else { ORDER };
        for candidate in candidates {
            let child = searcher.child(&here, candidate);
            let value = searcher.search(backend, Pv, &child, question, &mut Vec::new());
            let rank = searcher.worker.shared.order.rank(backend, board, candidate);
            candidate.rank = value + order * rank;
        }
    }
}

/// Searches deeper and deeper, but not deep.
struct Guess<'a, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'a mut Searcher<'s, N, E>,
    board: &'a Board<N>,
}

impl<const N: usize, E: Evaluator<N>> Task for Guess<'_, '_, N, E> {
    type Output = Value;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Value {
        let Self { searcher, board } = self;
        let mut root = Root::new(searcher, backend, *board, None);
        for depth in 1..=(board.empties().len() - 8) / 2 {
            root.deepen(searcher, backend, depth, 1);
        }
        root.best_value()
    }
}
