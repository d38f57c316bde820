//! [`Wanted`]: the task that a game on the screen wants to run, and its purpose.

use std::time::Duration;

use wane_search::{Budget, Limits};
use wane_service::Task;

/// A task that should run, and its purpose.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) purpose: Purpose,
    pub(crate) task: Task,
}

/// The purpose of a task.
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

/// The limits of the tasks for the player, and the seed of the opponent's random choices.
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
