//! What is wrong with an agent, before a contest finds out: it is asked about ten boards and plays two
//! games, and whatever can be seen on the way is told in plain words.
//!
//! [`Examiner`] looks at an agent; each [`Check`] ends with a [`Verdict`], and each [`Finding`] says
//! what happened and what to do about it. The rules and the clock are those of the
//! [`Referee`](crate::Referee).

mod boards;
mod exam;
mod lists;
mod mistake;
mod results;
mod sheet;
mod subject;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use wane_board::{AnyGame, Size};

use crate::Stop;
use crate::agent::Agent;
use crate::venue::Venue;
use exam::Exam;

/// Who looks at agents.
#[derive(Clone, Copy, Debug)]
pub struct Examiner {
    /// The size of the boards.
    pub size: Size,
    /// How much later than its limit a move may be.
    pub margin: Duration,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Whether there is an agent in the file or the program.
    Load,
    /// Whether it plays legal moves on ten boards of all kinds.
    Boards,
    /// Whether it plays the same move on the same board.
    Repeat,
    /// Whether it plays games to their ends.
    Games,
    /// Whether something of one game disturbs the next.
    State,
    /// Whether its answers are moves, and nothing else happens.
    Output,
    /// How long it thinks.
    Time,
    /// How much memory it takes.
    Memory,
    /// Whether it wants what the sandbox does not allow.
    Sandbox,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// All is well.
    Passed,
    /// It is allowed, and may become dangerous.
    Warning,
    /// It loses games.
    Failed,
}

/// Something that the author of an agent should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is; what has passed is only a remark.
    pub verdict: Verdict,
    /// What happened.
    pub text: String,
    /// What to do about it.
    pub advice: Option<String>,
    /// Where: the board stands at its end.
    pub game: Option<AnyGame>,
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Which one.
    pub check: Check,
    /// What came of it.
    pub verdict: Verdict,
    /// The same in a few words.
    pub text: String,
    /// What to know about it.
    pub findings: Vec<Finding>,
}

/// What is told on the way.
#[derive(Clone, Copy, Debug)]
pub enum News<'n> {
    /// A question was answered, or not.
    Step,
    /// A check is done.
    Done(&'n Checked),
}

impl Examiner {
    /// Looks at an agent; `None` if it was stopped before the end. If the agent cannot be loaded, that
    /// is the only check.
    pub fn examine(
        &self,
        agent: &Agent,
        venue: &Arc<Venue>,
        stop: &Stop,
        hear: &mut dyn FnMut(News<'_>),
    ) -> Option<Vec<Checked>> {
        Exam::new(*self, agent, venue, stop, hear).run().ok()
    }

    /// How many questions there are about, to show how far it is.
    #[must_use]
    pub fn steps(&self) -> usize {
        let empty = self.size.squares().len() as usize - 4;
        // Ten boards, one of them twice more, and two games of half the moves each.
        10 + 2 + empty
    }
}

impl Finding {
    /// A finding that needs no board. Whatever an agent made up for the terminal is taken out.
    fn new(verdict: Verdict, text: &str, advice: &str) -> Self {
        let text = text.chars().filter(|c| !c.is_control()).collect();
        Self { verdict, text, advice: Some(advice.into()), game: None }
    }

    /// The same with a board.
    fn on(self, game: &AnyGame) -> Self {
        Self { game: Some(game.clone()), ..self }
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

    /// In one word.
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

impl Verdict {
    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
