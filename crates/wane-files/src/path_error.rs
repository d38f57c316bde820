//! [`PathError`]: an error of the system, with the file that it is about.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use wane_text::Foreign;

/// A file or folder cannot be read or written. Its text is the path; its source is the error of the system.
#[derive(Debug)]
pub struct PathError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub error: io::Error,
}

impl PathError {
    /// Adds a path to an error, for `map_err`.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self { path: path.clone(), error }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Foreign::path(&self.path))
    }
}

impl Error for PathError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
