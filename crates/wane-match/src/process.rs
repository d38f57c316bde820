//! [`Process`]: an untrusted program that communicates in lines.
//!
//! It may write without end, never read, never answer, fork, or ignore its input. The caller still never waits
//! longer than its deadline, and memory stays bounded. [`driver`](crate::driver) knows what the lines mean.

mod exit;
mod pipe;
mod signal;
mod tree;
mod waits;
mod watch;

use std::fmt::Display;
use std::io;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use crate::runtime::Launch;
use crate::sandbox::Cgroup;
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind, Stop};
use exit::{Exited, out_of_memory_kills};
use pipe::{Received, StderrLog};
use signal::Handle;
pub use tree::resident_bytes;
pub(crate) use waits::Waits;
use watch::Watch;

/// How often [`Stop`] and the end of the process are checked while waiting for a line.
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
    watch: Watch,
    /// The process that can be stopped: in a sandbox not the one that was started.
    program: Option<Handle>,
    is_jailed: bool,
    cgroup: Option<Cgroup>,
    /// How many processes the system had killed for lack of memory when it started.
    kills_before: u64,
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
    /// Starts a program in a process group of its own. It may take this much memory, in bytes.
    pub(crate) fn start(launch: Launch, memory: Option<u64>, stop: &Stop) -> io::Result<Self> {
        let Launch { mut command, scratch, cgroup } = launch;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let (Some(cgroup), Some(memory)) = (&cgroup, memory) {
            cgroup.limit_memory(memory)?;
        }
        let kills_before = out_of_memory_kills();
        let mut child = command.spawn()?;
        let handle = Handle::open(child.id()).inspect_err(|_| drop(child.kill()))?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        let is_jailed = scratch.is_some();
        Ok(Self {
            child,
            questions: pipe::writer(input),
            lines: pipe::reader(output),
            stderr: pipe::log(errors),
            ignored: 0,
            watch: Watch::start(handle, scratch.unwrap_or_default(), memory),
            program: None,
            is_jailed,
            cgroup,
            kills_before,
            stop: stop.clone(),
        })
    }

    /// Allows it this much memory beyond what it has now, in bytes; returns what it has now. From now on it can be
    /// paused.
    pub(crate) fn settle(&mut self, memory: Option<u64>) -> u64 {
        let taken = resident_bytes(self.child.id());
        if let Some(memory) = memory {
            let limit = taken.saturating_add(memory);
            self.watch.set_memory_limit(limit);
            // If that fails, the wall stays where it was.
            let _ = self.cgroup.as_ref().map(|cgroup| cgroup.limit_memory(limit));
        }
        // Each process in a sandbox starts the next one, down to the program.
        let program = tree::of(self.child.id()).last().copied();
        self.program = program.and_then(|program| Handle::open(program).ok());
        taken
    }

    /// Stops all its threads until it is resumed.
    pub(crate) fn pause(&self) {
        if let Some(program) = self.program.as_ref().filter(|program| program.stop()) {
            self.watch.stopped(program.id());
        }
    }

    /// Lets it go on.
    pub(crate) fn resume(&self) {
        if let Some(program) = &self.program {
            self.watch.resumed();
            program.go_on();
        }
    }

    /// The most memory that it has taken so far, in bytes; `None` if the system does not tell.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let bytes = self.watch.peak_memory().max(resident_bytes(self.child.id()));
        (bytes > 0).then_some(bytes)
    }

    /// The CPU time that it has used so far.
    pub(crate) fn cpu_time(&self) -> Duration {
        tree::of(self.child.id()).into_iter().filter_map(tree::cpu_time).sum()
    }

    /// How long its threads have waited for a processor so far.
    pub(crate) fn waits(&self) -> Waits {
        Waits::of(self.child.id())
    }

    /// How many bytes it has written to standard error, and the last line.
    pub(crate) fn stderr(&self) -> (usize, Option<String>) {
        (self.stderr.total(), self.stderr.last_line())
    }

    /// Starts a new log of standard error.
    pub(crate) fn start_log(&self) {
        self.stderr.start_log();
    }

    /// Puts a line above what it writes next to standard error.
    pub(crate) fn head_log(&self, line: String) {
        self.stderr.set_heading(line);
    }

    /// The log of standard error; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.stderr.log()
    }

    /// Adds a text to the log that the program has not written itself.
    pub(crate) fn add_to_log(&self, text: &str) {
        self.stderr.add_remark(text);
    }

    /// Whether it has written a line that was not read yet.
    pub(crate) fn has_line(&mut self) -> bool {
        match self.lines.try_recv() {
            Ok(_) => true,
            // That it has ended is noticed when it does not answer.
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => false,
        }
    }

    /// Sends a line. A program that does not read will not answer, and so loses its game.
    pub(crate) fn send(&mut self, line: impl Display) {
        self.ignored = 0;
        // If the queue is full or closed, the answer will not come.
        let _ = self.questions.try_send(format!("{line}\n"));
    }

    /// The next line, if it comes before the deadline.
    pub(crate) fn receive(&mut self, deadline: &Deadline) -> Result<String, NoReply> {
        loop {
            let left = deadline.left();
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
        deadline: &Deadline,
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
        Ok(())
    }

    /// The status that it has ended with, if it has.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.child.try_wait().ok()??.code()
    }

    /// How it exited, with the last line of standard error.
    fn crash(&mut self) -> Fault {
        if let Some(fault) = self.watch.fault() {
            return fault.clone();
        }
        if self.cgroup.as_ref().is_some_and(Cgroup::is_out_of_memory) {
            return self.watch.killed_at_limit();
        }
        let until = Instant::now() + EXIT_GRACE;
        let status = loop {
            match self.child.try_wait() {
                // Its last words may still be in the pipe.
                Ok(Some(status)) if self.stderr.is_complete() || Instant::now() > until => {
                    break Some(status);
                }
                _ if Instant::now() > until => break None,
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        let is_memory_full = out_of_memory_kills() > self.kills_before;
        let mut text = Exited { status, is_jailed: self.is_jailed, is_memory_full }.to_string();
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

/// The fault of a program that writes without end.
pub(crate) fn too_much(what: &str) -> Fault {
    Fault::new(FaultKind::Output, format!("it writes without end to {what}"))
}
