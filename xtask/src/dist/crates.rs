//! The crates as cargo publishes them.

use std::fs;
use std::process::Command;

use anyhow::Result;

use super::release::Release;
use crate::command;

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let folder = release.target.join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    command::run(&mut cargo(release, "package"))?;
    let mut names = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|end| end == "crate") {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            fs::copy(&path, release.out.join(&name))?;
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Publishes the crates. They were built from their packages when those were made.
pub(super) fn publish(release: &Release, upload: bool) -> Result<()> {
    let mut cargo = cargo(release, "publish");
    cargo.arg("--no-verify");
    if !upload {
        cargo.arg("--dry-run");
    }
    command::run(&mut cargo)
}

/// A command of cargo for all crates that are published.
fn cargo(release: &Release, name: &str) -> Command {
    let mut cargo = release.command("cargo");
    cargo.args([
        name,
        "--quiet",
        "--workspace",
        "--locked",
        "--exclude=xtask",
        "--exclude=wane-testkit",
        "--exclude=wane-wasm",
    ]);
    if release.commit.ends_with('+') {
        cargo.arg("--allow-dirty");
    }
    cargo
}
