//! `cargo xtask sanitize`: the threads of the search and of the service under `ThreadSanitizer`, and the same under
//! `AddressSanitizer`.
//!
//! Needs a nightly toolchain with rust-src: the standard library is built with the sanitizer too. Without that, the
//! synchronisation in the standard library is not seen, and nearly every access is reported as a race.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// The sanitizers, by the names of the compiler.
const SANITIZERS: [&str; 2] = ["thread", "address"];

/// The target must be named, or build scripts and macros would be built with the sanitizer as well.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The tests that run: the transposition table in every pattern of access, the desk with tasks on two threads, and the
/// pool of the server.
const TESTS: [(&str, &[&str]); 3] = [
    ("wane-search", &["--lib", "--", "table::"]),
    ("wane-service", &["--test", "desk"]),
    ("wane-server", &["--test", "server", "--", "a_task"]),
];

/// The arguments of `cargo xtask sanitize`.
#[derive(Args)]
pub(crate) struct SanitizeArgs {
    /// Seconds of a search on two threads, for each sanitizer
    #[arg(long, default_value_t = 600)]
    seconds: u32,
    /// Only this sanitizer: thread or address
    #[arg(long)]
    only: Option<String>,
}

/// Runs everything under both sanitizers; the first report fails.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &SanitizeArgs) -> Result<()> {
    let wanted = |name: &&str| args.only.as_ref().is_none_or(|only| only == name);
    let sanitizers: Vec<&str> = SANITIZERS.into_iter().filter(wanted).collect();
    ensure!(!sanitizers.is_empty(), "the sanitizers are {}", SANITIZERS.join(" and "));
    for sanitizer in sanitizers {
        println!("{sanitizer} sanitizer");
        let seconds = args.seconds.to_string();
        let example = ["run", "-p", "wane-search", "--example", "two_threads", "--", &seconds];
        checked(&mut cargo(sanitizer, example[0], &example[1..]))?;
        for (package, tests) in TESTS {
            checked(&mut cargo(sanitizer, "test", &[&["-p", package], tests].concat()))?;
        }
    }
    Ok(())
}

/// A command of cargo that builds with a sanitizer, into a folder of its own.
fn cargo(sanitizer: &str, command: &str, args: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(build::root())
        .args(["+nightly", command, "--quiet", "-Zbuild-std", "--profile", "checked"])
        .args(["--target", TARGET])
        .args(args)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env("CARGO_TARGET_DIR", build::target().join(format!("sanitize-{sanitizer}")))
        .env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"))
        .env("TSAN_OPTIONS", "halt_on_error=1:second_deadlock_stack=1");
    cargo
}

fn checked(command: &mut Command) -> Result<()> {
    let status = command.status().context("running cargo")?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
