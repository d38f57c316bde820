//! [`Link`]: the lines to and from a host, in a process of its own or in this one.

use std::time::Duration;

use crate::contest::{HostAnswer, HostEnd, InProcessHost};
use crate::process::{NoReply, Process, too_much};
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind};

/// The status with which a host ends if the agent catches the exception at the limit again and again.
const STUCK: i32 = 86;

/// The other end of the lines.
pub(crate) enum Link {
    /// A process.
    Process(Process),
    /// A host in this process, with what it has said since the last question.
    InProcess { host: Box<dyn InProcessHost>, said: Option<Result<HostAnswer, HostEnd>> },
}

impl Link {
    /// A link to a host in this process.
    pub(crate) fn in_process(mut host: Box<dyn InProcessHost>) -> Self {
        let hello = HostAnswer { line: host.hello(), ago: Duration::ZERO };
        Self::InProcess { host, said: Some(Ok(hello)) }
    }

    pub(super) fn process(&self) -> Option<&Process> {
        match self {
            Self::Process(process) => Some(process),
            Self::InProcess { .. } => None,
        }
    }

    /// See [`Process::settle`].
    pub(super) fn settle(&mut self, memory: Option<u64>) -> u64 {
        match self {
            Self::Process(process) => process.settle(memory),
            Self::InProcess { .. } => 0,
        }
    }

    /// See [`Process::pause`].
    pub(super) fn pause(&self) {
        self.process().into_iter().for_each(Process::pause);
    }

    /// See [`Process::resume`].
    pub(super) fn resume(&self) {
        self.process().into_iter().for_each(Process::resume);
    }

    /// See [`Process::add_to_log`].
    pub(super) fn add_to_log(&self, text: &str) {
        self.process().into_iter().for_each(|process| process.add_to_log(text));
    }

    /// Whether there is a line that was not read yet.
    pub(super) fn has_line(&mut self) -> bool {
        match self {
            Self::Process(process) => process.has_line(),
            Self::InProcess { said, .. } => said.is_some(),
        }
    }

    /// Sends a question. A host in this process answers it before this returns.
    pub(super) fn send(&mut self, question: &str) {
        match self {
            Self::Process(process) => process.send(question),
            Self::InProcess { host, said } => *said = Some(host.ask(question)),
        }
    }

    /// The next line, if it came before the deadline.
    pub(super) fn receive(&mut self, deadline: &Deadline) -> Result<String, NoReply> {
        let said = match self {
            Self::Process(process) => {
                return process.receive(deadline).map_err(|no_reply| match no_reply {
                    NoReply::Fault(_) if process.exit_code() == Some(STUCK) => stuck(),
                    no_reply => no_reply,
                });
            }
            Self::InProcess { said, .. } => said.take(),
        };
        match said {
            Some(Ok(HostAnswer { ago, .. })) if deadline.has_passed_before(ago) => {
                Err(NoReply::Late)
            }
            Some(Ok(HostAnswer { line, .. })) => Ok(line),
            Some(Err(HostEnd::Stopped)) => Err(NoReply::Stopped),
            Some(Err(HostEnd::Flooded)) => Err(NoReply::Fault(too_much("standard output"))),
            Some(Err(HostEnd::Stuck)) => Err(stuck()),
            None => {
                Err(NoReply::Fault(Fault::new(FaultKind::Crash, "its host has nothing to say")))
            }
        }
    }
}

/// The agent did not let the limit interrupt it.
pub(super) fn stuck() -> NoReply {
    let text = "it catches the exception at the end of its time, and continues";
    NoReply::Fault(Fault::new(FaultKind::TimeOut, text))
}
