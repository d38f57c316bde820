//! The exit codes of a command. The help and the docs list them.

use std::env;
use std::process::ExitCode;

use thiserror::Error;
use wane_text::{clean, is_hidden};

/// The length of the longest line about the command line, in characters.
const MAX_LINE: usize = 1000;

/// How a command ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Done,
    /// The answer is no: a check failed, a score was wrong, weights did not pass.
    No,
    /// By Ctrl-C.
    Stopped,
}

/// The command line is wrong in a way that clap does not find.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// An exit code and what it means.
pub(crate) struct Code {
    pub(crate) code: u8,
    pub(crate) meaning: &'static str,
}

const DONE: Code = Code { code: 0, meaning: "done" };
const NO: Code = Code { code: 1, meaning: "the answer is no: a check failed" };
const USAGE: Code = Code { code: 2, meaning: "the command line is wrong" };
const INPUT: Code = Code {
    code: 3,
    meaning: "the input is wrong: an unreadable file or text, an illegal move, a player that cannot start",
};
const STOPPED: Code = Code { code: 130, meaning: "stopped by Ctrl-C" };

/// All of them.
pub(crate) const CODES: [&Code; 5] = [&DONE, &NO, &USAGE, &INPUT, &STOPPED];

/// All of them, for the help.
pub(crate) fn list() -> String {
    CODES.map(|Code { code, meaning }| format!("  {code:<4} {meaning}")).join("\n")
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(match ending {
            Ending::Done => DONE.code,
            Ending::No => NO.code,
            Ending::Stopped => STOPPED.code,
        })
    }
}

/// Prints what is wrong with the command line, or the help that it asks for. An argument may be the name of a
/// stranger's file: if it has something to hide, the message has no colours.
pub(crate) fn refused(error: &clap::Error) -> ExitCode {
    if env::args_os().any(|argument| argument.to_string_lossy().contains(is_hidden)) {
        let text = error.render().to_string();
        let lines = text.lines().map(|line| clean(line, MAX_LINE));
        anstream::eprintln!("{}", lines.collect::<Vec<_>>().join("\n"));
    } else {
        // If standard error is closed, nobody reads the message.
        let _ = error.print();
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// The exit code of an error.
pub(crate) fn code_of(error: &anyhow::Error) -> ExitCode {
    ExitCode::from(if error.is::<Usage>() { USAGE.code } else { INPUT.code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_docs_list_every_exit_code() {
        let docs = include_str!("../../../docs/command-line.md");
        for Code { code, meaning } in CODES {
            let row = format!("| {code} | {meaning} |");
            assert!(docs.contains(&row), "{row}");
        }
    }
}
