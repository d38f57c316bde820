//! `cargo xtask wasm`: builds the engine for browsers twice, with 128-bit SIMD and without.
//!
//! Needs a compiler for `wasm32-unknown-unknown`. If the installed one has no such target and rustup cannot add it,
//! Debian's compiler is unpacked into a cache, which takes two minutes once: [`toolchain`].

mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// The target triple of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// The two builds: the file name and the compiler flags.
const BUILDS: [(&str, &str); 2] = [("wane", ""), ("wane-simd", "-C target-feature=+simd128")];

#[derive(Args)]
pub(crate) struct WasmArgs {
    /// Cache folder for a compiler that must be made
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

/// Builds what `web/` needs: modules and weights in `public/engine`, and their JavaScript bindings.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &WasmArgs) -> Result<()> {
    let root = build::root();
    let compiler = toolchain::compiler(args.cache.as_deref())?;
    let target = build::target().join("wasm");
    let (glue, engine) = (root.join("web/src/wane/glue"), root.join("web/public/engine"));
    fs::create_dir_all(&glue)?;
    fs::create_dir_all(&engine)?;
    let mut bindings = None;
    for (name, flags) in BUILDS {
        compile(&root, &compiler, &target, flags)?;
        let module = target.join(TARGET).join("wasm/wane_wasm.wasm");
        let bound = target.join("bound");
        bind(&root, &target, &module, &bound)?;
        let program = engine.join(format!("{name}.wasm"));
        fs::copy(bound.join("wane_bg.wasm"), &program)?;
        println!("{}: {} bytes", program.display(), fs::metadata(&program)?.len());
        // The page loads either module with the same bindings.
        let text = fs::read_to_string(bound.join("wane.js"))?;
        ensure!(
            bindings.get_or_insert_with(|| text.clone()) == &text,
            "the two builds have different bindings"
        );
        for file in ["wane.js", "wane.d.ts"] {
            fs::copy(bound.join(file), glue.join(file))?;
        }
    }
    fs::copy(root.join("weights/fewest.bin"), engine.join("fewest.bin"))?;
    Ok(())
}

/// Compiles the module.
fn compile(root: &Path, compiler: &Path, target: &Path, flags: &str) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).env("RUSTC", compiler).env("CARGO_TARGET_DIR", target);
    cargo.env("RUSTFLAGS", flags);
    cargo.args(["build", "--profile", "wasm", "--target", TARGET, "-p", "wane-wasm"]);
    run_command(cargo)
}

/// Writes the JavaScript bindings of a module.
fn bind(root: &Path, target: &Path, module: &Path, folder: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).env("CARGO_TARGET_DIR", target.join("bindgen"));
    cargo.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg("xtask/bindgen/Cargo.toml").arg("--").arg(module).arg(folder);
    run_command(cargo)
}

/// Runs a command, and fails if it fails.
pub(crate) fn run_command(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {command:?}"))?;
    ensure!(status.success(), "the command failed: {command:?}");
    Ok(())
}
