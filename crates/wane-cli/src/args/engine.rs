//! Engines: threads, memory, evaluation, limits and seed.

use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Args as ClapArgs;
use wane_match::option;
use wane_search::Engine;
use wane_service::opponent::{Name, Setup};

use super::input::ContextArgs;
use crate::evaluation::EvaluationName;
use crate::pace::Pace;
use crate::parse;

/// Threads, memory and evaluation of an engine.
#[derive(ClapArgs)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Set the size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = parse::megabytes)]
    pub(crate) hash: usize,
    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }

    pub(crate) fn setup(&self) -> Result<Setup> {
        let weights = self.evaluation.weights.weights()?;
        let (threads, hash_megabytes) = (self.threads(), self.hash);
        Ok(Setup { threads, hash_megabytes, seed: 0, weights, selectivity: None })
    }

    pub(crate) fn engine(&self) -> Result<Engine> {
        Ok(self.setup()?.engine()?)
    }
}

/// The evaluation of an engine.
#[derive(ClapArgs)]
pub(crate) struct EvaluationArgs {
    /// Evaluate with this file of weights, with the engine's own weights, or hand-made
    #[arg(long = option::WEIGHTS, value_name = "FILE", default_value_t)]
    pub(crate) weights: EvaluationName,
}

#[derive(ClapArgs)]
pub(crate) struct ThreadsArgs {
    /// Use N threads; as many as the CPU runs at once if left out
    #[arg(long, value_name = "N", value_parser = parse::threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    pub(crate) fn count(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }
}

/// The settings of an engine for a host; most of them can be changed by the host.
#[derive(ClapArgs)]
pub(crate) struct HostArgs {
    /// Play as the engine at a level from 1 to 20, as an agent such as uct, or as the recipe in a file such as my.toml
    #[arg(long = option::PLAYER, value_name = "NAME", default_value = "20", value_parser = parse::player)]
    pub(crate) player: Name,
    /// Limit the time of a move in milliseconds; to one second if there is no limit at all
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Limit the depth of a search in plies
    #[arg(long = option::DEPTH, value_name = "N", value_parser = parse::depth)]
    depth: Option<u32>,
    /// Limit the nodes of a search
    #[arg(long = option::NODES, value_name = "N", value_parser = parse::nodes)]
    nodes: Option<u64>,
    /// Set the selectivity of Multi-ProbCut, the percentage of wrong predictions; 0 searches at full width. If left
    /// out, only level 20 is selective
    #[arg(long = option::SELECTIVITY, value_name = "PERCENT", value_parser = parse::selectivity)]
    selectivity: Option<u32>,
    /// Use N threads
    #[arg(long = option::THREADS, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    threads: usize,
    /// Set the size of the transposition table in megabytes
    #[arg(long = option::HASH, value_name = "MB", default_value_t = 256, value_parser = parse::megabytes)]
    hash: usize,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Seed the random choices; from the clock if left out
    #[arg(long = option::SEED, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

impl HostArgs {
    pub(crate) fn pace(&self) -> Pace {
        let move_time = self.movetime.map(Duration::from_millis);
        Pace { depth: self.depth, nodes: self.nodes, move_time }
    }

    pub(crate) fn setup(&self) -> Result<Setup> {
        let seed = self.seed.unwrap_or_else(seed_from_clock);
        let weights = self.evaluation.weights.weights()?;
        let Self { threads, hash: hash_megabytes, selectivity, .. } = *self;
        Ok(Setup { threads, hash_megabytes, seed, weights, selectivity })
    }
}

/// Another seed each time.
pub(super) fn seed_from_clock() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(time.subsec_nanos()) ^ time.as_secs()
}
