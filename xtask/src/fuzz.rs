//! `cargo xtask fuzz`: runs every fuzz target for a number of seconds or of executions, one on each core.
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

/// The arguments of `cargo xtask fuzz`.
#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// Only these targets
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Executions of all targets together, in equal shares and however long they take
    #[arg(long, conflicts_with = "seconds")]
    runs: Option<u64>,
}

/// When the fuzzing of a target ends.
#[derive(Clone, Copy)]
enum Limit {
    Seconds(u32),
    Runs(u64),
}

/// Runs the targets that are given, or all targets.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &FuzzArgs) -> Result<()> {
    let root = build::root();
    let targets = if args.targets.is_empty() { all_targets(&root)? } else { args.targets.clone() };
    let built = cargo_fuzz(&root).arg("build").status().context("running cargo fuzz build")?;
    ensure!(built.success(), "the fuzz targets do not build");
    let limit = match args.runs {
        Some(runs) => Limit::Runs(runs.div_ceil(targets.len().max(1) as u64)),
        None => Limit::Seconds(args.seconds),
    };
    let cores = thread::available_parallelism()?.get();
    println!("{} targets, {}, {cores} at a time", targets.len(), limit.text());
    let queue = Mutex::new(targets.iter());
    let (failed, executions) = (Mutex::new(Vec::new()), Mutex::new(0));
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some(target) = next else { break };
                    match fuzz(&root, target, limit) {
                        Ok(count) => {
                            println!("  {target:<12} {count} executions");
                            *executions.lock().expect("no thread panics") += count;
                        }
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
    let executions: u64 = executions.into_inner().expect("no thread panics");
    println!("{executions} executions of {} targets, no crash", targets.len());
    ensure!(args.runs.is_none_or(|runs| executions >= runs), "these are too few");
    Ok(())
}

impl Limit {
    fn text(self) -> String {
        match self {
            Self::Seconds(seconds) => format!("{seconds} s each"),
            Self::Runs(runs) => format!("{runs} executions each"),
        }
    }

    /// The option of the fuzzer.
    fn option(self) -> String {
        match self {
            Self::Seconds(seconds) => format!("-max_total_time={seconds}"),
            Self::Runs(runs) => format!("-runs={runs}"),
        }
    }
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
fn fuzz(root: &Path, target: &str, limit: Limit) -> Result<u64> {
    let corpus = root.join("fuzz/corpus").join(target);
    let seeds = root.join("fuzz/seeds").join(target);
    fs::create_dir_all(&corpus)?;
    let log: PathBuf = root.join("fuzz/corpus").join(format!("{target}.log"));
    let status = cargo_fuzz(root)
        .args(["run", target])
        .args([&corpus, &seeds].into_iter().filter(|folder| folder.is_dir()))
        .args(["--", &limit.option(), "-timeout=10", "-rss_limit_mb=2048"])
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
