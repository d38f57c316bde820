//! The threads at the three pipes of a process. Each ends with its pipe, and keeps little.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// How many lines may wait to be read or written. A program that writes more waits.
const LINES: usize = 64;

/// How much of standard error is kept.
const TAIL: usize = 4 << 10;

/// How much may be written to standard error in the life of a process.
const FLOOD: usize = 64 << 20;

/// What was read.
#[derive(Debug)]
pub(super) enum Heard {
    Line(String),
    /// A line without an end; nothing more is read.
    TooLong,
}

/// Lines to a process that may never read them.
pub(super) fn writer(mut input: ChildStdin) -> SyncSender<String> {
    let (sender, lines) = mpsc::sync_channel::<String>(LINES);
    thread::spawn(move || {
        lines.iter().try_for_each(|line| input.write_all(line.as_bytes()).map_err(drop))
    });
    sender
}

/// Lines from a process.
pub(super) fn reader(output: ChildStdout) -> Receiver<Heard> {
    let (sender, lines) = mpsc::sync_channel(LINES);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = LONGEST_LINE as u64 + 1;
            match output.by_ref().take(most).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) if line.len() > LONGEST_LINE => {
                    // Whoever waits for the line hears of it, or nobody does.
                    let _ = sender.send(Heard::TooLong);
                    return;
                }
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line);
            if sender.send(Heard::Line(text.trim_end_matches(['\n', '\r']).into())).is_err() {
                return;
            }
        }
    });
    lines
}

/// The end of what a process writes to standard error.
#[derive(Debug, Default)]
pub(super) struct Tail {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    total: usize,
}

impl Tail {
    fn add(&self, bytes: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.total += bytes.len();
        kept.bytes.extend_from_slice(bytes);
        let surplus = kept.bytes.len().saturating_sub(TAIL);
        kept.bytes.drain(..surplus);
    }

    /// Whether it was too much.
    pub(super) fn is_flooded(&self) -> bool {
        self.total() > FLOOD
    }

    /// How much it was, in bytes.
    pub(super) fn total(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).total
    }

    /// The last line with something in it.
    pub(super) fn last_line(&self) -> Option<String> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept.bytes);
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().filter(|c| !c.is_control()).take(300).collect())
    }
}

/// Listens to standard error.
pub(super) fn tail(mut errors: ChildStderr) -> Arc<Tail> {
    let tail = Arc::new(Tail::default());
    let kept = Arc::clone(&tail);
    thread::spawn(move || {
        let mut buffer = [0; 16 << 10];
        while let Ok(read @ 1..) = errors.read(&mut buffer) {
            kept.add(&buffer[..read]);
        }
    });
    tail
}
