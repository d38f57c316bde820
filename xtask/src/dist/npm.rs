//! The engine as an npm package; web/engine has its sources.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::page::LICENCES;
use super::release::Release;
use super::third_party;
use crate::command;

/// The most bytes of the package without the weights.
const MOST_BYTES: u64 = 1_000_000;

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let package = package(release)?;
    fs::write(
        package.join(LICENCES),
        third_party::licences(release, &third_party::packages_of_engine(release)?)?,
    )?;
    let name = name(release);
    pack(release, &package, &name)?;
    let bytes = bytes_without_weights(release, &package)?;
    ensure!(
        bytes < MOST_BYTES,
        "the package has {bytes} bytes without the weights, at most {MOST_BYTES} are allowed"
    );
    Ok(vec![name])
}

/// Publishes the package, with the proof of where it was built.
pub(super) fn publish(release: &Release, upload: bool) -> Result<()> {
    let mut npm = release.command("npm");
    npm.args(["publish", "--access=public", "--provenance"]).arg(release.out.join(name(release)));
    if !upload {
        npm.arg("--dry-run");
    }
    command::run(&mut npm)
}

fn name(release: &Release) -> String {
    format!("wane-engine-{}.tgz", release.version)
}

/// Builds the package, and returns its folder. The modules must have been built with the page.
fn package(release: &Release) -> Result<PathBuf> {
    let web = release.root.join("web");
    let manifest: Value = serde_json::from_slice(&fs::read(web.join("engine/package.json"))?)?;
    ensure!(
        manifest["version"] == *release.version,
        "web/engine/package.json has version {}, not {}",
        manifest["version"],
        release.version
    );
    command::run(release.command("node").current_dir(&web).arg("engine/build.mjs"))?;
    Ok(web.join("engine/dist"))
}

/// Packs a folder as npm publishes it; npm gives all files the same time and owner.
fn pack(release: &Release, package: &Path, name: &str) -> Result<()> {
    let folder = release.empty_folder("npm")?;
    let mut npm = release.command("npm");
    npm.current_dir(&folder).args(["pack", "--silent", "--pack-destination=."]).arg(package);
    let packed = command::output(&mut npm)?;
    let packed = packed.lines().last().context("npm pack prints the name of the file")?;
    fs::copy(folder.join(packed), release.out.join(name))?;
    Ok(())
}

/// The size of the package if it had no weights.
fn bytes_without_weights(release: &Release, package: &Path) -> Result<u64> {
    let folder = release.empty_folder("npm-without-weights")?;
    command::run(release.command("cp").arg("--recursive").arg(package.join(".")).arg(&folder))?;
    for weights in ["fewest.bin", "most.bin"] {
        fs::remove_file(folder.join("files").join(weights))?;
    }
    let mut npm = release.command("npm");
    npm.current_dir(&folder).args(["pack", "--silent", "--json", "--dry-run"]);
    let packed: Value = serde_json::from_str(&command::output(&mut npm)?)?;
    packed[0]["size"].as_u64().context("npm pack prints the size")
}
