//! The threads at the three pipes of a process. Each ends with its pipe, and stores a bounded number of bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use wane_text::is_hidden;

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// How many lines may wait to be read or written. A program that writes more is blocked.
const MAX_QUEUED: usize = 64;

/// How many bytes of the beginning of standard error are stored, and of its end.
const HEAD: usize = 4 << 10;
const TAIL: usize = 4 << 10;

/// How many bytes a process may write to standard error in one log.
const MAX_STDERR: usize = 64 << 20;

/// Something received from a process.
#[derive(Debug)]
pub(super) enum Received {
    Line(String),
    /// A line that is too long; nothing more is read.
    TooLong,
}

/// A queue of lines to a process, which may never read them.
pub(super) fn writer(mut input: ChildStdin) -> SyncSender<String> {
    let (sender, lines) = mpsc::sync_channel::<String>(MAX_QUEUED);
    thread::spawn(move || {
        lines.iter().try_for_each(|line| input.write_all(line.as_bytes()).map_err(drop))
    });
    sender
}

/// A queue of lines from a process.
pub(super) fn reader(output: ChildStdout) -> Receiver<Received> {
    let (sender, lines) = mpsc::sync_channel(MAX_QUEUED);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = LONGEST_LINE as u64 + 1;
            match output.by_ref().take(most).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) if line.len() > LONGEST_LINE => {
                    // If the receiver is gone, no caller waits for the line.
                    let _ = sender.send(Received::TooLong);
                    return;
                }
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line);
            if sender.send(Received::Line(text.trim_end_matches(['\n', '\r']).into())).is_err() {
                return;
            }
        }
    });
    lines
}

/// The standard error of a process: its beginning and its end.
#[derive(Debug, Default)]
pub(super) struct StderrLog {
    buffer: Mutex<LogBuffer>,
    /// Whether the pipe is closed, and read to its end.
    is_complete: AtomicBool,
}

#[derive(Debug, Default)]
struct LogBuffer {
    /// The first bytes since the start of the log.
    head: Vec<u8>,
    /// The last bytes after those.
    tail: Vec<u8>,
    /// How many bytes there were between them.
    dropped: usize,
    /// How many bytes the process has written since the start of the log.
    written: usize,
    /// How many bytes it had written before that.
    before: usize,
    /// The line above what is written next; without that it is left out.
    heading: Option<String>,
}

impl LogBuffer {
    /// Appends bytes below their heading.
    fn write(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if let Some(heading) = self.heading.take() {
            let last = self.tail.last().or(self.head.last());
            if last.is_some_and(|byte| *byte != b'\n') {
                self.append(b"\n");
            }
            self.append(heading.as_bytes());
        }
        self.append(bytes);
    }

    fn append(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
        self.dropped += surplus;
    }
}

impl StderrLog {
    fn buffer(&self) -> MutexGuard<'_, LogBuffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: &[u8]) {
        let mut buffer = self.buffer();
        buffer.written += bytes.len();
        buffer.write(bytes);
    }

    /// Adds a text that the process has not written.
    pub(super) fn add_remark(&self, text: &str) {
        self.buffer().write(text.as_bytes());
    }

    /// Puts a line above what is written next.
    pub(super) fn set_heading(&self, line: String) {
        self.buffer().heading = Some(line);
    }

    /// Whether the process has written too much since the start of the log.
    pub(super) fn is_flooded(&self) -> bool {
        self.buffer().written > MAX_STDERR
    }

    /// How many bytes the process has written in all.
    pub(super) fn total(&self) -> usize {
        let buffer = self.buffer();
        buffer.before + buffer.written
    }

    /// Whether the process and its children can write nothing more, and all of it has been read.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }

    /// Starts a new log.
    pub(super) fn start_log(&self) {
        let mut buffer = self.buffer();
        let before = buffer.before + buffer.written;
        *buffer = LogBuffer { before, ..LogBuffer::default() };
    }

    /// The log without control characters; a line stands for the bytes that are missing in the middle.
    pub(super) fn log(&self) -> String {
        let buffer = self.buffer();
        let text = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes);
            text.chars().filter(|&c| !is_hidden(c) || matches!(c, '\n' | '\t')).collect()
        };
        if buffer.dropped == 0 {
            return text(&[buffer.head.as_slice(), &buffer.tail].concat());
        }
        let gap = format!("\n[{} bytes are left out]\n", buffer.dropped);
        text(&buffer.head) + &gap + &text(&buffer.tail)
    }

    /// The last line that is not empty.
    pub(super) fn last_line(&self) -> Option<String> {
        let log = self.log();
        let line = log.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().take(300).collect())
    }
}

/// Starts to log standard error.
pub(super) fn log(mut errors: ChildStderr) -> Arc<StderrLog> {
    let log = Arc::new(StderrLog::default());
    let shared = Arc::clone(&log);
    thread::spawn(move || {
        let mut buffer = [0; 16 << 10];
        while let Ok(read @ 1..) = errors.read(&mut buffer) {
            shared.add(&buffer[..read]);
        }
        shared.is_complete.store(true, Ordering::Release);
    });
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_its_beginning_and_its_end_and_no_escape_sequences() {
        let stderr = StderrLog::default();
        stderr.add(b"before");
        stderr.start_log();
        assert_eq!((stderr.log(), stderr.total()), (String::new(), 6));
        stderr.add(b"\x1b[31mfirst\n");
        assert_eq!(stderr.log(), "[31mfirst\n");
        stderr.add(&[b'x'; HEAD + TAIL]);
        stderr.add(b"\nlast\n");
        let log = stderr.log();
        assert!(log.starts_with("[31mfirst\nxxx") && log.ends_with("xxx\nlast\n"), "{log}");
        assert!(log.contains("[17 bytes are left out]"), "{log}");
        assert_eq!(stderr.last_line().as_deref(), Some("last"));
    }

    #[test]
    fn a_heading_stands_above_what_comes_next_on_a_line_of_its_own() {
        let stderr = StderrLog::default();
        stderr.set_heading("[move 1]\n".into());
        stderr.set_heading("[move 3]\n".into());
        stderr.add(b"one\n");
        stderr.add(b"two");
        stderr.set_heading("[move 5]\n".into());
        assert_eq!(stderr.log(), "[move 3]\none\ntwo");
        stderr.add_remark("a remark\n");
        assert_eq!(stderr.log(), "[move 3]\none\ntwo\n[move 5]\na remark\n");
        assert_eq!(stderr.total(), 7);
    }

    #[test]
    fn each_log_may_be_long_and_remarks_do_not_count() {
        let stderr = StderrLog::default();
        for _ in 0..2 {
            stderr.start_log();
            stderr.add(&vec![b'x'; MAX_STDERR]);
            assert!(!stderr.is_flooded());
        }
        stderr.add_remark("a remark\n");
        assert_eq!((stderr.is_flooded(), stderr.total()), (false, 2 * MAX_STDERR));
        assert!(stderr.log().ends_with("xa remark\n"));
        stderr.add(b"x");
        assert!(stderr.is_flooded());
    }
}
