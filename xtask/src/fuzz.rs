//! `cargo xtask fuzz`: runs every fuzz target for a number of seconds, one on each core.
//!
//! Needs cargo-fuzz, but no nightly toolchain: with `RUSTC_BOOTSTRAP` the stable compiler accepts the
//! flags of cargo-fuzz.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context as _, Result, ensure};

use crate::build;

/// Runs the targets in `only`, or all targets if it is empty.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(only: &[String], seconds: u32) -> Result<()> {
    let root = build::root();
    let targets = if only.is_empty() { all_targets(&root)? } else { only.to_vec() };
    let built = cargo_fuzz(&root).arg("build").status().context("running cargo fuzz build")?;
    ensure!(built.success(), "the fuzz targets do not build");
    let cores = thread::available_parallelism()?.get();
    println!("{} targets, {seconds} s each, {cores} at a time", targets.len());
    let queue = Mutex::new(targets.iter());
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some(target) = next else { break };
                    match fuzz(&root, target, seconds) {
                        Ok(report) => println!("  {target:<12} {report}"),
                        Err(error) => {
                            println!("  {target:<12} FAILED: {error:#}");
                            failed.lock().expect("no thread panics").push(target);
                        }
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("no thread panics");
    ensure!(failed.is_empty(), "{} of {} targets failed", failed.len(), targets.len());
    Ok(())
}

fn cargo_fuzz(root: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root).env("RUSTC_BOOTSTRAP", "1").arg("fuzz");
    command
}

fn all_targets(root: &Path) -> Result<Vec<String>> {
    let list = cargo_fuzz(root).arg("list").output().context("running cargo fuzz list")?;
    ensure!(
        list.status.success(),
        "cargo fuzz is missing; install it with: cargo install cargo-fuzz"
    );
    Ok(String::from_utf8(list.stdout)?.lines().map(str::to_string).collect())
}

/// Runs one target from its corpus and its seeds, and returns the fuzzer's last line.
fn fuzz(root: &Path, target: &str, seconds: u32) -> Result<String> {
    let corpus = root.join("fuzz/corpus").join(target);
    let seeds = root.join("fuzz/seeds").join(target);
    fs::create_dir_all(&corpus)?;
    let log: PathBuf = root.join("fuzz/corpus").join(format!("{target}.log"));
    let status = cargo_fuzz(root)
        .args(["run", target])
        .args([&corpus, &seeds].into_iter().filter(|folder| folder.is_dir()))
        .args(["--", &format!("-max_total_time={seconds}"), "-timeout=10", "-rss_limit_mb=2048"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(File::create(&log).context("creating the log")?)
        .status()?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let tail = |lines: usize| {
        let all: Vec<&str> = text.lines().collect();
        all[all.len().saturating_sub(lines)..].join("\n")
    };
    ensure!(status.success(), "see {}\n{}", log.display(), tail(40));
    Ok(tail(1))
}
