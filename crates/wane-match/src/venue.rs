//! [`Venue`]: what the place of a match has for its players: a sandbox for those whom nobody trusts,
//! and a Python for contest files.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

use crate::agent::{Agent, Protocol};
use crate::contest::{NoPython, Python};
use crate::sandbox::{Children, Jail, JailError, NoSandbox, ResourceLimits, Sandbox};

/// The interpreter of contest files.
const PYTHON: &str = "python3";

/// How much more memory than its agent may take a sandbox allows; the referee watches the rest.
const SPARE_MEMORY: u64 = 1 << 30;

/// Where a match takes place.
#[derive(Debug)]
pub struct Venue {
    sandbox: Option<Sandbox>,
    python: Option<Python>,
}

/// Why a match cannot take place here.
#[derive(Debug, Error)]
pub enum NoVenue {
    /// There are untrusted players, and no sandbox for them.
    #[error(transparent)]
    Sandbox(NoSandbox),
    /// There are contest files, and no Python for them.
    #[error(transparent)]
    Python(NoPython),
}

/// Why a player cannot be brought in.
#[derive(Debug, Error)]
pub(crate) enum Refused {
    #[error(transparent)]
    File(io::Error),
    #[error(transparent)]
    Jail(JailError),
    #[error("there is no {}", .0.display())]
    NoProgram(PathBuf),
}

impl Venue {
    /// A place for these players. `trusts_everybody` runs also those without a sandbox whom nobody
    /// should trust.
    ///
    /// # Errors
    /// If they need something that is not here.
    pub fn for_agents(agents: &[Agent], trusts_everybody: bool) -> Result<Self, NoVenue> {
        let needs_sandbox = !trusts_everybody && agents.iter().any(|agent| agent.is_untrusted);
        let needs_python =
            agents.iter().any(|agent| matches!(agent.protocol, Protocol::Contest(_)));
        let sandbox = needs_sandbox.then(Sandbox::find).transpose().map_err(NoVenue::Sandbox)?;
        let python = needs_python.then(|| Python::find(OsStr::new(PYTHON)));
        let python = python.transpose().map_err(NoVenue::Python)?;
        Ok(Self { sandbox, python })
    }

    /// Whether those whom nobody trusts are in a sandbox.
    pub(crate) fn has_sandbox(&self) -> bool {
        self.sandbox.is_some()
    }

    /// The command that starts a player, in the sandbox if it is one for it.
    pub(crate) fn command(&self, agent: &Agent) -> Result<Command, Refused> {
        let sandbox = self.sandbox.as_ref().filter(|_| agent.is_untrusted);
        if let (Protocol::Contest(_), Some(python)) = (agent.protocol, &self.python) {
            if !agent.program.is_file() {
                return Err(Refused::NoProgram(agent.program.clone()));
            }
            return match sandbox {
                None => python.command(&agent.program).map_err(Refused::File),
                Some(sandbox) => {
                    let jail = python.jail(&agent.program, limits(agent, Children::Threads));
                    sandbox.command(&jail.map_err(Refused::File)?).map_err(Refused::Jail)
                }
            };
        }
        let Some(sandbox) = sandbox else {
            let mut command = Command::new(&agent.program);
            command.args(&agent.args);
            return Ok(command);
        };
        let program =
            absolute(&agent.program).ok_or_else(|| Refused::NoProgram(agent.program.clone()))?;
        let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
        let jail = Jail {
            args: agent.args.iter().map(Into::into).collect(),
            limits: limits(agent, Children::Processes),
            ..Jail::new(program, folder)
        };
        sandbox.command(&jail).map_err(Refused::Jail)
    }
}

fn limits(agent: &Agent, children: Children) -> ResourceLimits {
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
