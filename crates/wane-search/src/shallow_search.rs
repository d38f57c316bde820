//! [`EvaluatorSearch`]: shallow midgame searches that order the moves of the endgame search and
//! make its first guess.
//!
//! Every node computes the features of its position anew. In tall trees that costs little compared
//! to the evaluations of the children, and the endgame search need not maintain them.
//! docs/methods/002-solver.md tells how the constants were found.

use wane_board::{Backend, Board, Kernel};
use wane_eval::{Evaluator, Value};

use crate::candidate::Candidate;
use crate::midgame::{NodeWindow, Pv, SearchPosition, Searcher};
use crate::root::Root;
use crate::worker::{ShallowSearch, Worker};

/// The depth of the searches that rank moves. Always even: depth 1 was worse than depth 0.
fn ranking_depth(empties: u32) -> u32 {
    match empties {
        ..16 => 0,
        16 => 2,
        17.. => 4,
    }
}

/// The weight of [`Order`](crate::order::Order), which counts in sixteenths of a reply, beside
/// values in parts of a disc: one reply costs two discs at depth 0, five eighths of a disc at
/// greater depths.
const ORDER_WEIGHT: i32 = 16;
const ORDER_WEIGHT_OF_SEARCH: i32 = 5;

/// The fewest empty squares of a position with a first guess.
const GUESS_FROM: u32 = 14;

/// Shallow searches with an evaluator.
pub(crate) struct EvaluatorSearch<E> {
    evaluator: E,
}

impl<E> EvaluatorSearch<E> {
    pub(crate) fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<const N: usize, E: Evaluator<N>> ShallowSearch<N> for EvaluatorSearch<E> {
    fn rank_moves(&self, worker: &mut Worker<'_, N>, board: &Board<N>, first: usize) {
        let mut searcher = Searcher::new(worker.shared, &self.evaluator, None);
        let candidates = &mut worker.candidates[first..];
        worker.shared.backend.run(Rank { searcher: &mut searcher, board, candidates });
        worker.add_nodes_of(&searcher.worker);
    }

    fn first_guess(&self, worker: &mut Worker<'_, N>, board: &Board<N>) -> Option<Value> {
        if board.empties().len() < GUESS_FROM {
            return None;
        }
        let mut searcher = Searcher::new(worker.shared, &self.evaluator, None);
        let value = worker.shared.backend.run(Guess { searcher: &mut searcher, board });
        worker.add_nodes_of(&searcher.worker);
        Some(value)
    }
}

/// Ranks the moves of a position.
struct Rank<'a, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'a mut Searcher<'s, N, E>,
    board: &'a Board<N>,
    candidates: &'a mut [Candidate],
}

impl<const N: usize, E: Evaluator<N>> Kernel for Rank<'_, '_, N, E> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { searcher, board, candidates } = self;
        let position = SearchPosition::new(searcher.evaluator, backend, *board);
        let (alpha, beta) = (Value::MIN.parts(), Value::MAX.parts());
        let window = NodeWindow { alpha, beta, depth: ranking_depth(board.empties().len()) };
        let weight = if window.depth > 0 { ORDER_WEIGHT_OF_SEARCH } else { ORDER_WEIGHT };
        for candidate in candidates {
            let child = searcher.child(&position, candidate);
            let value = searcher.search(backend, Pv, &child, window, &mut Vec::new());
            let rank = searcher.worker.shared.order.rank(backend, board, candidate);
            candidate.rank = value + weight * rank;
        }
    }
}

/// Estimates the value of a position by iterative deepening to a low depth.
struct Guess<'a, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'a mut Searcher<'s, N, E>,
    board: &'a Board<N>,
}

impl<const N: usize, E: Evaluator<N>> Kernel for Guess<'_, '_, N, E> {
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
