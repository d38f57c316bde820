//! Builds the program for the commands that run it, and finds the repository and the target folder.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Builds the program in release mode, and returns the target folder.
pub(crate) fn release() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(root())
        .args(["build", "--quiet", "--release", "--package", "wane-cli"])
        .status()
        .context("running cargo build")?;
    ensure!(built.success(), "wane does not build");
    Ok(target())
}

/// The target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The root of the repository. `CARGO_MANIFEST_DIR` is read at run time first: the value at compile time may be that of
/// another clone with the same target folder.
pub(crate) fn root() -> PathBuf {
    let now = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let xtask = now.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    xtask.parent().map_or_else(|| xtask.join(".."), PathBuf::from)
}
