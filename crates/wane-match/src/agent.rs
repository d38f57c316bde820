//! [`AgentProgram`]: a program that plays, and how it is run.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_text::Foreign;

use crate::TimeControl;
use crate::contest::{ContestRules, MoveClock};

/// The protocol that an agent speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// NBoard, version 2.
    NBoard,
    /// GTP, version 2.
    Gtp,
    /// UGI.
    Ugi,
    /// A contest file, run by our host.
    Contest(ContestRules),
}

impl Protocol {
    /// The protocols that programs speak themselves.
    pub const SPOKEN: [Self; 3] = [Self::NBoard, Self::Gtp, Self::Ugi];

    /// Its name in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
            Self::Ugi => "ugi",
            Self::Contest(_) => "contest",
        }
    }

    /// Which time a move costs; programs have clocks of their own, on the wall.
    #[must_use]
    pub const fn clock(self) -> MoveClock {
        match self {
            Self::Contest(rules) => rules.clock,
            Self::NBoard | Self::Gtp | Self::Ugi => MoveClock::Wall,
        }
    }
}

/// A text is not the name of a protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name:?} is not {}", Protocol::SPOKEN.map(Protocol::name).join(", "))]
pub struct UnknownProtocol {
    name: Foreign,
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

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentProgram {
    /// Its name; no two agents of a match have the same.
    pub name: Foreign,
    /// Its protocol.
    pub protocol: Protocol,
    /// The program, or the contest file.
    pub program: PathBuf,
    /// The folder that a contest file sees in the sandbox; if there is none, it sees only itself.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// The arguments of the program.
    pub args: Vec<String>,
    /// How long it may think.
    pub time: TimeControl,
    /// How much memory it may take, in bytes; a contest file on top of Python and its libraries.
    pub memory: Option<u64>,
    /// Whether it runs in the sandbox.
    pub is_untrusted: bool,
}

impl AgentProgram {
    /// A program that is trusted and may take any amount of memory.
    #[must_use]
    pub fn new(
        name: Foreign,
        protocol: Protocol,
        program: PathBuf,
        args: Vec<String>,
        time: TimeControl,
    ) -> Self {
        let (folder, memory, is_untrusted) = (None, None, false);
        Self { name, protocol, program, folder, args, time, memory, is_untrusted }
    }
}
