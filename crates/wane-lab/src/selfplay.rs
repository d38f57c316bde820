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
use std::fmt;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

use serde_json::{Value, json};
use wane_board::Objective;
use wane_eval::Weights;
use wane_search::{Control, NoMemory};

use crate::Record;
use crate::checksum::Checksum;
pub use file::{FileError, GamesFile, Noted};

/// How many games are kept or lost together.
const BLOCK: u64 = 32;

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

/// Why games could not be played.
#[derive(Debug)]
pub enum SelfplayError {
    /// There is no place for them.
    File(FileError),
    /// There is no memory for the tables of the search.
    Memory(NoMemory),
}

impl Selfplay {
    /// The engine with these weights, or with the hand-made evaluation.
    #[must_use]
    pub fn new(settings: Settings, weights: Option<Arc<Weights>>) -> Self {
        Self { settings, weights }
    }

    /// What is played, for whoever must play the same to go on.
    #[must_use]
    pub fn description(&self) -> Value {
        let Settings { objective, depth, selectivity, exact_from, opening, stray, seed } =
            self.settings;
        let weights = self.weights.as_ref().map(|it| Checksum::of(&it.to_bytes()).to_hex());
        json!({
            "v": 1,
            "objective": objective.to_string(),
            "depth": depth,
            "selectivity": selectivity,
            "exact_from": exact_from,
            "opening": opening,
            "stray": stray,
            "seed": seed,
            "weights": weights,
        })
    }

    /// Plays on until so many games are in a file, on so many threads, or until `control` stops it.
    /// `told` hears how much there is after each block of games.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search, or the file cannot be written.
    pub fn play_into(
        &self,
        file: &mut GamesFile,
        games: u64,
        threads: usize,
        control: &Control<'_>,
        told: &mut dyn FnMut(Noted),
    ) -> Result<(), SelfplayError> {
        let control = Control::part_of(control);
        let mut written = Ok(());
        let played = self.play(file.noted().games..games, threads, &control, &mut |block| {
            if written.is_ok() {
                written = file.add(&block);
                told(file.noted());
            }
            if written.is_err() {
                control.stop();
            }
        });
        written.map_err(SelfplayError::File)?;
        played.map_err(SelfplayError::Memory)
    }

    /// Plays the games with these numbers on so many threads. `finished` gets them in their order, as
    /// they end, until all have ended or `control` stops it.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search.
    pub fn play(
        &self,
        games: Range<u64>,
        threads: usize,
        control: &Control<'_>,
        finished: &mut dyn FnMut(Block),
    ) -> Result<(), NoMemory> {
        let next = AtomicU64::new(games.start);
        let control = Control::part_of(control);
        let (sender, blocks) = mpsc::channel();
        let play_on = |sender: Sender<Block>| -> Result<(), NoMemory> {
            loop {
                let first = next.fetch_add(BLOCK, Relaxed);
                if first >= games.end {
                    return Ok(());
                }
                let games = first..games.end.min(first + BLOCK);
                let Some(records) = self.block(games.clone(), &control)? else { return Ok(()) };
                if sender.send(Block { games, records }).is_err() {
                    return Ok(());
                }
            }
        };
        thread::scope(|scope| {
            let player = |_| {
                let sender = sender.clone();
                scope.spawn(|| play_on(sender).inspect_err(|_| control.stop()))
            };
            let players: Vec<_> = (0..threads.max(1)).map(player).collect();
            drop(sender);
            // Those that are finished before the one that comes before them.
            let mut early = BTreeMap::new();
            let mut expected = games.start;
            for block in blocks {
                early.insert(block.games.start, block);
                while let Some(block) = early.remove(&expected) {
                    expected = block.games.end;
                    finished(block);
                }
            }
            players.into_iter().try_for_each(|player| match player.join() {
                Ok(ended) => ended,
                Err(panic) => resume_unwind(panic),
            })
        })
    }

    /// The records of these games, or `None` if it was stopped.
    fn block(
        &self,
        games: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Record>>, NoMemory> {
        let mut records = Vec::new();
        for number in games {
            let Some(game) = self.game(number, control)? else { return Ok(None) };
            records.extend(game);
        }
        Ok(Some(records))
    }
}

impl From<NoMemory> for SelfplayError {
    fn from(error: NoMemory) -> Self {
        Self::Memory(error)
    }
}

impl fmt::Display for SelfplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Memory(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SelfplayError {}
