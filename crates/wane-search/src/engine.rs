//! [`Engine`]: the entry point of every front end. It takes a position and limits and returns
//! reports.
//!
//! It begins with iterative deepening of the midgame search. When the position can probably be
//! solved within the limits, it finds out who wins, and then the exact score. It has a best move
//! from the start, so it can be stopped at any time.

mod deepen;
mod finish;
mod question;
mod search;

use std::fmt;
use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, with_size};
use wane_eval::{HandMade, Learned, WeightSet};

use crate::control::Control;
use crate::midgame::ProbCutParams;
use crate::report::Report;
use crate::table::{NoMemory, Table};
pub use question::{Clock, Question};
use search::Search;

/// An engine with its transposition table. It searches one position after another; each search
/// profits from the entries of the ones before.
pub struct Engine {
    table: Table,
    threads: usize,
    backend: AnyBackend,
    selectivity: u32,
    weights: WeightSet,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, threads, backend, .. } = self;
        let mut fields = f.debug_struct("Engine");
        fields.field("table", table).field("threads", threads).field("backend", backend);
        fields.finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine on one thread with a table of `megabytes`.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn try_new(megabytes: usize) -> Result<Self, NoMemory> {
        let (table, backend) = (Table::try_new(megabytes)?, AnyBackend::best());
        Ok(Self { table, threads: 1, backend, selectivity: 0, weights: WeightSet::default() })
    }

    /// The same on `threads` threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// The same with Multi-ProbCut, which reaches a greater depth in the same time. About `percent`
    /// of its cuts are wrong, at most [`MAX_SELECTIVITY`](crate::MAX_SELECTIVITY); 0 means full width.
    ///
    /// Learned weights bring fits of shallow to deep searches for this; without fits the search is
    /// full width. The hand-made evaluation has one selectivity only, 3.
    #[must_use]
    pub fn selectivity(self, percent: u32) -> Self {
        Self { selectivity: percent, ..self }
    }

    /// The same with learned weights, which apply to the board of 8x8 and to their objective. All other
    /// searches use the hand-made evaluation.
    #[must_use]
    pub fn weights(self, weights: impl Into<WeightSet>) -> Self {
        Self { weights: weights.into(), ..self }
    }

    /// Searches until a limit is reached, the position is solved, or `control` stops it. `report`
    /// is called after every step; the last report is returned too. `None` if the game is over.
    pub fn search(
        &self,
        question: &Question,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let mut question = *question;
        let Question { board, objective, limits, .. } = question;
        let legal = with_size!(board, board => board.legal_moves());
        question.only = question.only.map(|only| only & legal).filter(|only| !only.is_empty());
        let is_forced = question.only.unwrap_or(legal).len() <= 1;
        if limits.time.is_some_and(|time| time.forced_at_once) && is_forced {
            question.limits.depth = Some(1);
        }
        let Self { table, threads, backend, .. } = self;
        let weights = self.weights.get(objective);
        let search = |probcut_params| Search {
            table,
            threads: *threads,
            backend: *backend,
            weights,
            question: &question,
            probcut_params,
            clock,
            control,
        };
        let is_selective = self.selectivity > 0;
        if let (AnyBoard::Eight(board), Some(weights)) = (board, weights) {
            let fits = weights.fits().filter(|_| is_selective);
            let probcut_params = fits.map(|fits| ProbCutParams::fitted(fits, self.selectivity));
            search(probcut_params).run(board, &Learned::new(Arc::clone(weights)), report)
        } else {
            let search = search(is_selective.then(ProbCutParams::hand_made));
            with_size!(board, board => search.run(board, &HandMade::new(objective), report))
        }
    }
}
