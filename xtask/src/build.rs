//! The program itself, built for the chores that run it, and where the repository and its builds are.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Builds the program as users get it, and returns the target folder.
pub(crate) fn release() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(root())
        .args(["build", "--quiet", "--release"])
        .status()
        .context("running cargo build")?;
    ensure!(built.success(), "wane does not build");
    Ok(target())
}

/// The target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The repository. As cargo says when it runs a chore: what it said when the chore was compiled may be another clone
/// with the same target folder.
pub(crate) fn root() -> PathBuf {
    let now = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let xtask = now.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    xtask.parent().map_or_else(|| xtask.join(".."), PathBuf::from)
}
