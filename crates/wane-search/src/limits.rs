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

/// A time to aim at, and one not to pass. Where they differ, what is not needed is saved: a steady
/// move takes less than planned, an unsteady one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What an ordinary move should take.
    pub soft: Duration,
    /// The search is stopped.
    pub hard: Duration,
    /// Whether the only move is played at once: in a game, not in an analysis.
    pub forced_at_once: bool,
}

impl Budget {
    /// All of one time, to the end, however easy the move is.
    #[must_use]
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time, forced_at_once: false }
    }

    /// Whether it makes sense to look one move further ahead after so much time. `steady` is the
    /// number of depths that have found the same best move.
    pub(crate) fn allows_more(self, spent: Duration, steady: u32) -> bool {
        if self.soft == self.hard {
            return spent < self.hard;
        }
        // The next depth takes about twice as long as all before it.
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
