//! The arena: matches, checks and agents.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use wane_board::Size;
use wane_formats::TimeControl;
use wane_match::{Hosting, MoveClock, Sprt};
use wane_service::opponent::Name;

use super::engine::{EngineArgs, HostArgs};
use super::farm::FarmOption;
use super::input::{ContextArgs, GamesArgs};
use crate::arena::concurrency::Concurrency;
use crate::arena::entry::MatchEntry;
use crate::parse;

#[derive(ClapArgs)]
pub(crate) struct MatchArgs {
    /// Name two or more players: a level from 1 to 20, an agent, a contest file (me.py), or another program as
    /// ugi:COMMAND, gtp:COMMAND or nboard:COMMAND; add settings after commas: uct,time=200ms,name=slow
    #[arg(required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<MatchEntry>,
    /// Play by the rules of the contest: 5s/180s, from the start, 100 MB, a pair of games in each pairing; or by the
    /// contest.toml in the folder of --out, where these rules are kept and can be changed
    #[arg(long, conflicts_with_all = [
        "games", "schedule", "gauntlet", "against", "time", "clock", "margin", "grace", "openings", "seed", "sprt", "adjudicate",
        "size", "objective",
    ])]
    pub(crate) contest: bool,
    /// Play N games in each pairing, or with --schedule swiss or ladder N games of each player; each opening is played
    /// twice, with the colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse::games)]
    pub(crate) games: usize,
    /// Choose who meets whom: in round-robin, all meet all; in swiss, in each round those near each other; in ladder, always
    /// those whose games tell most
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) schedule: ScheduleName,
    /// Pair only the first player with the others; otherwise all meet all
    #[arg(long, conflicts_with_all = ["schedule", "against"])]
    pub(crate) gauntlet: bool,
    /// Pair the players only with this one, not with each other; repeat it for more of them
    #[arg(long, value_name = "PLAYER", conflicts_with = "schedule")]
    pub(crate) against: Vec<MatchEntry>,
    /// Take the players as they are now, in the folder of --out: new ones join, games of those that are missing or have
    /// changed do not count any more, and only what is missing is played
    #[arg(long, requires = "out")]
    pub(crate) update: bool,
    /// Set the time of players without a time of their own: 100ms/move; 5m+3s for a game and more for each move; or
    /// both, as 5s/180s in the contest
    #[arg(long, default_value = "100ms/move")]
    pub(crate) time: TimeControl,
    /// Charge contest files for the time on the wall, as in the contest; or cpu: for their CPU time, with three times the
    /// limit on the wall, so that nothing else that the machine does costs them time
    #[arg(long, default_value = "wall", value_parser = parse::move_clock, value_name = "CLOCK")]
    pub(crate) clock: MoveClock,
    /// Allow a move of a program to be late by this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(crate) margin: u64,
    /// Wait this many milliseconds for a contest file that is interrupted at its limit; after that it is late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(crate) grace: u64,
    /// Play N games at a time; or auto: as many as there are processors, less one, each game on a processor of its own
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) concurrency: Concurrency,
    /// Begin games with these openings: games or positions in any format, a file of them, start or random; if left
    /// out, balanced ones on 8x8 for fewest discs, and random ones otherwise
    #[arg(long, value_name = "INPUT")]
    pub(crate) openings: Option<String>,
    /// Seed the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop when a test has decided between two leads of the first player in normalised Elo: 0,5, or with the risks
    /// of an error 0,5,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse::sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// End games with the exact score at this number of empty squares
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) adjudicate: Option<u32>,
    #[command(flatten)]
    pub(crate) hosting: HostingArgs,
    /// Keep every game in this folder; the same command resumes from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

/// What contest files and untrusted programs run in.
#[derive(ClapArgs)]
pub(crate) struct HostingArgs {
    /// Run contest files and untrusted programs without a sandbox: they can then do whatever you can
    #[arg(long)]
    no_sandbox: bool,
    /// Run contest files with this Python; otherwise with python3, or python
    #[arg(long, value_name = "PATH")]
    python: Option<OsString>,
}

impl HostingArgs {
    pub(crate) fn hosting(&self) -> Hosting {
        Hosting { without_sandbox: self.no_sandbox, python: self.python.clone() }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScheduleName {
    /// All players meet each other
    #[default]
    RoundRobin,
    /// In each round, each player meets one that is near it by the games so far
    Swiss,
    /// Always those meet whose games tell most; no player waits for the end of a round
    Ladder,
}

#[derive(ClapArgs)]
pub(crate) struct MatchReportArgs {
    /// Take the match in this folder, which may still be played
    pub(crate) folder: PathBuf,
    /// Search the games that were not searched before: the page then shows what each move lost, and where each game
    /// was lost
    #[arg(long)]
    pub(crate) review: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// An agent by itself, with its limits.
#[derive(ClapArgs)]
pub(crate) struct SingleAgentArgs {
    /// Take a contest file (me.py), or any other player of `wane match`; add settings after commas:
    /// me.py,memory=200,warmup=yes
    pub(crate) agent: MatchEntry,
    /// Set its time, if it has none of its own: 100ms/move; 5m+3s for a game and more for each move; or both, as in
    /// the contest
    #[arg(long, default_value = "5s/180s")]
    pub(crate) time: TimeControl,
    #[command(flatten)]
    pub(crate) hosting: HostingArgs,
}

#[derive(ClapArgs)]
pub(crate) struct NewAgentArgs {
    /// Write this file, which must not exist yet: a contest file such as me.py, or a recipe such as my.toml
    pub(crate) file: PathBuf,
    /// Write a recipe, whatever its name is
    #[arg(long)]
    pub(crate) recipe: bool,
}

#[derive(ClapArgs)]
pub(crate) struct CheckArgs {
    /// Take a contest file (me.py), or any other player of `wane match`; add settings after commas:
    /// me.py,memory=200,warmup=yes. Of several agents, print a line for each
    #[arg(required = true, value_name = "AGENT")]
    pub(crate) agents: Vec<MatchEntry>,
    /// Set the time of those that have none of their own: 100ms/move; 5m+3s for a game and more for each move; or both,
    /// as in the contest
    #[arg(long, default_value = "5s/180s")]
    pub(crate) time: TimeControl,
    #[command(flatten)]
    pub(crate) hosting: HostingArgs,
    /// Set the board size: 4, 6 or 8
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) size: Size,
    /// Ask about this board alone, 1 to 10, and show all that is seen
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) board: Option<u8>,
    /// Show with each finding all that is seen on its board: answer, list, prints, traceback, time, memory, and a
    /// script that asks the same
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Keep in this folder, for each finding with a board, that script and what was seen; of several agents, each has a
    /// folder there, with all that was found
    #[arg(long, value_name = "FOLDER", conflicts_with = "board")]
    pub(crate) keep: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) agent: SingleAgentArgs,
    #[command(flatten)]
    pub(crate) begin: GamesArgs,
    /// Evaluate all moves for this time in seconds; 0 leaves that out
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse::seconds)]
    pub(crate) engine_time: Duration,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(ClapArgs)]
pub(crate) struct RankArgs {
    #[command(flatten)]
    pub(crate) agent: SingleAgentArgs,
    /// Play for this many minutes
    #[arg(long, value_name = "MINUTES", default_value = "1", value_parser = parse::minutes)]
    pub(crate) minutes: Duration,
    /// Play N games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    pub(crate) concurrency: usize,
    /// Seed the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

#[derive(ClapArgs)]
pub(crate) struct AgentArgs {
    /// Run the engine at a level from 1 to 20, an agent, or a recipe in a file; list them if left out
    #[arg(value_parser = parse::player)]
    pub(crate) name: Option<Name>,
    #[command(flatten)]
    pub(crate) host: HostArgs,
}
