//! The commands of the lab: docs/lab.md.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use wane_board::Objective;

use super::{all_threads, threads};

#[derive(ClapArgs)]
pub(crate) struct SelfplayArgs {
    /// The file for the records; the same command goes on where it was stopped
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How many games are to be in the file
    #[arg(long, value_name = "N")]
    pub(crate) games: u64,
    /// How many moves the engine looks ahead
    #[arg(long, value_name = "MOVES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Solve the rest of the game with so many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 13, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) exact: u32,
    /// The fewest and the most random moves that a game begins with
    #[arg(long, value_name = "MIN-MAX", default_value = "4-24", value_parser = opening)]
    pub(crate) opening: (u32, u32),
    /// Later on, one move in so many is random; none, if 0
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) stray: u32,
    /// Learned weights; the hand-made evaluation if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Who wins: fewest or most
    #[arg(long, value_name = "DISCS", default_value_t)]
    pub(crate) objective: Objective,
    /// Where the chance begins; another seed gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

#[derive(ClapArgs)]
pub(crate) struct TrainArgs {
    /// Files of records, as `wane selfplay` writes them
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Begin with these weights; with nothing if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// How often to go over the data, at most
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) epochs: u32,
    /// How often a state has to be seen to be believed by half
    #[arg(long, value_name = "TIMES", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) shrink: u16,
    /// How many discs beyond its own positions a phase learns from
    #[arg(long, value_name = "DISCS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) reach: u32,
    /// Where the order of the positions comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Draw the error by epoch, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct ThreadsArgs {
    /// How many threads; as many as the CPU runs at once if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    pub(crate) fn count(&self) -> usize {
        self.threads.unwrap_or_else(all_threads)
    }
}

fn opening(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('-').and_then(|(fewest, most)| {
        let numbers: (u32, u32) = (fewest.parse().ok()?, most.parse().ok()?);
        (numbers.0 <= numbers.1 && numbers.1 <= 50).then_some(numbers)
    });
    numbers.ok_or_else(|| "write the fewest and the most, such as 4-24, at most 50".into())
}
