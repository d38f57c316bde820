//! [`Data`]: the training data and the validation set, in memory.
//!
//! The validation set has whole games, not single positions: consecutive positions are so similar that
//! learning from one would leak into the error on the next. Positions of the benchmark are in neither.

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
use wane_files::{Checksum, PathError};

use crate::benchmark::{Benchmark, Reserved};
use crate::{Record, RecordError};

/// One game in this many is in the validation set.
const VALIDATION_INTERVAL: u16 = 20;

/// How many records are read at a time.
const RECORDS_PER_READ: usize = 1 << 12;

/// The number of features of a position: the configuration of each pattern instance, and the mobility
/// of each side.
pub(super) const FEATURES: usize = INSTANCES + 2;

#[expect(clippy::cast_precision_loss, reason = "a small number")]
pub(super) const PER_DISC: f32 = Value::PER_DISC as f32;

/// Samples by number of discs.
#[derive(Clone, Debug)]
pub struct Data {
    objective: Option<Objective>,
    pub(super) training: Vec<Vec<Sample>>,
    pub(super) validation: Vec<Vec<Sample>>,
    sources: Vec<Source>,
    reserved: Reserved,
    left_out: u64,
}

/// A file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// Its name, without its folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its checksum, sixteen hexadecimal digits.
    pub checksum: String,
}

/// A position and its labels in 24 bytes, since there are millions of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    board: Board<8>,
    /// The value that the search found, in 1/128 of a disc.
    value: i16,
    score: i8,
    own_moves: u8,
    opp_moves: u8,
}

const _: () = assert!(size_of::<Sample>() == 24);

/// Why a file cannot be used for training.
#[derive(Debug, Error)]
pub enum DataError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] PathError),
    /// Its length is not a multiple of the length of a record.
    #[error(
        "{}: a length of {bytes} bytes is not a multiple of a record, {} bytes",
        path.display(),
        Record::BYTES
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// A record is invalid.
    #[error("{}, record {number}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The number of the record, from 0.
        number: u64,
        /// Why it is invalid.
        error: RecordError,
    },
    /// The records have different objectives.
    #[error("{}: the records before it have the other objective", path.display())]
    MixedObjectives {
        /// The first file with another objective.
        path: PathBuf,
    },
}

impl Data {
    /// No data.
    #[must_use]
    pub fn new() -> Self {
        let empty = || vec![Vec::new(); 65];
        Self {
            objective: None,
            training: empty(),
            validation: empty(),
            sources: Vec::new(),
            reserved: Reserved::shipped(),
            left_out: 0,
        }
    }

    /// Adds the records of a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a file of records, or has another objective than the data so far.
    pub fn read(&mut self, path: &Path) -> Result<(), DataError> {
        let at = PathError::at(path);
        let mut file = File::open(path).map_err(&at)?;
        let bytes = file.metadata().map_err(&at)?.len();
        if bytes % Record::BYTES as u64 != 0 {
            return Err(DataError::Length { path: path.into(), bytes });
        }
        let (mut checksum, mut number) = (Checksum::default(), 0);
        let mut buffer = vec![0; RECORDS_PER_READ * Record::BYTES];
        loop {
            let read = fill(&mut file, &mut buffer).map_err(&at)?;
            let (records, rest) = buffer[..read].as_chunks();
            if !rest.is_empty() {
                // The file has changed while it was read.
                let bytes = number * Record::BYTES as u64 + read as u64;
                return Err(DataError::Length { path: path.into(), bytes });
            }
            checksum.add(&buffer[..read]);
            for record in records {
                let record = Record::from_bytes(record);
                let wrong = |error| DataError::Record { path: path.into(), number, error };
                if !self.add(&record.map_err(wrong)?) {
                    return Err(DataError::MixedObjectives { path: path.into() });
                }
                number += 1;
            }
            if read < buffer.len() {
                break;
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let bytes = number * Record::BYTES as u64;
        self.sources.push(Source { name, bytes, checksum: checksum.to_hex() });
        Ok(())
    }

    /// Adds a record, unless the benchmark has its position; false if its objective is another.
    pub fn add(&mut self, record: &Record) -> bool {
        if *self.objective.get_or_insert(record.objective) != record.objective {
            return false;
        }
        if record.objective == Benchmark::OBJECTIVE && self.reserved.contains(&record.board) {
            self.left_out += 1;
            return true;
        }
        let sample = Sample::new(record);
        let samples = if record.game.is_multiple_of(VALIDATION_INTERVAL) {
            &mut self.validation
        } else {
            &mut self.training
        };
        samples[sample.discs() as usize].push(sample);
        true
    }

    /// The objective of all records; that of the reversed game if there are none.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective.unwrap_or_default()
    }

    /// The number of positions in the training data and in the validation set.
    #[must_use]
    pub fn positions(&self) -> (u64, u64) {
        let count = |by_discs: &[Vec<Sample>]| by_discs.iter().map(|it| it.len() as u64).sum();
        (count(&self.training), count(&self.validation))
    }

    /// How many records were left out because the benchmark has their positions.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The samples of a phase in the validation set.
    pub(super) fn validation_samples(&self, phase: usize) -> impl Iterator<Item = &Sample> {
        self.validation[discs_of(phase)].iter().flatten()
    }

    /// All positions of a phase.
    pub(crate) fn boards_in(&self, phase: usize) -> Vec<&Board<8>> {
        let samples = [&self.training, &self.validation].map(|by_discs| &by_discs[discs_of(phase)]);
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

/// Reads until the buffer is full or the file ends, and returns the number of bytes.
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
            value: i16::try_from(value.parts()).expect("a record checks the range of its value"),
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

    /// The score of the game, in discs.
    pub(super) fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// The training target in discs: the score of the game, blended with the value of the search, which
    /// has the weight `search`.
    pub(super) fn target(&self, search: f32) -> f32 {
        let value = f32::from(self.value) / PER_DISC;
        self.score() + search * (value - self.score())
    }

    /// The index of the weight of each feature.
    #[inline(always)]
    pub(super) fn weight_indices(&self) -> [u32; FEATURES] {
        let configurations = pattern::indices(&self.board);
        let mut indices = [0; FEATURES];
        for instance in 0..INSTANCES {
            let configuration = i32::from(configurations[instance]);
            indices[instance] = OFFSETS[instance].wrapping_add_signed(configuration);
        }
        let mobility_index = |moves: u8| mobility_index(self.discs(), moves.into());
        indices[INSTANCES] = OWN_MOVES + mobility_index(self.own_moves);
        indices[INSTANCES + 1] = OPP_MOVES + mobility_index(self.opp_moves);
        indices
    }
}
