//! How many games a match plays at a time.

use std::str::FromStr;

use anyhow::{Context as _, Result};
use wane_match::{GamePlace, LiveGames, Processors};

use crate::parse;

/// How many games are played at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concurrency {
    /// This number, wherever the system has them run.
    Games(usize),
    /// As many as there are processors, less one for the rest of the machine; each game has a processor of its own.
    Auto,
}

impl Concurrency {
    /// The number of games at a time.
    pub(crate) fn count(self) -> Result<usize> {
        match self {
            Self::Games(count) => Ok(count),
            Self::Auto => Ok(processors()?.count()),
        }
    }

    /// Where the games are played and shown.
    pub(crate) fn place(self, live: Option<LiveGames>) -> Result<GamePlace> {
        Ok(match self {
            Self::Games(games) => GamePlace { live, ..GamePlace::of(games) },
            Self::Auto => {
                let processors = processors()?;
                GamePlace { games: processors.count(), processors: Some(processors), live }
            }
        })
    }
}

fn processors() -> Result<Processors> {
    Processors::for_games().context(
        "this system does not keep a game on a processor: say how many games, --concurrency 2",
    )
}

impl FromStr for Concurrency {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        parse::threads(text).map(Self::Games).map_err(|error| format!("{error}, or auto"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_number_or_auto() {
        assert_eq!("auto".parse(), Ok(Concurrency::Auto));
        assert_eq!("3".parse(), Ok(Concurrency::Games(3)));
        let error = "many".parse::<Concurrency>().unwrap_err();
        assert_eq!(error, "write a number from 1 to 1024, or auto");
    }
}
