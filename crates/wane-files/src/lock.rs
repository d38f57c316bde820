//! Opening a file for this process alone.
//!
//! The lock is advisory: it keeps out other processes of this program, not an editor. The system releases it when the
//! process ends, however it ends.

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::path_error::PathError;

/// How often a lock is tried, and the time between. A process that was killed in the moment when it started another one
/// shares its open files with that one for an instant.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Why a file cannot be had for this process alone.
#[derive(Debug)]
pub enum LockError {
    /// Another process has it.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be opened.
    File(PathError),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse { path } => write!(f, "{}: another wane is writing here", path.display()),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl Error for LockError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::InUse { .. } => None,
            Self::File(error) => error.source(),
        }
    }
}

/// Opens a file to read and write, creates it if it is missing, and locks it.
pub(crate) fn open_locked(path: &Path) -> Result<File, LockError> {
    let failed = |error| LockError::File(PathError { path: path.into(), error });
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(failed)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
    Err(LockError::InUse { path: path.into() })
}
