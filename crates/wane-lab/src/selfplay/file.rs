//! [`GamesFile`]: a file of records that grows while games are played, so that a stopped run can be
//! resumed.
//!
//! The file contains only records. A [`Journal`] beside it, named as the file with `.journal` appended, says
//! how many of them are valid; its lines are JSON:
//!
//! ```json
//! {"depth":4,"exact_from":13,…,"check":"159-…"}
//! {"games":32,"positions":1043,"records":"8c0d1f6b2a9e4f37","check":"59-…"}
//! {"games":64,"positions":2101,"records":"0f5e01c3d8a1b276","check":"59-…"}
//! ```
//!
//! The first line has the settings, each following line the number of games and records after a block, and
//! the checksum of the records of the block. Both files are synced within a second, and at the end. When the
//! file is opened, the records of every block are checked. Blocks at the end that a crash has damaged are
//! cut off and played again; a damaged block in front of a good one is an error.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_files::{AppendFile, Checksum, Journal, JournalError, LineForm, LockError, PathError};

use super::{Block, Description};
use crate::Record;

/// A file of records that grows.
#[derive(Debug)]
pub struct GamesFile {
    records: AppendFile,
    journal: Journal,
    counts: Counts,
}

/// The number of games and records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// The games, including those without records.
    pub games: u64,
    /// The records.
    pub positions: u64,
}

/// A line of the journal after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BlockLine {
    /// The games and records at the end of the block.
    games: u64,
    positions: u64,
    /// The checksum of the records of the block; older versions had none.
    #[serde(default)]
    records: Option<String>,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// It is not empty and has no journal.
    #[error(
        "{} is not empty, and there is no {} to resume from; choose another name",
        path.display(),
        journal_path(path).display()
    )]
    NoJournal {
        /// The file.
        path: PathBuf,
    },
    /// Its games were played with other settings.
    #[error("{} has games with other settings ({settings}); choose another name", path.display())]
    OtherGames {
        /// The file.
        path: PathBuf,
        /// The settings of its games.
        settings: String,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another process writes to it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Records are damaged, and good ones follow.
    #[error(
        "{}: the records of games {} to {} are damaged, but later ones are not: restore the file from a copy, or \
         remove it and its journal",
        path.display(),
        from,
        until
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the first game of the block.
        from: u64,
        /// The number of the last game of the block.
        until: u64,
    },
}

impl GamesFile {
    /// Opens the file of a run with this description, or creates it.
    ///
    /// # Errors
    /// If it has games with other settings or damaged ones, is in use, or cannot be read and written.
    pub fn open(path: &Path, description: &Description) -> Result<Self, FileError> {
        let mut records = AppendFile::open(path)?;
        let (mut journal, lines) = Journal::open(&journal_path(path), LineForm::Json)?;
        let mut counts = Counts::default();
        if let Some((first, lines)) = lines.split_first() {
            if serde_json::from_str(first).ok().as_ref() != Some(description) {
                return Err(FileError::OtherGames { path: path.into(), settings: first.clone() });
            }
            let blocks = good_blocks(&records, lines)?;
            journal.keep(1 + blocks.len())?;
            if let Some(last) = blocks.last() {
                counts = Counts { games: last.games, positions: last.positions };
            }
        } else {
            if records.length() > 0 {
                return Err(FileError::NoJournal { path: path.into() });
            }
            let line = serde_json::to_string(description).expect("every key is a string");
            journal.begin(&[&line])?;
        }
        records.cut(bytes(counts.positions))?;
        let mut file = Self { records, journal, counts };
        file.sync()?;
        Ok(file)
    }

    /// The number of games and records in it.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Appends the next games.
    ///
    /// # Errors
    /// If they cannot be written; the file then has the games before them.
    pub fn add(&mut self, block: &Block) -> Result<(), FileError> {
        let records: Vec<u8> = block.records.iter().flat_map(Record::to_bytes).collect();
        self.records.append(&records)?;
        let positions = self.counts.positions + block.records.len() as u64;
        let games = block.games.end;
        let line = BlockLine { games, positions, records: Some(Checksum::of(&records).to_hex()) };
        let line = serde_json::to_string(&line).expect("every key is a string");
        if let Err(error) = self.journal.append(&line) {
            self.records.cut(bytes(self.counts.positions))?;
            return Err(error.into());
        }
        self.counts = Counts { games, positions };
        self.records.sync_soon()?;
        Ok(self.journal.sync_soon()?)
    }

    /// Waits until all games survive a power cut.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.records.sync()?;
        self.journal.sync()?;
        Ok(())
    }
}

fn journal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// The length of this number of records.
fn bytes(positions: u64) -> u64 {
    positions.saturating_mul(Record::BYTES as u64)
}

/// The blocks of a journal whose records are in the file, up to a damaged tail.
fn good_blocks(records: &AppendFile, lines: &[String]) -> Result<Vec<BlockLine>, FileError> {
    let path = records.path();
    let (mut reader, mut good) = (records.reader()?, Vec::new());
    let (mut before, mut bad) = ((0, 0), None);
    for line in lines {
        let block = serde_json::from_str(line).ok().filter(|block: &BlockLine| {
            block.games >= before.0
                && block.positions >= before.1
                && bytes(block.positions) <= records.length()
        });
        // A line that does not fit means that the file is shorter than the journal, or not its file.
        let Some(block) = block else { break };
        let is_good = is_block(&block, before.1, &mut reader).map_err(PathError::at(path))?;
        let range = (before.0, block.games.saturating_sub(1));
        before = (block.games, block.positions);
        match (is_good, bad) {
            (false, _) => bad = bad.or(Some(range)),
            (true, None) => good.push(block),
            (true, Some((from, until))) => {
                return Err(FileError::Damaged { path: path.into(), from, until });
            }
        }
    }
    Ok(good)
}

/// Whether the next records of a file are those of a block; `before` is how many are in front of them.
fn is_block(block: &BlockLine, before: u64, reader: &mut impl Read) -> io::Result<bool> {
    let mut records = Vec::new();
    let length = bytes(block.positions - before);
    reader.take(length).read_to_end(&mut records)?;
    let (parts, rest) = records.as_chunks();
    let is_whole = records.len() as u64 == length && rest.is_empty();
    Ok(is_whole
        && match &block.records {
            Some(sum) => Checksum::of(&records).to_hex() == *sum,
            None => parts.iter().all(|record| Record::from_bytes(record).is_ok()),
        })
}
