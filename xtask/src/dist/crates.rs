//! The crates as cargo publishes them.

use std::fs;

use anyhow::Result;

use super::release::Release;
use crate::command;

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let folder = release.target.join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut cargo = release.command("cargo");
    cargo.args([
        "package",
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
    command::run(&mut cargo)?;
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
