//! `cargo xtask commands`: the commands in the documents work as they are written there.
//!
//! Those of `wane` are run, each document in a folder of its own: the commands of the README and of the tutorials to their
//! end, the others for some seconds, after which Ctrl-C must end them. Tasks and stages must exist, with these options.
//! What is left is in [`ELSEWHERE`]. The sessions with their output (`console`) are a test of wane-cli.

pub(crate) mod blocks;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser as _;

use crate::build;
use run::Workplace;
pub(crate) use run::in_a_terminal;

/// How commands begin that are not run here, and what runs them.
const ELSEWHERE: [(&str, &str); 19] = [
    ("cargo build --release", "the stages release and dist"),
    ("cargo install --path crates/wane-cli", "the same packages and features: the stage dist"),
    ("cargo nextest run", "the stage tests"),
    ("cargo run --release -p wane-search --example levels", "the stage levels"),
    ("export PATH=", "it only sets the path"),
    ("npm install @wane/engine", "the rehearsal of a release, from the package"),
    ("target/release/wane serve", "wane serve is run here"),
    ("tar xzf wane-", "the rehearsal of a release"),
    ("cd wane-", "the rehearsal of a release"),
    ("./wane serve", "the same as wane serve"),
    ("sudo apt install ./wane_", "the rehearsal of a release, with dpkg"),
    ("sudo apt install bubblewrap", "the stage tools"),
    (
        "sudo systemctl enable --now wane",
        "needs systemd as the first process; the rehearsal verifies the unit",
    ),
    ("podman load --input wane-", "the rehearsal of a release, with buildah"),
    ("podman run --rm", "the rehearsal of a release, with buildah"),
    ("systemd-run --user --scope", "needs a user's systemd"),
    ("WANE_SITE=wane.example caddy run", "the stage proxy"),
    ("TRYCMD=overwrite cargo nextest run", "the stage tests, without the variable"),
    ("UPDATE=1 cargo nextest run", "the stage tests, without the variable"),
];

/// A document whose commands are run to their end.
struct ToTheEnd {
    document: &'static str,
    /// How many commands it has.
    commands: usize,
    /// What takes long, and what is run instead.
    shorter: &'static [(&'static str, &'static str)],
    /// What is there at the end.
    leaves: &'static str,
}

/// The README has a command for each kind of reader, the tutorials one for each step.
const TO_THE_END: [ToTheEnd; 4] = [
    ToTheEnd { document: "README.md", commands: 6, shorter: &[], leaves: "cup/report.html" },
    ToTheEnd {
        document: "docs/first-recipe.md",
        commands: 8,
        shorter: &[
            ("--games 100 ", "--games 4 "),
            ("--games 200 ", "--games 4 "),
            ("--minutes 4 ", "--minutes 0.05 --fresh 40 "),
        ],
        leaves: "tuned.py",
    },
    ToTheEnd {
        document: "docs/first-agent.md",
        commands: 9,
        shorter: &[
            ("--games 10 ", "--games 2 "),
            ("--games 100 ", "--games 2 "),
            ("wane rank me.py", "wane rank me.py --minutes 0.1"),
        ],
        leaves: "first/report.html",
    },
    ToTheEnd { document: "docs/contest.md", commands: 5, shorter: &[], leaves: "cup/report.html" },
];

/// Checks every command.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run() -> Result<()> {
    let root = build::root();
    let stages = fs::read_to_string(root.join(".ci/run")).context("reading .ci/run")?;
    let program = std::path::absolute(build::release()?)?.join("release");
    let mut checked = 0;
    for document in documents(&root)? {
        let name = document.strip_prefix(&root).unwrap_or(&document).display().to_string();
        let commands = blocks::commands(&fs::read_to_string(&document)?);
        let to_the_end = TO_THE_END.iter().find(|it| it.document == name);
        let workplace = if commands.iter().any(|command| is_run(command)) {
            Some(Workplace::new(&root, &program, &commands)?)
        } else {
            None
        };
        for command in &commands {
            println!("{name}: {command}");
            match &workplace {
                Some(workplace) if is_run(command) => match to_the_end {
                    Some(it) => workplace.run_to_the_end(&shortened(command, it.shorter)),
                    None => workplace.run_for_a_while(command),
                },
                _ => check(command, &stages),
            }
            .with_context(|| format!("{name} has the command: {command}"))?;
            checked += 1;
        }
        if let Some((it, workplace)) = to_the_end.zip(workplace) {
            let run = commands.iter().filter(|command| is_run(command)).count();
            ensure!(run == it.commands, "{name} has {run} commands, not {}", it.commands);
            ensure!(workplace.has(it.leaves), "{name} leaves no {}", it.leaves);
        }
    }
    println!("{checked} commands");
    Ok(())
}

/// The command with less work.
fn shortened(command: &str, shorter: &[(&str, &str)]) -> String {
    shorter.iter().fold(command.to_owned(), |it, (long, short)| it.replace(long, short))
}

/// Whether the command is one of the program.
fn is_run(command: &str) -> bool {
    command.starts_with("wane ") || command.starts_with("cp ")
}

/// The documents with commands.
fn documents(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)).to_vec();
    for folder in ["docs", "docs/methods", "web/engine"] {
        for file in fs::read_dir(root.join(folder))? {
            let path = file?.path();
            if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Checks a command that is not run.
fn check(command: &str, stages: &str) -> Result<()> {
    for task in ["cargo xtask ", "cargo run --release -p xtask -- "] {
        if let Some(arguments) = command.strip_prefix(task) {
            let words = std::iter::once("xtask").chain(arguments.split_whitespace());
            crate::Args::try_parse_from(words)?;
            return Ok(());
        }
    }
    if let Some(names) = command.strip_prefix(".ci/run") {
        for name in names.split_whitespace().filter(|name| !["short", "long"].contains(name)) {
            let known = stages
                .lines()
                .any(|line| line.starts_with("stage ") && line.split(' ').nth(2) == Some(name));
            ensure!(known, "there is no stage {name}");
        }
        return Ok(());
    }
    if ELSEWHERE.iter().any(|(begin, _)| command.starts_with(begin)) {
        return Ok(());
    }
    bail!("xtask/src/commands.rs does not say how this command is checked")
}
