//! [`TimeControl`]: how long a player may think, and the one way to write it.
//!
//! ```text
//! control   := per_move | game | per_move "/" game
//! per_move  := duration [ "/move" ]
//! game      := duration "+" duration | duration "/game"    the time of the game, and what each move adds
//! duration  := number unit ;  unit := "ms" | "s" | "m" | "h"
//! ```
//!
//! `200ms/move`, `5m+3s`, `3m/game`, and `5s/180s`, the contest's: five seconds a move and 180 a game. Behind
//! a time for a move, `180` is read as seconds, as it always was. Other bare numbers are refused, because they
//! were seconds in matches and minutes in games on the screen.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_text::Foreign;

/// The longest time that is read.
const LONGEST: Duration = Duration::from_hours(24);

/// How long a player may think; what is `None` has no limit.
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

    /// This time for each move, and no other limit.
    #[must_use]
    pub const fn per_move(time: Duration) -> Self {
        Self { per_move: Some(time), game: None, increment: Duration::ZERO }
    }

    /// This time for a game, with an increment for each move.
    #[must_use]
    pub const fn game(time: Duration, increment: Duration) -> Self {
        Self { per_move: None, game: Some(time), increment }
    }
}

/// A text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeControlError {
    /// It is not written as times are.
    Syntax {
        /// The text.
        text: Foreign,
    },
    /// A number has no unit, and could be minutes or seconds.
    NoUnit {
        /// The text.
        text: Foreign,
        /// The same in minutes.
        minutes: Foreign,
        /// The same in seconds.
        seconds: Foreign,
    },
    /// No time at all, or more than a day.
    Range {
        /// The text.
        text: Foreign,
    },
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        if let Some(error) = without_unit(text) {
            return Err(error);
        }
        let syntax = || TimeControlError::Syntax { text: text.into() };
        let control = read(text).ok_or_else(syntax)?;
        let is_in_range = |time: Duration| !time.is_zero() && time <= LONGEST;
        let times = [control.per_move, control.game].into_iter().flatten();
        if times.into_iter().all(is_in_range) && control.increment <= LONGEST {
            Ok(control)
        } else {
            Err(TimeControlError::Range { text: text.into() })
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// Why a text is refused that has no unit: it had two readings.
fn without_unit(text: &str) -> Option<TimeControlError> {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let (main, more) = text.split_once('+').map_or((text, None), |(main, more)| (main, Some(more)));
    if !is_number(main) || !more.is_none_or(is_number) {
        return None;
    }
    let in_units = |unit: &str| match more {
        Some(more) => format!("{main}{unit}+{more}s"),
        None => format!("{main}{unit}/game"),
    };
    let (minutes, seconds) = (in_units("m").into(), in_units("s").into());
    Some(TimeControlError::NoUnit { text: text.into(), minutes, seconds })
}

fn read(text: &str) -> Option<TimeControl> {
    if let Some(time) = text.strip_suffix("/move") {
        return Some(TimeControl::per_move(duration(time)?));
    }
    if let Some((per_move, game)) = text.split_once('/')
        && game != "game"
    {
        let per_move = Some(duration(per_move)?);
        let game = game.strip_suffix("/game").unwrap_or(game);
        let (game, increment) = game_time(game, |text| duration(text).or_else(|| seconds(text)))?;
        return Some(TimeControl { per_move, game: Some(game), increment });
    }
    if text.contains('+') || text.ends_with("/game") {
        let (game, increment) = game_time(text.strip_suffix("/game").unwrap_or(text), duration)?;
        return Some(TimeControl::game(game, increment));
    }
    Some(TimeControl::per_move(duration(text)?))
}

/// The time of a game and its increment.
fn game_time(text: &str, read: impl Fn(&str) -> Option<Duration>) -> Option<(Duration, Duration)> {
    match text.split_once('+') {
        Some((main, increment)) => Some((read(main)?, read(increment)?)),
        None => Some((read(text)?, Duration::ZERO)),
    }
}

/// A time with its unit, such as `200ms`.
#[must_use]
pub fn read_duration(text: &str) -> Option<Duration> {
    duration(text).filter(|time| !time.is_zero() && *time <= LONGEST)
}

/// A number with its unit.
fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(end);
    let unit_seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    time(number, unit_seconds)
}

fn seconds(text: &str) -> Option<Duration> {
    time(text, 1.0)
}

fn time(number: &str, unit_seconds: f64) -> Option<Duration> {
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = number.parse().ok().filter(|_| is_plain)?;
    // To a microsecond, so that 0.001 and its like come out whole.
    let micros = (number * unit_seconds * 1e6).round();
    Duration::try_from_secs_f64(micros / 1e6).ok()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.per_move, self.game) {
            (Some(per_move), Some(game)) if self.increment.is_zero() => {
                write!(f, "{}/{}s", InUnits(per_move), game.as_secs_f64())
            }
            (Some(per_move), Some(game)) => {
                write!(f, "{}/{}+{}", InUnits(per_move), InUnits(game), InUnits(self.increment))
            }
            (Some(per_move), None) => write!(f, "{}/move", InUnits(per_move)),
            (None, Some(game)) if self.increment.is_zero() => write!(f, "{}/game", InUnits(game)),
            (None, Some(game)) => write!(f, "{}+{}", InUnits(game), InUnits(self.increment)),
            (None, None) => f.write_str("no limit"),
        }
    }
}

/// A time in the unit that people would choose.
struct InUnits(Duration);

impl fmt::Display for InUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, seconds) = (self.0, self.0.as_secs());
        if time.subsec_nanos() > 0 && time < Duration::from_secs(1) {
            write!(f, "{}ms", time.as_secs_f64() * 1000.0)
        } else if time.subsec_nanos() > 0 || seconds == 0 || seconds % 60 != 0 {
            write!(f, "{}s", time.as_secs_f64())
        } else if seconds % 3600 == 0 {
            write!(f, "{}h", seconds / 3600)
        } else {
            write!(f, "{}m", seconds / 60)
        }
    }
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text } => write!(
                f,
                "{text:?} is not a time control: write 200ms/move, 5m+3s for a game with seconds more for \
                 each move, or 5s/180s for both"
            ),
            Self::NoUnit { text, minutes, seconds } => {
                write!(
                    f,
                    "{text:?} has no unit: write {minutes} for minutes, or {seconds} for seconds"
                )
            }
            Self::Range { text } => {
                write!(f, "{text:?} is not a time between nothing and 24 hours")
            }
        }
    }
}

impl std::error::Error for TimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn canonical_texts_read_back() {
        for text in [
            "200ms/move",
            "5s/move",
            "1.5s/move",
            "2m/move",
            "5m+3s",
            "90s+500ms",
            "3m/game",
            "1h+0.5s",
            "5s/180s",
            "20ms/10s",
            "50ms/5m+3s",
        ] {
            let canonical = read(text).to_string();
            assert_eq!(read(&canonical), read(text), "{text}");
        }
        for text in ["200ms/move", "5s/180s", "5m+3s", "3m/game", "1.5s/move"] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("5s/180s"), TimeControl::CONTEST);
    }

    #[test]
    fn old_texts_that_meant_one_thing_are_still_read() {
        for (old, new) in [("50ms", "50ms/move"), ("5s", "5s/move"), ("5s/180", "5s/180s")] {
            assert_eq!(read(old), read(new));
        }
        assert_eq!(read("20ms/10+0.1"), read("20ms/10s+100ms"));
    }

    #[test]
    fn a_bare_number_is_refused_with_its_two_readings() {
        let error = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(
            error("5+3"),
            "\"5+3\" has no unit: write 5m+3s for minutes, or 5s+3s for seconds"
        );
        assert_eq!(
            error("60"),
            "\"60\" has no unit: write 60m/game for minutes, or 60s/game for seconds"
        );
        assert!(error("60+0.5").contains("60s+0.5s"));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "s",
            "0s",
            "0ms",
            "/",
            "5s/",
            "/180",
            "+1",
            "5s+",
            "-1s",
            "nans",
            "1e9s",
            "5x",
            "25h/game",
            "5s/0",
            "5s/move/move",
            "5m+-3s",
            "infs",
            "/move",
            "/game",
            "5 s",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn files_store_the_text_and_refuse_what_the_command_line_refuses() {
        for text in ["5s/180s", "5m+3s", "200ms/move"] {
            let control = TimeControl::try_from(text.to_string()).unwrap();
            assert_eq!(String::from(control), text);
        }
        let error = |text: &str| TimeControl::try_from(text.to_string()).unwrap_err().to_string();
        assert_eq!(error("25h/game"), "\"25h/game\" is not a time between nothing and 24 hours");
        assert_eq!(error("5s/0s"), "\"5s/0s\" is not a time between nothing and 24 hours");
        assert!(error("5x").starts_with("\"5x\" is not a time control: write 200ms/move"));
    }

    #[test]
    fn a_time_alone_has_a_unit_and_is_between_nothing_and_a_day() {
        for (text, millis) in [("200ms", 200), ("1.5s", 1500), ("2m", 120_000), ("24h", 86_400_000)]
        {
            assert_eq!(read_duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "200", "0s", "0.0000001s", "24.1h", "-1s", "1e3s", "1 s", "1d"] {
            assert_eq!(read_duration(text), None, "{text}");
        }
    }
}
