//! The threads at the three pipes of a process. Each ends with its pipe, and keeps little.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// How many lines may wait to be read or written. A program that writes more waits.
const LINES: usize = 64;

/// How much of the beginning of standard error is kept, and how much of its end.
const HEAD: usize = 4 << 10;
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

/// What a process writes to standard error: the beginning and the end of it.
#[derive(Debug, Default)]
pub(super) struct Tail {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The first bytes since the log was begun.
    head: Vec<u8>,
    /// The last bytes behind those.
    tail: Vec<u8>,
    /// How many bytes there were between them.
    dropped: usize,
    total: usize,
}

impl Tail {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: &[u8]) {
        let mut kept = self.kept();
        kept.total += bytes.len();
        let (first, rest) = bytes.split_at(bytes.len().min(HEAD - kept.head.len()));
        kept.head.extend_from_slice(first);
        kept.tail.extend_from_slice(rest);
        let surplus = kept.tail.len().saturating_sub(TAIL);
        kept.tail.drain(..surplus);
        kept.dropped += surplus;
    }

    /// Whether it was too much.
    pub(super) fn is_flooded(&self) -> bool {
        self.total() > FLOOD
    }

    /// How much it was in the life of the process, in bytes.
    pub(super) fn total(&self) -> usize {
        self.kept().total
    }

    /// Forgets what was kept so far.
    pub(super) fn begin_log(&self) {
        let mut kept = self.kept();
        *kept = Kept { total: kept.total, ..Kept::default() };
    }

    /// What was kept since then, fit for a terminal, with a line for what is missing in the middle.
    pub(super) fn log(&self) -> String {
        let kept = self.kept();
        let text = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes);
            text.chars().filter(|&c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
        };
        if kept.dropped == 0 {
            return text(&[kept.head.as_slice(), &kept.tail].concat());
        }
        let gap = format!("\n[{} bytes are left out]\n", kept.dropped);
        text(&kept.head) + &gap + &text(&kept.tail)
    }

    /// The last line with something in it.
    pub(super) fn last_line(&self) -> Option<String> {
        let log = self.log();
        let line = log.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().take(300).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_its_beginning_and_its_end_and_no_escape_sequences() {
        let tail = Tail::default();
        tail.add(b"before");
        tail.begin_log();
        assert_eq!((tail.log(), tail.total()), (String::new(), 6));
        tail.add(b"\x1b[31mfirst\n");
        assert_eq!(tail.log(), "[31mfirst\n");
        tail.add(&[b'x'; HEAD + TAIL]);
        tail.add(b"\nlast\n");
        let log = tail.log();
        assert!(log.starts_with("[31mfirst\nxxx") && log.ends_with("xxx\nlast\n"), "{log}");
        assert!(log.contains("[17 bytes are left out]"), "{log}");
        assert_eq!(tail.last_line().as_deref(), Some("last"));
    }
}
