//! The Python package: a wheel for all versions of Python, linked by zig for old versions of glibc, and its sources.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::page::LICENCES;
use super::release::Release;
use super::third_party;
use crate::command;

/// The folder of the package.
const FOLDER: &str = "crates/wane-python";

/// What the wheel says it runs on: systems with glibc 2.28 or later.
const PLATFORM: &str = "manylinux_2_28";

/// The target of the wheel.
const TARGET: &str = "x86_64-unknown-linux-gnu";

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let licences = release.root.join(FOLDER).join(LICENCES);
    let packages = third_party::packages_of_python(release)?;
    fs::write(&licences, third_party::licences(release, &packages)?)?;
    let folder = release.empty_folder("wheel")?;
    let mut build = maturin(release, "build", &folder);
    build.args(["--quiet", "--release", "--locked", "--zig", "--compatibility", PLATFORM]);
    build.args(["--target", TARGET]);
    let made = command::run(&mut build)
        .context("maturin comes with: pip install maturin ziglang")
        .and_then(|()| command::output(&mut maturin(release, "sdist", &folder)));
    fs::remove_file(&licences)?;
    made?;
    let names = [wheel_name(release), sources_name(release)];
    for name in &names {
        let path = folder.join(name);
        ensure!(path.exists(), "maturin has not made {name}");
        fs::copy(&path, release.out.join(name))?;
    }
    check(&release.out.join(&names[0]))?;
    Ok(names.into())
}

/// Checks the wheel and the sources as the index does, and uploads them.
pub(super) fn publish(release: &Release, upload: bool) -> Result<()> {
    let mut twine = release.command("twine");
    if upload {
        twine.arg("upload");
    } else {
        twine.args(["check", "--strict"]);
    }
    for name in [wheel_name(release), sources_name(release)] {
        twine.arg(release.out.join(name));
    }
    command::run(&mut twine).context("twine comes with: pip install twine")
}

fn wheel_name(release: &Release) -> String {
    format!("wane-{}-cp39-abi3-{PLATFORM}_x86_64.whl", release.version)
}

fn sources_name(release: &Release) -> String {
    format!("wane-{}.tar.gz", release.version)
}

fn maturin(release: &Release, what: &str, out: &Path) -> Command {
    let mut maturin = release.command("maturin");
    maturin.arg(what).arg("--manifest-path").arg(release.root.join(FOLDER).join("Cargo.toml"));
    maturin.arg("--out").arg(out);
    maturin
}

/// Checks that the wheel uses only what every Python from 3.9 on has, and every system that it names.
fn check(wheel: &Path) -> Result<()> {
    let mut audit = Command::new("abi3audit");
    command::run(audit.arg("--strict").arg(wheel))
        .context("abi3audit comes with: pip install abi3audit")?;
    let mut audit = Command::new("auditwheel");
    let report = command::output(audit.arg("show").arg(wheel))
        .context("auditwheel comes with: pip install auditwheel")?;
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    let tag = format!("is consistent with the following platform tag: \"{PLATFORM}_x86_64\"");
    ensure!(words.contains(&tag), "the wheel is for other systems than {PLATFORM}:\n{report}");
    Ok(())
}
