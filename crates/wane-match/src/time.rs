//! [`Clock`]: how long a player may still think.

use std::fmt;
use std::time::Duration;

use wane_formats::{self as formats, TimeControl};

/// What counts as no limit for a move.
pub(crate) const NO_LIMIT: Duration = Duration::from_hours(24);

/// A time as the protocols and records have it.
pub(crate) fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The clock of one player in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) control: TimeControl,
    /// What is left of the time for the game.
    pub(crate) left: Option<Duration>,
}

/// A move took longer than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overrun {
    Move(Duration),
    Game(Duration),
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { control, left: control.game }
    }

    /// What is left, as a record has it.
    pub(crate) fn recorded(&self) -> Option<formats::Clock> {
        let increment_ms = whole_ms(self.control.increment);
        self.left.map(|left| formats::Clock { main_ms: whole_ms(left), increment_ms, grace_ms: 0 })
    }

    /// What the next move may take.
    pub(crate) fn limit(&self) -> Option<Duration> {
        [self.control.per_move, self.left].into_iter().flatten().min()
    }

    /// Takes the time of a move off; `margin` is what is forgiven.
    pub(crate) fn charge(&mut self, taken: Duration, margin: Duration) -> Result<(), Overrun> {
        if let Some(per_move) = self.control.per_move
            && taken > per_move + margin
        {
            return Err(Overrun::Move(per_move));
        }
        if let Some(left) = self.left {
            if taken > left + margin {
                return Err(Overrun::Game(self.control.game.unwrap_or(left)));
            }
            self.left = Some(left.saturating_sub(taken) + self.control.increment);
        }
        Ok(())
    }
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(time) => write!(f, "{} s are allowed for a move", time.as_secs_f64()),
            Self::Game(time) => {
                write!(f, "the {} s for the game are used up", time.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_and_forgives_the_margin_once_only() {
        let secs = Duration::from_secs;
        let mut clock = Clock::new(TimeControl::CONTEST);
        assert_eq!(clock.limit(), Some(secs(5)));
        assert_eq!(clock.charge(secs(7), secs(1)), Err(Overrun::Move(secs(5))));
        for _ in 0..36 {
            clock.charge(secs(5), Duration::ZERO).unwrap();
        }
        assert_eq!(clock.left, Some(Duration::ZERO));
        clock.charge(secs(1), secs(1)).unwrap();
        assert_eq!(clock.charge(secs(2), secs(1)), Err(Overrun::Game(secs(180))));
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut clock = Clock::new("10s+2s".parse().unwrap());
        clock.charge(Duration::from_secs(9), Duration::ZERO).unwrap();
        assert_eq!(clock.limit(), Some(Duration::from_secs(3)));
    }
}
