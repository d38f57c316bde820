//! A compiler for `wasm32-unknown-unknown`: the installed one, or Debian's with a standard library built for it.

use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::TARGET;
use crate::command;

/// Debian's packages. The standard library comes as rlibs that another version of the compiler does not accept, so
/// it is built from its source.
const PACKAGES: [&str; 3] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];

/// Prefixes of the packages that these depend on.
const DEPENDENCY_PREFIXES: [&str; 2] = ["libstd-rust-web-", "libllvm"];

/// The compiler; `cache` keeps one that must be made.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn compiler(cache: Option<&Path>) -> Result<PathBuf> {
    let installed = PathBuf::from(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    if has_target(&installed)? || (rustup_adds_target() && has_target(&installed)?) {
        return Ok(installed);
    }
    let cache = match cache {
        Some(cache) => cache.to_path_buf(),
        None => default_cache()?,
    };
    let compiler = cache.join("rustc");
    if !compiler.exists() || !has_target(&compiler)? {
        println!("making a compiler for {TARGET} in {}", cache.display());
        make(&cache).context("making a compiler for browsers")?;
    }
    Ok(compiler)
}

/// Whether a compiler has the standard library of the target.
fn has_target(compiler: &Path) -> Result<bool> {
    let run = Command::new(compiler)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .with_context(|| format!("running {}", compiler.display()))?;
    let folder = PathBuf::from(String::from_utf8(run.stdout)?.trim());
    let Ok(files) = fs::read_dir(folder) else { return Ok(false) };
    let mut names = files.flatten().map(|file| file.file_name());
    Ok(run.status.success() && names.any(|name| name.to_string_lossy().starts_with("libstd-")))
}

fn rustup_adds_target() -> bool {
    let run = Command::new("rustup").args(["target", "add", TARGET]).output();
    run.is_ok_and(|run| run.status.success())
}

fn default_cache() -> Result<PathBuf> {
    let home = env::var_os("HOME").context("HOME is not set: give --cache FOLDER")?;
    Ok(PathBuf::from(home).join(".cache/wane-wasm"))
}

/// Unpacks Debian's compiler, and builds the standard library with it.
fn make(folder: &Path) -> Result<()> {
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    download(&packages)?;
    for package in fs::read_dir(&packages)? {
        let mut unpack = Command::new("dpkg");
        unpack.arg("-x").arg(package?.path()).arg(folder);
        command::run(&mut unpack)?;
    }
    let linker = Path::new("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    let ours = PathBuf::from(command::output(Command::new("rustc").args(["--print", "sysroot"]))?)
        .join(linker);
    let theirs = folder.join("usr").join(linker);
    fs::create_dir_all(theirs.parent().context("the linker has a parent folder")?)?;
    // Not a copy: the linker finds its libraries in its own folder.
    ensure!(ours.exists(), "the linker {} is missing", ours.display());
    if theirs.is_symlink() {
        fs::remove_file(&theirs)?;
    }
    symlink(&ours, &theirs).with_context(|| format!("linking to {}", ours.display()))?;
    let libraries = folder.join("usr/lib/x86_64-linux-gnu");
    let rustc = folder.join("usr/bin/rustc");
    let script = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH='{}' exec '{}' \"$@\"\n",
        libraries.display(),
        rustc.display()
    );
    let compiler = folder.join("rustc");
    fs::write(&compiler, script)?;
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755))?;
    build_library(folder, &compiler)
}

/// Downloads the packages and their dependencies.
fn download(folder: &Path) -> Result<()> {
    let mut update = Command::new("apt-get");
    update.args(["update", "-qq"]);
    command::run(&mut update)?;
    let mut names = PACKAGES.map(String::from).to_vec();
    let mut next = 0;
    while let Some(package) = names.get(next) {
        let list = command::output(Command::new("apt-cache").args(["depends", package]))?;
        let needed = list.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
        for name in
            needed.filter(|name| DEPENDENCY_PREFIXES.iter().any(|start| name.starts_with(start)))
        {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_string());
            }
        }
        next += 1;
    }
    let mut get = Command::new("apt-get");
    get.current_dir(folder).args(["download", "-qq"]).args(&names);
    command::run(&mut get)
}

/// Builds the standard library from its source, with an empty crate that needs it.
fn build_library(folder: &Path, compiler: &Path) -> Result<()> {
    let empty = folder.join("empty");
    fs::create_dir_all(empty.join("src"))?;
    fs::write(empty.join("src/lib.rs"), "")?;
    fs::write(
        empty.join("Cargo.toml"),
        "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [profile.release]\npanic = \"abort\"\n[workspace]\n",
    )?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&empty).env("RUSTC", compiler).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_TARGET_DIR", empty.join("target")).env_remove("RUSTFLAGS");
    cargo.args([
        "build",
        "--quiet",
        "--release",
        "-Zbuild-std=std,panic_abort",
        "--target",
        TARGET,
    ]);
    command::run(&mut cargo)?;
    let library = folder.join("usr/lib/rustlib").join(TARGET).join("lib");
    fs::create_dir_all(&library)?;
    for file in fs::read_dir(empty.join("target").join(TARGET).join("release/deps"))? {
        let path = file?.path();
        let file = path.file_name().context("every library has a name")?;
        let is_empty = file.to_string_lossy().starts_with("libempty");
        if path.extension().is_some_and(|it| it == "rlib") && !is_empty {
            fs::copy(&path, library.join(file))?;
        }
    }
    Ok(())
}
