//! How many games a match plays at a time.

use std::str::FromStr;
use std::thread;

use anyhow::{Context as _, Result};
use wane_match::{AgentProgram, GamePlace, LiveGames, MoveClock, Processors};

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

/// A warning for players by the clock on the wall, if there are more games at a time than processors.
pub(crate) fn warning(at_a_time: usize, players: &[AgentProgram]) -> Option<String> {
    let processors = thread::available_parallelism().map_or(at_a_time, usize::from);
    let is_by_wall = players.iter().any(|player| player.protocol.clock() == MoveClock::Wall);
    (is_by_wall && at_a_time > processors).then(|| {
        format!(
            "{at_a_time} games at a time on {processors} processors: players by the wall take time from each other; fair \
             is --concurrency auto, and --clock cpu for contest files"
        )
    })
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
    use wane_match::{ContestRules, Protocol, TimeControl};

    use super::*;

    #[test]
    fn only_players_by_the_wall_are_warned() {
        let player = |clock| {
            let rules = ContestRules { clock, ..ContestRules::default() };
            let (time, args) = (TimeControl::CONTEST, Vec::new());
            AgentProgram::new("me".into(), Protocol::Contest(rules), "me.py".into(), args, time)
        };
        let [wall, cpu] = [MoveClock::Wall, MoveClock::Cpu].map(player);
        assert_eq!(warning(1, std::slice::from_ref(&wall)), None);
        assert_eq!(warning(1000, std::slice::from_ref(&cpu)), None);
        assert!(warning(1000, &[cpu, wall]).unwrap().starts_with("1000 games at a time on "));
    }

    #[test]
    fn it_is_a_number_or_auto() {
        assert_eq!("auto".parse(), Ok(Concurrency::Auto));
        assert_eq!("3".parse(), Ok(Concurrency::Games(3)));
        let error = "many".parse::<Concurrency>().unwrap_err();
        assert_eq!(error, "write a number from 1 to 1024, or auto");
    }
}
