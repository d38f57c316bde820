//! [`Process`]: an untrusted program that communicates in lines.
//!
//! It may write without end, never read, never answer, fork, or ignore its input. The caller still never waits
//! longer than its deadline, and memory stays bounded. [`driver`](crate::driver) knows what the lines mean.

mod pipe;

use std::fmt::{self, Display};
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Fault, FaultKind, Stop, resident_bytes};
use pipe::{Received, StderrLog};

/// How often memory and [`Stop`] are checked while waiting for a line.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long a program that closed its output may take to exit.
const EXIT_GRACE: Duration = Duration::from_millis(200);

/// How many bytes of ignored output are allowed from one question to the next.
const MAX_IGNORED: usize = 4 << 20;

/// A running program. Its whole process group is killed when it goes out of scope.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    questions: SyncSender<String>,
    lines: Receiver<Received>,
    stderr: Arc<StderrLog>,
    /// How many bytes of its output were read since the last question.
    ignored: usize,
    memory_limit: Option<u64>,
    /// The largest memory that was measured so far, in bytes.
    peak_memory: u64,
    stop: Stop,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoReply {
    /// It made a fault.
    Fault(Fault),
    /// The deadline has passed.
    Late,
    /// The caller was stopped: see [`Stop`].
    Stopped,
}

impl Process {
    /// Starts a program in a process group of its own; `memory_limit` is in bytes.
    pub(crate) fn start(
        mut command: Command,
        memory_limit: Option<u64>,
        stop: &Stop,
    ) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        Ok(Self {
            child,
            questions: pipe::writer(input),
            lines: pipe::reader(output),
            stderr: pipe::log(errors),
            ignored: 0,
            memory_limit,
            peak_memory: 0,
            stop: stop.clone(),
        })
    }

    /// Sets the memory limit.
    pub(crate) fn set_memory_limit(&mut self, bytes: u64) {
        self.memory_limit = Some(bytes);
    }

    /// Its peak memory, as far as it was measured, in bytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        self.peak_memory.max(resident_bytes(self.child.id()))
    }

    /// How many bytes it has written to standard error, and the last line.
    pub(crate) fn stderr(&self) -> (usize, Option<String>) {
        (self.stderr.total(), self.stderr.last_line())
    }

    /// Starts a new log of standard error.
    pub(crate) fn start_log(&self) {
        self.stderr.start_log();
    }

    /// The log of standard error; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.stderr.log()
    }

    /// Sends a line. A program that does not read will not answer, and so loses its game.
    pub(crate) fn send(&mut self, line: impl Display) {
        self.ignored = 0;
        // If the queue is full or closed, the answer will not come.
        let _ = self.questions.try_send(format!("{line}\n"));
    }

    /// The next line, if it comes before the deadline.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, NoReply> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Received::Line(line)) => {
                    self.ignored += line.len() + 1;
                    if self.ignored > MAX_IGNORED {
                        return Err(NoReply::Fault(too_much("standard output")));
                    }
                    return Ok(line);
                }
                Ok(Received::TooLong) => {
                    let text = format!("a line of more than {} kB", pipe::LONGEST_LINE >> 10);
                    return Err(NoReply::Fault(Fault::new(FaultKind::Output, text)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(NoReply::Fault(self.crash())),
                Err(RecvTimeoutError::Timeout) => self.check()?,
            }
            if left.is_zero() {
                return Err(NoReply::Late);
            }
        }
    }

    /// The first line for which `read` returns something; the others are ignored.
    pub(crate) fn receive_that<T>(
        &mut self,
        deadline: Instant,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoReply> {
        loop {
            if let Some(found) = read(&self.receive(deadline)?) {
                return Ok(found);
            }
        }
    }

    /// Checks for a stop, the exit of the process, and its limits.
    fn check(&mut self) -> Result<(), NoReply> {
        if self.stop.is_stopped() {
            return Err(NoReply::Stopped);
        }
        // Its own children may keep the pipe open and still write to it.
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return Err(NoReply::Fault(self.crash()));
        }
        if self.stderr.is_flooded() {
            return Err(NoReply::Fault(too_much("standard error")));
        }
        if let Some(limit) = self.memory_limit {
            let taken = resident_bytes(self.child.id());
            self.peak_memory = self.peak_memory.max(taken);
            if taken > limit {
                let mb = |bytes: u64| bytes.div_ceil(1 << 20);
                let text = format!("{} MB taken, {} MB are allowed", mb(taken), mb(limit));
                return Err(NoReply::Fault(Fault::new(FaultKind::Memory, text)));
            }
        }
        Ok(())
    }

    /// How it exited, with the last line of standard error.
    fn crash(&mut self) -> Fault {
        let until = Instant::now() + EXIT_GRACE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                _ if Instant::now() > until => break None,
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        let mut text = Exited(status).to_string();
        if let Some(line) = self.stderr.last_line() {
            text += &format!("; its last words: {line}");
        }
        Fault::new(FaultKind::Crash, text)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // This also kills the processes that it has started.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn too_much(what: &str) -> Fault {
    Fault::new(FaultKind::Output, format!("it writes without end to {what}"))
}

/// How a program exited, in words.
struct Exited(Option<ExitStatus>);

impl fmt::Display for Exited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(status) = self.0 else { return f.write_str("it closed its output") };
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return write!(f, "it was killed by signal {signal}");
        }
        match status.code() {
            Some(code @ 1..) => write!(f, "it ended with status {code}"),
            _ => f.write_str("it ended"),
        }
    }
}
