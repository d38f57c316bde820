//! [`Crowding`]: the time in which a move by CPU time could not be thought about, since others had the processors.
//!
//! The limit on the wall is there for an agent that sleeps. It stands still while the agent would run if it could, so that
//! a machine with many more games than processors changes no result.

use std::time::Duration;

use super::CPU_STEP;
use crate::process::{Process, Waits};

/// The most time that is given, in limits of the move: no agent holds up a game for hours.
const MOST: u32 = 20;

/// What an agent had used and waited when it was asked.
pub(super) struct Crowding {
    cpu_time: Duration,
    waits: Waits,
    limit: Duration,
}

impl Crowding {
    /// From now on, for a move with this limit.
    pub(super) fn from_now(process: &Process, limit: Duration) -> Self {
        Self { cpu_time: process.cpu_time(), waits: process.waits(), limit }
    }

    /// How long it could not run until now; zero if its CPU time is used up, since it could.
    pub(super) fn until_now(&self, process: &Process) -> Duration {
        let used = process.cpu_time().saturating_sub(self.cpu_time);
        if used > self.limit + CPU_STEP {
            return Duration::ZERO;
        }
        process.waits().since(&self.waits).min(MOST * self.limit)
    }
}
