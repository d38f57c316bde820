//! [`Solver`]: the exact value of a position, or its bounds for a window.
//!
//! This is the public interface: settings, boards of any size, threads. [`endgame`] is the search;
//! with learned weights, shallow midgame searches order its moves.

mod root;
mod solution;

use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, Board, Objective, with_size};
use wane_eval::{Learned, Value, Weights};

use crate::bounds::Window;
use crate::control::Control;
use crate::endgame::{self, Helper};
use crate::event::{Event, Proof};
use crate::shallow_search::EvaluatorSearch;
use crate::table::Table;
use crate::worker::{ShallowSearch, Shared, Worker};
use root::Root;
pub use solution::{Solution, Stopped};

/// The fewest empty squares of a position that is searched on several threads.
const PARALLEL_FROM: u32 = 13;

/// Solves positions for one objective.
///
/// It takes boards of any size. The search is compiled for each size here, once, and not in every
/// program that uses it.
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    objective: Objective,
    table: &'a Table,
    threads: usize,
    weights: Option<&'a Arc<Weights>>,
    guess: Option<Value>,
    proof_nodes: u64,
    backend: AnyBackend,
}

impl<'a> Solver<'a> {
    /// A solver on one thread with this transposition table.
    #[must_use]
    pub fn new(objective: Objective, table: &'a Table) -> Self {
        let backend = AnyBackend::best();
        Self {
            objective,
            table,
            threads: 1,
            weights: None,
            guess: None,
            proof_nodes: u64::MAX,
            backend,
        }
    }

    /// The same on `threads` threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with learned weights, which order the moves of tall trees on their own board size
    /// and for their own objective.
    #[must_use]
    pub fn weights(self, weights: &'a Arc<Weights>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// The same with a first guess of the value. Without one, a solver with weights makes its own.
    #[must_use]
    pub fn guess(self, guess: Value) -> Self {
        Self { guess: Some(guess), ..self }
    }

    /// The same with an [`Event::Proof`] for each proof of at least `from_nodes` nodes.
    #[must_use]
    pub fn report_proofs(self, from_nodes: u64) -> Self {
        Self { proof_nodes: from_nodes, ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// Stores a proof of an earlier search in the table, unchecked.
    pub fn learn(&self, proof: &Proof) {
        with_size!(proof.board, board => endgame::learn(self.table, self.objective, &board, proof));
    }

    /// Finds the value of `board` inside `window`, and its principal variation. `report` may be
    /// called from several threads.
    ///
    /// # Errors
    /// With the bounds so far if `control` stops the search.
    pub fn solve(
        &self,
        board: impl Into<AnyBoard>,
        window: Window,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped> {
        self.solve_any(board.into(), window, control, report)
    }

    fn solve_any(
        &self,
        board: AnyBoard,
        window: Window,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped> {
        match (board, self.weights) {
            (AnyBoard::Eight(board), Some(weights)) if weights.objective() == self.objective => {
                let learned = EvaluatorSearch::new(Learned::new(Arc::clone(weights)));
                self.solve_sized(board, window, Some(&learned), control, report)
            }
            _ => with_size!(board, board => self.solve_sized(board, window, None, control, report)),
        }
    }

    fn solve_sized<const N: usize>(
        &self,
        board: Board<N>,
        window: Window,
        shallow_search: Option<&dyn ShallowSearch<N>>,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped>
    where
        AnyBoard: From<Board<N>>,
    {
        let Self { objective, table, threads, guess, proof_nodes, backend, .. } = *self;
        table.new_search();
        let helpers = if board.empties().len() < PARALLEL_FROM { 0 } else { threads - 1 };
        let shared = Shared {
            shallow_search,
            proof_nodes,
            report,
            ..Shared::new(objective, table, backend, control, helpers)
        };
        let root = Root { worker: Worker::new(&shared), board, window, guess };
        shared.split_pool.run(backend, root, || Helper { worker: Worker::new(&shared) })
    }
}
