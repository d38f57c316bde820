//! [`TempDir`]: a temporary directory for the files of a test.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new directory, removed with its contents when the value is dropped.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// Creates one in the system's directory for temporary files.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("wane-test-{}-{number}", process::id()));
            match fs::create_dir(&path) {
                // A test that was killed has left it, and the number of its process is used again.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self(path)),
            }
        }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into it and returns the path of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // An error leaves a few small files among the temporary ones, which does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
