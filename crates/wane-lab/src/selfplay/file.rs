//! [`GamesFile`]: where the records of games go as they are played, so that a run can go on after a
//! stop.
//!
//! The file is records and nothing else. What is in it is noted in a journal beside it, whose name
//! has `.journal` behind that of the file; its lines are JSON:
//!
//! ```json
//! {"depth":4,"exact_from":13,…}
//! {"games":32,"positions":1043}
//! {"games":64,"positions":2101}
//! ```
//!
//! First what is played, then after each block how many games and records there are. Records are
//! written before the line that notes them, so whatever is behind the last whole line that the file
//! bears out was torn off, and is played again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Block, Description};
use crate::Record;

/// A file of records that grows.
#[derive(Debug)]
pub struct GamesFile {
    path: PathBuf,
    records: File,
    journal: File,
    noted: Noted,
}

/// How much is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Noted {
    /// The games, also those that left no record.
    pub games: u64,
    /// The records.
    pub positions: u64,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// Something else is in it.
    #[error(
        "{} is not empty, and there is no {} to resume from; choose another name",
        path.display(),
        journal_path(path).display()
    )]
    NoJournal {
        /// Which file.
        path: PathBuf,
    },
    /// Other games are in it.
    #[error("{} has games with other settings ({played}); choose another name", path.display())]
    OtherGames {
        /// Which file.
        path: PathBuf,
        /// What was played.
        played: String,
    },
    /// Another process plays into it.
    #[error("{}: another process plays into this file", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
}

impl GamesFile {
    /// Opens the file of a run, or makes it. `description` says what is played.
    ///
    /// # Errors
    /// If other games are in it, it is in use, or it cannot be read and written.
    pub fn open(path: &Path, description: &Description) -> Result<Self, FileError> {
        let journal_path = journal_path(path);
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| FileError::File { path, error }
        };
        let open = |path: &Path| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.open(path).map_err(at(path))
        };
        let mut records = open(path)?;
        records.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileError::InUse { path: path.into() },
            TryLockError::Error(error) => FileError::File { path: path.into(), error },
        })?;
        let length = records.metadata().map_err(at(path))?.len();
        let mut journal = open(&journal_path)?;
        let text = fs::read_to_string(&journal_path).map_err(at(&journal_path))?;
        let mut noted = Noted::default();
        if let Some((first, rest)) = text.split_once('\n') {
            if serde_json::from_str(first).ok().as_ref() != Some(description) {
                return Err(FileError::OtherGames { path: path.into(), played: first.into() });
            }
            let whole;
            (noted, whole) = last_noted(rest, length);
            let kept = first.len() + 1 + whole;
            journal.set_len(kept as u64).map_err(at(&journal_path))?;
        } else {
            if length > 0 {
                return Err(FileError::NoJournal { path: path.into() });
            }
            journal.set_len(0).map_err(at(&journal_path))?;
            let line = serde_json::to_string(description).expect("every key is a string");
            journal.write_all(format!("{line}\n").as_bytes()).map_err(at(&journal_path))?;
        }
        journal.seek(SeekFrom::End(0)).map_err(at(&journal_path))?;
        records.set_len(bytes(noted.positions)).map_err(at(path))?;
        records.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(Self { path: path.into(), records, journal, noted })
    }

    /// How much is in it.
    #[must_use]
    pub fn noted(&self) -> Noted {
        self.noted
    }

    /// Adds the next games.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, block: &Block) -> Result<(), FileError> {
        let records: Vec<u8> = block.records.iter().flat_map(Record::to_bytes).collect();
        let written = self.records.write_all(&records);
        written.map_err(|error| FileError::File { path: self.path.clone(), error })?;
        let positions = self.noted.positions + block.records.len() as u64;
        self.noted = Noted { games: block.games.end, positions };
        let line = serde_json::to_string(&self.noted).expect("every key is a string");
        let written = self.journal.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| FileError::File { path: journal_path(&self.path), error })
    }
}

fn journal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// So many records in bytes.
fn bytes(positions: u64) -> u64 {
    positions.saturating_mul(Record::BYTES as u64)
}

/// What the last line says that is true of a file of so many bytes, and where that line ends.
fn last_noted(lines: &str, length: u64) -> (Noted, usize) {
    let (mut last, mut end) = (Noted::default(), 0);
    for line in lines.split_inclusive('\n') {
        let noted: Option<Noted> = serde_json::from_str(line).ok();
        let Some(noted) = noted.filter(|it| line.ends_with('\n') && bytes(it.positions) <= length)
        else {
            break;
        };
        last = noted;
        end += line.len();
    }
    (last, end)
}
