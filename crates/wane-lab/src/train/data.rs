//! [`Data`]: the positions to learn from and those to check with, in memory.
//!
//! Whole games are held out, not single positions: neighbours in a game are so alike that knowing
//! one is knowing the other. What belongs to the benchmark is in neither.

use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;
use wane_board::{Board, Objective};
use wane_eval::Value;
use wane_eval::pattern::{self, INSTANCES, OFFSETS};
use wane_eval::weights::{OPP_MOVES, OWN_MOVES, PHASES, mobility_index};
use wane_files::Checksum;

use crate::benchmark::{Benchmark, Reserved};
use crate::{Record, RecordError};

/// A game is held out if this divides its number.
const HOLD_OUT: u16 = 20;

/// How many records are read at a time.
const READ: usize = 1 << 12;

/// What the judgement of a position is a sum of: a weight for each lane, and for the number of moves
/// of each side.
pub(super) const FEATURES: usize = INSTANCES + 2;

#[expect(clippy::cast_precision_loss, reason = "it is a small number")]
pub(super) const PER_DISC: f32 = Value::PER_DISC as f32;

/// Positions by how many discs they have.
#[derive(Clone, Debug)]
pub struct Data {
    objective: Option<Objective>,
    pub(super) learned_from: Vec<Vec<Sample>>,
    pub(super) held_out: Vec<Vec<Sample>>,
    sources: Vec<Source>,
    reserved: Reserved,
    left_out: u64,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Its name, without its folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Sixteen digits that tell it from others.
    pub checksum: String,
}

/// A position and how it ended: 24 bytes, since there are millions of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    board: Board<8>,
    /// What the search said, in parts of a disc.
    value: i16,
    score: i8,
    own_moves: u8,
    opp_moves: u8,
}

const _: () = assert!(size_of::<Sample>() == 24);

/// Why a file cannot be learned from.
#[derive(Debug, Error)]
pub enum DataError {
    /// It cannot be read.
    #[error("{}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// It is not a number of whole records.
    #[error(
        "{}: {bytes} bytes are not a number of whole records of {} bytes",
        path.display(),
        Record::BYTES
    )]
    Length {
        /// Which one.
        path: PathBuf,
        /// How long it is.
        bytes: u64,
    },
    /// Something in it is no record.
    #[error("{}, record {number}: {error}", path.display())]
    Record {
        /// In which file.
        path: PathBuf,
        /// The number of the record, from 0.
        number: u64,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Games for the fewest discs and games for the most.
    #[error("{}: the games before were played for the other objective", path.display())]
    BothObjectives {
        /// The first file with the other ones.
        path: PathBuf,
    },
}

impl Data {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let none = || vec![Vec::new(); 65];
        Self {
            objective: None,
            learned_from: none(),
            held_out: none(),
            sources: Vec::new(),
            reserved: Reserved::shipped(),
            left_out: 0,
        }
    }

    /// Adds the records of a file.
    ///
    /// # Errors
    /// If it cannot be read, is no file of records, or is about the other game.
    pub fn read(&mut self, path: &Path) -> Result<(), DataError> {
        let at = |error| DataError::File { path: path.into(), error };
        let mut file = File::open(path).map_err(at)?;
        let bytes = file.metadata().map_err(at)?.len();
        if bytes % Record::BYTES as u64 != 0 {
            return Err(DataError::Length { path: path.into(), bytes });
        }
        let (mut sum, mut number) = (Checksum::default(), 0);
        let mut buffer = vec![0; READ * Record::BYTES];
        loop {
            let read = fill(&mut file, &mut buffer).map_err(at)?;
            let (records, rest) = buffer[..read].as_chunks();
            if !rest.is_empty() {
                // It has changed while it was read.
                let bytes = number * Record::BYTES as u64 + read as u64;
                return Err(DataError::Length { path: path.into(), bytes });
            }
            sum.add(&buffer[..read]);
            for record in records {
                let record = Record::from_bytes(record);
                let wrong = |error| DataError::Record { path: path.into(), number, error };
                if !self.add(&record.map_err(wrong)?) {
                    return Err(DataError::BothObjectives { path: path.into() });
                }
                number += 1;
            }
            if read < buffer.len() {
                break;
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let bytes = number * Record::BYTES as u64;
        self.sources.push(Source { name, bytes, checksum: sum.to_hex() });
        Ok(())
    }

    /// Adds a record, unless the benchmark has its position; false if it is about the other game.
    pub fn add(&mut self, record: &Record) -> bool {
        if *self.objective.get_or_insert(record.objective) != record.objective {
            return false;
        }
        if record.objective == Benchmark::OBJECTIVE && self.reserved.contains(&record.board) {
            self.left_out += 1;
            return true;
        }
        let sample = Sample::new(record);
        let positions = if record.game.is_multiple_of(HOLD_OUT) {
            &mut self.held_out
        } else {
            &mut self.learned_from
        };
        positions[sample.discs() as usize].push(sample);
        true
    }

    /// The game that it is all about; the reversed one if there is nothing.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective.unwrap_or_default()
    }

    /// How many positions there are to learn from, and how many to check with.
    #[must_use]
    pub fn positions(&self) -> (u64, u64) {
        let count = |positions: &[Vec<Sample>]| positions.iter().map(|it| it.len() as u64).sum();
        (count(&self.learned_from), count(&self.held_out))
    }

    /// How many records were left out, since the benchmark has their positions.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The positions of a phase that are held out.
    pub(super) fn held_out_in(&self, phase: usize) -> impl Iterator<Item = &Sample> {
        self.held_out[discs_of(phase)].iter().flatten()
    }

    /// All positions of a phase.
    pub(crate) fn boards_in(&self, phase: usize) -> Vec<&Board<8>> {
        let samples = [&self.learned_from, &self.held_out].map(|it| &it[discs_of(phase)]);
        samples.into_iter().flatten().flatten().map(Sample::board).collect()
    }

    /// The files that were read.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }
}

impl Default for Data {
    fn default() -> Self {
        Self::new()
    }
}

/// The numbers of discs that belong to a phase.
pub(crate) fn discs_of(phase: usize) -> RangeInclusive<usize> {
    let first = 4 + 4 * phase;
    if phase + 1 < PHASES { first..=first + 3 } else { first..=64 }
}

/// Reads until the buffer is full or the file ends; how much it is.
fn fill(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

impl Sample {
    fn new(record: &Record) -> Self {
        let Record { board, score, value, .. } = *record;
        let moves = |board: &Board<8>| board.legal_moves().len().to_le_bytes()[0];
        Self {
            board,
            value: i16::try_from(value.parts()).expect("a record has no larger one"),
            score: score.discs().to_le_bytes()[0].cast_signed(),
            own_moves: moves(&board),
            opp_moves: moves(&board.passed()),
        }
    }

    pub(super) fn board(&self) -> &Board<8> {
        &self.board
    }

    pub(super) fn discs(&self) -> u32 {
        (self.board.own() | self.board.opp()).len()
    }

    /// How it ended, in discs.
    pub(super) fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// What to learn that it is worth, in discs: how it ended, and for a share what the search said.
    pub(super) fn label(&self, search: f32) -> f32 {
        let value = f32::from(self.value) / PER_DISC;
        self.score() + search * (value - self.score())
    }

    /// The indices of its weights, one for each feature.
    #[inline(always)]
    pub(super) fn weights(&self) -> [u32; FEATURES] {
        let lanes = pattern::indices(&self.board);
        let mut indices = [0; FEATURES];
        for lane in 0..INSTANCES {
            indices[lane] = OFFSETS[lane].wrapping_add_signed(i32::from(lanes[lane]));
        }
        let mobility_index = |moves: u8| mobility_index(self.discs(), moves.into());
        indices[INSTANCES] = OWN_MOVES + mobility_index(self.own_moves);
        indices[INSTANCES + 1] = OPP_MOVES + mobility_index(self.opp_moves);
        indices
    }
}
