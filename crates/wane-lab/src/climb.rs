//! The climb: generation after generation of games, weights and a gate.
//!
//! A generation lets the best weights so far play themselves, learns new ones from all games that were
//! played so far, measures with them what Multi-ProbCut needs to know, and lets the new ones play a match against the best. If they win it they are the best
//! from then on; if not, their games still count. The first games are played with the hand-made
//! evaluation.
//!
//! All of it is in one folder, from which a climb that was stopped goes on:
//!
//! | file | |
//! |---|---|
//! | `1/games.bin` | the games of the first generation, as records |
//! | `1/weights.bin`, `1/loss.svg` | what was learned from them, and how it went |
//! | `1/gate/` | the match, as `wane match` keeps it |
//! | `1/manifest.json` | all about the generation, once it is over |
//! | `2/…` | the next one |
//! | `best.bin` | the best weights |

mod generation;
mod ladder;
mod manifest;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use wane_board::Objective;
use wane_eval::Weights;
use wane_files::write_atomically;
use wane_match::Stop;

use crate::gate::{Gate, GateError, Verdict};
use crate::probcut;
use crate::selfplay::{Noted, SelfplayError};
use crate::train::{self, DataError, Epoch};
pub use ladder::{Rung, ladder, ladder_picture};
pub use manifest::{GateManifest, Manifest};

/// The name of the best weights in the folder of a climb.
pub const BEST: &str = "best.bin";

/// What a climb does in each generation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played for.
    pub objective: Objective,
    /// How many games each generation plays; the last number is for all that follow too.
    pub games: Vec<u64>,
    /// How many moves the players of these games look ahead, in the same way.
    pub depth: Vec<u32>,
    /// How selective their search is.
    pub selectivity: u32,
    /// With so many empty squares or fewer, they solve the rest.
    pub exact_from: u32,
    /// The fewest and the most random moves at the beginning.
    pub opening: (u32, u32),
    /// One move in so many is random later on.
    pub stray: u32,
    /// How to learn.
    pub train: train::Settings,
    /// How to measure what Multi-ProbCut needs.
    pub probcut: probcut::Settings,
    /// The match at the end.
    pub gate: Gate,
    /// Where the chance begins.
    pub seed: u64,
    /// How many threads play and learn.
    pub threads: usize,
    /// The code that does all this, for the manifests.
    pub code: String,
}

/// What a climb tells while it goes on.
#[derive(Debug)]
pub enum Event<'e> {
    /// Games were played: so many there are in this generation, of so many.
    Played(Noted, u64),
    /// The data were gone over.
    Learned(&'e Epoch),
    /// So many positions were searched, of so many, to know how well shallow searches foretell deep ones.
    Measured(usize, usize),
    /// A game of the match was played.
    Met(&'e Verdict),
}

/// A climb with its folder.
#[derive(Debug)]
pub struct Climb {
    folder: PathBuf,
    plan: Plan,
    /// The generations that are over, from the first on.
    past: Vec<Manifest>,
}

/// Why a climb cannot go on.
#[derive(Debug, Error)]
pub enum ClimbError {
    /// A file cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A file does not hold what it should.
    #[error("{}: {text}", path.display())]
    Contents {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        text: String,
    },
    /// The climb in the folder is for the other game.
    #[error(
        "the climb in this folder is for the {objective} discs: say --objective {objective}, or \
         choose another folder"
    )]
    OtherGame {
        /// The game.
        objective: String,
    },
    /// Games could not be played.
    #[error(transparent)]
    Selfplay(SelfplayError),
    /// Games could not be learned from.
    #[error(transparent)]
    Data(DataError),
    /// The match could not be played.
    #[error(transparent)]
    Gate(GateError),
}

impl Climb {
    /// Goes on with the climb in a folder, or begins one.
    ///
    /// # Errors
    /// If what is in the folder is not the climb of this game, or cannot be read.
    pub fn open(folder: &Path, plan: Plan) -> Result<Self, ClimbError> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        let past = manifest::read_all(folder)?;
        let other = past.iter().find(|it| it.objective != plan.objective.to_string());
        if let Some(other) = other {
            return Err(ClimbError::OtherGame { objective: other.objective.clone() });
        }
        Ok(Self { folder: folder.into(), plan, past })
    }

    /// The generations that are over.
    #[must_use]
    pub fn past(&self) -> &[Manifest] {
        &self.past
    }

    /// The number of the generation that has the best weights; 0 if none is better than the hand-made
    /// evaluation.
    #[must_use]
    pub fn best(&self) -> usize {
        best(&self.past)
    }

    /// Goes through one more generation, or the rest of one. `told` hears how it goes. `None` if `stop`
    /// was turned before it was over; then the next call goes on from there, in this run or another.
    ///
    /// # Errors
    /// If files cannot be read or written, or games cannot be played.
    pub fn generation(
        &mut self,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<Option<&Manifest>, ClimbError> {
        let Some(manifest) = generation::Generation::next(self).run(stop, told)? else {
            return Ok(None);
        };
        self.past.push(manifest);
        Ok(self.past.last())
    }

    /// The folder of a generation.
    fn home(&self, generation: usize) -> PathBuf {
        self.folder.join(generation.to_string())
    }

    /// The file of the games of a generation.
    fn games_file(&self, generation: usize) -> PathBuf {
        self.home(generation).join("games.bin")
    }

    /// The file of the weights of a generation.
    fn weights_file(&self, generation: usize) -> PathBuf {
        self.home(generation).join("weights.bin")
    }
}

/// The number of the generation with the best weights, or 0.
fn best(past: &[Manifest]) -> usize {
    past.iter().rev().find(|it| it.gate.is_passed).map_or(0, |it| it.generation)
}

/// The error of a file.
fn at(path: &Path) -> impl Fn(io::Error) -> ClimbError + use<> {
    let path = path.to_owned();
    move |error| ClimbError::File { path: path.clone(), error }
}

/// Reads weights that this climb has written.
fn read_weights(path: &Path) -> Result<Arc<Weights>, ClimbError> {
    let bytes = fs::read(path).map_err(at(path))?;
    let weights = Weights::from_bytes(&bytes);
    let wrong = |error: wane_eval::WeightsError| ClimbError::Contents {
        path: path.into(),
        text: error.to_string(),
    };
    weights.map(Arc::new).map_err(wrong)
}

/// Writes a file of the climb.
fn write(path: &Path, bytes: &[u8]) -> Result<(), ClimbError> {
    write_atomically(path, bytes).map_err(at(path))
}
