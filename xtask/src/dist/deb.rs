//! The Debian package: the program with manual pages, completions and a systemd unit.
//! `[package.metadata.deb]` in crates/wane-cli/Cargo.toml lists its files.

use std::fs;

use anyhow::Result;

use super::program::{self, TARGET};
use super::release::Release;
use crate::command;

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    // Paths in the list that begin with target/release are looked for here.
    let files = release.target.join(TARGET).join("release/package");
    if files.exists() {
        fs::remove_dir_all(&files)?;
    }
    command::run(
        release.command("cp").arg("--recursive").arg(program::folder(release)).arg(&files),
    )?;
    let name = format!("wane_{}_amd64.deb", release.version);
    let mut cargo = release.command("cargo");
    cargo.args([
        "deb",
        "--quiet",
        "--no-build",
        "--locked",
        "--package=wane-cli",
        "--deb-revision=",
    ]);
    cargo.args(["--target", TARGET, "--output"]).arg(release.out.join(&name));
    command::run(&mut cargo)?;
    Ok(vec![name])
}
