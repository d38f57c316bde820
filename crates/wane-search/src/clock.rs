//! [`GameClock`]: time management, how much of the time of a game one move may take.

use std::time::Duration;

use crate::limits::Budget;

/// The clock of a side before its move. `None` means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameClock {
    /// The time left for the rest of the game.
    pub left: Option<Duration>,
    /// The time added after each move.
    pub increment: Duration,
    /// The limit of one move.
    pub per_move: Option<Duration>,
}

/// The time that may pass between the end of a search and the stop of the clock.
const LAG: Duration = Duration::from_millis(20);

/// With this many empty squares or fewer, the rest is solved in no time.
const SOLVED_FROM: u32 = 14;

/// The moves after the solve that time is reserved for.
const RESERVED: u32 = 3;

/// No move gets more than this fraction of the time left: a quarter.
const LARGEST_PART: u32 = 4;

/// How much longer than planned a difficult move may take.
const STRETCH: u32 = 4;

impl GameClock {
    /// The budget of a move in a position with `empties` empty squares; `None` without limits.
    ///
    /// The time is divided among the moves before the rest of the game can be solved. The clock
    /// never runs out, even if every move takes its hard limit.
    #[must_use]
    pub fn budget(&self, empties: u32) -> Option<Budget> {
        let most = self.per_move.map(|most| most.saturating_sub(LAG));
        let Some(left) = self.left else {
            return most.map(|most| Budget { soft: most, hard: most, forced_at_once: true });
        };
        let left = left.saturating_sub(2 * LAG);
        let moves = RESERVED + empties.saturating_sub(SOLVED_FROM).div_ceil(2);
        let planned = left / moves + self.increment * 3 / 4;
        let most = most.unwrap_or(Duration::MAX).min(left / LARGEST_PART);
        let (soft, hard) = (planned.min(most), (planned * STRETCH).min(most));
        Some(Budget { soft, hard, forced_at_once: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Plays a game in which every move takes its hard limit and the lag; returns the least time
    /// left.
    fn least_left(left: Duration, increment: Duration, per_move: Option<Duration>) -> Duration {
        let mut clock = GameClock { left: Some(left), increment, per_move };
        let mut least = left;
        for empties in (0..=60).rev().step_by(2) {
            let budget = clock.budget(empties).expect("the time is limited");
            assert!(budget.soft <= budget.hard);
            assert!(per_move.is_none_or(|most| budget.hard + LAG <= most));
            let taken = budget.hard + if budget.hard.is_zero() { ms(1) } else { LAG };
            let before = clock.left.expect("the time is limited");
            assert!(taken <= before, "{empties}: {budget:?} of {before:?}");
            let after = before.saturating_sub(taken);
            least = least.min(after);
            clock.left = Some(after + increment);
        }
        least
    }

    #[test]
    fn a_clock_never_runs_out_though_every_move_takes_all_it_may() {
        for left in [500, 1_000, 5_000, 60_000, 180_000, 3_600_000] {
            for increment in [0, 10, 100, 5_000] {
                for per_move in [None, Some(ms(100)), Some(ms(5_000))] {
                    assert!(least_left(ms(left), ms(increment), per_move) > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn the_contest_s_control_gives_the_first_moves_nearly_five_seconds() {
        let clock = |left| GameClock {
            left: Some(ms(left)),
            increment: Duration::ZERO,
            per_move: Some(ms(5_000)),
        };
        let budget = clock(180_000).budget(60).expect("the time is limited");
        assert_eq!(budget.hard, ms(4_980));
        assert!(budget.soft >= ms(4_980));
        // With little time left, the budget is small.
        let budget = clock(10_000).budget(40).expect("the time is limited");
        assert!(budget.soft < ms(700) && budget.hard < ms(2_600), "{budget:?}");
    }

    #[test]
    fn without_a_limit_there_is_no_budget_and_a_move_limit_is_used_up() {
        assert_eq!(GameClock::default().budget(30), None);
        let clock = GameClock { per_move: Some(ms(100)), ..GameClock::default() };
        let budget = Budget { soft: ms(80), hard: ms(80), forced_at_once: true };
        assert_eq!(clock.budget(30), Some(budget));
    }
}
