//! [`Python`]: the interpreter that runs contest files, and the folders that it needs.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use thiserror::Error;

use super::HOST;
use crate::sandbox::{Jail, ResourceLimits};

/// Asks an interpreter for its paths. `python3` may be a script that chooses an interpreter.
const PATHS_SCRIPT: &str = "
import json, os, site, sys
own = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, *sys.path}
own.add(os.path.dirname(os.path.realpath(sys.executable)))
print(json.dumps({
    'executable': sys.executable,
    'folders': sorted(folder for folder in own if os.path.isdir(folder)),
    'user_base': site.getuserbase() if site.ENABLE_USER_SITE else None,
}))
";

/// A Python interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Python {
    executable: PathBuf,
    /// The folders of its libraries.
    folders: Vec<PathBuf>,
    /// The folder where the user has installed libraries.
    user_base: Option<PathBuf>,
}

impl Python {
    /// Finds the interpreter that a program is or starts; the program is a name such as `python3`, or a path.
    ///
    /// # Errors
    /// If it cannot be started, or is not Python 3.
    pub fn find(program: &OsStr) -> Result<Self, NoPython> {
        let wrong = |text: String| NoPython { program: program.into(), text };
        // Ignore environment variables: the sandbox has none.
        let run =
            Command::new(program).args(["-E", "-c", PATHS_SCRIPT]).stdin(Stdio::null()).output();
        let run = run.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                wrong("it is not installed, try: apt install python3".into())
            }
            _ => wrong(error.to_string()),
        })?;
        if !run.status.success() {
            return Err(wrong(String::from_utf8_lossy(&run.stderr).trim().into()));
        }
        serde_json::from_slice(&run.stdout).map_err(|error| wrong(error.to_string()))
    }

    /// The command that hosts a contest file without a sandbox.
    ///
    /// # Errors
    /// If the current folder is needed, but does not exist any more.
    pub fn command(&self, file: &Path) -> io::Result<Command> {
        let file = std::path::absolute(file)?;
        let mut command = Command::new(&self.executable);
        command.args(arguments(&file)).envs(self.environment());
        command.current_dir(file.parent().unwrap_or(&file));
        Ok(command)
    }

    /// The same for a sandbox, which shows only Python and the file, or a folder with the file.
    ///
    /// # Errors
    /// If the current folder is needed, but does not exist any more.
    pub fn jail(
        &self,
        file: &Path,
        folder: Option<&Path>,
        limits: ResourceLimits,
    ) -> io::Result<Jail> {
        let file = std::path::absolute(file)?;
        let scratch = limits.scratch_folders().map(|folder| folder.path);
        let writable = format!("{}:/dev/null", scratch.join(":"));
        let mut environment = self.environment();
        environment.push(("WANE_WRITABLE".into(), writable.into()));
        let shown = folder.map_or_else(|| Ok(file.clone()), std::path::absolute)?;
        Ok(Jail {
            program: self.executable.clone(),
            args: arguments(&file).into(),
            folder: file.parent().unwrap_or(&file).into(),
            readable: self.folders.iter().cloned().chain([shown]).collect(),
            environment,
            limits,
        })
    }

    fn environment(&self) -> Vec<(String, OsString)> {
        let mut environment: Vec<(String, OsString)> = vec![
            // Makes the order of sets the same in each run.
            ("PYTHONHASHSEED".into(), "0".into()),
            ("PYTHONDONTWRITEBYTECODE".into(), "1".into()),
        ];
        if let Some(base) = &self.user_base {
            environment.push(("PYTHONUSERBASE".into(), base.into()));
        }
        environment
    }
}

fn arguments(file: &Path) -> [OsString; 3] {
    ["-c".into(), HOST.into(), file.into()]
}

/// There is no such Python.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no Python by the name {}: {text}", program.display())]
pub struct NoPython {
    program: OsString,
    text: String,
}
