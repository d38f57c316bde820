//! `running.json` in the folder of a match: the games that are being played, for `wane serve --arena`.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use wane_files::write_atomically;
use wane_match::{LiveGames, Stop};

/// The name of the file.
const FILE: &str = "running.json";

/// How often it is written, if there is something new.
const EVERY: Duration = Duration::from_secs(1);

/// Does work, and shows its games in the folder of a match, once it is there.
pub(crate) fn while_shown<T>(
    folder: Option<&Path>,
    live: &LiveGames,
    work: impl FnOnce() -> T,
) -> T {
    let Some(folder) = folder else { return work() };
    let path = folder.join(FILE);
    let done = Stop::default();
    thread::scope(|scope| {
        let writer = scope.spawn(|| write_until(&done, live, &path));
        let result = work();
        done.stop();
        writer.thread().unpark();
        result
    })
}

fn write_until(done: &Stop, live: &LiveGames, path: &PathBuf) {
    let mut written = String::new();
    while !done.is_stopped() {
        let text = live.to_json();
        // Whoever watches can wait; a full disk is reported where games are stored.
        if text != written && write_atomically(path, text.as_bytes()).is_ok() {
            written = text;
        }
        thread::park_timeout(EVERY);
    }
    let _ = fs::remove_file(path);
}
