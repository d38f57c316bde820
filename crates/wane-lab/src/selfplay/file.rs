//! [`GamesFile`]: a file of records that grows while games are played, so that a stopped run can be
//! resumed.
//!
//! The file contains only records. A journal beside it, named as the file with `.journal` appended, says
//! how many of them are valid; its lines are JSON:
//!
//! ```json
//! {"depth":4,"exact_from":13,…}
//! {"games":32,"positions":1043}
//! {"games":64,"positions":2101}
//! ```
//!
//! The first line has the settings, each following line the number of games and records after a block.
//! Records are written before their line. After a crash, everything behind the last complete line whose
//! records are in the file is cut off and played again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_files::PathError;

use super::{Block, Description};
use crate::Record;

/// A file of records that grows.
#[derive(Debug)]
pub struct GamesFile {
    path: PathBuf,
    records: File,
    journal: File,
    counts: Counts,
}

/// The number of games and records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The games, including those without records.
    pub games: u64,
    /// The records.
    pub positions: u64,
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
    /// Another process writes to it.
    #[error("{}: another process writes games to this file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

impl GamesFile {
    /// Opens the file of a run with this description, or creates it.
    ///
    /// # Errors
    /// If it has games with other settings, is in use, or cannot be read and written.
    pub fn open(path: &Path, description: &Description) -> Result<Self, FileError> {
        let journal_path = journal_path(path);
        let open = |path: &Path| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.open(path).map_err(PathError::at(path))
        };
        let mut records = open(path)?;
        records.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileError::InUse { path: path.into() },
            TryLockError::Error(error) => PathError { path: path.into(), error }.into(),
        })?;
        let length = records.metadata().map_err(PathError::at(path))?.len();
        let mut journal = open(&journal_path)?;
        let text = fs::read_to_string(&journal_path).map_err(PathError::at(&journal_path))?;
        let mut counts = Counts::default();
        if let Some((first, rest)) = text.split_once('\n') {
            if serde_json::from_str(first).ok().as_ref() != Some(description) {
                return Err(FileError::OtherGames { path: path.into(), settings: first.into() });
            }
            let valid_bytes;
            (counts, valid_bytes) = last_valid_line(rest, length);
            let kept = first.len() + 1 + valid_bytes;
            journal.set_len(kept as u64).map_err(PathError::at(&journal_path))?;
        } else {
            if length > 0 {
                return Err(FileError::NoJournal { path: path.into() });
            }
            journal.set_len(0).map_err(PathError::at(&journal_path))?;
            let line = serde_json::to_string(description).expect("every key is a string");
            journal
                .write_all(format!("{line}\n").as_bytes())
                .map_err(PathError::at(&journal_path))?;
        }
        journal.seek(SeekFrom::End(0)).map_err(PathError::at(&journal_path))?;
        records.set_len(bytes(counts.positions)).map_err(PathError::at(path))?;
        records.seek(SeekFrom::End(0)).map_err(PathError::at(path))?;
        Ok(Self { path: path.into(), records, journal, counts })
    }

    /// The number of games and records in it.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Appends the next games.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, block: &Block) -> Result<(), FileError> {
        let records: Vec<u8> = block.records.iter().flat_map(Record::to_bytes).collect();
        let written = self.records.write_all(&records);
        written.map_err(PathError::at(&self.path))?;
        let positions = self.counts.positions + block.records.len() as u64;
        self.counts = Counts { games: block.games.end, positions };
        let line = serde_json::to_string(&self.counts).expect("every key is a string");
        let written = self.journal.write_all(format!("{line}\n").as_bytes());
        Ok(written.map_err(PathError::at(&journal_path(&self.path)))?)
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

/// The last line of a journal whose records are in a file of `length` bytes, and where that line ends.
fn last_valid_line(lines: &str, length: u64) -> (Counts, usize) {
    let (mut last, mut end) = (Counts::default(), 0);
    for line in lines.split_inclusive('\n') {
        let counts: Option<Counts> = serde_json::from_str(line).ok();
        let is_valid = |it: &Counts| line.ends_with('\n') && bytes(it.positions) <= length;
        let Some(counts) = counts.filter(is_valid) else { break };
        last = counts;
        end += line.len();
    }
    (last, end)
}
