//! [`ExperimentRun`]: an experiment with its journal, which has a line for each unit that is done.

mod remote;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_files::{
    FolderLock, Journal, JournalError, LineForm, LockError, PathError, create_folder,
    write_atomically,
};
use wane_match::{Executor, Job, JobWorker, LocalThreads, Stop, execute};

use super::{AnyExperiment, Extent, Findings};

/// The version of the files.
const VERSION: u32 = 1;

/// The names of the files.
const JOURNAL: &str = "units.jsonl";
const RESULT: &str = "result.json";

/// Why an experiment could not be run.
#[derive(Debug, Error)]
pub enum LabError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another process runs the experiment in this folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder has results of another run.
    #[error("{} is from another run: {why}; give another --out, or delete it", path.display())]
    Other {
        /// The journal.
        path: PathBuf,
        /// What differs.
        why: String,
    },
    /// A file has something else than it should.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// The first line of a journal, and the manifest of a result: what the units depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunManifest {
    /// The name of the experiment.
    pub experiment: String,
    /// `quick` or `full`.
    pub size: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of units.
    pub units: usize,
    /// The version of the program.
    pub code: String,
    /// The version of this format.
    pub v: u32,
}

/// What an experiment has found, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentResult {
    /// What it depends on.
    pub manifest: RunManifest,
    /// The question.
    pub question: String,
    /// How it was answered.
    pub method: String,
    /// The answer.
    pub findings: Findings,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    unit: usize,
    measured: Value,
}

/// A unit as a job.
pub struct LabJob {
    experiment: Arc<dyn AnyExperiment>,
    extent: Extent,
    unit: usize,
}

impl Job for LabJob {
    type Result = (usize, Value);
}

/// Does units.
#[derive(Debug)]
pub struct LabWorker {
    stop: Stop,
}

impl LabWorker {
    /// A worker that stops when the flag is set.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone() }
    }

    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<LabJob> {
        LocalThreads::new(count, stop, Self::new)
    }
}

impl JobWorker<LabJob> for LabWorker {
    fn work(&mut self, job: LabJob) -> Option<(usize, Value)> {
        let measured = job.experiment.measure(job.extent, job.unit, &self.stop)?;
        Some((job.unit, measured))
    }
}

/// An experiment in a folder.
pub struct ExperimentRun {
    experiment: Arc<dyn AnyExperiment>,
    extent: Extent,
    folder: PathBuf,
    _lock: FolderLock,
    journal: Journal,
    done: BTreeMap<usize, Value>,
}

impl ExperimentRun {
    /// Begins an experiment below a folder, or resumes it.
    ///
    /// # Errors
    /// If another process runs it there, what is there is of another run, or a file cannot be used.
    pub fn open(
        experiment: Arc<dyn AnyExperiment>,
        extent: Extent,
        out: &Path,
    ) -> Result<Self, LabError> {
        let folder = experiment_folder(out, extent, experiment.about().name);
        create_folder(&folder)?;
        let lock = FolderLock::take(&folder)?;
        let path = folder.join(JOURNAL);
        let (mut journal, lines) = Journal::open(&path, LineForm::Json)?;
        let manifest = manifest(&*experiment, extent);
        let wrong = |error| LabError::Content { path: path.clone(), error };
        let mut done = BTreeMap::new();
        match lines.split_first() {
            None => {
                let first = serde_json::to_string(&manifest).map_err(wrong)?;
                journal.begin(&[&first])?;
            }
            Some((first, units)) => {
                let present: RunManifest = serde_json::from_str(first).map_err(wrong)?;
                if present != manifest {
                    let why = difference(&present, &manifest);
                    return Err(LabError::Other { path, why });
                }
                for line in units {
                    let UnitLine { unit, measured } = serde_json::from_str(line).map_err(wrong)?;
                    done.insert(unit, measured);
                }
            }
        }
        Ok(Self { experiment, extent, folder, _lock: lock, journal, done })
    }

    /// The number of units that are done, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done.len(), self.experiment.units(self.extent.size))
    }

    /// Does the units that are not done yet. Returns the result if all are, and `None` if it was stopped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn run(
        &mut self,
        executor: &mut dyn Executor<LabJob>,
        stop: &Stop,
        on_progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<ExperimentResult>, LabError> {
        let (_, units) = self.progress();
        let left: Vec<usize> = (0..units).filter(|unit| !self.done.contains_key(unit)).collect();
        let jobs = left.into_iter().map(|unit| {
            let (experiment, extent) = (Arc::clone(&self.experiment), self.extent);
            vec![LabJob { experiment, extent, unit }]
        });
        let jobs: Vec<Vec<LabJob>> = jobs.collect();
        let (journal, done) = (&mut self.journal, &mut self.done);
        let ended = execute(executor, jobs.into_iter(), stop, &mut |(unit, measured)| match add(
            journal, done, unit, measured,
        ) {
            Ok(()) => {
                on_progress(done.len(), units);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        });
        if let ControlFlow::Break(error) = ended {
            return Err(error);
        }
        self.journal.sync()?;
        if self.done.len() < units {
            return Ok(None);
        }
        let result = self.conclude()?;
        self.write(&result)?;
        Ok(Some(result))
    }

    fn conclude(&self) -> Result<ExperimentResult, LabError> {
        let measured = self.done.values().cloned().collect();
        let findings = self
            .experiment
            .conclude(self.extent, measured)
            .map_err(|error| LabError::Content { path: self.journal.path().into(), error })?;
        let about = self.experiment.about();
        Ok(ExperimentResult {
            manifest: manifest(&*self.experiment, self.extent),
            question: about.question.to_owned(),
            method: about.method.to_owned(),
            findings,
        })
    }

    /// Writes the result and its pictures.
    fn write(&self, result: &ExperimentResult) -> Result<(), LabError> {
        for (index, plot) in result.findings.plots.iter().enumerate() {
            put(&self.folder.join(format!("plot-{}.svg", index + 1)), &plot.to_svg())?;
        }
        let path = self.folder.join(RESULT);
        let text = serde_json::to_string_pretty(result)
            .map_err(|error| LabError::Content { path: path.clone(), error })?;
        put(&path, &(text + "\n"))
    }
}

fn put(path: &Path, text: &str) -> Result<(), LabError> {
    Ok(write_atomically(path, text.as_bytes()).map_err(PathError::at(path))?)
}

/// The result of a finished experiment below a folder.
///
/// # Errors
/// If there is a file that is no result, or it cannot be read.
pub fn read_result(
    out: &Path,
    extent: Extent,
    name: &str,
) -> Result<Option<ExperimentResult>, LabError> {
    let path = experiment_folder(out, extent, name).join(RESULT);
    match fs::read_to_string(&path) {
        Ok(text) => {
            serde_json::from_str(&text).map(Some).map_err(|error| LabError::Content { path, error })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(PathError::at(&path)(error).into()),
    }
}

/// Where an experiment is kept.
#[must_use]
pub fn experiment_folder(out: &Path, extent: Extent, name: &str) -> PathBuf {
    out.join(extent.size.name()).join(name)
}

fn add(
    journal: &mut Journal,
    done: &mut BTreeMap<usize, Value>,
    unit: usize,
    measured: Value,
) -> Result<(), LabError> {
    let line = UnitLine { unit, measured };
    let text = serde_json::to_string(&line).expect("every key is a string");
    journal.append(&text)?;
    done.insert(unit, line.measured);
    Ok(())
}

fn manifest(experiment: &dyn AnyExperiment, extent: Extent) -> RunManifest {
    RunManifest {
        experiment: experiment.about().name.to_owned(),
        size: extent.size.name().to_owned(),
        seed: extent.seed,
        units: experiment.units(extent.size),
        code: env!("CARGO_PKG_VERSION").to_owned(),
        v: VERSION,
    }
}

/// The first field in which two manifests differ.
fn difference(present: &RunManifest, wanted: &RunManifest) -> String {
    let of = |it: &RunManifest| {
        [
            ("the experiment", it.experiment.clone()),
            ("the size", it.size.clone()),
            ("the seed", it.seed.to_string()),
            ("the number of units", it.units.to_string()),
            ("the version of Wane", it.code.clone()),
            ("the version of the format", it.v.to_string()),
        ]
    };
    let differs = of(present).into_iter().zip(of(wanted)).find(|(a, b)| a != b);
    differs.map_or_else(String::new, |((what, a), (_, b))| format!("{what} was {a}, not {b}"))
}
