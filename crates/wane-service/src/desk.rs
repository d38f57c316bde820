//! [`Desk`]: takes tasks and hands out tickets; the latest task counts. What is told about a task carries
//! its ticket, and what comes from one that was dropped is not heard of.
//!
//! Where the thinking is done is for a [`Host`] to say: a thread, a pool of them, or, in a browser, the
//! caller itself, which then needs no desk.

use std::sync::Arc;

use thiserror::Error;
use wane_search::{Clock, Control};

use crate::task::{Event, Task};
use crate::thinker::Thinker;

/// What everything that is told about a task carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

/// A task with its ticket, and what stops it.
#[derive(Debug)]
pub struct Ticketed {
    /// Its ticket.
    pub ticket: Ticket,
    /// The task.
    pub task: Task,
    /// Stops it.
    pub control: Arc<Control<'static>>,
}

/// What is told about a task.
#[derive(Clone, Debug)]
pub enum Told {
    /// Something came to light.
    Event(Event),
    /// It is done, was stopped, or was cut by the host.
    End {
        /// Whether the host cut it short.
        is_cut: bool,
    },
}

/// Where thinking is done.
pub trait Host {
    /// Takes a task; what is told about it goes wherever the host sends it.
    ///
    /// # Errors
    /// If too many tasks are waiting.
    fn take(&mut self, task: Ticketed) -> Result<(), Busy>;
}

/// Too many tasks are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many tasks are waiting; try again in a few seconds")]
pub struct Busy;

/// A desk in front of a host. The task that is under way is stopped when it goes out of scope.
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

    /// Asks for a task; the one before it is dropped.
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

    /// The ticket of the task that is under way.
    pub fn current(&self) -> Option<Ticket> {
        self.current.as_ref().map(|(ticket, _)| *ticket)
    }

    /// Wants the answer now.
    pub fn stop(&self) {
        if let Some((_, control)) = &self.current {
            control.stop();
        }
    }

    /// Whether the answer is wanted now, or none is.
    pub fn is_stopped(&self) -> bool {
        self.current.as_ref().is_none_or(|(_, control)| control.is_stopped())
    }

    /// Wants no answer any more.
    pub fn drop_task(&mut self) {
        self.stop();
        self.current = None;
    }

    /// What was told, if it is about the task that is under way.
    pub fn hear(&mut self, ticket: Ticket, told: Told) -> Option<Told> {
        if self.current() != Some(ticket) {
            return None;
        }
        if matches!(told, Told::End { .. }) {
            self.current = None;
        }
        Some(told)
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
    /// Does the task, unless it was stopped while it waited. The clock counts from when it was asked for;
    /// `limit`, if there is one, cuts it short. `tell` says whether it is still heard.
    pub fn run(
        &self,
        thinker: &mut Thinker,
        clock: Clock<'_>,
        limit: Option<&(dyn Fn(u64) -> bool + Sync)>,
        tell: &mut dyn FnMut(Ticket, Told) -> bool,
    ) {
        let Self { ticket, task, control } = self;
        let bounded = Control::part_of(control);
        let bounded = match limit {
            Some(limit) => bounded.until(limit),
            None => bounded,
        };
        if !control.is_stopped() {
            thinker.run(task, clock, &bounded, &mut |event| {
                if !tell(*ticket, Told::Event(event)) {
                    control.stop();
                }
            });
        }
        let is_cut = bounded.is_stopped() && !control.is_stopped();
        tell(*ticket, Told::End { is_cut });
    }
}
