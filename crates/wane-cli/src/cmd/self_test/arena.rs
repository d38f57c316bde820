//! The tests of the arena: this program as an untrusted agent in the sandbox, and a contest file in Python.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process;
use std::slice;
use std::sync::Arc;

use wane_board::Size;
use wane_match::check::{Check, CheckResult, CheckSummary, CheckVerdict, Examiner, PythonVersions};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, Hosting, Protocol, RuntimeError, Stop, TimeControl,
    Tolerance,
};

use super::Outcome::{self, Failed, Missing, Passed};

/// Plays any legal move.
const AGENT: &str = include_str!("agent.py");

/// Plays this program in the sandbox.
pub(super) fn sandbox() -> Outcome {
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return Failed(format!("finding this program: {error}")),
    };
    let args = ["agent", "random"].map(String::from).into();
    let agent = AgentProgram::new(
        "this program".into(),
        Protocol::Ugi,
        program,
        args,
        TimeControl::CONTEST,
    );
    let agent = AgentProgram { is_untrusted: true, ..agent };
    let runtime = match runtime(&agent) {
        Ok(runtime) => runtime,
        Err(error) => return no_runtime(&error),
    };
    match examine(&agent, &runtime) {
        Err(failed) => failed,
        Ok(_) if runtime.has_cgroups() => {
            Passed("an agent played two games in it; control groups bound its memory too".into())
        }
        Ok(_) => Missing {
            what: "control groups; the sandbox works without them".into(),
            cost: "the referee alone watches the memory of agents, see docs/sandbox.md".into(),
        },
    }
}

/// Plays a contest file.
pub(super) fn python() -> Outcome {
    let folder = match TempFolder::new() {
        Ok(folder) => folder,
        Err(error) => return Failed(format!("making a folder for the agent: {error}")),
    };
    let file = folder.0.join("agent.py");
    if let Err(error) = fs::write(&file, AGENT) {
        return Failed(format!("writing the agent: {error}"));
    }
    let rules = Protocol::Contest(ContestRules::default());
    let agent = AgentProgram::new("agent.py".into(), rules, file, Vec::new(), TimeControl::CONTEST);
    let agent = AgentProgram { is_untrusted: true, ..agent };
    let versions = match runtime(&agent) {
        Err(RuntimeError::Sandbox(_)) => {
            return Missing {
                what: "not tried: there is no sandbox".into(),
                cost: "contest files run in it; see above".into(),
            };
        }
        Err(error) => return no_runtime(&error),
        Ok(runtime) => match examine(&agent, &runtime) {
            Ok(versions) => versions,
            Err(failed) => return failed,
        },
    };
    match versions {
        Some(PythonVersions { python, numpy: Some(numpy), .. }) => Passed(format!(
            "a contest file played two games, with Python {python} and numpy {numpy}"
        )),
        Some(PythonVersions { python, .. }) => Missing {
            what: format!("numpy, for Python {python}; contest files without it work"),
            cost: "contest files that import numpy do not load, try: apt install python3-numpy"
                .into(),
        },
        None => Failed("the contest file has named no Python".into()),
    }
}

fn runtime(agent: &AgentProgram) -> Result<Arc<AgentRuntime>, RuntimeError> {
    AgentRuntime::for_agents(slice::from_ref(agent), &Hosting::default()).map(Arc::new)
}

/// What this machine lacks.
fn no_runtime(error: &RuntimeError) -> Outcome {
    let cost = match error {
        RuntimeError::Sandbox(_) => {
            "wane check and wane match cannot run contest files and programs of strangers"
        }
        RuntimeError::CpuTime => "--clock cpu does not work",
        RuntimeError::Python(_) => "wane check and wane match cannot run contest files",
    };
    Missing { what: error.to_string(), cost: cost.into() }
}

/// Examines an agent on the smallest board. Returns what runs it, or a failure.
fn examine(
    agent: &AgentProgram,
    runtime: &Arc<AgentRuntime>,
) -> Result<Option<PythonVersions>, Outcome> {
    let examiner = Examiner { size: Size::Four, tolerance: Tolerance::default() };
    let results = examiner.examine(agent, runtime, &Stop::default(), &mut |_| {});
    let results = results.expect("nothing stops it");
    let failed = |result: &&CheckResult| result.verdict == CheckVerdict::Failed;
    if let Some(result) = results.iter().find(failed) {
        return Err(Failed(format!(
            "a good agent failed the check {:?} of wane check",
            result.check.name()
        )));
    }
    let loaded = results.iter().find(|result| result.check == Check::Load);
    let versions = loaded.and_then(|result| match &result.summary {
        CheckSummary::Loaded { python, .. } => python.clone(),
        _ => None,
    });
    Ok(versions)
}

/// A new folder that is removed at the end.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("wane-self-test-{}", process::id()));
        // Not `create_dir_all`: a folder that is there already may be a stranger's.
        fs::create_dir(&path)?;
        Ok(Self(path))
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // A folder that stays is a few hundred bytes.
        let _ = fs::remove_dir_all(&self.0);
    }
}
