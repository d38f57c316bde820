//! [`Child`]: a program that talks in lines, and answers within a time or not at all.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// A program under test. It is killed when it goes out of scope.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Child {
    /// Starts the program.
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

    /// Says a line. If the program has ended, the next line that is waited for does not come.
    pub fn say(&mut self, line: impl Display) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// The next line, if it comes in time.
    #[must_use]
    pub fn line(&self, within: Duration) -> Option<String> {
        self.lines.recv_timeout(within).ok()
    }

    /// The lines up to the first that is the last, and that one; `None` if it does not come in time.
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

    /// Says no more, and waits for the end: the lines until then, and how it ended.
    ///
    /// # Errors
    /// If the program cannot be waited for.
    pub fn end(mut self) -> io::Result<(Vec<String>, ExitStatus)> {
        self.input = None;
        let status = self.process.wait()?;
        Ok((self.lines.iter().collect(), status))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
