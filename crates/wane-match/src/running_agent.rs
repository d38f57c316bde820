//! [`RunningAgent`]: an agent with its process.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use wane_text::Foreign;

use crate::agent::{AgentProgram, Protocol};
use crate::driver::{Contest, Driver, Gtp, NBoard, Ugi};
use crate::process::Process;
use crate::runtime::AgentRuntime;
use crate::{Fault, FaultKind, Stop};

/// How much memory an untrusted agent may take if it has no limit of its own, in bytes.
const UNTRUSTED_MEMORY: u64 = 1 << 30;

/// After this much CPU time an agent gets a new process for its next game: in the sandbox a process has one day.
const WORN_OUT: Duration = Duration::from_hours(12);

/// An agent with its process, which is started when it is first needed, and again after a fault.
pub struct RunningAgent {
    pub(crate) agent: AgentProgram,
    driver: Option<Box<dyn Driver>>,
    runtime: Arc<AgentRuntime>,
    stop: Stop,
}

impl fmt::Debug for RunningAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningAgent").field("agent", &self.agent).finish_non_exhaustive()
    }
}

impl RunningAgent {
    /// An agent that is not started yet. Waiting for it ends when `stop` is set.
    #[must_use]
    pub fn new(agent: &AgentProgram, runtime: &Arc<AgentRuntime>, stop: &Stop) -> Self {
        Self {
            agent: agent.clone(),
            driver: None,
            runtime: Arc::clone(runtime),
            stop: stop.clone(),
        }
    }

    /// The driver of its protocol; starts the process if there is none.
    pub(crate) fn driver(&mut self) -> Result<&mut dyn Driver, Fault> {
        let driver = match self.driver.take() {
            Some(driver) => driver,
            None => self.start()?,
        };
        Ok(self.driver.insert(driver).as_mut())
    }

    /// Ends the process.
    pub(crate) fn shut_down(&mut self) {
        self.driver = None;
    }

    /// Starts a new log of standard error for the next game; a process that has used much of its CPU time ends.
    pub(crate) fn start_log(&mut self) {
        self.driver.take_if(|driver| driver.process().cpu_time() > WORN_OUT);
        if let Some(driver) = &self.driver {
            driver.process().start_log();
        }
    }

    /// The log of standard error; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.driver.as_ref().map_or_else(String::new, |driver| driver.process().log())
    }

    /// Starts the process.
    fn start(&self) -> Result<Box<dyn Driver>, Fault> {
        let agent = &self.agent;
        let crash = |why: &dyn fmt::Display| {
            let text = format!("{} cannot be started: {why}", Foreign::path(&agent.program));
            Fault::new(FaultKind::Crash, text)
        };
        let launch = self.runtime.launch(agent).map_err(|error| crash(&error))?;
        let memory = agent.memory.or(agent.is_untrusted.then_some(UNTRUSTED_MEMORY));
        // The memory of a contest file is limited as soon as its host has started.
        let at_once = memory.filter(|_| !matches!(agent.protocol, Protocol::Contest(_)));
        let process = Process::start(launch, at_once, &self.stop);
        let process = process.map_err(|error| crash(&error))?;
        Ok(match agent.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
            Protocol::Contest(rules) => Box::new(Contest::new(process, rules, memory)),
        })
    }
}
