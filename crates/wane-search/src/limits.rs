//! [`Limits`]: how far, how much and how long a search may go.

use std::time::Duration;

/// What ends a search; the first limit that is reached. Without any it ends when the position is
/// solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// How many moves to look ahead; as many as there are empty squares means an exact solution.
    pub depth: Option<u32>,
    /// How many nodes to search.
    pub nodes: Option<u64>,
    /// How long to think.
    pub time: Option<Budget>,
}

/// A time to aim at, and one not to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Nothing is begun that would probably not end by now.
    pub soft: Duration,
    /// The search is stopped.
    pub hard: Duration,
}

impl Budget {
    /// All of one time, to the end.
    #[must_use]
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}
