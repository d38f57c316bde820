//! [`Spool`]: results that could not be sent, in a folder, so that neither a server that is away nor the end of the
//! worker loses them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use wane_files::{create_folder, write_atomically};

use crate::error::FarmError;

/// The most results that wait; more are dropped, and their jobs done again.
const MAX_FILES: usize = 1000;

/// A folder of results.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
    /// Those that this process is sending.
    own: Mutex<BTreeSet<String>>,
}

/// A result of an earlier process.
pub(super) struct Waiting {
    pub(super) name: String,
    pub(super) subject: String,
    pub(super) result: Vec<u8>,
}

impl Spool {
    pub(super) fn open(folder: PathBuf) -> Result<Self, FarmError> {
        create_folder(&folder)?;
        Ok(Self { folder, own: Mutex::default() })
    }

    /// Keeps a result; whether that was possible. A full disk costs the job only.
    pub(super) fn keep(&self, name: &str, subject: &str, result: &[u8]) -> bool {
        self.own().insert(name.into());
        let content = [subject.as_bytes(), b"\n", result].concat();
        write_atomically(&self.folder.join(name), &content).is_ok()
    }

    /// Removes a result that was sent.
    pub(super) fn remove(&self, name: &str) {
        self.own().remove(name);
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// The results of earlier processes.
    pub(super) fn left_over(&self) -> Vec<Waiting> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let own = self.own().clone();
        let others = names.filter(|name| !own.contains(name)).take(MAX_FILES);
        others
            .filter_map(|name| {
                let content = fs::read(self.folder.join(&name)).ok()?;
                let at = content.iter().position(|&it| it == b'\n')?;
                let subject = std::str::from_utf8(&content[..at]).ok()?.to_owned();
                Some(Waiting { name, subject, result: content[at + 1..].to_vec() })
            })
            .collect()
    }

    fn own(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
