//! [`RunningAgent`]: an agent with its process.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use wane_text::Foreign;

use crate::agent::{AgentProgram, Protocol};
use crate::contest::{ContestRules, InProcessHost};
use crate::driver::{Contest, Driver, Gtp, Link, NBoard, Ugi};
use crate::process::Process;
use crate::runtime::AgentRuntime;
use crate::{Fault, FaultKind, Stop, TimeControl, printed};

/// How much memory an untrusted agent may take if it has no limit of its own, in bytes.
const UNTRUSTED_MEMORY: u64 = 1 << 30;

/// After this much CPU time an agent gets a new process for its next game: in the sandbox a process has one day.
const WORN_OUT: Duration = Duration::from_hours(12);

/// An agent with its process, which is started when it is first needed, and again after a fault.
pub struct RunningAgent {
    pub(crate) agent: AgentProgram,
    driver: Option<Box<dyn Driver>>,
    /// What starts its process; an agent in this process cannot be started again.
    starter: Option<Starter>,
}

/// What starts a process.
struct Starter {
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
        let starter = Starter { runtime: Arc::clone(runtime), stop: stop.clone() };
        Self { agent: agent.clone(), driver: None, starter: Some(starter) }
    }

    /// A contest class in this process, for one game. It has no limit of memory, and a crash ends this process too.
    #[must_use]
    pub fn in_process(
        name: Foreign,
        time: TimeControl,
        rules: ContestRules,
        host: Box<dyn InProcessHost>,
    ) -> Self {
        let protocol = Protocol::Contest(rules);
        let agent = AgentProgram::new(name, protocol, PathBuf::new(), Vec::new(), time);
        let driver = Contest::new(Link::in_process(host), rules, None);
        Self { agent, driver: Some(Box::new(driver)), starter: None }
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
        self.driver.take_if(|driver| driver.process().is_some_and(|it| it.cpu_time() > WORN_OUT));
        self.process().into_iter().for_each(Process::start_log);
    }

    /// What it writes from now on belongs to the next move of the game, which has this number of plies.
    pub(crate) fn head_log(&self, plies: usize) {
        self.process().into_iter().for_each(|process| process.head_log(printed::heading(plies)));
    }

    /// The log of standard error; a long text without its middle.
    pub(crate) fn log(&self) -> String {
        self.process().map_or_else(String::new, Process::log)
    }

    fn process(&self) -> Option<&Process> {
        self.driver.as_ref().and_then(|driver| driver.process())
    }

    /// Starts the process.
    fn start(&self) -> Result<Box<dyn Driver>, Fault> {
        let agent = &self.agent;
        let crash = |why: &dyn fmt::Display| {
            let text = format!("{} cannot be started: {why}", Foreign::path(&agent.program));
            Fault::new(FaultKind::Crash, text)
        };
        let Some(Starter { runtime, stop }) = &self.starter else {
            return Err(crash(&"it has ended"));
        };
        let launch = runtime.launch(agent).map_err(|error| crash(&error))?;
        let memory = agent.memory.or(agent.is_untrusted.then_some(UNTRUSTED_MEMORY));
        // The memory of a contest file is limited as soon as its host has started.
        let at_once = memory.filter(|_| !matches!(agent.protocol, Protocol::Contest(_)));
        let process = Process::start(launch, at_once, stop);
        let process = process.map_err(|error| crash(&error))?;
        Ok(match agent.protocol {
            Protocol::NBoard => Box::new(NBoard::new(process)),
            Protocol::Gtp => Box::new(Gtp::new(process)),
            Protocol::Ugi => Box::new(Ugi::new(process)),
            Protocol::Contest(rules) => {
                Box::new(Contest::new(Link::Process(process), rules, memory))
            }
        })
    }
}
