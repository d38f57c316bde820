//! `wane probcut`: measures how well shallow searches predict deep ones, and adds the fits to a file of
//! weights; docs/methods/004-multi-probcut.md.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_lab::probcut::{LinearFit, Measurement, ProbcutSettings, measure};
use wane_lab::train::Data;
use wane_match::rounded;
use wane_text::Foreign;

use crate::args::lab::ProbcutArgs;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::{Output, ensure_writable, grouped, write_file};
use crate::progress::Progress;

/// How well a shallow search predicts a deep one: a line that was fitted for each phase.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fit {
    /// The depth of the deep search.
    deep: u8,
    /// The depth of the shallow search.
    shallow: u8,
    /// The slope of the line.
    slope: Vec<f64>,
    /// Its offset in discs.
    offset: Vec<f64>,
    /// The standard deviation of the deep value from the line, in discs.
    sigma: Vec<f64>,
    /// The correlation.
    r: Vec<f64>,
}

/// The number of positions and the time; the last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FitSummary {
    /// The number of positions.
    positions: usize,
    /// The time in seconds.
    seconds: f64,
}

pub(crate) fn run(args: &ProbcutArgs, output: &mut Output) -> Result<Ending> {
    let weights = Arc::new(input::weights(&args.weights)?);
    let mut data = Data::new();
    for path in &args.data {
        data.read(path)?;
    }
    if data.positions() == (0, 0) {
        bail!("there is no position to search");
    }
    if data.objective() != weights.objective() {
        let path = Foreign::path(&args.weights);
        bail!("{path}: these weights are for another game than the records");
    }
    ensure_writable(&args.out)?;
    let control = interrupt::control()?;

    let started = Instant::now();
    let settings =
        ProbcutSettings { positions: args.positions, depth: args.depth, seed: args.seed };
    let (done, of) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let note = || format!("{} of {} positions", done.load(Relaxed), of.load(Relaxed));
    let mut progress = Progress::new(1, "probcut");
    let measured = progress.during(note, || {
        measure(&weights, &data, settings, args.threads.count(), &control, &|now, all| {
            done.fetch_max(now, Relaxed);
            of.store(all, Relaxed);
        })
    });
    progress.finish();
    let Some(measured) = measured? else {
        if control.is_stopped() {
            anstream::eprintln!("stopped: nothing is written");
            return Ok(Ending::Stopped);
        }
        bail!("the positions are too few to measure anything: at least 8 are needed");
    };
    let bytes = measured.added_to(&weights, &data).to_bytes();
    write_file(&args.out, bytes)?;
    print(args, &measured, started.elapsed().as_secs_f64(), output)?;
    Ok(Ending::Done)
}

fn print(
    args: &ProbcutArgs,
    measured: &Measurement,
    seconds: f64,
    output: &mut Output,
) -> Result<()> {
    if output.is_json() {
        for (depths, lines) in &measured.pairs {
            let of = |number: &dyn Fn(&LinearFit) -> f64| -> Vec<f64> {
                lines.iter().map(|line| rounded(number(line), 4)).collect()
            };
            output.json(&Fit {
                deep: depths.deep,
                shallow: depths.shallow,
                slope: of(&|line| line.slope),
                offset: of(&|line| line.offset / PARTS),
                sigma: of(&|line| line.sigma / PARTS),
                r: of(&|line| line.r),
            })?;
        }
        return output.json(&FitSummary { positions: measured.positions, seconds });
    }
    let phases = measured.fits.iter().next().map_or(0, |(_, phases)| phases.len());
    let columns = cells((1..=phases).map(|phase| (4 * phase).to_string()));
    output.text("Sigma in discs and correlation of two depths, by the least number of discs of each phase\n")?;
    output.text(&format!("deep  from       {columns}\n"))?;
    for (depths, lines) in &measured.pairs {
        let sigmas = cells(lines.iter().map(|line| format!("{:.2}", line.sigma / PARTS)));
        let rs = cells(lines.iter().map(|line| format!("{:.3}", line.r)));
        let (deep, shallow) = (depths.deep, depths.shallow);
        output.text(&format!("{deep:>4}  {shallow:>4}  sigma{sigmas}\n"))?;
        output.text(&format!("                r{rs}\n"))?;
    }
    output.text(&format!(
        "{}: {} positions, {seconds:.1} s\n",
        Foreign::path(&args.out),
        grouped(measured.positions as u64)
    ))
}

/// The parts of a disc.
const PARTS: f64 = wane_eval::Value::PER_DISC as f64;

/// Texts side by side.
fn cells(texts: impl Iterator<Item = String>) -> String {
    texts.fold(String::new(), |line, text| format!("{line}{text:>6}"))
}
