//! [`HostFailure`] and [`AgentError`]: what went wrong in a host, as codes with fields. Programs act on the codes;
//! `Display` has the words for people.

use std::fmt;

use serde::{Deserialize, Serialize};
use wane_text::Foreign;

/// Why a host could not execute a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum HostFailure {
    /// Loading the file raised an exception.
    LoadingRaised {
        /// The exception.
        error: AgentError,
    },
    /// The file has no class `AI`.
    NoClass,
    /// `AI` or its `go` takes other parameters than the contest gives.
    Parameters {
        /// Which of the two.
        of: Callee,
        /// What it takes.
        takes: Foreign,
        /// What the contest gives.
        gives: Foreign,
    },
    /// Constructing an `AI` raised an exception.
    ConstructorRaised {
        /// The exception.
        error: AgentError,
    },
    /// Class `AI` has no method `go`.
    NoGo,
    /// The line of the referee is no command, or comes at the wrong moment.
    NotACommand {
        /// Why.
        detail: Foreign,
    },
}

/// What the contest calls in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Callee {
    /// The constructor.
    AI,
    /// The method `go`.
    #[serde(rename = "AI.go")]
    Go,
}

/// An exception of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentError {
    /// Its type: `ZeroDivisionError`.
    pub name: Foreign,
    /// Its text in one line; may be empty.
    pub text: Foreign,
    /// The last line of the agent that it came from.
    #[serde(default)]
    pub place: Option<CodeLine>,
    /// The number of the system's error, if it is an `OSError`.
    #[serde(default)]
    pub errno: Option<i32>,
    /// Its traceback, for the log of the game.
    #[serde(default)]
    pub traceback: String,
}

/// A line of the code of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodeLine {
    /// The file, relative to the folder of the agent.
    pub file: Foreign,
    /// The line, from 1.
    pub line: u32,
}

impl HostFailure {
    /// The exception, if there was one.
    #[must_use]
    pub fn error(&self) -> Option<&AgentError> {
        match self {
            Self::LoadingRaised { error } | Self::ConstructorRaised { error } => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for HostFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoadingRaised { error } => write!(f, "loading the file raised {error}"),
            Self::NoClass => f.write_str("the file has no class AI"),
            Self::Parameters { of, takes, gives } => {
                write!(f, "{of} takes {takes}, the contest gives {gives}")
            }
            Self::ConstructorRaised { error } => write!(f, "making an AI raised {error}"),
            Self::NoGo => f.write_str("class AI has no method go"),
            Self::NotACommand { detail } => write!(f, "not a command: {detail}"),
        }
    }
}

impl fmt::Display for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AI => "AI",
            Self::Go => "AI.go",
        })
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.text.is_empty() {
            write!(f, ": {}", self.text)?;
        }
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

impl fmt::Display for CodeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line } = self;
        write!(f, "{file}, line {line}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_has_words_and_an_exception_its_place() {
        let place = CodeLine { file: "agent.py".into(), line: 3 };
        let raised = |text: &str, place| AgentError {
            name: "ValueError".into(),
            text: text.into(),
            place,
            errno: None,
            traceback: String::new(),
        };
        let (loading, making) = (raised("no \u{1b}", Some(place)), raised("", None));
        let of = |of| {
            let (takes, gives) = ("(self)".into(), "(chessboard)".into());
            HostFailure::Parameters { of, takes, gives }
        };
        for (failure, words, error) in [
            (
                HostFailure::LoadingRaised { error: loading.clone() },
                r"loading the file raised ValueError: no \u{1b} (agent.py, line 3)",
                Some(&loading),
            ),
            (
                HostFailure::ConstructorRaised { error: making.clone() },
                "making an AI raised ValueError",
                Some(&making),
            ),
            (HostFailure::NoClass, "the file has no class AI", None),
            (HostFailure::NoGo, "class AI has no method go", None),
            (of(Callee::AI), "AI takes (self), the contest gives (chessboard)", None),
            (of(Callee::Go), "AI.go takes (self), the contest gives (chessboard)", None),
            (
                HostFailure::NotACommand { detail: "go before new".into() },
                "not a command: go before new",
                None,
            ),
        ] {
            assert_eq!(failure.to_string(), words);
            assert_eq!(failure.error(), error);
        }
    }
}
