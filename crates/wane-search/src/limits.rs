//! [`Limits`]: depth, node and time limits of a search.

use std::time::Duration;

/// The limits of a search. The first one that is reached ends it; without limits it ends when the
/// position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// The depth in plies. The number of empty squares, or more, means an exact solution.
    pub depth: Option<u32>,
    /// The node count.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Budget>,
}

/// A soft and a hard time limit. Where they differ, a stable best move takes less than the soft
/// limit, and an unstable one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time of an ordinary move.
    pub soft: Duration,
    /// The time at which the search is stopped.
    pub hard: Duration,
    /// Whether the only move is played at once: in a game, not in an analysis.
    pub forced_at_once: bool,
}

impl Budget {
    /// Uses up exactly this time, also for an easy move.
    #[must_use]
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time, forced_at_once: false }
    }

    /// Whether to start another depth when `spent` is used up. `steady` is the number of depths in
    /// a row with the same best move.
    pub(crate) fn allows_more(self, spent: Duration, steady: u32) -> bool {
        if self.soft == self.hard {
            return spent < self.hard;
        }
        // The next depth takes about twice as long as all depths before it.
        let percent = match steady {
            0 | 1 => 100,
            2 | 3 => 50,
            4 | 5 => 35,
            _ => 25,
        };
        spent < self.soft * percent / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_move_takes_less_than_an_unsteady_one_and_a_fixed_time_is_used_up() {
        let ms = Duration::from_millis;
        let flexible = Budget { soft: ms(100), hard: ms(400), forced_at_once: true };
        assert!(flexible.allows_more(ms(90), 0) && !flexible.allows_more(ms(90), 2));
        assert!(flexible.allows_more(ms(30), 4) && !flexible.allows_more(ms(30), 9));
        let fixed = Budget::exactly(ms(100));
        assert!(fixed.allows_more(ms(99), 9) && !fixed.allows_more(ms(100), 0));
    }
}
