//! [`TimeControl`] and [`Clock`]: how long a player may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_formats as formats;

/// How long a player may think. Whatever is there counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// For each move.
    pub per_move: Option<Duration>,
    /// For all of a game.
    pub game: Option<Duration>,
    /// What is added to the time for the game after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// The contest's: five seconds a move and three minutes a game.
    pub const CONTEST: Self = Self {
        per_move: Some(Duration::from_secs(5)),
        game: Some(Duration::from_mins(3)),
        increment: Duration::ZERO,
    };

    /// So long for each move, and no more.
    #[must_use]
    pub const fn per_move(time: Duration) -> Self {
        Self { per_move: Some(time), game: None, increment: Duration::ZERO }
    }
}

/// A text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATimeControl {
    text: String,
}

/// `60` or `60+0.5`: seconds for the game, and seconds more for each move; `50ms` or `5s`: for each
/// move; `5s/180` both.
impl FromStr for TimeControl {
    type Err = NotATimeControl;

    fn from_str(text: &str) -> Result<Self, NotATimeControl> {
        let read =
            || {
                let (per_move, game) = match text.split_once('/') {
                    Some((per_move, game)) => (Some(per_move), Some(game)),
                    None if text.ends_with('s') => (Some(text), None),
                    None => (None, Some(text)),
                };
                let per_move =
                    per_move.map(|text| read_per_move(text).ok_or(())).transpose().ok()?;
                let (main, increment) =
                    match game.map(|game| game.split_once('+').unwrap_or((game, "0"))) {
                        Some((main, more)) => (Some(seconds(main)?), seconds(more)?),
                        None => (None, Duration::ZERO),
                    };
                let is_some_time = |time: Duration| !time.is_zero();
                (per_move.is_none_or(is_some_time) && main.is_none_or(is_some_time))
                    .then_some(Self { per_move, game: main, increment })
            };
        read().ok_or_else(|| NotATimeControl { text: text.into() })
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NotATimeControl;

    fn try_from(text: String) -> Result<Self, NotATimeControl> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(time: TimeControl) -> Self {
        time.to_string()
    }
}

fn read_per_move(text: &str) -> Option<Duration> {
    match text.strip_suffix("ms") {
        Some(ms) => seconds(ms).map(|time| time / 1000),
        None => seconds(text.strip_suffix('s')?),
    }
}

/// A number of seconds, at most a day's.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { per_move, game, increment } = self;
        match per_move {
            Some(time) if time.as_millis() < 1000 => {
                write!(f, "{}ms", time.as_secs_f64() * 1000.0)?;
            }
            Some(time) => write!(f, "{}s", time.as_secs_f64())?,
            None => {}
        }
        if let Some(game) = game {
            if per_move.is_some() {
                f.write_str("/")?;
            }
            write!(f, "{}", game.as_secs_f64())?;
            if !increment.is_zero() {
                write!(f, "+{}", increment.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for NotATimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "write 50ms or 5s for a move, 60+0.5 for a game with seconds more for each move, \
                    5s/180 for both";
        write!(f, "{:?} is no time: {help}", self.text)
    }
}

impl std::error::Error for NotATimeControl {}

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
    fn times_read_back_and_nonsense_is_refused() {
        for text in ["50ms", "5s", "60", "60+0.5", "5s/180", "20ms/10+0.1", "1.5s"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("5s/180".parse(), Ok(TimeControl::CONTEST));
        for text in
            ["", "s", "0s", "0ms", "/", "5s/", "/180", "0", "+1", "5s+1", "-1", "nan", "1e9"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }

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
        let mut clock = Clock::new("10+2".parse().unwrap());
        clock.charge(Duration::from_secs(9), Duration::ZERO).unwrap();
        assert_eq!(clock.limit(), Some(Duration::from_secs(3)));
    }
}
