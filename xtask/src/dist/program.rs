//! The program with the page and the weights in it, for each system: an archive with manual pages and completions.
//! All are linked on Linux, by zig, which knows the symbols of the other systems and of old versions of glibc.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::page::{FOLDER, LICENCES};
use super::release::{Release, flags};
use super::third_party;
use crate::command;

/// A system that the program runs on.
struct System {
    target: &'static str,
    /// The target with the oldest version of the system's library, as cargo-zigbuild wants it.
    zig: &'static str,
    /// A script that runs zig as its Python.
    python: Option<&'static str>,
    /// The file name of the program.
    file: &'static str,
    flags: &'static [&'static str],
    pack: fn(&Release, &Path, &str) -> Result<String>,
}

/// The target for Linux.
pub(super) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// With glibc of Debian 10 and RHEL 8 or newer.
const LINUX: System = System {
    target: TARGET,
    zig: "x86_64-unknown-linux-gnu.2.28",
    python: None,
    file: "wane",
    flags: &["-Cstrip=symbols"],
    pack: tar,
};

const WINDOWS: System = System {
    target: "x86_64-pc-windows-gnu",
    zig: "x86_64-pc-windows-gnu",
    python: None,
    file: "wane.exe",
    flags: &["-Cstrip=symbols"],
    pack: zip,
};

/// Not stripped: that would break the signature which the linker writes, and macOS starts no program without one.
const MACOS: System = System {
    target: "aarch64-apple-darwin",
    zig: "aarch64-apple-darwin",
    python: Some("xtask/zig/macos-11"),
    file: "wane",
    flags: &[],
    pack: tar,
};

/// The most that the program for Linux may have, with page and weights; the client of a farm and its TLS are 6 MB of it.
const MOST_BYTES: u64 = 27_000_000;

/// The shells with a completion script, and the name of the script.
const SHELLS: [(&str, &str); 3] = [("bash", "wane.bash"), ("zsh", "_wane"), ("fish", "wane.fish")];

/// The documents that go with the program.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The archive for Linux.
pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let program = compile(release, &LINUX)?;
    let bytes = fs::metadata(&program)?.len();
    ensure!(bytes <= MOST_BYTES, "the program has {bytes} bytes, more than {MOST_BYTES}");
    let folder = fill(release, &LINUX, &program)?;
    write_manual(&program, &folder.join("man/man1"))?;
    write_completions(&program, &folder.join("completions"))?;
    Ok(vec![(LINUX.pack)(release, &folder, &name(release, &LINUX))?])
}

/// The archives for the other systems, with the manual pages and completions that the program for Linux has printed.
pub(super) fn make_for_others(release: &Release) -> Result<Vec<String>> {
    let mut archives = Vec::new();
    for system in [WINDOWS, MACOS] {
        command::run(Command::new("rustup").args(["--quiet", "target", "add", system.target]))?;
        let program = compile(release, &system)?;
        let folder = fill(release, &system, &program)?;
        for printed in ["man", "completions"] {
            let from = self::folder(release).join(printed);
            ensure!(from.exists(), "make the artefact program first");
            command::run(release.command("cp").arg("--recursive").arg(from).arg(&folder))?;
        }
        archives.push((system.pack)(release, &folder, &name(release, &system))?);
    }
    Ok(archives)
}

/// The folder with the contents of the archive for Linux.
pub(super) fn folder(release: &Release) -> PathBuf {
    release.folder(&name(release, &LINUX))
}

fn name(release: &Release, system: &System) -> String {
    format!("wane-{}-{}", release.version, system.target)
}

/// Compiles the program, and returns its path.
fn compile(release: &Release, system: &System) -> Result<PathBuf> {
    let page = release.root.join(FOLDER).join("index.html");
    ensure!(page.exists(), "there is no {}: make the artefact page first", page.display());
    let mut cargo = release.command("cargo");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(system.flags));
    cargo.args([
        "zigbuild",
        "--quiet",
        "--locked",
        "--release",
        "--package=wane-cli",
        "--features=page",
    ]);
    cargo.args(["--target", system.zig]);
    if let Some(script) = system.python {
        cargo.env("CARGO_ZIGBUILD_PYTHON_PATH", release.root.join(script));
    }
    command::run(&mut cargo).context("cargo zigbuild comes with: pip install cargo-zigbuild")?;
    Ok(release.target.join(system.target).join("release").join(system.file))
}

/// A folder with the program and its documents.
fn fill(release: &Release, system: &System, program: &Path) -> Result<PathBuf> {
    let folder = release.empty_folder(&name(release, system))?;
    fs::copy(program, folder.join(system.file))?;
    for document in DOCUMENTS {
        fs::copy(release.root.join(document), folder.join(document))?;
    }
    fs::write(
        folder.join(LICENCES),
        third_party::licences(release, &third_party::packages(release)?)?,
    )?;
    Ok(folder)
}

fn tar(release: &Release, folder: &Path, name: &str) -> Result<String> {
    let archive = format!("{name}.tar.gz");
    release.tar(folder, &archive)?;
    Ok(archive)
}

/// With the folder itself in the archive, as `tar` has it.
fn zip(release: &Release, folder: &Path, name: &str) -> Result<String> {
    let archive = format!("{name}.zip");
    let around = release.empty_folder("zip")?;
    command::run(release.command("cp").arg("--recursive").arg(folder).arg(&around))?;
    release.zip(&around, &archive)?;
    Ok(archive)
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
