//! Runs other programs, and fails if they fail.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Runs a command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {command:?}"))?;
    ensure!(status.success(), "the command failed: {command:?}");
    Ok(())
}

/// The standard output of a command, without white space at its ends.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let run = command.output().with_context(|| format!("running {command:?}"))?;
    let errors = String::from_utf8_lossy(&run.stderr);
    ensure!(run.status.success(), "the command failed: {command:?}: {errors}");
    Ok(String::from_utf8(run.stdout)?.trim().to_owned())
}
