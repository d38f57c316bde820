//! `wane lab`: lists and runs experiments, and writes their report; docs/lab.md.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use wane_files::create_folder;
use wane_lab::experiment::run::{ExperimentResult, experiment_folder, read_result};
use wane_lab::experiment::{AnyExperiment, ExperimentRun, Extent, LabWorker, Size, report};
use wane_lab::experiments;
use wane_match::Stop;
use wane_text::Foreign;

use crate::args::experiment::{LabAction, LabArgs, PlaceArgs, ReportArgs, RunArgs};
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::{FAINT, Output, STRONG, paint, write_file};
use crate::place::{Place, honestly};
use crate::progress::Progress;

/// An experiment.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ListedExperiment {
    /// Its name.
    name: &'static str,
    /// The question.
    question: &'static str,
    /// The number of units of work.
    units: usize,
    /// Whether its result is in the folder.
    done: bool,
}

/// A report that was written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WrittenReport {
    /// The experiments in it.
    experiments: Vec<String>,
    /// The page.
    page: Foreign,
}

pub(crate) fn run(LabArgs { action }: &LabArgs, output: &mut Output) -> Result<Ending> {
    match action {
        LabAction::List(place) => list(place, output)?,
        LabAction::Run(args) => return run_experiments(args, output),
        LabAction::Report(args) => write_report(args, output)?,
    }
    Ok(Ending::Done)
}

fn extent(place: &PlaceArgs) -> Extent {
    let size = if place.quick { Size::Quick } else { Size::Full };
    Extent { size, seed: place.seed }
}

fn list(place: &PlaceArgs, output: &mut Output) -> Result<()> {
    for experiment in experiments::all() {
        let about = experiment.about();
        let (name, question) = (about.name, about.question);
        let done = read_result(&place.out, extent(place), name)?.is_some();
        if output.is_json() {
            let units = experiment.units(extent(place).size);
            output.json(&ListedExperiment { name, question, units, done })?;
            continue;
        }
        let state = if done { "done" } else { "" };
        let name = paint(STRONG, &format!("{name:<14}"));
        output.text(&format!("{name} {:<4} {question}\n", paint(FAINT, state)))?;
    }
    Ok(())
}

/// The experiments of a name.
fn named(name: &str) -> Result<Vec<Arc<dyn AnyExperiment>>> {
    let mut found = experiments::all();
    if name != "all" {
        let names: Vec<&str> = found.iter().map(|it| it.about().name).collect();
        let unknown =
            format!("there is no experiment {name:?}; there are all, {}", names.join(", "));
        found.retain(|it| it.about().name == name);
        if found.is_empty() {
            return Err(Usage(unknown).into());
        }
    }
    Ok(found)
}

fn run_experiments(args: &RunArgs, output: &mut Output) -> Result<Ending> {
    let stop = interrupt::stop()?;
    for experiment in named(&args.name)? {
        let name = experiment.about().name;
        let folder = experiment_folder(&args.place.out, extent(&args.place), name);
        let run = || run_one(Arc::clone(&experiment), args, &folder, &stop);
        let Some(result) = honestly(Some(&folder), run)? else {
            anstream::eprintln!("stopped: the same command resumes from here");
            return Ok(Ending::Stopped);
        };
        if output.is_json() {
            output.json(&result)?;
        } else {
            print(name, &result, output)?;
        }
    }
    Ok(Ending::Done)
}

fn run_one(
    experiment: Arc<dyn AnyExperiment>,
    args: &RunArgs,
    folder: &Path,
    stop: &Stop,
) -> Result<Option<ExperimentResult>> {
    let name = experiment.about().name;
    let mut run = ExperimentRun::open(experiment, extent(&args.place), &args.place.out)?;
    let place = Place::open(&args.farm, args.threads.count(), Some(folder))?;
    let (done, units) = run.progress();
    let mut progress = Progress::new(units, name);
    progress.advance(done);
    place.expect((units - done) as u64);
    let result = {
        let mut executor = place.executor(stop, LabWorker::threads);
        run.run(&mut *executor, stop, &mut |_, _| progress.step())
    };
    progress.finish();
    place.check()?;
    Ok(result?)
}

/// Prints what was found.
fn print(name: &str, result: &ExperimentResult, output: &mut Output) -> Result<()> {
    output.text(&format!("{}: {}\n", paint(STRONG, name), result.question))?;
    for it in &result.findings.comparisons {
        let (ours, low, high) = (it.ours.value, it.ours.low, it.ours.high);
        output.text(&format!(
            "  {}: {ours:.3} ({low:.3} to {high:.3}), {} says {}\n",
            it.what, it.source, it.reported
        ))?;
    }
    for table in &result.findings.tables {
        output.text(&format!("  {}\n", paint(FAINT, &table.columns.join(" | "))))?;
        for row in &table.rows {
            output.text(&format!("  {}\n", row.join(" | ")))?;
        }
    }
    output.text(&format!("  {}\n\n", result.findings.words))
}

fn write_report(ReportArgs { place, to }: &ReportArgs, output: &mut Output) -> Result<()> {
    let mut results = Vec::new();
    for experiment in experiments::all() {
        results.extend(read_result(&place.out, extent(place), experiment.about().name)?);
    }
    if results.is_empty() {
        bail!("no experiment is finished in {}: wane lab run all", Foreign::path(&place.out));
    }
    create_folder(to).context("creating the folder of the report")?;
    write_pictures(&results, to)?;
    write_file(&to.join("findings.md"), report::to_markdown(&results))?;
    let page = to.join("report.html");
    write_file(&page, report::to_html(&results))?;
    let page = Foreign::path(&page);
    if output.is_json() {
        let experiments = results.into_iter().map(|it| it.manifest.experiment).collect();
        return output.json(&WrittenReport { experiments, page });
    }
    output.text(&format!("{page} has {} experiments\n", results.len()))
}

/// The pictures and the data beside the report.
fn write_pictures(results: &[ExperimentResult], to: &Path) -> Result<()> {
    for result in results {
        let name = &result.manifest.experiment;
        for (index, plot) in (1..).zip(&result.findings.plots) {
            write_file(&to.join(format!("{name}-{index}.svg")), plot.to_svg())?;
        }
        let data = serde_json::to_string_pretty(result).context("writing the data")? + "\n";
        write_file(&to.join(format!("{name}.json")), data)?;
    }
    Ok(())
}
