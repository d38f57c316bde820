//! Self-play: games of the engine against itself, as training records.
//!
//! A game starts with random moves, so that games differ. Then the engine searches to a fixed depth. A
//! move is sometimes random again, so that the games contain positions that the engine would avoid. When
//! few squares are empty, the solver plays the rest: all positions of the game get the score of perfect
//! play from there on, and those of the rest are marked as exact.
//!
//! Positions before a random move make no records, since the move changes the score.
//!
//! A game depends on its number, the settings and the weights only: not on the games before it, and not
//! on the number of threads.

mod file;
mod game;
mod remote;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_board::Objective;
use wane_eval::Weights;
use wane_files::Checksum;
use wane_match::{Executor, Job, JobWorker, LocalThreads, Stop, execute};
use wane_search::{Control, NoMemory};

use crate::Record;
pub use file::{Counts, FileError, GamesFile};

/// The version of [`Description`].
const VERSION: u32 = 1;

/// How many games are one job, and are written together.
const BLOCK: usize = 32;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfplaySettings {
    /// The objective of the games.
    pub objective: Objective,
    /// The depth of the searches.
    pub depth: u32,
    /// The selectivity of Multi-ProbCut, in percent; 0 for full width. Weights without fits, and the
    /// hand-made evaluation, always search at full width.
    pub selectivity: u32,
    /// The solver plays from this number of empty squares on.
    pub exact_from: u32,
    /// The fewest and the most random moves at the start, uniformly distributed; at most 50.
    pub opening: (u32, u32),
    /// After the opening, one move in this many is random; 0 for none.
    pub stray: u32,
    /// The seed of all random moves.
    pub seed: u64,
}

/// The settings and the weights of some games, as the first line of their journal has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    depth: u32,
    exact_from: u32,
    objective: String,
    opening: (u32, u32),
    seed: u64,
    selectivity: u32,
    stray: u32,
    /// The version of this format.
    v: u32,
    /// The checksum of the weights; none for the hand-made evaluation.
    weights: Option<String>,
}

/// The engine as an opponent of itself.
#[derive(Clone, Debug)]
pub struct Selfplay {
    settings: SelfplaySettings,
    weights: Option<Arc<Weights>>,
}

/// Finished games in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Their numbers.
    pub games: Range<u64>,
    /// Their records.
    pub records: Vec<Record>,
}

/// Some games, as a job for one worker.
#[derive(Clone, Debug)]
pub struct SelfplayJob {
    /// The settings and the weights.
    pub selfplay: Arc<Selfplay>,
    /// The numbers of the games.
    pub games: Range<u64>,
}

impl Job for SelfplayJob {
    type Result = Result<Block, NoMemory>;
}

/// Plays games of self-play.
#[derive(Debug)]
pub struct SelfplayWorker {
    stop: Stop,
}

impl SelfplayWorker {
    /// A worker that stops when the flag is set.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone() }
    }

    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<SelfplayJob> {
        LocalThreads::new(count, stop, Self::new)
    }
}

impl JobWorker<SelfplayJob> for SelfplayWorker {
    fn work(&mut self, job: SelfplayJob) -> Option<Result<Block, NoMemory>> {
        let SelfplayJob { selfplay, games } = job;
        let limit = |_| self.stop.is_stopped();
        let control = Control::new().until(&limit);
        let mut records = Vec::new();
        for number in games.clone() {
            match selfplay.game(number, &control) {
                Ok(game) => records.extend(game?),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(Block { games, records }))
    }
}

/// Why games could not be played.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no memory for the tables of the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl Selfplay {
    /// Self-play with these weights, or with the hand-made evaluation.
    #[must_use]
    pub fn new(settings: SelfplaySettings, weights: Option<Arc<Weights>>) -> Self {
        Self { settings, weights }
    }

    /// How many jobs this many games are.
    #[must_use]
    pub const fn jobs(games: u64) -> u64 {
        games.div_ceil(BLOCK as u64)
    }

    /// The settings and the weights. A run that adds to a file must have the same.
    #[must_use]
    pub fn description(&self) -> Description {
        let SelfplaySettings { objective, depth, selectivity, exact_from, opening, stray, seed } =
            self.settings;
        let weights = self.weights.as_ref();
        Description {
            depth,
            exact_from,
            objective: objective.to_string(),
            opening,
            seed,
            selectivity,
            stray,
            v: VERSION,
            weights: weights.map(|weights| Checksum::of(&weights.to_bytes()).to_hex()),
        }
    }

    /// Plays until a file has this number of games, or until `stop` is set. `on_progress` gets the
    /// contents of the file after each block of games. The games survive a power cut when this returns.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search, or the file cannot be written.
    pub fn play_into(
        &self,
        file: &mut GamesFile,
        games: u64,
        executor: &mut dyn Executor<SelfplayJob>,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Counts),
    ) -> Result<(), SelfplayError> {
        self.play(file.counts().games..games, executor, stop, &mut |block| {
            file.add(&block)?;
            on_progress(file.counts());
            Ok(())
        })?;
        Ok(file.sync()?)
    }

    /// Plays the games with these numbers. `on_block` gets them in order, until all are finished or
    /// `stop` is set.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search, or `on_block` fails.
    pub fn play(
        &self,
        games: Range<u64>,
        executor: &mut dyn Executor<SelfplayJob>,
        stop: &Stop,
        on_block: &mut dyn FnMut(Block) -> Result<(), SelfplayError>,
    ) -> Result<(), SelfplayError> {
        let selfplay = Arc::new(self.clone());
        let (mut expected, last) = (games.start, games.end);
        let blocks = games.step_by(BLOCK).map(|first| {
            let games = first..last.min(first + BLOCK as u64);
            vec![SelfplayJob { selfplay: Arc::clone(&selfplay), games }]
        });
        // Blocks that were finished before their predecessors.
        let mut early = BTreeMap::new();
        let mut add = |block: Result<Block, NoMemory>| {
            let block = block?;
            early.insert(block.games.start, block);
            while let Some(block) = early.remove(&expected) {
                expected = block.games.end;
                on_block(block)?;
            }
            Ok(())
        };
        let ended = execute(executor, blocks, stop, &mut |block| match add(block) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        ended.break_value().map_or(Ok(()), Err)
    }
}
