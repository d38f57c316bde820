//! Checks of one agent, which find its problems before a contest does: the agent is asked about ten boards and
//! plays two games.
//!
//! [`Examiner`] examines an agent. Each [`Check`] ends with a [`CheckResult`]; each [`Finding`] in it is a
//! problem, as a code with fields. The rules and the clock are those of the [`Referee`](crate::Referee).

mod answer;
mod boards;
mod cause;
mod exam;
mod finding;
mod json;
mod lists;
mod mistake;
mod record;
mod results;
mod subject;
mod summary;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use wane_board::Size;

use crate::agent::AgentProgram;
use crate::runtime::AgentRuntime;
use crate::{Stop, Tolerance};
pub use answer::{AgentAnswer, NumberedBoard};
use exam::Exam;
pub use finding::{Cause, Finding, FindingPlace, Issue, TestBoard};
pub use summary::{CheckSummary, GameTime, LostGame, PythonVersions};

/// Examines agents.
#[derive(Clone, Copy, Debug)]
pub struct Examiner {
    /// The size of the boards.
    pub size: Size,
    /// How much later than its limit a move may be.
    pub tolerance: Tolerance,
}

/// One check of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Whether the file or the program can be loaded.
    Load,
    /// Whether it plays legal moves on ten boards of all kinds.
    Boards,
    /// Whether it plays the same move on the same board.
    Repeat,
    /// Whether it plays games to their ends.
    Games,
    /// Whether anything left from one game disturbs the next.
    State,
    /// Whether its answers are moves.
    Output,
    /// How long it thinks.
    Time,
    /// How much memory it takes.
    Memory,
    /// Whether it needs anything that the sandbox does not allow.
    Sandbox,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CheckVerdict {
    /// No problem was found.
    Passed,
    /// It was not done, or not to its end.
    Skipped,
    /// It is allowed, but may lose a game one day.
    Warning,
    /// It loses games.
    Failed,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckResult {
    /// Which check it was.
    pub check: Check,
    /// How it ended.
    pub verdict: CheckVerdict,
    /// The result in short.
    pub summary: CheckSummary,
    /// The problems.
    pub findings: Vec<Finding>,
}

/// The progress of an examination.
#[derive(Clone, Copy, Debug)]
pub enum CheckEvent<'e> {
    /// A question was answered, or not.
    Step,
    /// A check is done.
    Done(&'e CheckResult),
}

impl Examiner {
    /// Examines an agent; `None` if it was stopped before the end. If the agent cannot be loaded, that is
    /// the only check.
    pub fn examine(
        &self,
        agent: &AgentProgram,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
        on_event: &mut dyn FnMut(CheckEvent<'_>),
    ) -> Option<Vec<CheckResult>> {
        Exam::new(*self, agent, runtime, stop, on_event).run()
    }

    /// Roughly how many questions there are, to show the progress.
    #[must_use]
    pub fn steps(&self) -> usize {
        let empty = self.size.squares().len() as usize - 4;
        // Ten boards, one of them twice more, and two games of half the moves each.
        10 + 2 + empty
    }
}

impl Check {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Load,
        Self::Boards,
        Self::Repeat,
        Self::Games,
        Self::State,
        Self::Output,
        Self::Time,
        Self::Memory,
        Self::Sandbox,
    ];

    /// Its name in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Boards => "boards",
            Self::Repeat => "repeat",
            Self::Games => "games",
            Self::State => "state",
            Self::Output => "output",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Sandbox => "sandbox",
        }
    }
}

impl CheckVerdict {
    /// Its name in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Skipped => "skipped",
            Self::Warning => "warning",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for CheckVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
