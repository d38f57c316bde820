//! Scores of many positions: exact ones as labels, or those of a search, as for openings.
//!
//! A run writes them to a [`Journal`], in the order of the positions, and resumes from it:
//!
//! ```json
//! {"how":"exact","objective":"fewest","positions":"8c0d1f6b2a9e4f37","count":3,"v":1,"check":"…"}
//! {"board":"--XO…","side":"X","score":-4,"check":"…"}
//! ```
//!
//! An exact score is in discs, that of a search in hundredths of a disc, both for the side to move.

mod remote;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_board::{AnyPosition, Objective, with_size};
use wane_eval::WeightSet;
use wane_files::{Checksum, Journal, JournalError, LineForm};
use wane_formats::board_text;
use wane_match::{Executor, Job, JobWorker, LocalThreads, Stop, execute};
use wane_search::{Control, Engine, Limits, NoMemory, Question, Solver, Table, Window};

/// The version of the file.
const VERSION: u32 = 1;

/// How many positions are one job.
const CHUNK: usize = 8;

/// The size of the tables of a search, in megabytes.
const MEGABYTES: usize = 16;

/// How positions are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Exactly, by the solver.
    Exact,
    /// By a search of this depth with the shipped weights.
    Depth(u32),
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A text is not a way to score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("positions are scored exactly, or to a depth of 1 to 60")]
pub struct NotAScoring;

impl FromStr for Scoring {
    type Err = NotAScoring;

    fn from_str(text: &str) -> Result<Self, NotAScoring> {
        if text == "exact" {
            return Ok(Self::Exact);
        }
        let depth = text.strip_prefix("depth ").and_then(|depth| depth.parse().ok());
        depth.filter(|it| (1..=60).contains(it)).map(Self::Depth).ok_or(NotAScoring)
    }
}

/// Positions to score.
#[derive(Clone, Debug)]
pub struct ScoreJob {
    /// The number of the first one in the run.
    first: usize,
    positions: Vec<AnyPosition>,
    objective: Objective,
    how: Scoring,
}

impl Job for ScoreJob {
    type Result = Result<(usize, Vec<i32>), NoMemory>;
}

/// Scores positions.
#[derive(Debug)]
pub struct ScoreWorker {
    stop: Stop,
    table: Option<Table>,
}

impl ScoreWorker {
    /// A worker that stops when the flag is set.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone(), table: None }
    }

    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<ScoreJob> {
        LocalThreads::new(count, stop, Self::new)
    }

    /// The score of a position; `None` if it was stopped.
    fn score(&mut self, position: &AnyPosition, job: &ScoreJob) -> Result<Option<i32>, NoMemory> {
        let limit = |_| self.stop.is_stopped();
        let control = Control::new().until(&limit);
        match job.how {
            Scoring::Exact => {
                // What is in the table is proved, whatever position it comes from.
                let table = match self.table.take() {
                    Some(table) => table,
                    None => Table::try_new(MEGABYTES)?,
                };
                let solver = Solver::new(job.objective, &table);
                let solved = with_size!(position.board(), board => {
                    solver.solve(board, Window::EXACT, &control, &|_| {})
                });
                let score = solved.ok().map(|solution| solution.bounds.lower.discs());
                self.table = Some(table);
                Ok(score)
            }
            Scoring::Depth(depth) => {
                // A new engine, since values of other positions would change this one.
                let mut engine = Engine::try_new(MEGABYTES)?;
                if let Some(weights) = WeightSet::shipped().get(job.objective) {
                    engine = engine.weights(Arc::clone(weights));
                }
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let (board, objective) = (position.board(), job.objective);
                let question = Question { board, objective, limits, lines: 1, only: None };
                let report = engine.search(&question, &|| Duration::ZERO, &control, &mut |_| {});
                let report = report.filter(|_| !self.stop.is_stopped());
                Ok(report.map(|report| report.best().value.centidiscs()))
            }
        }
    }
}

impl JobWorker<ScoreJob> for ScoreWorker {
    fn work(&mut self, job: ScoreJob) -> Option<Result<(usize, Vec<i32>), NoMemory>> {
        let mut scores = Vec::new();
        for position in &job.positions {
            match self.score(position, &job) {
                Ok(score) => scores.push(score?),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok((job.first, scores)))
    }
}

/// Why positions could not be scored.
#[derive(Debug, Error)]
pub enum ScoreError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] JournalError),
    /// There is no memory for the tables of the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The file has something else.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The file is of other positions, another objective or another way to score.
    #[error("{} is of other positions or settings: give another --out, or delete it", path.display())]
    Other {
        /// The file.
        path: PathBuf,
    },
}

/// The first line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    how: String,
    objective: String,
    /// The checksum of all positions.
    positions: String,
    count: usize,
    v: u32,
}

/// Each further line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ScoreLine {
    board: String,
    side: String,
    score: i32,
}

/// Positions, their scores so far, and the file of both.
#[derive(Debug)]
pub struct ScoreRun {
    positions: Vec<AnyPosition>,
    objective: Objective,
    how: Scoring,
    journal: Journal,
    done: usize,
}

impl ScoreRun {
    /// Begins a run, or resumes the one in a file.
    ///
    /// # Errors
    /// If the file is of another run, or cannot be used.
    pub fn open(
        positions: Vec<AnyPosition>,
        objective: Objective,
        how: Scoring,
        path: &Path,
    ) -> Result<Self, ScoreError> {
        let (mut journal, lines) = Journal::open(path, LineForm::Json)?;
        let texts: String = positions.iter().map(|it| board_text::write(it) + "\n").collect();
        let header = Header {
            how: how.to_string(),
            objective: objective.to_string(),
            positions: Checksum::of(texts.as_bytes()).to_hex(),
            count: positions.len(),
            v: VERSION,
        };
        let wrong = |error| ScoreError::Content { path: path.into(), error };
        let done = match lines.split_first() {
            None => {
                let first = serde_json::to_string(&header).map_err(wrong)?;
                journal.begin(&[&first])?;
                0
            }
            Some((first, scored)) => {
                let present: Header = serde_json::from_str(first).map_err(wrong)?;
                if present != header || scored.len() > positions.len() {
                    return Err(ScoreError::Other { path: path.into() });
                }
                scored.len()
            }
        };
        Ok(Self { positions, objective, how, journal, done })
    }

    /// The number of positions that have a score, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.positions.len())
    }

    /// How many jobs are left.
    #[must_use]
    pub const fn jobs(&self) -> usize {
        self.positions.len().div_ceil(CHUNK) - self.done / CHUNK
    }

    /// Scores the positions that have none yet, until `stop` is set.
    ///
    /// # Errors
    /// If there is no memory, or the file cannot be written.
    pub fn run(
        &mut self,
        executor: &mut dyn Executor<ScoreJob>,
        stop: &Stop,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<(), ScoreError> {
        let (objective, how) = (self.objective, self.how);
        let numbered = self.positions.chunks(CHUNK).enumerate();
        let open = numbered.filter(|(chunk, _)| (chunk + 1) * CHUNK > self.done);
        let jobs: Vec<Vec<ScoreJob>> = open
            .map(|(chunk, positions)| {
                let (first, positions) = (chunk * CHUNK, positions.to_vec());
                vec![ScoreJob { first, positions, objective, how }]
            })
            .collect();
        // Chunks that were finished before their predecessors.
        let mut early = BTreeMap::new();
        let mut add = |scored: Result<(usize, Vec<i32>), NoMemory>| -> Result<(), ScoreError> {
            let (first, scores) = scored?;
            early.insert(first, scores);
            while let Some(scores) = early.remove(&(self.done / CHUNK * CHUNK)) {
                let first = self.done / CHUNK * CHUNK;
                for (at, score) in scores.into_iter().enumerate().skip(self.done - first) {
                    self.journal.append(&line(&self.positions[first + at], score))?;
                    self.done += 1;
                }
                on_progress(self.done);
            }
            Ok(())
        };
        let ended = execute(executor, jobs.into_iter(), stop, &mut |scored| match add(scored) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        if let ControlFlow::Break(error) = ended {
            return Err(error);
        }
        Ok(self.journal.sync()?)
    }
}

fn line(position: &AnyPosition, score: i32) -> String {
    let text = board_text::write(position);
    let (board, side) = text.rsplit_once(' ').unwrap_or((&text, ""));
    let line = ScoreLine { board: board.into(), side: side.into(), score };
    serde_json::to_string(&line).expect("texts and a number")
}
