//! `wane train`: weights learned from records; docs/lab.md.

use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_eval::weights::PHASES;
use wane_lab::train::{Data, Epoch, Losses, Trained, Training, TrainingSettings, loss_by_epoch};
use wane_text::Foreign;

use crate::args::lab::TrainArgs;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::{Output, ensure_writable, grouped, write_file};
use crate::progress::Progress;

/// The errors before the first epoch; the first line. Errors are in discs, null where there is no position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Beginning {
    /// 0.
    epoch: usize,
    /// The number of positions to learn from.
    positions: u64,
    /// The number of positions of the validation set.
    held_out_positions: u64,
    /// The root of the mean squared error on the validation set.
    held_out: Option<f64>,
    /// The same in each phase.
    phases: Vec<Option<f64>>,
}

/// The errors after an epoch. The last line is the manifest of the weights.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EpochErrors {
    /// The number of the epoch.
    epoch: usize,
    /// The root of the mean squared error on the positions to learn from.
    learned_from: Option<f64>,
    /// The root of the mean squared error on the validation set.
    held_out: Option<f64>,
    /// The same in each phase.
    phases: Vec<Option<f64>>,
    /// The time in seconds.
    seconds: f64,
}

pub(crate) fn run(args: &TrainArgs, output: &mut Output) -> Result<Ending> {
    for path in [Some(&args.out), args.plot.as_ref()].into_iter().flatten() {
        ensure_writable(path)?;
    }
    let from = args.from.as_deref().map(input::weights).transpose()?;
    let data = read(args)?;
    if let (Some(from), Some(path)) = (&from, &args.from)
        && from.objective() != data.objective()
    {
        bail!("{}: these weights are for another game than the records", Foreign::path(path));
    }
    let stop = interrupt::stop()?;

    let settings = TrainingSettings {
        epochs: args.epochs,
        shrink: f32::from(args.shrink),
        reach: args.reach,
        search: f32::from(args.search) / 100.0,
        seed: args.seed,
        ..TrainingSettings::default()
    };
    let mut training = Training::new(data, settings, from.as_ref());
    print_beginning(&training, output)?;
    let mut progress = Progress::new(1, "train");
    loop {
        let started = Instant::now();
        let number = training.epochs().len();
        let note = || format!("epoch {number}");
        let threads = args.threads.count();
        let epoch =
            progress.during(note, || training.epoch(threads, &|| stop.is_stopped()).copied());
        let Some(epoch) = epoch else { break };
        let seconds = started.elapsed().as_secs_f64();
        progress.suspend(|| print_epoch(number, &epoch, seconds, output))?;
    }
    progress.finish();
    let trained = training.finish();
    write(args, &trained)?;
    print_end(args, &trained, output)?;
    Ok(if stop.is_stopped() { Ending::Stopped } else { Ending::Done })
}

fn read(args: &TrainArgs) -> Result<Data> {
    let mut data = Data::new();
    let mut progress = Progress::new(args.data.len(), "reading");
    for path in &args.data {
        data.read(path)?;
        progress.step();
    }
    progress.finish();
    if data.positions().0 == 0 {
        bail!("there is no position to learn from");
    }
    Ok(data)
}

fn write(args: &TrainArgs, trained: &Trained) -> Result<()> {
    write_file(&args.out, trained.weights.to_bytes())?;
    match &args.plot {
        Some(path) => write_file(path, loss_by_epoch(&trained.epochs)),
        None => Ok(()),
    }
}

fn print_beginning(training: &Training, output: &mut Output) -> Result<()> {
    let (learned_from, held_out) = training.data().positions();
    if output.is_json() {
        let before = &training.epochs()[0];
        return output.json(&Beginning {
            epoch: 0,
            positions: learned_from,
            held_out_positions: held_out,
            held_out: rms(&before.validation),
            phases: phases(&before.validation),
        });
    }
    let columns = cells((1..=PHASES).map(|phase| (4 * phase).to_string()));
    output.text(&format!(
        "{} positions to learn from, {} of other games to check with\n\
         Root of the mean squared error in discs, on both; then on the latter, by the least number of discs of each phase\n\
         epoch  learned  checked{columns}  seconds\n",
        grouped(learned_from),
        grouped(held_out),
    ))?;
    print_epoch(0, &training.epochs()[0], 0.0, output)
}

fn print_epoch(number: usize, epoch: &Epoch, seconds: f64, output: &mut Output) -> Result<()> {
    let Epoch { training, validation } = epoch;
    if output.is_json() {
        output.json(&EpochErrors {
            epoch: number,
            learned_from: rms(training),
            held_out: rms(validation),
            phases: phases(validation),
            seconds,
        })?;
    } else {
        let number_or_none = |rms: Option<f64>| rms.map_or("-".into(), |rms| format!("{rms:.2}"));
        let phases = cells(validation.phases.iter().map(|loss| number_or_none(loss.rms())));
        output.text(&format!(
            "{number:>5}  {:>7}  {:>7}{phases}  {seconds:>7.2}\n",
            number_or_none(training.total().rms()),
            number_or_none(validation.total().rms()),
        ))?;
    }
    output.finish()
}

fn print_end(args: &TrainArgs, trained: &Trained, output: &mut Output) -> Result<()> {
    let manifest = &trained.manifest;
    if output.is_json() {
        return output.json(manifest);
    }
    let discs = |rms: Option<f64>| rms.map_or("unknown".into(), |rms| format!("{rms:.2} discs"));
    output.text(&format!(
        "{}: error {} before, {} now\n",
        Foreign::path(&args.out),
        discs(manifest.rms_before),
        discs(manifest.rms_after),
    ))
}

/// Texts side by side.
fn cells(texts: impl Iterator<Item = String>) -> String {
    texts.fold(String::new(), |line, text| format!("{line}{text:>6}"))
}

fn rms(losses: &Losses) -> Option<f64> {
    losses.total().rms()
}

fn phases(losses: &Losses) -> Vec<Option<f64>> {
    losses.phases.iter().map(|loss| loss.rms()).collect()
}
