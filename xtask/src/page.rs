//! `cargo xtask page`: the page as static files in `web/dist`, with the engine in it.

use std::process::Command;

use anyhow::Result;

use crate::build;
use crate::wasm::{self, WasmArgs, succeed};

/// Builds the engine, installs what the page is built with, and builds the page.
pub(crate) fn run(args: &WasmArgs) -> Result<()> {
    wasm::run(args)?;
    let folder = build::root().join("web");
    for steps in [&["ci", "--no-audit", "--no-fund"][..], &["run", "build"]] {
        let mut npm = Command::new("npm");
        npm.current_dir(&folder).args(steps);
        succeed(npm)?;
    }
    Ok(())
}
