//! [`Agent`]: who plays, and how it is run; [`Player`]: an agent under way.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::process::Process;
use crate::seat::{Contest, ContestRules, Gtp, NBoard, Seat, Ugi};
use crate::venue::Venue;
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
    /// A contest file, behind a host of ours.
    Contest(ContestRules),
}

impl Protocol {
    /// Those that programs speak themselves.
    pub const SPOKEN: [Self; 3] = [Self::NBoard, Self::Gtp, Self::Ugi];

    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
            Self::Ugi => "ugi",
            Self::Contest(_) => "contest",
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
        let known = Self::SPOKEN.into_iter().find(|protocol| protocol.name() == name);
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
        write!(f, "{:?} is not {}", self.name, Protocol::SPOKEN.map(Protocol::name).join(", "))
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
    /// The program, or the contest file.
    pub program: PathBuf,
    /// The arguments of the program.
    pub args: Vec<String>,
    /// How long it may think.
    pub time: TimeControl,
    /// How much memory it may take, in bytes; a contest file on top of Python and its libraries.
    pub memory: Option<u64>,
    /// Whether it plays in the sandbox.
    pub is_untrusted: bool,
}

impl Agent {
    /// Starts the program.
    fn start(&self, venue: &Venue) -> Result<Box<dyn Seat>, Fault> {
        let crash = |why: &dyn fmt::Display| {
            let text = format!("{} cannot be started: {why}", self.program.display());
            Fault::new(FaultKind::Crash, text)
        };
        let command = venue.command(self).map_err(|error| crash(&error))?;
        // A contest file is watched from when its host has told what was there before.
        let memory = self.memory.filter(|_| !matches!(self.protocol, Protocol::Contest(_)));
        let process = Process::start(command, memory, venue.stop());
        let process = process.map_err(|error| crash(&error))?;
        Ok(match self.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
            Protocol::Contest(rules) => Box::new(Contest::new(process, rules, self.memory)),
        })
    }
}

/// An agent under way. It is started when it is first needed, and again after a fault.
pub struct Player<'a> {
    pub(crate) agent: &'a Agent,
    seat: Option<Box<dyn Seat>>,
    venue: &'a Venue,
}

impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("agent", self.agent).finish_non_exhaustive()
    }
}

impl<'a> Player<'a> {
    /// A player that is not started yet.
    #[must_use]
    pub fn new(agent: &'a Agent, venue: &'a Venue) -> Self {
        Self { agent, seat: None, venue }
    }

    /// Its seat at the board.
    pub(crate) fn seat(&mut self) -> Result<&mut dyn Seat, Fault> {
        let seat = match self.seat.take() {
            Some(seat) => seat,
            None => self.agent.start(self.venue)?,
        };
        Ok(self.seat.insert(seat).as_mut())
    }

    /// Ends the program.
    pub(crate) fn leave(&mut self) {
        self.seat = None;
    }
}
