//! [`Engine`]: what every front end drives. A position and limits go in, reports come out.
//!
//! It first searches deeper and deeper on judgements. When so few squares are empty that the rest
//! can probably be solved within the limits, it finds out who wins, and then by how much. There is a
//! move in hand from the start, so it can be stopped at any time.

mod deepen;
mod finish;
mod question;
mod search;

use std::fmt;
use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, with_size};
use wane_eval::{HandMade, Learned, Weights};

use crate::control::Control;
use crate::midgame::Forecast;
use crate::report::Report;
use crate::table::{NoMemory, Table};
pub use question::{Clock, Question};
use search::Search;

/// An engine with its memory. It can be asked about one position after another; what it finds out
/// about one helps with the next.
pub struct Engine {
    table: Table,
    threads: usize,
    backend: AnyBackend,
    selectivity: u32,
    weights: Option<Arc<Weights>>,
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
    /// An engine on one thread with a table of so many megabytes.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn try_new(megabytes: usize) -> Result<Self, NoMemory> {
        let (table, backend) = (Table::try_new(megabytes)?, AnyBackend::best());
        Ok(Self { table, threads: 1, backend, selectivity: 0, weights: None })
    }

    /// The same on so many threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// The same with Multi-ProbCut: it looks further ahead in the same time, and of a hundred lines that
    /// it leaves out, about so many would have mattered; 0 for looking at every move.
    ///
    /// Where the weights say how well shallow searches foretell deep ones, that is what it goes by. With
    /// weights that do not, it looks at every move. The hand-made evaluation knows one degree only, 3.
    #[must_use]
    pub fn selectivity(self, percent: u32) -> Self {
        Self { selectivity: percent, ..self }
    }

    /// The same with learned weights, for the boards and the game that they are for; with the hand-made
    /// evaluation if there are none.
    #[must_use]
    pub fn weights(self, weights: impl Into<Option<Arc<Weights>>>) -> Self {
        Self { weights: weights.into(), ..self }
    }

    /// Searches until a limit is reached, the position is solved, or `control` stops it. `report`
    /// hears of every step; the last report is returned too. `None` if the game is over.
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
        let Self { table, threads, backend, weights, .. } = self;
        let search = |forecast| Search {
            table,
            threads: *threads,
            backend: *backend,
            weights: weights.as_ref(),
            question: &question,
            forecast,
            clock,
            control,
        };
        let is_selective = self.selectivity > 0;
        match (board, weights) {
            (AnyBoard::Eight(board), Some(weights)) if weights.objective() == objective => {
                let fits = weights.fits().filter(|_| is_selective);
                let forecast = fits.map(|fits| Forecast::fitted(fits, self.selectivity));
                search(forecast).run(board, &Learned::new(Arc::clone(weights)), report)
            }
            _ => {
                let search = search(is_selective.then(Forecast::rough));
                with_size!(board, board => search.run(board, &HandMade::new(objective), report))
            }
        }
    }
}
