//! [`Clock`]: the time of one side in GTP.

use std::time::Duration;

use wane_formats::gtp::Seconds;
use wane_search::GameClock;

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Clock {
    /// The time that is left for the game.
    left: Option<Duration>,
    /// The time that is added after each move.
    increment: Duration,
    /// The time of each move when none is left for the game.
    overtime: Option<Duration>,
}

impl Clock {
    /// `time_settings`. Without stones, a time for overtime means that there is no limit. One stone
    /// is read by some as an increment and by others as overtime; what we do is safe with both.
    pub(super) fn canadian(main: Seconds, byo_yomi: Seconds, stones: u32) -> Self {
        match (main.ms, byo_yomi.ms, stones) {
            (0, 0, _) | (_, 1.., 0) => Self::default(),
            (_, 0, _) => Self { left: Some(duration(main)), ..Self::default() },
            (main_ms, 1.., 1..) => {
                let left = Some(duration(main)).filter(|_| main_ms > 0);
                Self { left, overtime: Some(duration(byo_yomi) / stones), ..Self::default() }
            }
        }
    }

    pub(super) fn fischer(main: Seconds, increment: Seconds) -> Self {
        let (left, increment) = (Some(duration(main)), duration(increment));
        Self { left, increment, overtime: None }
    }

    pub(super) fn per_move(time: Seconds) -> Self {
        Self { overtime: Some(duration(time)), ..Self::default() }
    }

    /// `time_left`: the time for the game, or for this number of stones.
    pub(super) fn show(&mut self, time: Seconds, stones: u32) {
        if let Some(overtime) = duration(time).checked_div(stones) {
            (self.left, self.overtime) = (None, Some(overtime));
        } else {
            self.left = Some(duration(time));
        }
    }

    /// Takes off the time of a move.
    pub(super) fn run(&mut self, time: Duration) {
        let left = self.left.map(|left| left.saturating_sub(time) + self.increment);
        // With overtime, the game time ends when it is shorter than the time of a move.
        self.left = left.filter(|left| self.overtime.is_none_or(|overtime| *left > overtime));
    }

    /// The limits of the next move; `None` if there are none.
    pub(super) fn game_clock(&self) -> Option<GameClock> {
        let Self { left, increment, overtime } = *self;
        match (left, overtime) {
            (None, None) => None,
            (None, per_move) => Some(GameClock { per_move, ..GameClock::default() }),
            (Some(_), _) => Some(GameClock { left, increment, per_move: None }),
        }
    }
}

fn duration(time: Seconds) -> Duration {
    Duration::from_millis(time.ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Seconds {
        Seconds { ms: 1000 * seconds }
    }

    fn left(clock: Clock) -> Option<(Option<u64>, Option<u64>)> {
        let GameClock { left, per_move, .. } = clock.game_clock()?;
        Some((left.map(|time| time.as_secs()), per_move.map(|time| time.as_secs())))
    }

    #[test]
    fn time_settings_mean_what_hosts_mean_by_them() {
        let settings = |main, byo_yomi, stones| {
            left(Clock::canadian(seconds(main), seconds(byo_yomi), stones))
        };
        assert_eq!(settings(0, 0, 0), None);
        assert_eq!(settings(60, 5, 0), None);
        assert_eq!(settings(180, 0, 0), Some((Some(180), None)));
        assert_eq!(settings(0, 5, 1), Some((None, Some(5))));
        assert_eq!(settings(60, 30, 10), Some((Some(60), None)));
    }

    #[test]
    fn the_time_that_the_host_shows_counts_and_without_it_the_clock_runs() {
        let mut clock = Clock::canadian(seconds(60), seconds(30), 10);
        clock.run(Duration::from_secs(20));
        assert_eq!(left(clock), Some((Some(40), None)));
        clock.run(Duration::from_secs(38));
        assert_eq!(left(clock), Some((None, Some(3))));
        clock.show(seconds(20), 10);
        assert_eq!(left(clock), Some((None, Some(2))));
        clock.show(seconds(50), 0);
        assert_eq!(left(clock), Some((Some(50), None)));
        let mut fischer = Clock::fischer(seconds(10), seconds(2));
        fischer.run(Duration::from_secs(3));
        assert_eq!(left(fischer), Some((Some(9), None)));
    }
}
