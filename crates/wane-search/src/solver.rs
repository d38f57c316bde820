//! [`Solver`]: the exact value of a position, or as much of it as a window asks for.
//!
//! It is what a caller sees: settings, boards of any size, threads. The search itself is the
//! [`endgame`]'s; the midgame search looks ahead for it where there are weights.

mod root;
mod solution;

use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, Board, Objective, with_size};
use wane_eval::{Learned, Value, Weights};

use crate::bounds::Window;
use crate::control::Control;
use crate::endgame::{self, Helper};
use crate::event::{Event, Proof};
use crate::shallow::Ahead;
use crate::table::Table;
use crate::worker::{Foresight, Shared, Worker};
use root::Root;
pub use solution::{Solution, Stopped};

/// The fewest empty squares of a position that is worth more than one thread.
const TEAM_FROM: u32 = 13;

/// Solves positions for one objective.
///
/// It takes boards of any size, and behind this door the search is compiled for each of them: once,
/// here, and not in every program that uses it.
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
    /// A solver on one thread that remembers in `table`.
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

    /// The same on so many threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with learned weights, for the boards and the game that they are for: where the tree is
    /// tall, moves are sorted by them.
    #[must_use]
    pub fn weights(self, weights: &'a Arc<Weights>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// The same for somebody who knows about what the positions are worth; without a guess, it makes
    /// its own if it has weights.
    #[must_use]
    pub fn guess(self, guess: Value) -> Self {
        Self { guess: Some(guess), ..self }
    }

    /// The same with an [`Event::Proof`] for each proof that costs at least so many nodes.
    #[must_use]
    pub fn report_proofs(self, from_nodes: u64) -> Self {
        Self { proof_nodes: from_nodes, ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// Believes a proof from an earlier search.
    pub fn learn(&self, proof: &Proof) {
        with_size!(proof.board, board => endgame::learn(self.table, self.objective, &board, proof));
    }

    /// Finds the value of `board` as far as `window` asks for it, and a line that bears it out.
    /// `report` may be called from several threads.
    ///
    /// # Errors
    /// With what is known so far if `control` stops the search.
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
                let learned = Ahead::new(Learned::new(Arc::clone(weights)));
                self.solve_sized(board, window, Some(&learned), control, report)
            }
            _ => with_size!(board, board => self.solve_sized(board, window, None, control, report)),
        }
    }

    fn solve_sized<const N: usize>(
        &self,
        board: Board<N>,
        window: Window,
        foresight: Option<&dyn Foresight<N>>,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped>
    where
        AnyBoard: From<Board<N>>,
    {
        let Self { objective, table, threads, guess, proof_nodes, backend, .. } = *self;
        table.begin_problem();
        let helpers = if board.empties().len() < TEAM_FROM { 0 } else { threads - 1 };
        let shared = Shared {
            foresight,
            proof_nodes,
            report,
            ..Shared::new(objective, table, backend, control, helpers)
        };
        let root = Root { worker: Worker::new(&shared), board, window, guess };
        shared.team.run(backend, root, || Helper { worker: Worker::new(&shared) })
    }
}
