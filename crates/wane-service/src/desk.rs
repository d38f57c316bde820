//! [`Desk`]: takes tasks and hands out tickets; a new task replaces the one before. Every update carries the
//! ticket of its task, and updates of a task that was dropped are ignored.
//!
//! A [`Host`] decides where a task runs: on a thread, or in a pool of threads. In a browser the caller runs tasks
//! directly and needs no desk.

use std::sync::Arc;

use thiserror::Error;
use wane_search::{Clock, Control};

use crate::task::{Event, Task};
use crate::thinker::Thinker;

/// The identity of a task at a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

/// A task with its ticket and its cancellation.
#[derive(Debug)]
pub struct Ticketed {
    /// The ticket.
    pub ticket: Ticket,
    /// The task.
    pub task: Task,
    /// Stops the task.
    pub control: Arc<Control<'static>>,
}

/// News of a task.
#[derive(Clone, Debug)]
pub enum Update {
    /// The task has found something.
    Event(Event),
    /// The task is done, was stopped, or was cut short by the host.
    End {
        /// Whether the host cut it short.
        is_cut: bool,
    },
}

/// Runs the tasks of a desk.
pub trait Host {
    /// Takes a task and runs it later. The host decides where its updates go.
    ///
    /// # Errors
    /// If too many tasks are waiting.
    fn take(&mut self, task: Ticketed) -> Result<(), Busy>;
}

/// Too many tasks are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many tasks are waiting; try again in a few seconds")]
pub struct Busy;

/// The current task of a client at a host. Dropping the desk stops the task.
#[derive(Debug)]
pub struct Desk<H: Host> {
    host: H,
    last: u64,
    current: Option<(Ticket, Arc<Control<'static>>)>,
}

impl<H: Host> Desk<H> {
    /// A desk without a task.
    pub fn new(host: H) -> Self {
        Self { host, last: 0, current: None }
    }

    /// Submits a task; the one before it is dropped.
    ///
    /// # Errors
    /// If too many tasks are waiting.
    pub fn ask(&mut self, task: Task) -> Result<Ticket, Busy> {
        self.drop_task();
        self.last += 1;
        let (ticket, control) = (Ticket(self.last), Arc::new(Control::new()));
        self.host.take(Ticketed { ticket, task, control: Arc::clone(&control) })?;
        self.current = Some((ticket, control));
        Ok(ticket)
    }

    /// The ticket of the current task.
    pub fn current(&self) -> Option<Ticket> {
        self.current.as_ref().map(|(ticket, _)| *ticket)
    }

    /// Stops the current task; its answer so far still comes.
    pub fn stop(&self) {
        if let Some((_, control)) = &self.current {
            control.stop();
        }
    }

    /// Whether the current task was stopped, or there is none.
    pub fn is_stopped(&self) -> bool {
        self.current.as_ref().is_none_or(|(_, control)| control.is_stopped())
    }

    /// Stops the current task and ignores the rest of its updates.
    pub fn drop_task(&mut self) {
        self.stop();
        self.current = None;
    }

    /// The update, if it belongs to the current task.
    pub fn receive(&mut self, ticket: Ticket, update: Update) -> Option<Update> {
        if self.current() != Some(ticket) {
            return None;
        }
        if matches!(update, Update::End { .. }) {
            self.current = None;
        }
        Some(update)
    }

    /// The host.
    pub fn host(&mut self) -> &mut H {
        &mut self.host
    }
}

impl<H: Host> Drop for Desk<H> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Ticketed {
    /// Runs the task, unless it was stopped before. The clock counts from when the task was submitted; `limit`, if
    /// there is one, cuts it short. `emit` returns whether the client still listens.
    pub fn run(
        &self,
        thinker: &mut Thinker,
        clock: Clock<'_>,
        limit: Option<&(dyn Fn(u64) -> bool + Sync)>,
        emit: &mut dyn FnMut(Ticket, Update) -> bool,
    ) {
        let Self { ticket, task, control } = self;
        let bounded = Control::part_of(control);
        let bounded = match limit {
            Some(limit) => bounded.until(limit),
            None => bounded,
        };
        if !control.is_stopped() {
            thinker.run(task, clock, &bounded, &mut |event| {
                if !emit(*ticket, Update::Event(event)) {
                    control.stop();
                }
            });
        }
        let is_cut = bounded.is_stopped() && !control.is_stopped();
        emit(*ticket, Update::End { is_cut });
    }
}
