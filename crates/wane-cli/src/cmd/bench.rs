//! `wane bench`: the node signature of the search, and how fast it is here.

use std::time::Instant;

use anyhow::Result;
use serde_json::json;
use wane_board::AnyBackend;
use wane_search::bench;

use crate::args::BenchArgs;
use crate::output::{Output, STRONG, grouped, paint};
use crate::progress::Progress;

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let mut progress = None;
    let backend = args.backend.unwrap_or_else(AnyBackend::best);
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
        return output.json(&json!({
            "positions": done.positions, "nodes": done.nodes, "seconds": seconds,
            "nodes_per_second": speed.round(), "backend": backend.name(),
        }));
    }
    output.text(&format!(
        "{} nodes in {} positions, {seconds:.2} s, {:.1} M nodes/s with {backend}\n",
        paint(STRONG, &grouped(done.nodes)),
        done.positions,
        speed / 1e6,
    ))
}
