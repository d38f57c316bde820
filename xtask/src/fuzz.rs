//! `cargo xtask fuzz`: runs every fuzz target for a number of seconds, one on each core, and again until there were
//! enough executions.
//!
//! Needs cargo-fuzz, but no nightly toolchain: with `RUSTC_BOOTSTRAP` the stable compiler accepts the
//! flags of cargo-fuzz.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// With `--runs`, the targets run again while one of them has had fewer executions, however many the others had.
const LEAST_RUNS: u64 = 100;

/// The arguments of `cargo xtask fuzz`.
#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// Only these targets
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Repeat until there were this many executions of all targets together. All targets have the same time, so a slow
    /// one has fewer executions, but at least 100
    #[arg(long)]
    runs: Option<u64>,
}

/// Runs the targets that are given, or all targets.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &FuzzArgs) -> Result<()> {
    let root = build::root();
    let targets = if args.targets.is_empty() { all_targets(&root)? } else { args.targets.clone() };
    let built = cargo_fuzz(&root).arg("build").status().context("running cargo fuzz build")?;
    ensure!(built.success(), "the fuzz targets do not build");
    let mut counts = vec![0; targets.len()];
    loop {
        println!("{} targets, {} s each", targets.len(), args.seconds);
        for (count, more) in counts.iter_mut().zip(round(&root, &targets, args.seconds)?) {
            *count += more;
        }
        if args.runs.is_none_or(|runs| is_enough(&counts, runs)) {
            break;
        }
    }
    println!("executions");
    for (target, count) in targets.iter().zip(&counts) {
        println!("{count:>12}  {target}");
    }
    println!("{:>12}  of {} targets, no crash", counts.iter().sum::<u64>(), targets.len());
    Ok(())
}

/// Whether all targets together have had this many executions, and none has had too few.
fn is_enough(counts: &[u64], runs: u64) -> bool {
    counts.iter().sum::<u64>() >= runs && counts.iter().all(|&count| count >= LEAST_RUNS)
}

/// Runs every target for this time, one on each core; the number of executions of each.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn round(root: &Path, targets: &[String], seconds: u32) -> Result<Vec<u64>> {
    let queue = Mutex::new(targets.iter().enumerate());
    let counts = Mutex::new(vec![None; targets.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some((index, target)) = next else { break };
                    match fuzz(root, target, seconds) {
                        Ok(count) => {
                            println!("  {target:<12} {count} executions");
                            counts.lock().expect("no thread panics")[index] = Some(count);
                        }
                        Err(error) => println!("  {target:<12} FAILED: {error:#}"),
                    }
                }
            });
        }
    });
    let counts: Vec<u64> =
        counts.into_inner().expect("no thread panics").into_iter().flatten().collect();
    ensure!(counts.len() == targets.len(), "{} targets failed", targets.len() - counts.len());
    Ok(counts)
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

/// Runs one target from its corpus and its seeds, and returns the number of executions.
fn fuzz(root: &Path, target: &str, seconds: u32) -> Result<u64> {
    let corpus = root.join("fuzz/corpus").join(target);
    let seeds = root.join("fuzz/seeds").join(target);
    fs::create_dir_all(&corpus)?;
    let log: PathBuf = root.join("fuzz/corpus").join(format!("{target}.log"));
    let status = cargo_fuzz(root)
        .args(["run", target])
        .args([&corpus, &seeds].into_iter().filter(|folder| folder.is_dir()))
        .args(["--", &format!("-max_total_time={seconds}"), "-timeout=10", "-rss_limit_mb=2048"])
        .arg("-print_final_stats=1")
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
    let count =
        text.lines().rev().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let count = count.with_context(|| format!("no figures in {}", log.display()))?;
    count.trim().parse().context("reading the number of executions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_enough_if_all_have_them_together_and_none_has_too_few() {
        assert!(is_enough(&[900, 100], 1000));
        assert!(!is_enough(&[899, 100], 1000));
        assert!(!is_enough(&[901, 99], 1000));
    }
}
