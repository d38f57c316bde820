//! [`Player`]: an agent under way, at the board.

use std::fmt;
use std::sync::Arc;

use crate::agent::{Agent, Protocol};
use crate::process::Process;
use crate::seat::{Contest, Gtp, NBoard, Seat, Ugi};
use crate::venue::Venue;
use crate::{Fault, FaultKind, Stop};

/// An agent under way. It is started when it is first needed, and again after a fault.
pub struct Player {
    pub(crate) agent: Agent,
    seat: Option<Box<dyn Seat>>,
    venue: Arc<Venue>,
    stop: Stop,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("agent", &self.agent).finish_non_exhaustive()
    }
}

impl Player {
    /// A player that is not started yet. Waiting for it ends when `stop` is turned.
    #[must_use]
    pub fn new(agent: &Agent, venue: &Arc<Venue>, stop: &Stop) -> Self {
        Self { agent: agent.clone(), seat: None, venue: Arc::clone(venue), stop: stop.clone() }
    }

    /// Its seat at the board.
    pub(crate) fn seat(&mut self) -> Result<&mut dyn Seat, Fault> {
        let seat = match self.seat.take() {
            Some(seat) => seat,
            None => self.start()?,
        };
        Ok(self.seat.insert(seat).as_mut())
    }

    /// Ends the program.
    pub(crate) fn leave(&mut self) {
        self.seat = None;
    }

    /// Begins a log of what the program writes to standard error.
    pub(crate) fn begin_log(&mut self) {
        if let Some(seat) = &self.seat {
            seat.process().begin_log();
        }
    }

    /// What it has written to standard error since the log was begun; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.seat.as_ref().map_or_else(String::new, |seat| seat.process().log())
    }

    /// Starts the program.
    fn start(&self) -> Result<Box<dyn Seat>, Fault> {
        let agent = &self.agent;
        let crash = |why: &dyn fmt::Display| {
            let text = format!("{} cannot be started: {why}", agent.program.display());
            Fault::new(FaultKind::Crash, text)
        };
        let command = self.venue.command(agent).map_err(|error| crash(&error))?;
        // A contest file is watched from when its host has told what was there before.
        let memory = agent.memory.filter(|_| !matches!(agent.protocol, Protocol::Contest(_)));
        let process = Process::start(command, memory, &self.stop);
        let process = process.map_err(|error| crash(&error))?;
        Ok(match agent.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
            Protocol::Contest(rules) => Box::new(Contest::new(process, rules, agent.memory)),
        })
    }
}
