//! [`AgentRuntime`]: what agents run in: a sandbox for untrusted ones, and a Python for contest files.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

use crate::agent::{AgentProgram, Protocol};
use crate::contest::{MoveClock, NoPython, Python};
use crate::sandbox::{
    Cgroup, Cgroups, ChildProcesses, Jail, JailError, NoSandbox, ResourceLimits, Sandbox,
    ScratchFolder,
};

/// The interpreter of contest files, unless another one is named: the first of these that there is.
const PYTHONS: [&str; 2] = ["python3", "python"];

/// How much more memory the sandbox allows than the limit of the agent, which the referee enforces.
const SPARE_MEMORY: u64 = 1 << 30;

/// The interpreter with a name, or the usual one.
fn find_python(named: Option<&OsStr>) -> Result<Python, NoPython> {
    if let Some(named) = named {
        return Python::find(named);
    }
    let [usual, other] = PYTHONS.map(|name| Python::find(OsStr::new(name)));
    // The usual one is what is missing.
    usual.or_else(|missing| other.map_err(|_| missing))
}

/// What the agents of a match run in.
#[derive(Debug)]
pub struct AgentRuntime {
    sandbox: Option<Sandbox>,
    /// The second wall around agents in the sandbox.
    cgroups: Option<Cgroups>,
    python: Option<Python>,
}

/// How a person wants agents to be hosted.
#[derive(Clone, Debug, Default)]
pub struct Hosting {
    /// Whether untrusted agents run without a sandbox, too. They can then do whatever the person can.
    pub without_sandbox: bool,
    /// The interpreter of contest files: a name such as `python3.12`, or a path.
    pub python: Option<OsString>,
}

impl Hosting {
    /// Without a sandbox, for agents that are trusted.
    pub const TRUSTING: Self = Self { without_sandbox: true, python: None };
}

/// A command that starts an agent.
#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) command: Command,
    /// The folders that the agent may write to, if it is in the sandbox.
    pub(crate) scratch: Option<Vec<ScratchFolder>>,
    /// Its control group, if it has one.
    pub(crate) cgroup: Option<Cgroup>,
}

impl From<Command> for Launch {
    /// Without a sandbox.
    fn from(command: Command) -> Self {
        Self { command, scratch: None, cgroup: None }
    }
}

/// Why agents cannot run here.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// There is no sandbox for untrusted agents.
    #[error(transparent)]
    Sandbox(NoSandbox),
    /// There is no Python for contest files.
    #[error(transparent)]
    Python(NoPython),
    /// An agent is to be charged for its CPU time.
    #[error("this system does not tell the CPU time of a process: let them play with --clock wall")]
    CpuTime,
}

/// Why an agent cannot be started.
#[derive(Debug, Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    File(io::Error),
    #[error(transparent)]
    Jail(JailError),
    #[error("no control group: {0}")]
    Cgroup(io::Error),
    #[error("there is no {}", .0.display())]
    NoProgram(PathBuf),
}

impl AgentRuntime {
    /// A runtime for these agents.
    ///
    /// # Errors
    /// If they need a sandbox or a Python, and there is none, or a clock that this system has not.
    pub fn for_agents(agents: &[AgentProgram], hosting: &Hosting) -> Result<Self, RuntimeError> {
        let needs_sandbox =
            !hosting.without_sandbox && agents.iter().any(|agent| agent.is_untrusted);
        let needs_python =
            agents.iter().any(|agent| matches!(agent.protocol, Protocol::Contest(_)));
        let needs_cpu_time = agents.iter().any(|agent| agent.protocol.clock() == MoveClock::Cpu);
        if needs_cpu_time && cfg!(not(target_os = "linux")) {
            return Err(RuntimeError::CpuTime);
        }
        let sandbox =
            needs_sandbox.then(Sandbox::find).transpose().map_err(RuntimeError::Sandbox)?;
        let python = needs_python.then(|| find_python(hosting.python.as_deref()));
        let python = python.transpose().map_err(RuntimeError::Python)?;
        let cgroups = sandbox.as_ref().and_then(|_| Cgroups::find());
        Ok(Self { sandbox, cgroups, python })
    }

    /// Whether the kernel limits the memory of each agent in the sandbox as a whole, beside the referee.
    #[must_use]
    pub fn has_cgroups(&self) -> bool {
        self.cgroups.is_some()
    }

    /// Whether untrusted agents run in a sandbox.
    pub(crate) fn has_sandbox(&self) -> bool {
        self.sandbox.is_some()
    }

    /// The command that starts an agent, in the sandbox if it is untrusted.
    pub(crate) fn launch(&self, agent: &AgentProgram) -> Result<Launch, StartError> {
        let sandbox = self.sandbox.as_ref().filter(|_| agent.is_untrusted);
        if let (Protocol::Contest(_), Some(python)) = (agent.protocol, &self.python) {
            if !agent.program.is_file() {
                return Err(StartError::NoProgram(agent.program.clone()));
            }
            return match sandbox {
                None => python.command(&agent.program).map(Launch::from).map_err(StartError::File),
                Some(sandbox) => {
                    let limits = limits(agent, ChildProcesses::Threads);
                    let jail = python.jail(&agent.program, agent.folder.as_deref(), limits);
                    self.in_jail(sandbox, &jail.map_err(StartError::File)?)
                }
            };
        }
        let Some(sandbox) = sandbox else {
            let mut command = Command::new(&agent.program);
            command.args(&agent.args);
            return Ok(command.into());
        };
        let program =
            absolute(&agent.program).ok_or_else(|| StartError::NoProgram(agent.program.clone()))?;
        let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
        let jail = Jail {
            args: agent.args.iter().map(Into::into).collect(),
            limits: limits(agent, ChildProcesses::Processes),
            ..Jail::new(program, folder)
        };
        self.in_jail(sandbox, &jail)
    }

    fn in_jail(&self, sandbox: &Sandbox, jail: &Jail) -> Result<Launch, StartError> {
        let cgroup = self.cgroups.as_ref().map(|groups| groups.make(&jail.limits));
        let cgroup = cgroup.transpose().map_err(StartError::Cgroup)?;
        let command = sandbox.command_in(jail, cgroup.as_ref()).map_err(StartError::Jail)?;
        Ok(Launch { command, scratch: Some(jail.limits.scratch_folders().into()), cgroup })
    }
}

fn limits(agent: &AgentProgram, children: ChildProcesses) -> ResourceLimits {
    let usual = ResourceLimits::default();
    let memory_bytes = agent.memory.map_or(usual.memory_bytes, |memory| memory + SPARE_MEMORY);
    ResourceLimits { memory_bytes, children, ..usual }
}

/// The program as a shell would find it.
pub(crate) fn absolute(program: &Path) -> Option<PathBuf> {
    let found = if program.components().count() > 1 {
        Some(program.to_owned())
    } else {
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|it| it.is_file())
    };
    found?.canonicalize().ok()
}
