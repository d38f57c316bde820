//! The classes `Engine` and `Analysis`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use wane_board::with_size;
use wane_search::{Budget, Clock, Control, GameClock, Limits, Question};
use wane_service::opponent::SELECTIVITY;
use wane_service::{Setup, analyse};

use crate::argument::read_objective;
use crate::board::Board;
use crate::failure::{no_memory, value_error};
use crate::report::Report;
use crate::task::Task;
use crate::weights::{Weights, chosen};

/// The engine, with a transposition table that later searches profit from.
///
/// A search lets other threads of Python run, and signal handlers: Ctrl-C ends it.
///
/// >>> engine = wane.Engine(hash_mb=1)
/// >>> report = engine.analyse(wane.Board(4))
/// >>> report.certainty, report.value
/// ('exact', 4.0)
#[pyclass(module = "wane", frozen)]
pub(crate) struct Engine {
    setup: Setup,
    objective: wane_board::Objective,
    engine: Arc<wane_search::Engine>,
    running: Mutex<Vec<Weak<Control<'static>>>>,
}

type Search = Task<Report, Option<Report>>;

#[pymethods]
impl Engine {
    /// An engine for one objective, with its own table and threads.
    #[new]
    #[pyo3(signature = (*, threads=1, hash_mb=16, weights=None, objective="fewest", selectivity=None))]
    fn new(
        threads: usize,
        hash_mb: usize,
        weights: Option<&Weights>,
        objective: &str,
        selectivity: Option<u32>,
    ) -> PyResult<Self> {
        let objective = read_objective(objective)?;
        let threads = read_threads(threads)?;
        let selectivity = selectivity.unwrap_or(SELECTIVITY);
        if selectivity > wane_search::MAX_SELECTIVITY {
            let most = wane_search::MAX_SELECTIVITY;
            return Err(value_error(format_args!("the selectivity is 0 to {most} percent")));
        }
        let setup = Setup {
            threads,
            hash_megabytes: hash_mb,
            seed: 1,
            weights: chosen(weights, objective)?,
            selectivity: Some(selectivity),
        };
        let engine = Arc::new(setup.engine().map_err(no_memory)?.selectivity(selectivity));
        Ok(Self { setup, objective, engine, running: Mutex::default() })
    }

    /// Searches until a limit is reached, the position is solved or `stop` is called, and returns the last report;
    /// `None` if the game is over. `lines` is the number of best moves that get a value.
    ///
    /// >>> engine = wane.Engine(hash_mb=1)
    /// >>> report = engine.analyse(wane.Board(), depth=4, lines=2)
    /// >>> report.depth, len(report.lines)
    /// (4, 2)
    #[pyo3(signature = (board, *, depth=None, nodes=None, seconds=None, lines=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
    ) -> PyResult<Option<Report>> {
        self.analysis(board, read_limits(depth, nodes, seconds)?, lines)?.finish(py)
    }

    /// Searches in the background and returns an iterator of reports, one for each depth.
    ///
    /// >>> engine = wane.Engine(hash_mb=1)
    /// >>> with engine.watch(wane.Board(), depth=3) as reports:
    /// ...     [report.depth for report in reports]
    /// [1, 2, 3]
    #[pyo3(signature = (board, *, depth=None, nodes=None, seconds=None, lines=1))]
    fn watch(
        &self,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
    ) -> PyResult<Analysis> {
        Ok(self.analysis(board, read_limits(depth, nodes, seconds)?, lines)?.into())
    }

    /// Searches in the background for a move of a game with a clock, and returns an iterator of reports; the last one
    /// has the move to play. `left` seconds are for the rest of the game, `increment` more come after each move, and
    /// one move may take `per_move`.
    ///
    /// >>> engine = wane.Engine(hash_mb=1)
    /// >>> *_, last = engine.think(wane.Board(), left=1.0, per_move=0.1)
    /// >>> last.best in wane.Board().legal_moves()
    /// True
    #[pyo3(signature = (board, *, left=None, increment=0.0, per_move=None))]
    fn think(
        &self,
        board: &Board,
        left: Option<f64>,
        increment: f64,
        per_move: Option<f64>,
    ) -> PyResult<Analysis> {
        let clock = GameClock {
            left: left.map(read_seconds).transpose()?,
            increment: read_seconds(increment)?,
            per_move: per_move.map(read_seconds).transpose()?,
        };
        let empties = with_size!(board.position().board(), board => board.empties().len());
        let limits = Limits { time: clock.budget(empties), ..Limits::default() };
        let question = self.question(board, limits, 1);
        let engine = Arc::clone(&self.engine);
        let search = self.start(move |clock, control, report| {
            engine.search(&question, clock, control, report)
        })?;
        Ok(search.into())
    }

    /// Stops the searches of this engine that run now; they return what they have found.
    fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.setup.threads
    }

    fn __repr__(&self) -> String {
        let Setup { threads, hash_megabytes, .. } = self.setup;
        format!("<Engine for the {} discs, {threads} threads, {hash_megabytes} MB>", self.objective)
    }
}

impl Engine {
    /// Starts an analysis with these limits.
    fn analysis(&self, board: &Board, limits: Limits, lines: usize) -> PyResult<Search> {
        let question = self.question(board, limits, lines.max(1));
        let engine = Arc::clone(&self.engine);
        self.start(move |clock, control, report| {
            Some(analyse(&engine, &question, clock, control, report)?.report)
        })
    }

    fn question(&self, board: &Board, limits: Limits, lines: usize) -> Question {
        let board = board.position().board();
        Question { board, objective: self.objective, limits, lines, only: None }
    }

    /// Starts a search, which `stop` will stop.
    fn start(
        &self,
        search: impl FnOnce(
            Clock<'_>,
            &Control<'_>,
            &mut dyn FnMut(&wane_search::Report),
        ) -> Option<wane_search::Report>
        + Send
        + 'static,
    ) -> PyResult<Search> {
        let control = Arc::new(Control::new());
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|control| control.strong_count() > 0);
        running.push(Arc::downgrade(&control));
        drop(running);
        Task::start(control, move |control, report| {
            let began = Instant::now();
            let clock = || began.elapsed();
            let found = search(&clock, control, &mut |it| report(it.into()));
            found.as_ref().map(Report::from)
        })
    }
}

fn read_limits(depth: Option<u32>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    let time = seconds.map(read_seconds).transpose()?.map(Budget::exactly);
    Ok(Limits { depth, nodes, time })
}

/// Reads a number of threads.
pub(crate) fn read_threads(threads: usize) -> PyResult<usize> {
    // More than any machine has use for.
    const MOST: usize = 1024;
    match threads {
        1..=MOST => Ok(threads),
        _ => Err(value_error(format_args!("threads are 1 to {MOST}, not {threads}"))),
    }
}

/// Reads a time.
pub(crate) fn read_seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| value_error(format_args!("{seconds} seconds: {error}")))
}

/// A search that is under way: an iterator of its reports.
#[pyclass(module = "wane", frozen)]
pub(crate) struct Analysis {
    control: Arc<Control<'static>>,
    search: Mutex<Option<Search>>,
}

#[pymethods]
impl Analysis {
    /// Stops the search. The reports that it has made can still be read.
    fn stop(&self) {
        self.control.stop();
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let mut search = self.held(py);
        let Some(task) = search.as_mut() else { return Ok(None) };
        let next = task.next(py);
        if !matches!(next, Ok(Some(_))) {
            *search = None;
        }
        next
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.control.stop();
        *self.held(py) = None;
    }
}

impl From<Search> for Analysis {
    fn from(search: Search) -> Self {
        Self { control: search.control(), search: Mutex::new(Some(search)) }
    }
}

impl Analysis {
    /// The search. Another thread of Python may hold it while it waits for a report.
    fn held(&self, py: Python<'_>) -> MutexGuard<'_, Option<Search>> {
        self.search.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}
