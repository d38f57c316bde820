//! `xtask vm-guest`: what runs in the guest while its power is cut. It shows what it does as lines of JSON.

use std::fs::{self, File};
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::{ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, Subcommand};
use serde_json::Value;

use super::seen::{Ended, Left, Report, Seen};
use super::{CONTROLS, TOOLS, WORK};
use crate::writers::{Work, Writer, ensure_whole};

/// How often the guest looks at the files.
const INTERVAL: Duration = Duration::from_millis(100);
/// What is in the files of which one is synced and one is not.
const CONTROL: [u8; 8192] = [b'w'; 8192];

#[derive(Args)]
pub(crate) struct GuestArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Run a command and show its files
    Write {
        #[arg(value_enum)]
        writer: Writer,
        /// Number of the files that show whether the disk can lose something
        #[arg(long)]
        control: u32,
        /// Make syncing do nothing
        #[arg(long)]
        no_sync: bool,
    },
    /// Check what a power cut left
    Check {
        #[arg(value_enum)]
        writer: Writer,
        #[arg(long)]
        control: u32,
        /// What must be there, as JSON
        #[arg(long)]
        acknowledged: String,
        /// The command had ended
        #[arg(long)]
        has_ended: bool,
    },
}

pub(crate) fn run_in_guest(args: &GuestArgs) -> Result<()> {
    match &args.step {
        Step::Write { writer, control, no_sync } => write(*writer, *control, *no_sync),
        Step::Check { writer, control, acknowledged, has_ended } => {
            let left = check(*writer, *control, &serde_json::from_str(acknowledged)?, *has_ended)?;
            show(&Report::Left(left))
        }
    }
}

fn write(writer: Writer, control: u32, no_sync: bool) -> Result<()> {
    write_controls(control).context("writing the controls")?;
    let (folder, began) = (Path::new(WORK), Instant::now());
    let mut command = writer.command(&Path::new(TOOLS).join("wane"), folder, Work::Emulated);
    if no_sync {
        command.env("LD_PRELOAD", "libeatmydata.so");
    }
    let mut run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    while run.try_wait()?.is_none() {
        // A file may be gone that was there a moment before; the next look comes soon.
        if let Ok(seen) = Seen::now(folder, began) {
            show(&Report::Seen(seen))?;
        }
        thread::sleep(INTERVAL);
    }
    let output = run.wait_with_output()?;
    let is_success = output.status.success();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let result = if is_success { writer.result(folder, &output)? } else { Value::Null };
    show(&Report::Ended(Ended { is_success, stderr, result }))
}

/// Writes a file that must survive, and one that need not.
fn write_controls(number: u32) -> Result<()> {
    let folder = Path::new(CONTROLS);
    fs::create_dir_all(folder)?;
    let mut synced = File::create(folder.join(format!("{number}-synced")))?;
    synced.write_all(&CONTROL)?;
    synced.sync_all()?;
    File::open(folder)?.sync_all()?;
    fs::write(folder.join(format!("{number}-unsynced")), CONTROL)?;
    show(&Report::Controls(number))
}

/// Checks the controls with this number, 0 for none, and the files of a command.
fn check(writer: Writer, control: u32, acknowledged: &Seen, has_ended: bool) -> Result<Left> {
    let is_there = |kind: &str| {
        let path = Path::new(CONTROLS).join(format!("{control}-{kind}"));
        fs::read(path).is_ok_and(|bytes| bytes == CONTROL)
    };
    ensure!(control == 0 || is_there("synced"), "the disk has lost a file that was synced");
    let folder = Path::new(WORK);
    let lines = acknowledged.ensure_left(folder)?;
    ensure_whole(folder)?;
    let nothing_said =
        Output { status: ExitStatus::default(), stdout: Vec::new(), stderr: Vec::new() };
    let result = if has_ended { writer.result(folder, &nothing_said)? } else { Value::Null };
    Ok(Left { lines, has_lost_control: control > 0 && !is_there("unsynced"), result })
}

/// Shows a line, at once.
fn show(report: &Report) -> Result<()> {
    let line = serde_json::to_string(report)? + "\n";
    let mut out = stdout().lock();
    out.write_all(line.as_bytes())?;
    Ok(out.flush()?)
}
