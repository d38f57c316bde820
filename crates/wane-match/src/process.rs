//! [`Process`]: a program that talks in lines, and that nobody trusts to.
//!
//! It may write without end, never read, never answer, fork, or ignore what it is told; none of that
//! makes the caller wait longer or take more memory than it said. What the lines mean is left to
//! [`seat`](crate::seat).

mod pipe;

use std::fmt::{self, Display};
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Fault, FaultKind, Stop, resident_bytes};
use pipe::{Heard, Tail};

/// How often memory and [`Stop`] are looked at while waiting for a line.
const WATCH: Duration = Duration::from_millis(10);

/// How long a program that closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How much may be written that is no answer, from one question to the next.
const CHATTER: usize = 4 << 20;

/// A program under way. Whatever belongs to its process group is killed when it goes out of scope.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    questions: SyncSender<String>,
    lines: Receiver<Heard>,
    complaints: Arc<Tail>,
    /// How much of what it wrote was ignored since the last question.
    ignored: usize,
    memory_limit: Option<u64>,
    /// The most memory that was seen while it was watched, in bytes.
    most_memory: u64,
    stop: Stop,
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// It did something that loses the game.
    Fault(Fault),
    /// It has not come until the deadline.
    Late,
    /// Nobody waits any more: see [`Stop`].
    Stopped,
}

impl Process {
    /// Starts a program in a process group of its own, which may take so many bytes of memory.
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
            complaints: pipe::tail(errors),
            ignored: 0,
            memory_limit,
            most_memory: 0,
            stop: stop.clone(),
        })
    }

    /// Allows it other memory than before.
    pub(crate) fn limit_memory(&mut self, bytes: u64) {
        self.memory_limit = Some(bytes);
    }

    /// The most memory that it was seen to have, or has now, in bytes.
    pub(crate) fn most_memory(&self) -> u64 {
        self.most_memory.max(resident_bytes(self.child.id()))
    }

    /// How much it has written to standard error, in bytes, and the last line of that.
    pub(crate) fn complaints(&self) -> (usize, Option<String>) {
        (self.complaints.total(), self.complaints.last_line())
    }

    /// Begins a log of what it writes to standard error.
    pub(crate) fn begin_log(&self) {
        self.complaints.begin_log();
    }

    /// What it has written to standard error since the log was begun; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.complaints.log()
    }

    /// Says a line. A program that does not read loses its game soon enough.
    pub(crate) fn say(&mut self, line: impl Display) {
        self.ignored = 0;
        // Full or closed: either way the answer will not come.
        let _ = self.questions.try_send(format!("{line}\n"));
    }

    /// The next line, if it comes before the deadline.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(WATCH)) {
                Ok(Heard::Line(line)) => {
                    self.ignored += line.len() + 1;
                    if self.ignored > CHATTER {
                        return Err(Silence::Fault(too_much("standard output")));
                    }
                    return Ok(line);
                }
                Ok(Heard::TooLong) => {
                    let text = format!("a line of more than {} kB", pipe::LONGEST_LINE >> 10);
                    return Err(Silence::Fault(Fault::new(FaultKind::Output, text)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Fault(self.crash())),
                Err(RecvTimeoutError::Timeout) => self.watch()?,
            }
            if left.is_zero() {
                return Err(Silence::Late);
            }
        }
    }

    /// The first line that `read` makes something of; the others are ignored.
    pub(crate) fn line_that<T>(
        &mut self,
        deadline: Instant,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        loop {
            if let Some(found) = read(&self.line(deadline)?) {
                return Ok(found);
            }
        }
    }

    /// Looks whether it may go on.
    fn watch(&mut self) -> Result<(), Silence> {
        if self.stop.is_stopped() {
            return Err(Silence::Stopped);
        }
        // What it has started may have its output and still write to it.
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return Err(Silence::Fault(self.crash()));
        }
        if self.complaints.is_flooded() {
            return Err(Silence::Fault(too_much("standard error")));
        }
        if let Some(limit) = self.memory_limit {
            let taken = resident_bytes(self.child.id());
            self.most_memory = self.most_memory.max(taken);
            if taken > limit {
                let mb = |bytes: u64| bytes.div_ceil(1 << 20);
                let text = format!("{} MB taken, {} MB are allowed", mb(taken), mb(limit));
                return Err(Silence::Fault(Fault::new(FaultKind::Memory, text)));
            }
        }
        Ok(())
    }

    /// How it ended, with the last it had to say.
    fn crash(&mut self) -> Fault {
        let until = Instant::now() + LAST_BREATH;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                _ if Instant::now() > until => break None,
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        let mut text = Ended(status).to_string();
        if let Some(line) = self.complaints.last_line() {
            text += &format!("; its last words: {line}");
        }
        Fault::new(FaultKind::Crash, text)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // Its group is its own, so this ends what it has started too.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn too_much(what: &str) -> Fault {
    Fault::new(FaultKind::Output, format!("it writes without end to {what}"))
}

/// How a program ended, in words.
struct Ended(Option<ExitStatus>);

impl fmt::Display for Ended {
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
