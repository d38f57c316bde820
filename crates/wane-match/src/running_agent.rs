//! [`RunningAgent`]: an agent with its process.

use std::fmt;
use std::sync::Arc;

use crate::agent::{AgentProgram, Protocol};
use crate::driver::{Contest, Driver, Gtp, NBoard, Ugi};
use crate::process::Process;
use crate::runtime::AgentRuntime;
use crate::{Fault, FaultKind, Stop};

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

    /// Starts a new log of standard error.
    pub(crate) fn start_log(&mut self) {
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
            let text = format!("{} cannot be started: {why}", agent.program.display());
            Fault::new(FaultKind::Crash, text)
        };
        let command = self.runtime.command(agent).map_err(|error| crash(&error))?;
        // The memory of a contest file is limited as soon as its host has reported its own.
        let memory = agent.memory.filter(|_| !matches!(agent.protocol, Protocol::Contest(_)));
        let process = Process::start(command, memory, &self.stop);
        let process = process.map_err(|error| crash(&error))?;
        Ok(match agent.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
            Protocol::Contest(rules) => Box::new(Contest::new(process, rules, agent.memory)),
        })
    }
}
