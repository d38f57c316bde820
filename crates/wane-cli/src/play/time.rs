//! [`TimeControl`]: how long the players may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long the players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeControl {
    /// The opponent has so much for a move, and nobody hurries the player.
    Move(Duration),
    /// Both have so much for the game, and get so much more with each move.
    Game { main: Duration, increment: Duration },
}

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotATime {
    text: String,
}

/// `2s` for a move, `5` or `5+3` for a game: minutes, and seconds more for each move.
impl FromStr for TimeControl {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let control = || match (text.strip_suffix('s'), text.split_once('+')) {
            (Some(seconds), _) => Some(Self::Move(length(seconds, 1.0)?)),
            (None, Some((minutes, seconds))) => {
                Some(Self::Game { main: length(minutes, 60.0)?, increment: length(seconds, 1.0)? })
            }
            (None, None) => {
                Some(Self::Game { main: length(text, 60.0)?, increment: Duration::ZERO })
            }
        };
        let is_some_time = |control: &Self| match *control {
            Self::Move(time) | Self::Game { main: time, .. } => !time.is_zero(),
        };
        control().filter(is_some_time).ok_or_else(|| NotATime { text: text.into() })
    }
}

/// So many units of so many seconds, but not longer than a day.
fn length(text: &str, unit: f64) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()? * unit;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(time) => write!(f, "{}s", time.as_secs_f64()),
            Self::Game { main, increment } => {
                write!(f, "{}+{}", main.as_secs_f64() / 60.0, increment.as_secs_f64())
            }
        }
    }
}

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "write 5+3 for 5 minutes and 3 seconds a move, or 2s for the opponent's moves";
        write!(f, "{:?} is no time: {help}", self.text)
    }
}

impl std::error::Error for NotATime {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_back_and_nonsense_is_refused() {
        for text in ["2s", "0.5s", "5+3", "0.5+0", "15+10"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("5".parse::<TimeControl>().unwrap().to_string(), "5+0");
        for text in ["", "s", "0s", "0+3", "-1", "5+", "+3", "5+3s", "nan", "inf", "1e9"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }
}
