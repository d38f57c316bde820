//! `cargo xtask wasm`: the engine for browsers, in two builds, one of them with vectors of 128 bits.
//!
//! Needs a compiler that knows `wasm32-unknown-unknown`. If the one at hand does not and cannot learn it from
//! rustup, Debian's is unpacked into a cache, which takes two minutes once: [`toolchain`].

mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// The system's name for browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// The two builds: the name of the file, and the flags of the compiler.
const BUILDS: [(&str, &str); 2] = [("wane", ""), ("wane-simd", "-C target-feature=+simd128")];

#[derive(Args)]
pub(crate) struct WasmArgs {
    /// Where a compiler is kept that had to be made
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

/// Builds what `web/` needs of us: programs and weights in `public/engine`, and the code around them.
#[expect(clippy::print_stdout, reason = "a chore talks to the person who runs it")]
pub(crate) fn run(args: &WasmArgs) -> Result<()> {
    let root = build::root();
    let compiler = toolchain::compiler(args.cache.as_deref())?;
    let target = build::target().join("wasm");
    let (glue, engine) = (root.join("web/src/wane/glue"), root.join("web/public/engine"));
    fs::create_dir_all(&glue)?;
    fs::create_dir_all(&engine)?;
    let mut code = None;
    for (name, flags) in BUILDS {
        compile(&root, &compiler, &target, flags)?;
        let module = target.join(TARGET).join("wasm/wane_wasm.wasm");
        let made = target.join("bound");
        bind(&root, &target, &module, &made)?;
        let program = engine.join(format!("{name}.wasm"));
        fs::copy(made.join("wane_bg.wasm"), &program)?;
        println!("{}: {} bytes", program.display(), fs::metadata(&program)?.len());
        // One page loads either program, so there must be one code for both.
        let text = fs::read_to_string(made.join("wane.js"))?;
        ensure!(code.get_or_insert_with(|| text.clone()) == &text, "the builds want other code");
        for file in ["wane.js", "wane.d.ts"] {
            fs::copy(made.join(file), glue.join(file))?;
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
    succeed(cargo)
}

/// Writes the code around a module.
fn bind(root: &Path, target: &Path, module: &Path, folder: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).env("CARGO_TARGET_DIR", target.join("bindgen"));
    cargo.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg("xtask/bindgen/Cargo.toml").arg("--").arg(module).arg(folder);
    succeed(cargo)
}

/// Runs a command that must not fail.
pub(crate) fn succeed(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {command:?}"))?;
    ensure!(status.success(), "this has failed: {command:?}");
    Ok(())
}
