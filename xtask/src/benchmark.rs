//! `cargo xtask benchmark`: makes the positions that evaluations are held against and that nobody
//! learns from: docs/lab.md.
//!
//! First the positions are chosen, then the late ones are solved and the early ones are judged by a
//! deep search. Scores are written into the files as they are found, the cheap ones first, so a run
//! that was stopped goes on where it was, and half a file is of use already.

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
    /// Choose other positions than there are, without scores
    Choose,
    /// Solve the late positions that have no score yet
    Solve,
    /// Judge the early positions by a deep search
    Judge {
        /// Learned weights; the hand-made evaluation if left out
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// How many moves to look ahead; a score is the mean of this depth and the one before
        #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(2..=24))]
        depth: u32,
    },
}

pub(crate) fn run(args: &BenchmarkArgs) -> Result<()> {
    let exact = |positions| {
        let header = format!(
            "% Endgames of the reversed game that nobody learns from, with their exact scores for the side\n\
             % to move, to hold evaluations against: docs/lab.md. Made by cargo xtask benchmark.\n\
             % {positions} positions, 12 to 24 empty squares, no two alike up to symmetry.\n"
        );
        SuiteFile { path: path("exact.obf"), header }
    };
    let midgame = |how: &str| {
        let header = format!(
            "% Midgames of the reversed game that nobody learns from, with scores for the side to move by a\n\
             % deep search, to hold evaluations against: docs/lab.md. Made by cargo xtask benchmark.\n\
             % {how}\n"
        );
        SuiteFile { path: path("midgame.obf"), header }
    };
    match &args.step {
        Step::Choose => {
            let [late, early] = choose::choose()?;
            exact(late.len()).write(&suite::unknown(&late))?;
            midgame("Not judged yet.").write(&suite::unknown(&early))
        }
        Step::Solve => {
            let positions = suite::read(&path("exact.obf"))?.problems.len();
            scores::fill(&exact(positions), &Exact::new()?)
        }
        Step::Judge { weights, depth } => {
            let weights = weights.as_deref().map(read).transpose()?;
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
fn read(path: &Path) -> Result<(Arc<Weights>, String)> {
    let reading = || format!("reading {}", path.display());
    let bytes = fs::read(path).with_context(reading)?;
    let weights = Weights::from_bytes(&bytes).with_context(reading)?;
    let is_ours = weights.objective() == Objective::FewestDiscs;
    ensure!(is_ours, "{}: these weights are for the other game", path.display());
    let sum = bytes[bytes.len() - 8..].iter().map(|byte| format!("{byte:02x}"));
    Ok((Arc::new(weights), sum.collect()))
}
