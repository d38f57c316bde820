//! [`PlayerClock`]: the clock of a player.

use std::fmt;
use std::time::Duration;

use wane_formats::{self as formats, TimeControl};

use crate::agent::Protocol;

/// The time for a move that stands for no limit.
pub(crate) const NO_LIMIT: Duration = Duration::from_hours(24);

/// A time in whole milliseconds, as in protocols and records.
pub(crate) fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How much later than its limit a move may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    /// For programs, which have clocks of their own.
    pub margin: Duration,
    /// For contest files: the time from the limit, at which they are interrupted, to the answer.
    pub grace: Duration,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { margin: Duration::from_millis(200), grace: Duration::from_millis(50) }
    }
}

impl Tolerance {
    /// The same for all players.
    #[must_use]
    pub const fn equal(time: Duration) -> Self {
        Self { margin: time, grace: time }
    }

    /// That for a player with this protocol.
    pub(crate) const fn of(&self, protocol: Protocol) -> Duration {
        match protocol {
            Protocol::Contest(_) => self.grace,
            Protocol::NBoard | Protocol::Gtp | Protocol::Ugi => self.margin,
        }
    }
}

/// The clock of one player in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerClock {
    pub(crate) control: TimeControl,
    /// The time left for the game.
    pub(crate) left: Option<Duration>,
}

/// The limit that a move exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overrun {
    Move(Duration),
    Game(Duration),
}

impl PlayerClock {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { control, left: control.game }
    }

    /// The time left, as in a game record.
    pub(crate) fn recorded(&self) -> Option<formats::ClockInfo> {
        let increment_ms = whole_ms(self.control.increment);
        self.left.map(|left| formats::ClockInfo {
            main_ms: whole_ms(left),
            increment_ms,
            grace_ms: 0,
        })
    }

    /// The limit of the next move.
    pub(crate) fn limit(&self) -> Option<Duration> {
        [self.control.per_move, self.left].into_iter().flatten().min()
    }

    /// What a move exceeds that comes too late.
    pub(crate) fn overrun(&self) -> Overrun {
        let Self { control: TimeControl { per_move, game, .. }, left } = *self;
        match game {
            Some(game) if per_move.is_none() || left < per_move => Overrun::Game(game),
            _ => Overrun::Move(per_move.unwrap_or(NO_LIMIT)),
        }
    }

    /// Charges the time of a move; `margin` is tolerated.
    pub(crate) fn charge(&mut self, taken: Duration, margin: Duration) -> Result<(), Overrun> {
        if self.limit().is_some_and(|limit| taken > limit + margin) {
            return Err(self.overrun());
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(taken) + self.control.increment;
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
        let mut clock = PlayerClock::new(TimeControl::CONTEST);
        assert_eq!(clock.limit(), Some(secs(5)));
        assert_eq!(clock.charge(secs(7), secs(1)), Err(Overrun::Move(secs(5))));
        for _ in 0..36 {
            clock.charge(secs(5), Duration::ZERO).unwrap();
        }
        assert_eq!(clock.left, Some(Duration::ZERO));
        clock.charge(secs(1), secs(1)).unwrap();
        assert_eq!(clock.overrun(), Overrun::Game(secs(180)));
        assert_eq!(clock.charge(secs(2), secs(1)), Err(Overrun::Game(secs(180))));
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut clock = PlayerClock::new("10s+2s".parse().unwrap());
        clock.charge(Duration::from_secs(9), Duration::ZERO).unwrap();
        assert_eq!(clock.limit(), Some(Duration::from_secs(3)));
    }
}
