//! Errors of the crates below as exceptions of Python, with the same words.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use wane_search::NoMemory;

create_exception!(wane, IllegalMove, PyValueError, "A move that the rules do not allow.");

/// The exception for a wrong value.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a value of a wrong type.
pub(crate) fn type_error(error: impl Display) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// The exception for an illegal move.
pub(crate) fn illegal_move(error: impl Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// The exception for a table that does not fit into memory.
pub(crate) fn no_memory(error: NoMemory) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// The exception for a file that cannot be read or written; Python chooses its class, such as `FileNotFoundError`.
pub(crate) fn file_error(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(code) => {
            let text = error.to_string();
            // What follows is the number of the error, which Python adds itself.
            let text = text.split(" (os error").next().unwrap_or(&text).to_owned();
            PyOSError::new_err((code, text, path.to_path_buf()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}
