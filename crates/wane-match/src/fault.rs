//! [`Fault`]: why a player lost a game, whatever the board says.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_formats::Reason;
use wane_text::Foreign;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    Illegal,
    /// No move within the time for a move, or for the game.
    TimeOut,
    /// The program ended, could not be started, or raised an error.
    Crash,
    /// The program took more memory than allowed.
    Memory,
    /// The output was not a move, or too long.
    Output,
    /// The player gave up.
    Resigned,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Illegal, Self::TimeOut, Self::Crash, Self::Memory, Self::Output, Self::Resigned];

    /// Its name in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal move",
            Self::TimeOut => "out of time",
            Self::Crash => "crash",
            Self::Memory => "too much memory",
            Self::Output => "wrong output",
            Self::Resigned => "resigned",
        }
    }

    /// The reason in a game record.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::Illegal => Reason::Illegal,
            Self::TimeOut => Reason::Time,
            Self::Resigned => Reason::Resigned,
            Self::Crash | Self::Memory | Self::Output => Reason::Left,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault of a player, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[error("{kind}: {text}")]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// What exactly happened, for the author of the player.
    pub text: Foreign,
}

impl Fault {
    /// A fault and what exactly happened.
    #[must_use]
    pub fn new(kind: FaultKind, text: impl Into<Foreign>) -> Self {
        Self { kind, text: text.into() }
    }
}
