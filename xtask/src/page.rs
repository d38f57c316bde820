//! `cargo xtask page`: builds the page with the engine in it, as static files in `web/dist`.

use std::process::Command;

use anyhow::Result;

use crate::wasm::{self, WasmArgs};
use crate::{build, command};

/// Builds the engine, installs the npm packages, and builds the page.
pub(crate) fn run(args: &WasmArgs) -> Result<()> {
    wasm::run(args)?;
    let folder = build::root().join("web");
    for steps in [&["ci", "--no-audit", "--no-fund"][..], &["run", "build"]] {
        let mut npm = Command::new("npm");
        npm.current_dir(&folder).args(steps);
        command::run(&mut npm)?;
    }
    Ok(())
}
