//! Files that tests generate from the code.

use std::path::Path;
use std::{env, fs};

/// Compares a file with the text that it should have. If `UPDATE` is set in the environment, it writes the file first.
///
/// # Panics
/// If the file cannot be read or written, or has another text.
pub fn compare(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if env::var_os("UPDATE").is_some() {
        fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let present = fs::read_to_string(path);
    let present = present.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(present == text, "{} is old: run this test with UPDATE=1", path.display());
}
