//! `cargo xtask resume`: kills a solve several times, and checks that it still finds the right score.
//!
//! It sends a real signal to the real program: `wane solve` runs with a checkpoint file, is killed at
//! random moments, is started again each time, and must end with the score of a run that was not
//! killed. The random moments come from a seed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::build;

#[derive(Args)]
pub(crate) struct ResumeArgs {
    /// How often to kill the solve
    #[arg(long, default_value_t = 10)]
    kills: u32,
    /// Kill each run within this time, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// The right score; found by an undisturbed run if left out
    #[arg(long, allow_hyphen_values = true)]
    expect: Option<i64>,
    /// Seed of the random moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The arguments of `wane solve`, after --
    #[arg(last = true, required = true)]
    solve: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &ResumeArgs) -> Result<()> {
    let target = build::release()?;
    let wane = target.join("release/wane");
    let checkpoint = target.join("resume.checkpoint");
    if checkpoint.exists() {
        fs::remove_file(&checkpoint).context("removing the checkpoint of an earlier test")?;
    }
    let mut moments = Moments(args.seed);
    for kill in 1..=args.kills {
        let mut run = solve(&wane, Some(&checkpoint), args).stdout(Stdio::null()).spawn()?;
        let life = Duration::from_secs_f64(args.seconds * moments.next());
        thread::sleep(life);
        if let Some(status) = run.try_wait()? {
            bail!("run {kill} ended ({status}) before it was killed: lower --seconds");
        }
        run.kill()?;
        run.wait()?;
        let text = fs::read_to_string(&checkpoint).context("reading the checkpoint")?;
        let proofs = text.lines().count().saturating_sub(2);
        println!("killed after {:.2} s, {proofs} proofs are kept", life.as_secs_f64());
    }
    let (score, summary) = finish(solve(&wane, Some(&checkpoint), args))?;
    println!("resumed and ended with {score:+}: {summary}");
    let expected = if let Some(expected) = args.expect {
        expected
    } else {
        let (expected, summary) = finish(solve(&wane, None, args))?;
        println!("undisturbed, it ends with {expected:+}: {summary}");
        expected
    };
    ensure!(score == expected, "the score is {score:+} and should be {expected:+}");
    Ok(())
}

fn solve(wane: &Path, checkpoint: Option<&Path>, args: &ResumeArgs) -> Command {
    let mut command = Command::new(wane);
    command.args(["solve", "--json"]).args(&args.solve);
    if let Some(checkpoint) = checkpoint {
        command.arg("--checkpoint").arg(checkpoint);
    }
    command
}

/// Waits for the end of a run, and returns the score of its position and its summary.
fn finish(mut command: Command) -> Result<(i64, String)> {
    let output = command.stderr(Stdio::inherit()).output().context("running wane")?;
    ensure!(output.status.success(), "wane solve failed");
    let text = String::from_utf8(output.stdout)?;
    let (position, summary) = text.trim().split_once('\n').context("wane printed no summary")?;
    let position: Value = serde_json::from_str(position)?;
    let score = position["score"].as_i64().context("wane printed no score")?;
    Ok((score, summary.into()))
}

/// Random fractions from 0.1 to 1.
struct Moments(u64);

impl Moments {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let bits = u32::try_from(self.0 >> 32).expect("the high half");
        0.1 + 0.9 * f64::from(bits) / f64::from(u32::MAX)
    }
}
