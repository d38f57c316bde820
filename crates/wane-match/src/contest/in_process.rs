//! [`InProcessHost`]: a host of a contest class in this process, for classes that are trusted.

use std::time::Duration;

/// Answers the questions of a referee, as the script does. It limits the time of the agent itself.
pub trait InProcessHost: Send {
    /// The line with which a host begins.
    fn hello(&mut self) -> String;

    /// Answers a question.
    ///
    /// # Errors
    /// If there is no answer.
    fn ask(&mut self, question: &str) -> Result<HostAnswer, HostEnd>;
}

/// An answer of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostAnswer {
    /// The line.
    pub line: String,
    /// How long ago it was written: an agent may go on after its last candidate was told at the limit.
    pub ago: Duration,
}

/// Why a host has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostEnd {
    /// The agent catches the exception at the end of its time, and continues.
    Stuck,
    /// The agent writes without end.
    Flooded,
    /// The game was stopped by the person who started it.
    Stopped,
}
