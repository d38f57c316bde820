//! `cargo xtask api`: the public items of each library crate are those that its public-api.txt lists.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::{build, command};

#[derive(Args)]
pub(crate) struct ApiArgs {
    /// Write the lists anew
    #[arg(long)]
    update: bool,
}

/// Compares the lists of all library crates that are published.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &ApiArgs) -> Result<()> {
    let root = build::root();
    let mut changed = Vec::new();
    for name in libraries(&root)? {
        let file = root.join("crates").join(&name).join("public-api.txt");
        let items = items(&root, &name).with_context(|| format!("listing the items of {name}"))?;
        println!("{name}: {} public items", items.lines().count());
        if args.update {
            fs::write(&file, &items)?;
        } else if fs::read_to_string(&file).unwrap_or_default() != items {
            let new = build::target().join("public-api.txt");
            fs::write(&new, &items)?;
            let _ = Command::new("diff").arg("-u").arg(&file).arg(&new).status();
            changed.push(name);
        }
    }
    ensure!(
        changed.is_empty(),
        "the public items of {} have changed; if that is meant: cargo xtask api --update",
        changed.join(", ")
    );
    Ok(())
}

/// The names of the library crates that are published.
fn libraries(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in fs::read_dir(root.join("crates"))? {
        let folder = folder?.path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        if folder.join("src/lib.rs").exists() && !manifest.contains("publish = false") {
            let name = folder.file_name().context("a folder has a name")?;
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The public items of a crate. Rustdoc's JSON is not stable yet, so the compiler must be told to write it.
fn items(root: &Path, name: &str) -> Result<String> {
    let cargo = || {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(root).env("CARGO_TARGET_DIR", build::target().join("api"));
        cargo
    };
    let mut rustdoc = cargo();
    rustdoc.env("RUSTC_BOOTSTRAP", "1").args(["rustdoc", "--quiet", "--lib", "--package", name]);
    rustdoc.args(["--", "-Zunstable-options", "--output-format=json"]);
    command::run(&mut rustdoc)?;
    let written = format!("doc/{}.json", name.replace('-', "_"));
    let mut list = cargo();
    list.args(["run", "--quiet", "--locked", "--manifest-path", "xtask/api/Cargo.toml", "--"]);
    list.arg(build::target().join("api").join(written));
    Ok(command::output(&mut list)? + "\n")
}
