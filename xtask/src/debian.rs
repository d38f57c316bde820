//! A Debian system in a folder, made by mmdebstrap.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::command;

/// The release of the systems.
pub(crate) const SUITE: &str = "bookworm";

/// Where this system may say which mirrors it uses. Without them mmdebstrap uses those of Debian.
const SOURCES: [&str; 2] = ["/etc/apt/sources.list", "/etc/apt/sources.list.d/debian.sources"];

/// Installs packages, with their dependencies, into a new system: a folder, or an archive if its name ends with `.tar`.
/// `options` are those of mmdebstrap, and `command` is mmdebstrap in its environment.
pub(crate) fn install(
    mut command: Command,
    options: &[&str],
    packages: &str,
    to: &Path,
) -> Result<()> {
    command.args(["--quiet", &format!("--include={packages}")]).args(options).arg(SUITE).arg(to);
    command.args(SOURCES.iter().filter(|path| Path::new(path).is_file()));
    command::run(&mut command).context("mmdebstrap comes with: apt install mmdebstrap")
}
