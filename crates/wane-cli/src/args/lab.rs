//! The commands of the lab: docs/lab.md.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use wane_board::Objective;
use wane_match::Sprt;

use super::{JudgementArgs, all_threads};
use crate::judgement::Judgement;
use crate::parse;

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
    /// Be selective where the weights know how: of a hundred trials so many may lead astray
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = parse::selectivity)]
    pub(crate) selectivity: u32,
    /// Learned weights; the hand-made evaluation if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
}

/// How games of the engine with itself go, apart from how far ahead it looks.
#[derive(ClapArgs)]
pub(crate) struct CourseArgs {
    /// Solve the rest of a game with so many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) exact: u32,
    /// The fewest and the most random moves that a game begins with
    #[arg(long, value_name = "MIN-MAX", default_value = "8-24", value_parser = parse::opening)]
    pub(crate) opening: (u32, u32),
    /// Later on, one move in so many is random; none, if 0
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) stray: u32,
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
    #[arg(long, value_name = "TIMES", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) shrink: u16,
    /// How many discs beyond its own positions a phase learns from
    #[arg(long, value_name = "DISCS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) reach: u32,
    /// For how much the value of the search counts, in percent; the rest is how the game ended
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) search: u8,
    /// Where the order of the positions comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Draw the error by epoch, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

/// A match between weights.
#[derive(ClapArgs)]
pub(crate) struct GateArgs {
    /// The new weights
    pub(crate) new: PathBuf,
    /// What they are to beat: a file of weights, own for those of this program, or hand-made
    #[arg(long, value_name = "FILE", default_value_t)]
    pub(crate) against: Judgement,
    #[command(flatten)]
    pub(crate) rules: GateRules,
    /// Keep the games in this folder; the same command goes on where it was stopped
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Where the order of the openings comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

/// When new weights have won.
#[derive(ClapArgs)]
pub(crate) struct GateRules {
    /// How many moves both sides look ahead in the match
    #[arg(long, value_name = "MOVES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) gate_depth: u32,
    /// When it is clear enough whether the new weights are better, in normalised Elo, as in wane match
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", allow_hyphen_values = true, value_parser = parse::sprt)]
    pub(crate) sprt: Sprt,
    /// The most games of a match; who is not shown to be better by then is not
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = parse::games)]
    pub(crate) gate_games: usize,
}

#[derive(ClapArgs)]
pub(crate) struct ClimbArgs {
    /// The folder for all of it; the same command goes on where it was stopped
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// How many generations there are to be
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) generations: usize,
    /// Stop after so many minutes, if not done by then
    #[arg(long, value_name = "N", value_parser = parse::minutes)]
    pub(crate) minutes: Option<Duration>,
    /// How many games each generation plays; the last number is for all that follow too
    #[arg(long, value_name = "N,N,…", default_value = "8000,16000,32000,64000,128000,200000", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Vec<u64>,
    /// How many moves the engine looks ahead in the games of each generation
    #[arg(long, value_name = "MOVES,…", default_value = "4,4,4,4,4,6", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: Vec<u32>,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
    /// How many positions of each phase to search for Multi-ProbCut, as in wane probcut
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) fit_positions: u32,
    /// How many moves ahead
    #[arg(long, value_name = "MOVES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) fit_depth: u8,
    #[command(flatten)]
    pub(crate) gate: GateRules,
}

#[derive(ClapArgs)]
pub(crate) struct ProbcutArgs {
    /// Files of records, as `wane selfplay` writes them
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// The weights to measure with
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: PathBuf,
    /// The file for the weights together with what was measured
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How many positions of each phase are searched
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// How many moves the deepest search looks ahead
    #[arg(long, value_name = "MOVES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(6..=20))]
    pub(crate) depth: u8,
    /// Where the choice of the positions comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

#[derive(ClapArgs)]
pub(crate) struct EvalReportArgs {
    #[command(flatten)]
    pub(crate) judgement: JudgementArgs,
    /// Another evaluation to compare with, side by side: a file, own or hand-made
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<Judgement>,
}

#[derive(ClapArgs)]
pub(crate) struct ThreadsArgs {
    /// How many threads; as many as the CPU runs at once if left out
    #[arg(long, value_name = "N", value_parser = parse::threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    pub(crate) fn count(&self) -> usize {
        self.threads.unwrap_or_else(all_threads)
    }
}
