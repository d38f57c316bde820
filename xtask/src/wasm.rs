//! `cargo xtask wasm`: builds the rules for browsers, and the engine twice, with 128-bit SIMD and without.
//!
//! Needs a compiler for `wasm32-unknown-unknown`. If the installed one has no such target and rustup cannot add it,
//! Debian's compiler is unpacked into a cache, which takes two minutes once: [`toolchain`].

mod toolchain;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use clap::Args;

use crate::{build, command};

/// The target triple of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// A module of `wane-wasm`.
struct Module {
    /// The file name.
    name: &'static str,
    /// The name of its JavaScript bindings.
    bindings: &'static str,
    feature: &'static str,
    profile: &'static str,
    flags: &'static str,
}

const MODULES: [Module; 3] = [
    Module { name: "rules", bindings: "rules", feature: "rules", profile: "wasm-small", flags: "" },
    Module { name: "wane", bindings: "wane", feature: "engine", profile: "wasm", flags: "" },
    Module {
        name: "wane-simd",
        bindings: "wane",
        feature: "engine",
        profile: "wasm",
        flags: "-C target-feature=+simd128",
    },
];

#[derive(Args)]
pub(crate) struct WasmArgs {
    /// Cache folder for a compiler that must be made
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
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
    let mut known = HashMap::new();
    for module in MODULES {
        compile(&root, &compiler, &target, &module)?;
        let bound = target.join("bound");
        bind(&root, &target, &module, &bound)?;
        let (name, bindings) = (module.name, module.bindings);
        let program = engine.join(format!("{name}.wasm"));
        fs::copy(bound.join(format!("{bindings}_bg.wasm")), &program)?;
        println!("{}: {} bytes", program.display(), fs::metadata(&program)?.len());
        // The page loads either module of the engine with the same bindings.
        let text = fs::read_to_string(bound.join(format!("{bindings}.js")))?;
        ensure!(
            known.entry(bindings).or_insert_with(|| text.clone()) == &text,
            "two builds of {bindings} have different bindings"
        );
        for end in ["js", "d.ts"] {
            let file = format!("{bindings}.{end}");
            fs::copy(bound.join(&file), glue.join(&file))?;
        }
    }
    for weights in ["fewest.bin", "most.bin"] {
        fs::copy(root.join("crates/wane-eval/weights").join(weights), engine.join(weights))?;
    }
    Ok(())
}

/// Compiles the module.
fn compile(root: &Path, compiler: &Path, target: &Path, module: &Module) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).env("RUSTC", compiler).env("CARGO_TARGET_DIR", target);
    cargo.env("RUSTFLAGS", module.flags);
    cargo.args(["build", "--profile", module.profile, "--target", TARGET, "-p", "wane-wasm"]);
    cargo.args(["--no-default-features", "--features", module.feature]);
    command::run(&mut cargo)
}

/// Writes the JavaScript bindings of a module.
fn bind(root: &Path, target: &Path, module: &Module, folder: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).env("CARGO_TARGET_DIR", target.join("bindgen"));
    cargo.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg("xtask/bindgen/Cargo.toml").arg("--");
    let compiled = target.join(TARGET).join(module.profile).join("wane_wasm.wasm");
    cargo.arg(compiled).arg(folder).arg(module.bindings);
    command::run(&mut cargo)
}
