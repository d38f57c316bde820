//! [`Wanted`]: what a game on the screen wants to have thought about, and what for.

use std::time::Duration;

use wane_search::{Budget, Limits};
use wane_service::Task;

/// A task that the game wants done, and what for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) purpose: Purpose,
    pub(crate) task: Task,
}

/// What a task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Purpose {
    pub(super) turn: u64,
    pub(super) job: Job,
}

/// The kinds of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// The opponent's move.
    Move,
    /// The values of all moves.
    Hint,
    /// The value of the position.
    Evaluate,
}

/// How long the engine thinks for the player, and the seed of the opponent's random choices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinking {
    pub(crate) hint: Limits,
    pub(crate) evaluate: Limits,
    pub(crate) seed: u64,
}

impl Thinking {
    pub(crate) fn with_seed(seed: u64) -> Self {
        let seconds = |seconds| Limits {
            time: Some(Budget::exactly(Duration::from_secs(seconds))),
            ..Limits::default()
        };
        Self { hint: seconds(3), evaluate: seconds(1), seed }
    }
}
