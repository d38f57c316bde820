//! `cargo xtask sanitize`: the threads of the search and of the service under `ThreadSanitizer`, and the same under
//! `AddressSanitizer`.
//!
//! Needs a nightly toolchain with rust-src: the standard library is built with the sanitizer too. Without that, the
//! synchronisation in the standard library is not seen, and nearly every access is reported as a race. There is no list
//! of suppressions.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// The sanitizers, by the names of the compiler.
const SANITIZERS: [&str; 2] = ["thread", "address"];

/// The target must be named, or build scripts and macros would be built with the sanitizer as well.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// All commands are for these packages together, and for the same parts of the standard library: with other features or
/// parts, cargo would build the search again, which takes minutes.
const PACKAGES: [&str; 6] = ["-p", "wane-search", "-p", "wane-service", "-p", "wane-server"];
const BUILD_STD: &str = "-Zbuild-std=std,test";

/// The first report ends the program.
const OPTIONS: &str = "halt_on_error=1:second_deadlock_stack=1";

/// The search on two threads.
const EXAMPLE: &str = "two_threads";

/// The tests that run: the transposition table in every pattern of access, the desk with tasks on two threads, the
/// pool of the server with and without its sessions.
const TESTS: [&[&str]; 4] = [
    &["--lib", "--", "table::"],
    &["--test", "desk"],
    &["--lib", "--", "pool::"],
    &["--test", "server", "--", "a_task"],
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
        for tests in TESTS {
            let output = checked(&mut cargo(sanitizer, "test", tests))?;
            let passed = passed(&output);
            println!("{passed:4} tests passed: {}", tests.join(" "));
            ensure!(passed > 0, "no test has this name, so nothing was tested:\n{output}");
        }
        checked(&mut cargo(sanitizer, "build", &["--example", EXAMPLE]))?;
        let example = target(sanitizer).join(TARGET).join("checked/examples").join(EXAMPLE);
        let seconds = args.seconds.to_string();
        print!("{}", checked(Command::new(example).arg(&seconds).env("TSAN_OPTIONS", OPTIONS))?);
        println!("{sanitizer} sanitizer: {seconds} s of search on two threads, no report");
    }
    Ok(())
}

/// A command of cargo that builds with a sanitizer, into a folder of its own.
fn cargo(sanitizer: &str, command: &str, args: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(build::root())
        .args(["+nightly", command, "--quiet", BUILD_STD, "--profile", "checked"])
        .args(["--target", TARGET])
        .args(PACKAGES)
        .args(args)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env("CARGO_TARGET_DIR", target(sanitizer))
        .env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"))
        .env("TSAN_OPTIONS", OPTIONS);
    cargo
}

fn target(sanitizer: &str) -> PathBuf {
    build::target().join(format!("sanitize-{sanitizer}"))
}

/// Runs a command that must succeed, and returns what it prints. Reports of the sanitizer go to the terminal.
fn checked(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("running {command:?}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "{command:?} failed:\n{text}");
    Ok(text)
}

/// The number of tests that have passed, from the last lines of each test program: `test result: ok. 7 passed; …`.
fn passed(output: &str) -> u32 {
    let results = output.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|result| result.split(' ').next()?.parse::<u32>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_by_their_results_and_none_are_none() {
        let two = "\nrunning 7 tests\n.......\ntest result: ok. 7 passed; 0 failed; 0 ignored\n\n\
            test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out\n";
        assert_eq!(passed(two), 19);
        assert_eq!(passed("running 0 tests\n\ntest result: ok. 0 passed; 0 failed\n"), 0);
        assert_eq!(passed("running 1 test\n"), 0);
    }
}
