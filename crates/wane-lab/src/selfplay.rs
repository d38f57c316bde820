//! Games of the engine with itself, as records to learn from.
//!
//! A game begins with random moves, so that games differ. Then the engine plays, always looking as far
//! ahead as it is told, and now and then a move is random again, so that it meets what it would not
//! play by itself. When few squares are left, the rest is solved: all positions of the game get the
//! score that perfect play from there leads to, and those of the rest are proved to be worth it.
//!
//! What lies before a random move tells nothing about the end of the game, and makes no record.
//!
//! A game depends on its number, the settings, the weights, and nothing else: not on the games before
//! it, and not on the number of threads.

mod file;
mod game;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_board::Objective;
use wane_eval::Weights;
use wane_files::Checksum;
use wane_match::{Executor, Job, LocalThreads, Stop, Worker, execute};
use wane_search::{Control, NoMemory};

use crate::Record;
pub use file::{FileError, GamesFile, Noted};

/// The version of [`Description`].
const VERSION: u32 = 1;

/// How many games are kept or lost together.
const BLOCK: usize = 32;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What is played for.
    pub objective: Objective,
    /// How many moves the engine looks ahead.
    pub depth: u32,
    /// Of a hundred trials of Multi-ProbCut so many may lead astray; 0 for none. Weights that say
    /// nothing about that search at full width, and so does the hand-made evaluation.
    pub selectivity: u32,
    /// With so many empty squares or fewer, the rest is solved.
    pub exact_from: u32,
    /// The fewest and the most random moves at the beginning, each number as likely; at most 50.
    pub opening: (u32, u32),
    /// One move in so many is random later on; none, if 0.
    pub stray: u32,
    /// Where the chance begins.
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

/// A player that meets itself.
#[derive(Clone, Debug)]
pub struct Selfplay {
    settings: Settings,
    weights: Option<Arc<Weights>>,
}

/// Games that were finished together, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Their numbers.
    pub games: Range<u64>,
    /// Their records.
    pub records: Vec<Record>,
}

/// The games with these numbers, to be played by one worker.
#[derive(Clone, Debug)]
pub struct SelfplayJob {
    /// Who plays, and how.
    pub selfplay: Arc<Selfplay>,
    /// The numbers of the games.
    pub games: Range<u64>,
}

impl Job for SelfplayJob {
    type Result = Result<Block, NoMemory>;
}

/// Plays games of the engine with itself.
#[derive(Debug)]
pub struct SelfplayWorker {
    stop: Stop,
}

impl SelfplayWorker {
    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<SelfplayJob> {
        LocalThreads::new(count, stop, |stop| Self { stop: stop.clone() })
    }
}

impl Worker<SelfplayJob> for SelfplayWorker {
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
    /// There is no place for them.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no memory for the tables of the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl Selfplay {
    /// The engine with these weights, or with the hand-made evaluation.
    #[must_use]
    pub fn new(settings: Settings, weights: Option<Arc<Weights>>) -> Self {
        Self { settings, weights }
    }

    /// What is played: a run that adds to a file must play the same.
    #[must_use]
    pub fn description(&self) -> Description {
        let Settings { objective, depth, selectivity, exact_from, opening, stray, seed } =
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

    /// Plays until this number of games is in a file, or until `stop` is turned. `told` hears how much there is
    /// after each block of games.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search, or the file cannot be written.
    pub fn play_into(
        &self,
        file: &mut GamesFile,
        games: u64,
        executor: &mut dyn Executor<SelfplayJob>,
        stop: &Stop,
        told: &mut dyn FnMut(Noted),
    ) -> Result<(), SelfplayError> {
        self.play(file.noted().games..games, executor, stop, &mut |block| {
            file.add(&block)?;
            told(file.noted());
            Ok(())
        })
    }

    /// Plays the games with these numbers. `finished` gets them in their order, as they end, until all
    /// have ended or `stop` is turned.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search, or what `finished` ends with.
    pub fn play(
        &self,
        games: Range<u64>,
        executor: &mut dyn Executor<SelfplayJob>,
        stop: &Stop,
        finished: &mut dyn FnMut(Block) -> Result<(), SelfplayError>,
    ) -> Result<(), SelfplayError> {
        let selfplay = Arc::new(self.clone());
        let (mut expected, last) = (games.start, games.end);
        let blocks = games.step_by(BLOCK).map(|first| {
            let games = first..last.min(first + BLOCK as u64);
            vec![SelfplayJob { selfplay: Arc::clone(&selfplay), games }]
        });
        // Those that are finished before the one that comes before them.
        let mut early = BTreeMap::new();
        let mut add = |block: Result<Block, NoMemory>| {
            let block = block?;
            early.insert(block.games.start, block);
            while let Some(block) = early.remove(&expected) {
                expected = block.games.end;
                finished(block)?;
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
