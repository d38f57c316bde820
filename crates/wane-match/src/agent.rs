//! [`Agent`]: who plays, and how it is run; [`Player`]: an agent under way.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::process::{Process, Stop};
use crate::seat::{Gtp, NBoard, Seat, Ugi};
use crate::{Fault, FaultKind, TimeControl};

/// What an agent speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// NBoard, version 2.
    NBoard,
    /// GTP, version 2.
    Gtp,
    /// UGI.
    Ugi,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NBoard, Self::Gtp, Self::Ugi];

    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
            Self::Ugi => "ugi",
        }
    }
}

/// A text is not the name of a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProtocol {
    name: String,
}

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(name: &str) -> Result<Self, UnknownProtocol> {
        let known = Self::ALL.into_iter().find(|protocol| protocol.name() == name);
        known.ok_or_else(|| UnknownProtocol { name: name.into() })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}", self.name, Protocol::ALL.map(Protocol::name).join(", "))
    }
}

impl std::error::Error for UnknownProtocol {}

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    /// What to call it; no two agents of a match have the same.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// The program, and what it is told.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// How long it may think.
    pub time: TimeControl,
    /// How much memory it may take, in bytes.
    pub memory: Option<u64>,
}

impl Agent {
    /// Starts the program.
    fn start(&self, stop: &Stop) -> Result<Box<dyn Seat>, Fault> {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        let process = Process::start(command, self.memory, stop).map_err(|error| {
            let text = format!("{} cannot be started: {error}", self.program.display());
            Fault::new(FaultKind::Crash, text)
        })?;
        Ok(match self.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
        })
    }
}

/// An agent under way. It is started when it is first needed, and again after a fault.
pub struct Player<'a> {
    pub(crate) agent: &'a Agent,
    seat: Option<Box<dyn Seat>>,
    stop: Stop,
}

impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("agent", self.agent).finish_non_exhaustive()
    }
}

impl<'a> Player<'a> {
    /// A player that is not started yet.
    #[must_use]
    pub fn new(agent: &'a Agent, stop: &Stop) -> Self {
        Self { agent, seat: None, stop: stop.clone() }
    }

    /// Its seat at the board.
    pub(crate) fn seat(&mut self) -> Result<&mut dyn Seat, Fault> {
        let seat = match self.seat.take() {
            Some(seat) => seat,
            None => self.agent.start(&self.stop)?,
        };
        Ok(self.seat.insert(seat).as_mut())
    }

    /// Ends the program.
    pub(crate) fn leave(&mut self) {
        self.seat = None;
    }
}
