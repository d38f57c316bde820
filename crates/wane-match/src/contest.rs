//! Contest files: Python agents with a class `AI`, and the script that hosts one for a referee.
//!
//! The host is `contest/host.py`, a part of this crate; [`mod@line`] has the lines between it and a
//! referee, [`Python`] the interpreter that runs it. The module `driver` starts it and talks to it.

mod failure;
mod folder;
mod in_process;
pub mod line;
mod python;
mod rules;

pub use failure::{AgentError, Callee, CodeLine, HostFailure};
pub use folder::{NoContestFile, contest_file};
pub use in_process::{HostAnswer, HostEnd, InProcessHost};
pub use python::{NoPython, Python};
pub use rules::{ContestRules, MoveClock};

/// The host, as a text for `python3 -c`; as a module it defines its parts and runs nothing.
pub const HOST: &str = concat!(
    include_str!("contest/host.py"),
    "\n\n",
    include_str!("contest/landlock.py"),
    "\n\n",
    include_str!("contest/values.py"),
);
