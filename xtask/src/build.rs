//! The program itself, built for the chores that run it, and where builds are.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Builds the program as users get it, and returns the target folder.
pub(crate) fn release() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--quiet", "--release"])
        .status()
        .context("running cargo build")?;
    ensure!(built.success(), "wane does not build");
    Ok(target())
}

/// The target folder.
pub(crate) fn target() -> PathBuf {
    let in_clone = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(in_clone, PathBuf::from)
}
