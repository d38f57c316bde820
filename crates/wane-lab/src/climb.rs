//! The climb: several generations of self-play, training and a gate.
//!
//! In each generation the best weights so far play against themselves. New weights are trained from all
//! games so far, get their fits for Multi-ProbCut, and play a match against the best. If they win, they
//! are the best from then on; if not, the games of the generation are still used for training. The first
//! generation plays with the hand-made evaluation.
//!
//! Everything is in one folder, from which a stopped climb is resumed. A lock keeps a second process out.
//! Every file but the games and the match is written as a whole:
//!
//! | file | contents |
//! |---|---|
//! | `1/games.bin` | the games of the first generation, as records |
//! | `1/weights.bin`, `1/loss.svg` | its weights; the error by epoch |
//! | `1/gate/` | the match, as `wane match` keeps it |
//! | `1/manifest.json` | the settings and results of the generation, once it is finished |
//! | `2/…` | the next generation |
//! | `best.bin` | the best weights |

mod generation;
mod ladder;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use wane_board::Objective;
use wane_eval::Weights;
use wane_files::{FolderLock, LockError, PathError, create_folder, write_atomically};
use wane_match::Stop;

use crate::gate::{Gate, GateError, GateResult};
use crate::probcut;
use crate::selfplay::{Counts, SelfplayError};
use crate::train::{self, DataError, Epoch};
use crate::workforce::Workforce;
pub use ladder::{RatedGeneration, ladder, ladder_chart};
pub use manifest::{GateManifest, GenerationManifest};

/// The name of the best weights in the folder of a climb.
pub const BEST: &str = "best.bin";

/// The settings of a climb.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The objective of the games.
    pub objective: Objective,
    /// The number of games of each generation; the last number holds for all that follow.
    pub games: Vec<u64>,
    /// The depth of the searches in these games, in the same way.
    pub depth: Vec<u32>,
    /// The selectivity of these searches, in percent.
    pub selectivity: u32,
    /// The solver plays from this number of empty squares on.
    pub exact_from: u32,
    /// The fewest and the most random moves at the start.
    pub opening: (u32, u32),
    /// After the opening, one move in this many is random.
    pub stray: u32,
    /// The settings of the training.
    pub train: train::TrainingSettings,
    /// The settings of the fits for Multi-ProbCut.
    pub probcut: probcut::ProbcutSettings,
    /// The match at the end.
    pub gate: Gate,
    /// The seed of games and matches.
    pub seed: u64,
    /// The number of threads for training.
    pub threads: usize,
    /// The version of the program, for the manifests.
    pub code: String,
}

/// The progress of a climb.
#[derive(Debug)]
pub enum ClimbEvent<'e> {
    /// Games were played: the number so far in this generation, and of all that it will have.
    Played(Counts, u64),
    /// An epoch of the training is finished.
    EpochFinished(&'e Epoch),
    /// Positions were searched for the fits of Multi-ProbCut: the number so far, and of all.
    Measured(usize, usize),
    /// A game of the match was played.
    GateGamePlayed(&'e GateResult),
}

/// A climb with its folder.
#[derive(Debug)]
pub struct Climb {
    folder: PathBuf,
    plan: Plan,
    /// The finished generations, from the first on.
    finished: Vec<GenerationManifest>,
    _lock: FolderLock,
}

/// Why a climb fails.
#[derive(Debug, Error)]
pub enum ClimbError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// Another process climbs in this folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The contents of a file are invalid.
    #[error("{}: {text}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// Why they are invalid.
        text: String,
    },
    /// The climb in the folder has another objective.
    #[error(
        "the climb in this folder plays for the {objective} discs: say --objective {objective}, or \
         choose another folder"
    )]
    OtherObjective {
        /// Its objective.
        objective: String,
    },
    /// Self-play failed.
    #[error(transparent)]
    Selfplay(SelfplayError),
    /// The games cannot be used for training.
    #[error(transparent)]
    Data(DataError),
    /// The match failed.
    #[error(transparent)]
    Gate(GateError),
}

impl Climb {
    /// Resumes the climb in a folder, or starts one.
    ///
    /// # Errors
    /// If the climb in the folder has another objective, another process runs it, or it cannot be read.
    pub fn open(folder: &Path, plan: Plan) -> Result<Self, ClimbError> {
        create_folder(folder)?;
        let lock = FolderLock::take(folder)?;
        let finished = manifest::read_all(folder)?;
        let objective = plan.objective.to_string();
        let other = finished.iter().find(|generation| generation.objective != objective);
        if let Some(other) = other {
            return Err(ClimbError::OtherObjective { objective: other.objective.clone() });
        }
        Ok(Self { folder: folder.into(), plan, finished, _lock: lock })
    }

    /// The finished generations.
    #[must_use]
    pub fn finished(&self) -> &[GenerationManifest] {
        &self.finished
    }

    /// The number of the generation with the best weights; 0 if none passed its gate.
    #[must_use]
    pub fn best(&self) -> usize {
        best(&self.finished)
    }

    /// Runs the next generation, or the rest of it if it was stopped. `None` if `stop` was set before
    /// its end; the next call resumes it, in this process or another.
    ///
    /// # Errors
    /// If files cannot be read or written, or games cannot be played.
    pub fn generation(
        &mut self,
        workforce: &dyn Workforce,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
    ) -> Result<Option<&GenerationManifest>, ClimbError> {
        let Some(manifest) = generation::Generation::next(self, workforce).run(stop, on_event)?
        else {
            return Ok(None);
        };
        self.finished.push(manifest);
        Ok(self.finished.last())
    }

    /// The folder of a generation.
    fn generation_folder(&self, generation: usize) -> PathBuf {
        self.folder.join(generation.to_string())
    }

    /// The file of the games of a generation.
    fn games_file(&self, generation: usize) -> PathBuf {
        self.generation_folder(generation).join("games.bin")
    }

    /// The file of the weights of a generation.
    fn weights_file(&self, generation: usize) -> PathBuf {
        self.generation_folder(generation).join("weights.bin")
    }
}

/// The number of the last generation that passed its gate, or 0.
fn best(finished: &[GenerationManifest]) -> usize {
    let passed = finished.iter().rev().find(|manifest| manifest.gate.is_passed);
    passed.map_or(0, |manifest| manifest.generation)
}

/// Reads a file of weights.
fn read_weights(path: &Path) -> Result<Arc<Weights>, ClimbError> {
    let bytes = fs::read(path).map_err(PathError::at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let invalid = |error: wane_eval::WeightsError| ClimbError::Contents {
        path: path.into(),
        text: error.to_string(),
    };
    weights.map(Arc::new).map_err(invalid)
}

/// Writes a file.
fn write(path: &Path, bytes: &[u8]) -> Result<(), ClimbError> {
    Ok(write_atomically(path, bytes).map_err(PathError::at(path))?)
}
