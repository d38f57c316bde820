//! The climb: generation after generation of games, weights and a gate.
//!
//! A generation lets the best weights so far play themselves, learns new ones from all games that were
//! played so far, and lets the new ones play a match against the best. If they win it they are the best
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
//! | `best.bin` | the best weights; at the end also with what Multi-ProbCut needs |

mod generation;
mod ladder;
mod manifest;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wane_board::Objective;
use wane_eval::Weights;
use wane_match::Stop;
use wane_search::Control;

use crate::gate::{Gate, GateError, Verdict};
use crate::probcut;
use crate::selfplay::{Noted, SelfplayError};
use crate::train::{self, Data, DataError, Epoch};
pub use ladder::{Rung, ladder, ladder_picture};
pub use manifest::{GateManifest, Manifest};

/// The name of the best weights in the folder of a climb.
pub const BEST: &str = "best.bin";

/// What a climb does in each generation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played for.
    pub objective: Objective,
    /// How many games the first generation plays, and the most that one plays: each plays twice as
    /// many as the one before until then.
    pub games: (u64, u64),
    /// How many moves the players of these games look ahead.
    pub depth: u32,
    /// With so many empty squares or fewer, they solve the rest.
    pub exact_from: u32,
    /// The fewest and the most random moves at the beginning.
    pub opening: (u32, u32),
    /// One move in so many is random later on.
    pub stray: u32,
    /// How to learn.
    pub train: train::Settings,
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
    /// A game of the match was played.
    Met(&'e Verdict),
    /// A generation is over.
    Over(&'e Manifest),
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
#[derive(Debug)]
pub enum ClimbError {
    /// A file cannot be read or written.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file does not hold what it should.
    Contents {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        text: String,
    },
    /// The climb in the folder is for the other game.
    OtherGame {
        /// The game.
        objective: String,
    },
    /// Games could not be played.
    Selfplay(SelfplayError),
    /// Games could not be learned from.
    Data(DataError),
    /// The match could not be played.
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
        told: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<&Manifest>, ClimbError> {
        let Some(manifest) = generation::Generation::next(self).run(stop, told)? else {
            return Ok(None);
        };
        told(Event::Over(&manifest));
        self.past.push(manifest);
        Ok(self.past.last())
    }

    /// Measures with the best weights how well shallow searches foretell deep ones, for Multi-ProbCut,
    /// and keeps that in their file; whether it did. `told` hears how many positions are done, and of
    /// how many.
    ///
    /// # Errors
    /// If files cannot be read or written, or there is no memory.
    pub fn measure_best(
        &self,
        stop: &Stop,
        told: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<bool, ClimbError> {
        let best = self.best();
        if best == 0 {
            return Ok(false);
        }
        let weights = read_weights(&self.weights_file(best))?;
        let mut data = Data::new();
        data.read(&self.games_file(best)).map_err(ClimbError::Data)?;
        let limit = |_| stop.is_stopped();
        let control = Control::new().until(&limit);
        let settings = probcut::Settings { seed: self.plan.seed, ..probcut::Settings::default() };
        let measured =
            probcut::measure(&weights, &data, settings, self.plan.threads, &control, told);
        let measured = measured.map_err(|error| ClimbError::Selfplay(error.into()))?;
        let Some(measured) = measured else { return Ok(false) };
        let bytes = measured.added_to(&weights, &data).to_bytes();
        write_whole(&self.folder.join(BEST), &bytes)?;
        Ok(true)
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

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ClimbError> {
    let draft = path.with_extension("part");
    fs::write(&draft, bytes).map_err(at(&draft))?;
    fs::rename(&draft, path).map_err(at(path))
}

impl fmt::Display for ClimbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Contents { path, text } => write!(f, "{}: {text}", path.display()),
            Self::OtherGame { objective } => write!(
                f,
                "the climb in this folder is for the {objective} discs: say --objective \
                 {objective}, or choose another folder"
            ),
            Self::Selfplay(error) => write!(f, "{error}"),
            Self::Data(error) => write!(f, "{error}"),
            Self::Gate(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ClimbError {}
