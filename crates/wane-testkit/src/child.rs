//! [`Child`]: a child process that speaks a line protocol, read with timeouts.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// A program under test. Dropping it kills the process.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Child {
    /// Starts a program with arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start<'a>(program: &Path, args: impl IntoIterator<Item = &'a str>) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(args);
        Self::spawn(command)
    }

    /// Starts a command.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let output = output.into_iter().flat_map(|output| BufReader::new(output).lines());
            output.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Self { process, input, lines })
    }

    /// Sends a line. If the program has exited, the line is lost, and the next [`Child::line`]
    /// returns `None`.
    pub fn say(&mut self, line: impl Display) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// The next line, or `None` after the timeout `within`.
    #[must_use]
    pub fn line(&self, within: Duration) -> Option<String> {
        self.lines.recv_timeout(within).ok()
    }

    /// The lines up to and including the first for which `is_last` is true, or `None` after the
    /// timeout.
    #[must_use]
    pub fn lines_until(
        &self,
        within: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Option<Vec<String>> {
        let began = Instant::now();
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| is_last(line)) {
            lines.push(self.line(within.saturating_sub(began.elapsed()))?);
        }
        Some(lines)
    }

    /// Closes the input and waits for the process to exit; returns the remaining lines and the exit
    /// status.
    ///
    /// # Errors
    /// If waiting fails.
    pub fn end(mut self) -> io::Result<(Vec<String>, ExitStatus)> {
        self.input = None;
        let status = self.process.wait()?;
        Ok((self.lines.iter().collect(), status))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
