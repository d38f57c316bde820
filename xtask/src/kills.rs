//! `cargo xtask kills`: kills the commands that write files for hours, at random moments, and checks that each of them
//! resumes and ends with the result of an undisturbed run.
//!
//! It sends a real signal to the real program. Half of the moments are in the first 50 ms, when files are opened. After
//! each kill every journal must have all the lines that it had before. The random moments come from a seed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::Value;
use wane_testkit::Rng;

use crate::build;
use crate::writers::{
    Journals, Work, Writer, ensure_kept, ensure_no_drafts, ensure_success, ensure_whole, journals,
};

/// Half of the kills come within this time; the others within a third of the time of an undisturbed run.
const EARLY: Duration = Duration::from_millis(50);

#[derive(Args)]
pub(crate) struct KillsArgs {
    /// The number of kills, shared by all commands
    #[arg(long, default_value_t = 50)]
    kills: u32,
    /// Only these commands
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Writer::ALL)]
    only: Vec<Writer>,
    /// Seed of the random moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Another program than the one of this repository
    #[arg(long)]
    wane: Option<PathBuf>,
}

pub(crate) fn run(args: &KillsArgs) -> Result<()> {
    let wane = match &args.wane {
        Some(wane) => wane.canonicalize().context("finding the program")?,
        None => build::release()?.join("release/wane"),
    };
    let mut rng = Rng::new(args.seed);
    for (index, &writer) in args.only.iter().enumerate() {
        let share = (args.kills as usize + index) / args.only.len();
        let folder = build::target().join("kills").join(writer.name());
        let mut victim = Victim::new(writer, &wane, &folder)?;
        for number in 0..share {
            let early = EARLY * rng.below(1000) / 1000;
            let late = EARLY + victim.undisturbed / 3 * rng.below(1000) / 1000;
            victim.kill(if number % 2 == 0 { early } else { late })?;
        }
        victim.end()?;
    }
    Ok(())
}

/// A command that is killed again and again.
struct Victim<'w> {
    writer: Writer,
    wane: &'w Path,
    folder: PathBuf,
    expected: Value,
    /// The time of an undisturbed run.
    undisturbed: Duration,
    kept: Journals,
    kills: u32,
    /// How often it came to its end between kills.
    ends: u32,
    began: Instant,
}

impl<'w> Victim<'w> {
    /// Runs the command undisturbed.
    fn new(writer: Writer, wane: &'w Path, folder: &Path) -> Result<Self> {
        let began = Instant::now();
        let mut victim = Self {
            writer,
            wane,
            folder: folder.into(),
            expected: Value::Null,
            undisturbed: Duration::ZERO,
            kept: Journals::new(),
            kills: 0,
            ends: 0,
            began,
        };
        victim.start_over()?;
        let started = Instant::now();
        let undisturbed = victim.spawn()?.wait_with_output()?;
        victim.undisturbed = started.elapsed();
        ensure_success(&undisturbed)?;
        victim.expected = writer.result(folder, &undisturbed)?;
        victim.start_over()?;
        Ok(victim)
    }

    /// Starts the command and kills it after this time.
    fn kill(&mut self, life: Duration) -> Result<()> {
        loop {
            let mut run = self.spawn()?;
            thread::sleep(life);
            if run.try_wait()?.is_none() {
                run.kill()?;
                run.wait()?;
                break;
            }
            // It was faster, which is fine if its result is right.
            self.check(&run.wait_with_output()?)?;
            self.ends += 1;
            self.start_over()?;
        }
        self.kills += 1;
        let now = journals(&self.folder)?;
        let about = || format!("{}, kill {} after {life:?}", self.writer.name(), self.kills);
        ensure_kept(&self.kept, &now).with_context(about)?;
        ensure_whole(&self.folder).with_context(about)?;
        self.kept = now;
        Ok(())
    }

    /// Runs the command to its end.
    #[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
    fn end(mut self) -> Result<()> {
        let lines: usize = self.kept.values().map(Vec::len).sum();
        let run = self.spawn()?.wait_with_output()?;
        self.check(&run)?;
        ensure_no_drafts(&self.folder)?;
        self.ends += 1;
        let Self { writer, kills, ends, began, .. } = self;
        println!(
            "{:<10} {kills} kills, {ends} ends with the right result, {lines} lines kept by the last kill, {:.0} s",
            writer.name(),
            began.elapsed().as_secs_f64()
        );
        Ok(())
    }

    fn check(&self, run: &Output) -> Result<()> {
        let about = || format!("{} after {} kills", self.writer.name(), self.kills);
        ensure_success(run).with_context(about)?;
        ensure_kept(&self.kept, &journals(&self.folder)?).with_context(about)?;
        let found = self.writer.result(&self.folder, run).with_context(about)?;
        ensure!(found == self.expected, "{}: the result is another one", about());
        Ok(())
    }

    fn spawn(&self) -> Result<Child> {
        let mut command = self.writer.command(self.wane, &self.folder, Work::Long);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().context("running wane")
    }

    fn start_over(&mut self) -> Result<()> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder).context("removing an earlier test")?;
        }
        fs::create_dir_all(&self.folder)?;
        self.kept.clear();
        self.writer.prepare(self.wane, &self.folder)
    }
}
