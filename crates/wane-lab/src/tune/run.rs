//! [`TuneRun`]: a tuner, what it improves, and the journal of its generations.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_files::{Journal, JournalError, LineForm};
use wane_gallery::recipe::Recipe;
use wane_match::{Executor, Stop, execute};

use super::duel::{Duel, DuelJob};
use super::fitness::{Candidate, Fitness};
use super::parameters::Parameters;
use super::tuner::{Tuner, TunerKind};
use crate::experiment::statistics::PairPoints;

/// Why tuning could not begin or continue.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A line of the journal is not one of a tuner.
    #[error("{}: {error}", path.display())]
    Content {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The journal is of another run.
    #[error("{} is of another recipe, tuner, opponent or seed: give another --log, or delete it", path.display())]
    Other {
        /// The journal.
        path: PathBuf,
    },
}

/// A generation, as the journal has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generation {
    /// Its number, from 1.
    pub generation: u64,
    /// The games that were played for it.
    pub games: u64,
    /// Its individuals.
    pub individuals: Vec<Individual>,
}

/// An individual of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Individual {
    /// Its numbers, in steps from the start.
    pub numbers: Vec<f64>,
    /// Its score.
    pub score: f64,
}

/// A run of a tuner.
pub struct TuneRun {
    parameters: Parameters,
    tuner: Box<dyn Tuner>,
    fitness: Arc<dyn Fitness>,
    journal: Option<Journal>,
    generations: u64,
    games: u64,
}

impl TuneRun {
    /// Begins a run, or resumes the one in a journal. `description` says what the run depends on.
    ///
    /// # Errors
    /// If the journal is of another run, or cannot be used.
    pub fn open(
        kind: TunerKind,
        seed: u64,
        parameters: Parameters,
        fitness: Arc<dyn Fitness>,
        journal: Option<(&Path, &str)>,
    ) -> Result<Self, TuneError> {
        let tuner = kind.tuner(parameters.list().len(), seed);
        let mut run = Self { parameters, tuner, fitness, journal: None, generations: 0, games: 0 };
        if let Some((path, description)) = journal {
            run.resume(path, description)?;
        }
        Ok(run)
    }

    fn resume(&mut self, path: &Path, description: &str) -> Result<(), TuneError> {
        let (mut journal, lines) = Journal::open(path, LineForm::Json)?;
        let other = || TuneError::Other { path: path.into() };
        let first = serde_json::json!({ "run": description }).to_string();
        match lines.split_first() {
            None => journal.begin(&[&first])?,
            Some((present, _)) if *present != first => return Err(other()),
            Some((_, lines)) => {
                for line in lines {
                    let generation: Generation = serde_json::from_str(line)
                        .map_err(|error| TuneError::Content { path: path.into(), error })?;
                    let scores: Vec<f64> =
                        generation.individuals.iter().map(|it| it.score).collect();
                    if self.tuner.ask().len() != scores.len() {
                        return Err(other());
                    }
                    self.tuner.tell(&scores);
                    self.generations += 1;
                    self.games += generation.games;
                }
            }
        }
        self.journal = Some(journal);
        Ok(())
    }

    /// The generations and the games so far.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.generations, self.games)
    }

    /// The recipe that the tuner would choose now.
    #[must_use]
    pub fn best(&self) -> Recipe {
        self.recipe(&self.tuner.best())
    }

    fn recipe(&self, numbers: &[f64]) -> Recipe {
        let list = self.parameters.list();
        let values = list.iter().zip(numbers).map(|(it, number)| it.start + it.step * number);
        self.parameters.apply(&values.collect::<Vec<f64>>())
    }

    /// Does a generation; `None` if it was stopped.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn generation(
        &mut self,
        executor: &mut dyn Executor<DuelJob>,
        stop: &Stop,
    ) -> Result<Option<Generation>, TuneError> {
        let candidates: Vec<Candidate> = self
            .tuner
            .ask()
            .into_iter()
            .map(|numbers| Candidate { recipe: self.recipe(&numbers), numbers })
            .collect();
        let duels = self.fitness.duels(&candidates, self.generations);
        let Some(points) = play(duels, executor, stop) else { return Ok(None) };
        let scores = self.fitness.scores(&candidates, &points);
        let games = points.iter().map(PairPoints::games).sum();
        self.tuner.tell(&scores);
        self.generations += 1;
        self.games += games;
        let individuals = candidates.into_iter().zip(scores);
        let generation = Generation {
            generation: self.generations,
            games,
            individuals: individuals
                .map(|(candidate, score)| Individual { numbers: candidate.numbers, score })
                .collect(),
        };
        if let Some(journal) = &mut self.journal {
            let line = serde_json::to_string(&generation).expect("numbers and names");
            journal.append(&line)?;
            journal.sync()?;
        }
        Ok(Some(generation))
    }
}

/// Plays duels: the points of each; `None` if it was stopped.
#[must_use]
pub fn play(
    duels: Vec<Duel>,
    executor: &mut dyn Executor<DuelJob>,
    stop: &Stop,
) -> Option<Vec<PairPoints>> {
    let mut points = vec![None; duels.len()];
    let jobs = duels.into_iter().enumerate().map(|(number, duel)| vec![DuelJob { number, duel }]);
    let _: ControlFlow<()> = execute(executor, jobs, stop, &mut |(number, result)| {
        points[number] = Some(result);
        ControlFlow::Continue(())
    });
    points.into_iter().collect()
}
