//! The referee of the contest, for classes that `python/wane/contest` hosts in this process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use wane_board::Objective;
use wane_formats::TimeControl;
use wane_match::contest::{HostAnswer, HostEnd, InProcessHost};
use wane_match::{ContestRules, FaultKind, Referee, RunningAgent, Tolerance};

use crate::argument::side;
use crate::board::Board;
use crate::engine::read_seconds;
use crate::game::Game;

/// The parts of a host, as a text of Python.
pub(crate) const HOST: &str = wane_match::contest::HOST;

create_exception!(
    wane,
    Stuck,
    PyBaseException,
    "The agent catches its interruption again and again."
);
create_exception!(wane, Flooded, PyBaseException, "The agent writes without end.");

/// A side, the kind of its fault, and what it did.
type FaultText = (i8, &'static str, String);

/// A game, the fault that ended it, if one did, and remarks about the sides.
type Finished = (Game, Option<FaultText>, Vec<(i8, String)>);

/// A host in Python, and what it has raised that is not about its agent.
struct PythonHost {
    host: Py<PyAny>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl InProcessHost for PythonHost {
    fn hello(&mut self) -> String {
        Python::attach(|py| self.host.call_method0(py, "hello")?.extract(py)).unwrap_or_else(
            |error| {
                self.keep(error);
                String::new()
            },
        )
    }

    fn ask(&mut self, question: &str) -> Result<HostAnswer, HostEnd> {
        Python::attach(|py| {
            let answer = self.host.call_method1(py, "ask", (question,));
            let answer = answer.and_then(|answer| answer.extract::<(String, f64)>(py));
            answer.and_then(|(line, ago)| Ok(HostAnswer { line, ago: read_seconds(ago)? })).map_err(
                |error| {
                    if error.is_instance_of::<Stuck>(py) {
                        HostEnd::Stuck
                    } else if error.is_instance_of::<Flooded>(py) {
                        HostEnd::Flooded
                    } else {
                        self.keep(error);
                        HostEnd::Stopped
                    }
                },
            )
        })
    }
}

impl PythonHost {
    fn keep(&self, error: PyErr) {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.get_or_insert(error);
    }
}

/// Plays a game between two hosts by the rules of the contest.
#[pyfunction]
pub(crate) fn referee(
    black: Py<PyAny>,
    white: Py<PyAny>,
    names: (String, String),
    start: &Board,
    seconds: f64,
    game_seconds: f64,
) -> PyResult<Finished> {
    let time = TimeControl {
        per_move: Some(read_seconds(seconds)?),
        game: Some(read_seconds(game_seconds)?),
        increment: Duration::ZERO,
    };
    let raised = Arc::default();
    let running = |name: String, host| {
        let host = PythonHost { host, raised: Arc::clone(&raised) };
        let rules = ContestRules::default();
        RunningAgent::in_process(name.as_str().into(), time, rules, Box::new(host))
    };
    let (mut black, mut white) = (running(names.0, black), running(names.1, white));
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let finished = referee.play(1, start.game(), &mut black, &mut white, None);
    let exception = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(exception) = exception {
        return Err(exception);
    }
    let finished = finished.expect("it is stopped only by an exception");
    let fault = finished
        .fault
        .map(|(colour, fault)| (side(colour), kind(fault.kind), fault.text.to_string()));
    let remarks =
        finished.remarks.into_iter().map(|(colour, text)| (side(colour), text.to_string()));
    Ok((finished.record.into(), fault, remarks.collect()))
}

/// The name of a kind of fault, as in the records of `wane match`.
const fn kind(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Crash => "crash",
        FaultKind::Illegal => "illegal",
        FaultKind::Memory => "memory",
        FaultKind::Output => "output",
        FaultKind::Resigned => "resigned",
        FaultKind::TimeOut => "time-out",
    }
}
