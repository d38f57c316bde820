//! The commands of the lab: docs/lab.md.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use wane_board::Objective;
use wane_match::Sprt;

use super::engine::{EvaluationArgs, ThreadsArgs};
use super::farm::FarmOption;
use super::input::ContextArgs;
use crate::evaluation::EvaluationName;
use crate::parse;

#[derive(ClapArgs)]
pub(crate) struct SelfplayArgs {
    /// Write the records to this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Play until N games are in the file
    #[arg(long, value_name = "N")]
    pub(crate) games: u64,
    /// Search at this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Set the selectivity of Multi-ProbCut, the percentage of wrong predictions, for weights with fits
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = parse::selectivity)]
    pub(crate) selectivity: u32,
    /// Evaluate with these weights; hand-made if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

/// The course of self-play games, apart from the depth.
#[derive(ClapArgs)]
pub(crate) struct CourseArgs {
    /// Solve the rest of a game exactly from this number of empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) exact: u32,
    /// Begin a game with this many random moves, the fewest and the most
    #[arg(long, value_name = "MIN-MAX", default_value = "8-24", value_parser = parse::opening)]
    pub(crate) opening: (u32, u32),
    /// Play one of N later moves at random; none if 0
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) stray: u32,
    /// Set the objective: fewest or most discs
    #[arg(long, value_name = "DISCS", default_value_t)]
    pub(crate) objective: Objective,
    /// Seed the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

#[derive(ClapArgs)]
pub(crate) struct TrainArgs {
    /// Learn from these files of records, written by `wane selfplay`
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Start from these weights; from zero if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Train for at most N epochs
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) epochs: u32,
    /// Set the shrinkage: a configuration that is seen this often keeps half its weight
    #[arg(long, value_name = "TIMES", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) shrink: u16,
    /// Let a phase learn from positions with this many discs more or fewer, too
    #[arg(long, value_name = "DISCS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) reach: u32,
    /// Weight the value of the search by this percentage, and the result of the game by the rest
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) search: u8,
    /// Seed the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Draw the error by epoch to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

/// A match between weights.
#[derive(ClapArgs)]
pub(crate) struct GateArgs {
    /// Test these new weights
    pub(crate) new: PathBuf,
    /// Play against this file of weights, against the engine's own weights, or hand-made
    #[arg(long, value_name = "FILE", default_value_t)]
    pub(crate) against: EvaluationName,
    #[command(flatten)]
    pub(crate) rules: GateRules,
    /// Keep the games in this folder; the same command resumes from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Seed the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

/// What new weights must win.
#[derive(ClapArgs)]
pub(crate) struct GateRules {
    /// Play the match at this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) gate_depth: u32,
    /// Stop when a test has decided between two leads in normalised Elo, as in `wane match`
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", allow_hyphen_values = true, value_parser = parse::sprt)]
    pub(crate) sprt: Sprt,
    /// Play at most N games; new weights that are not proved better by then fail
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = parse::games)]
    pub(crate) gate_games: usize,
}

#[derive(ClapArgs)]
pub(crate) struct ClimbArgs {
    /// Keep everything in this folder; the same command resumes from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Stop after N generations
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) generations: usize,
    /// Stop after N minutes
    #[arg(long, value_name = "N", value_parser = parse::minutes)]
    pub(crate) minutes: Option<Duration>,
    /// Play this many games in each generation; the last number also counts for all later ones
    #[arg(long, value_name = "N,N,…", default_value = "8000,16000,32000,64000,128000,200000", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Vec<u64>,
    /// Play these games at this depth in plies
    #[arg(long, value_name = "PLIES,…", default_value = "4,4,4,4,4,6", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: Vec<u32>,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
    /// Search N positions of each phase for Multi-ProbCut, as in `wane probcut`
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) fit_positions: u32,
    /// Search them up to this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) fit_depth: u8,
    #[command(flatten)]
    pub(crate) gate: GateRules,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

#[derive(ClapArgs)]
pub(crate) struct LabelArgs {
    /// Score these positions: boards, a suite (OBF) or games, of which each position is taken; a file of these, or
    /// standard input, if -
    pub(crate) input: String,
    /// Write a line for each position to this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search to this depth in plies instead of solving exactly
    #[arg(long, value_name = "PLIES", value_parser = parse::depth)]
    pub(crate) depth: Option<u32>,
    /// Leave out positions with more empty squares
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) most: Option<u32>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}

#[derive(ClapArgs)]
pub(crate) struct ProbcutArgs {
    /// Take positions from these files of records, written by `wane selfplay`
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Evaluate with these weights
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: PathBuf,
    /// Write the weights with the fits to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search N positions of each phase
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// Search them up to this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(6..=20))]
    pub(crate) depth: u8,
    /// Seed the choice of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

#[derive(ClapArgs)]
pub(crate) struct EvalReportArgs {
    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
    /// Compare with another evaluation, side by side: a file, own or hand-made
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<EvaluationName>,
}
