//! The page as a zip file, for any server of static files.

use std::fs;

use anyhow::Result;

use super::release::Release;
use super::third_party;
use crate::command;
use crate::page;
use crate::wasm::WasmArgs;

/// The folder of the built page.
pub(super) const FOLDER: &str = "web/dist";

/// The licences of what was built in, in every artefact.
pub(super) const LICENCES: &str = "THIRD-PARTY.txt";

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    page::run(&WasmArgs { cache: release.cache.clone() })?;
    let folder = release.empty_folder("page")?;
    let built = release.root.join(FOLDER);
    command::run(release.command("cp").arg("--recursive").arg(built.join(".")).arg(&folder))?;
    // The compressed forms are for `wane serve`, which has them inside.
    command::run(
        release
            .command("find")
            .arg(&folder)
            .args(["-name", "*.br", "-delete", "-o", "-name", "*.gz", "-delete"]),
    )?;
    fs::write(
        folder.join(LICENCES),
        third_party::licences(release, &third_party::packages(release)?)?,
    )?;
    let archive = format!("wane-page-{}.zip", release.version);
    release.zip(&folder, &archive)?;
    Ok(vec![archive])
}
