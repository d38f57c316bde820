//! [`Task`]: work on a native thread, while Python's signal handlers run and other threads of Python go on.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use wane_search::Control;

/// How often the interpreter gets a turn: alarms and Ctrl-C must come through.
const TICK: Duration = Duration::from_millis(10);

/// Work on a thread of its own, with the events that it reports. It ends when the task is dropped.
pub(crate) struct Task<E, R> {
    control: Arc<Control<'static>>,
    events: Receiver<E>,
    thread: Option<JoinHandle<R>>,
}

impl<E: Send + 'static, R: Send + 'static> Task<E, R> {
    /// Starts `work`, which reports events to its second argument and ends soon after `control` is stopped.
    pub(crate) fn start(
        control: Arc<Control<'static>>,
        work: impl FnOnce(&Control<'static>, &mut dyn FnMut(E)) -> R + Send + 'static,
    ) -> PyResult<Self> {
        let (report, events) = mpsc::channel();
        let thread = thread::Builder::new().name("wane".into()).spawn({
            let control = Arc::clone(&control);
            move || {
                // Nobody may listen any more.
                work(&control, &mut |event| drop(report.send(event)))
            }
        });
        let thread = thread.map_err(|error| {
            PyRuntimeError::new_err(format!("a thread for the search cannot be started: {error}"))
        })?;
        Ok(Self { control, events, thread: Some(thread) })
    }

    /// What stops the work.
    pub(crate) fn control(&self) -> Arc<Control<'static>> {
        Arc::clone(&self.control)
    }

    /// Waits for the next event; `None` when the work is done.
    ///
    /// # Errors
    /// With the exception of a signal handler; the work is stopped.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<E>> {
        loop {
            let events = &mut self.events;
            match py.detach(move || events.recv_timeout(TICK)) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(exception) = py.check_signals() {
                self.control.stop();
                return Err(exception);
            }
        }
    }

    /// Waits for the end of the work and returns its result.
    ///
    /// # Errors
    /// With the exception of a signal handler; the work is stopped.
    pub(crate) fn finish(mut self, py: Python<'_>) -> PyResult<R> {
        while self.next(py)?.is_some() {}
        let thread = self.thread.take().expect("it is joined here or in drop");
        py.detach(|| thread.join()).map_err(|_| PyRuntimeError::new_err("the search has failed"))
    }
}

impl<E, R> Drop for Task<E, R> {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the work was reported on standard error.
            let _ = thread.join();
        }
    }
}
