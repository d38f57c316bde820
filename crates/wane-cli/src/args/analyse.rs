//! Analysis, and tools around positions.

use std::time::Duration;

use clap::Args as ClapArgs;
use wane_board::AnyBackend;
use wane_formats::Format;
use wane_search::Level;
use wane_service::opponent::SELECTIVITY;

use super::engine::EngineArgs;
use super::input::{ContextArgs, GamesArgs};
use crate::evaluation::EvaluationName;
use crate::parse;

#[derive(ClapArgs)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) begin: GamesArgs,
    /// Analyse only the last position of a game
    #[arg(long)]
    pub(crate) last: bool,
    /// Limit the depth in plies
    #[arg(long, value_name = "PLIES", value_parser = parse::depth)]
    pub(crate) depth: Option<u32>,
    /// Limit the time of each position in seconds; to 2 if there is no other limit. Without any limit a game gets the
    /// review that is the same on every machine: 14 plies, and exact values from 18 empty squares on
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds)]
    pub(crate) time: Option<Duration>,
    /// Limit the nodes of each position
    #[arg(long, value_name = "N", value_parser = parse::nodes)]
    pub(crate) nodes: Option<u64>,
    /// Search as deep as the engine does at this level, 1 to 20
    #[arg(long, value_name = "LEVEL", conflicts_with = "depth")]
    pub(crate) level: Option<Level>,
    /// Show N lines at each depth
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse::lines)]
    pub(crate) multipv: usize,
    /// Set the selectivity of Multi-ProbCut, the percentage of wrong predictions; 0 searches at full width
    #[arg(long, value_name = "PERCENT", default_value_t = SELECTIVITY, value_parser = parse::selectivity)]
    pub(crate) selectivity: u32,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

impl AnalyzeArgs {
    /// Whether the command line limits the searches.
    pub(crate) fn has_limits(&self) -> bool {
        let Self { depth, time, nodes, level, .. } = self;
        depth.is_some() || time.is_some() || nodes.is_some() || level.is_some()
    }
}

#[derive(ClapArgs)]
pub(crate) struct SolveArgs {
    /// Solve the positions of a suite (OBF), a board, or the last position of a game; a file of these; standard
    /// input, if -; or the start position, if start
    pub(crate) input: String,
    /// Find only who wins, which is faster
    #[arg(long)]
    pub(crate) wld: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Keep proved bounds in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(ClapArgs)]
pub(crate) struct ConvertArgs {
    /// Convert these: see `wane help show`; standard input if left out
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    /// Write this format: transcript, board, obf, ggf, sgf or json
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Format,
    /// Read this format; detect it if left out
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(ClapArgs)]
pub(crate) struct PerftArgs {
    /// Count at this depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Count a pass as no ply
    #[arg(long)]
    pub(crate) free_pass: bool,
    #[command(flatten)]
    pub(crate) backend: BackendArgs,
    #[command(flatten)]
    pub(crate) begin: GamesArgs,
}

#[derive(ClapArgs)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) backend: BackendArgs,
    /// Measure the depth that is reached with these weights, instead of the signature: a file, own or hand-made
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<EvaluationName>,
    /// Search each of the 20 positions for this time in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse::seconds, requires = "weights")]
    pub(crate) time: Duration,
}

#[derive(ClapArgs)]
pub(crate) struct BackendArgs {
    /// Use this flip backend; the fastest one of this CPU if left out
    #[arg(long, value_name = "NAME")]
    backend: Option<AnyBackend>,
}

impl BackendArgs {
    pub(crate) fn get(&self) -> AnyBackend {
        self.backend.unwrap_or_else(AnyBackend::best)
    }
}
