//! The program for Linux with the page and the weights in it, as an archive with manual pages and completions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::page::{FOLDER, LICENCES};
use super::release::{Release, flags};
use super::third_party;
use crate::command;

/// What it runs on.
pub(super) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The oldest glibc that it runs with, that of Debian 10 and RHEL 8.
const GLIBC: &str = "2.28";

/// The shells with a completion script, and the name of the script.
const SHELLS: [(&str, &str); 3] = [("bash", "wane.bash"), ("zsh", "_wane"), ("fish", "wane.fish")];

/// The documents that go with the program.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let page = release.root.join(FOLDER).join("index.html");
    ensure!(page.exists(), "there is no {}: make the artefact page first", page.display());
    let program = compile(release)?;
    let folder = release.empty_folder(&name(release))?;
    fs::copy(&program, folder.join("wane"))?;
    for document in DOCUMENTS {
        fs::copy(release.root.join(document), folder.join(document))?;
    }
    fs::write(folder.join(LICENCES), third_party::licences(release)?)?;
    write_manual(&program, &folder.join("man/man1"))?;
    write_completions(&program, &folder.join("completions"))?;
    let archive = format!("{}.tar.gz", name(release));
    release.tar(&folder, &archive)?;
    Ok(vec![archive])
}

/// The folder with the contents of the archive.
pub(super) fn folder(release: &Release) -> PathBuf {
    release.folder(&name(release))
}

fn name(release: &Release) -> String {
    format!("wane-{}-{TARGET}", release.version)
}

/// Compiles the program. The linker of zig knows the symbols of old versions of glibc.
fn compile(release: &Release) -> Result<PathBuf> {
    let mut cargo = release.command("cargo");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(&["-Cstrip=symbols"]));
    cargo.args([
        "zigbuild",
        "--quiet",
        "--locked",
        "--release",
        "--package=wane-cli",
        "--features=page",
    ]);
    cargo.args(["--target", &format!("{TARGET}.{GLIBC}")]);
    command::run(&mut cargo).context("cargo zigbuild comes with: pip install cargo-zigbuild")?;
    Ok(release.target.join(TARGET).join("release/wane"))
}

/// The manual pages of the program and of each command.
fn write_manual(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let overview = command::output(Command::new(program).args(["help", "--roff"]))?;
    let commands = overview.lines().filter_map(|line| {
        let name = line.strip_prefix(r"\fBwane\-")?.strip_suffix(r"(1)\fR")?;
        Some(name.replace(r"\-", "-"))
    });
    let commands: Vec<String> = commands.collect();
    ensure!(commands.len() > 20, "the overview names only {commands:?}");
    fs::write(folder.join("wane.1"), overview.clone() + "\n")?;
    for name in commands {
        let page = command::output(Command::new(program).args(["help", "--roff", &name]))?;
        fs::write(folder.join(format!("wane-{name}.1")), page + "\n")?;
    }
    Ok(())
}

fn write_completions(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for (shell, file) in SHELLS {
        let script = command::output(Command::new(program).args(["completions", shell]))?;
        fs::write(folder.join(file), script + "\n")?;
    }
    Ok(())
}
