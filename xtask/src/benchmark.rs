//! `cargo xtask benchmark`: makes the benchmark positions. They measure evaluations, and no training
//! uses them: docs/lab.md.
//!
//! First it chooses the positions. Then it solves the late ones and evaluates the early ones by a deep
//! search. It writes scores into the files as it finds them, the cheap ones first, so a run that was
//! stopped can resume, and a file with only some scores is already useful.

mod choose;
mod scores;
mod suite;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, Subcommand};
use wane_board::Objective;
use wane_eval::Weights;

use crate::build;

use scores::{Deep, Exact};
use suite::SuiteFile;

#[derive(Args)]
pub(crate) struct BenchmarkArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Choose new positions, without scores
    Choose,
    /// Solve the late positions that have no score yet
    Solve,
    /// Evaluate the early positions by a deep search
    Evaluate {
        /// Learned weights; the hand-made evaluation if left out
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// Search depth; a score is the mean of this depth and the one before
        #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(2..=24))]
        depth: u32,
    },
}

pub(crate) fn run(args: &BenchmarkArgs) -> Result<()> {
    let exact = |positions| {
        let header = format!(
            "% Endgames of the reversed game with exact scores for the side to move, to measure evaluations.\n\
             % No training uses them: docs/lab.md. Made by cargo xtask benchmark.\n\
             % {positions} positions, 12 to 24 empty squares, no two alike up to symmetry.\n"
        );
        SuiteFile { path: path("exact.obf"), header }
    };
    let midgame = |how: &str| {
        let header = format!(
            "% Midgames of the reversed game with scores of a deep search for the side to move, to measure\n\
             % evaluations. No training uses them: docs/lab.md. Made by cargo xtask benchmark.\n\
             % {how}\n"
        );
        SuiteFile { path: path("midgame.obf"), header }
    };
    match &args.step {
        Step::Choose => {
            let [late, early] = choose::choose()?;
            exact(late.len()).write(&suite::without_scores(&late))?;
            midgame("Not evaluated yet.").write(&suite::without_scores(&early))
        }
        Step::Solve => {
            let positions = suite::read(&path("exact.obf"))?.problems.len();
            scores::fill(&exact(positions), &Exact::new()?)
        }
        Step::Evaluate { weights, depth } => {
            let weights = weights.as_deref().map(read_weights).transpose()?;
            let by = match &weights {
                Some((_, sum)) => format!("the weights whose file ends with the bytes {sum}"),
                None => "the hand-made evaluation".into(),
            };
            let how = format!("Mean of depth {} and depth {depth}, by {by}.", depth - 1);
            let weights = weights.map(|(weights, _)| weights);
            scores::fill(&midgame(&how), &Deep { depth: *depth, weights })
        }
    }
}

fn path(name: &str) -> PathBuf {
    build::root().join("crates/wane-lab/src/benchmark").join(name)
}

/// Weights, and the checksum at the end of their file.
fn read_weights(path: &Path) -> Result<(Arc<Weights>, String)> {
    let reading = || format!("reading {}", path.display());
    let bytes = fs::read(path).with_context(reading)?;
    let weights = Weights::from_bytes(&bytes).with_context(reading)?;
    let is_reversed = weights.objective() == Objective::FewestDiscs;
    ensure!(is_reversed, "{}: the objective of these weights is not `fewest`", path.display());
    let sum = bytes[bytes.len() - 8..].iter().map(|byte| format!("{byte:02x}"));
    Ok((Arc::new(weights), sum.collect()))
}
