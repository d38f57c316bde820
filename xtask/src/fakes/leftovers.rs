//! [`Leftovers`]: the processes, files and memory that are there before and after the games.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use wane_match::resident_bytes;

/// The folders in which something could be left.
const FOLDERS: [&str; 3] = ["/tmp", "/dev/shm", "/run/shm"];

/// How much more memory this process may have in the end, in bytes.
const SPARE_BYTES: u64 = 64 << 20;

/// What is there at one moment.
pub(super) struct Leftovers {
    files: BTreeSet<PathBuf>,
    bytes: u64,
}

impl Leftovers {
    pub(super) fn now() -> Self {
        let folders = FOLDERS.iter().filter_map(|folder| fs::read_dir(folder).ok());
        let own = |path: &PathBuf| path.to_string_lossy().contains("wane");
        let files = folders.flatten().flatten().map(|entry| entry.path()).filter(own).collect();
        Self { files, bytes: resident_bytes(std::process::id()) }
    }

    /// Fails if something is left since then.
    pub(super) fn compare(&self) -> Result<()> {
        let processes = children();
        ensure!(processes.is_empty(), "these processes are still there: {}", processes.join(", "));
        let now = Self::now();
        let new: Vec<_> = now.files.difference(&self.files).collect();
        ensure!(new.is_empty(), "these files are still there: {new:?}");
        let grown = now.bytes.saturating_sub(self.bytes);
        ensure!(grown < SPARE_BYTES, "the referee has grown by {} MB", grown >> 20);
        Ok(())
    }
}

/// The child processes of this one, zombies included.
fn children() -> Vec<String> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}
