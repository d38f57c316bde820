//! `wane bench`: the node signature of the search and its speed; with weights, the depth that it reaches.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use wane_search::{Engine, bench, reach};
use wane_service::opponent::SELECTIVITY;

use crate::args::BenchArgs;
use crate::evaluation::EvaluationName;
use crate::output::{Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// The node signature of the search, and its speed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Signature {
    /// The number of positions.
    positions: usize,
    /// The number of nodes: the signature.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
    /// The speed.
    nodes_per_second: f64,
    /// The flip backend.
    backend: &'static str,
}

/// The depth that is reached in a given time.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Reached {
    /// The selectivity of the search in percent; 0 at full width.
    selectivity: u32,
    /// The number of positions.
    positions: usize,
    /// The average depth.
    depth: f64,
    /// The depth in each position.
    depths: Vec<u32>,
    /// The number of nodes.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
    /// The speed.
    nodes_per_second: f64,
}

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<()> {
    if let Some(evaluation) = &args.weights {
        return print_reach(evaluation, args, output);
    }
    let started = Instant::now();
    let mut progress = None;
    let backend = args.backend.get();
    let done = bench(backend, &mut |_, of| {
        progress.get_or_insert_with(|| Progress::new(of, "bench")).step();
    })?;
    if let Some(progress) = progress {
        progress.finish();
    }
    let seconds = started.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let speed = done.nodes as f64 / seconds;
    if output.is_json() {
        return output.json(&Signature {
            positions: done.positions,
            nodes: done.nodes,
            seconds,
            nodes_per_second: speed.round(),
            backend: backend.name(),
        });
    }
    output.text(&format!(
        "{} nodes in {} positions, {seconds:.2} s, {:.1} M nodes/s with {backend}\n",
        paint(STRONG, &grouped(done.nodes)),
        done.positions,
        speed / 1e6,
    ))
}

/// Memory of the table of a search that may take long, in megabytes.
const REACH_TABLE: usize = 256;

/// Prints the depth that the search reaches within a time, at full width and selective.
fn print_reach(evaluation: &EvaluationName, args: &BenchArgs, output: &mut Output) -> Result<()> {
    let weights = evaluation.weights()?;
    let started = Instant::now();
    for selectivity in [0, SELECTIVITY] {
        let engine = || {
            let engine = Engine::try_new(REACH_TABLE)?.selectivity(selectivity);
            Ok(engine.weights(weights.clone()).backend(args.backend.get()))
        };
        let mut progress = None;
        let reach = reach(&engine, args.time, &|| started.elapsed(), &mut |_, of| {
            progress.get_or_insert_with(|| Progress::new(of, "bench")).step();
        })?;
        if let Some(progress) = progress {
            progress.finish();
        }
        let (depth, positions) = (reach.mean_depth(), reach.depths.len());
        #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
        let speed = reach.nodes as f64 / reach.time.as_secs_f64();
        if output.is_json() {
            output.json(&Reached {
                selectivity,
                positions,
                depth,
                depths: reach.depths,
                nodes: reach.nodes,
                seconds: reach.time.as_secs_f64(),
                nodes_per_second: speed.round(),
            })?;
        } else {
            let how = if selectivity == 0 { "full width" } else { "selective" };
            output.text(&format!(
                "{how:<10}  depth {depth:.2} in {positions} positions, {:.1} M nodes/s\n",
                speed / 1e6
            ))?;
        }
    }
    Ok(())
}
