//! `cargo xtask full-disk`: runs the commands that write files for hours on a disk that is full, again and again with a
//! little more space, so that each write fails once. Each time the command must say so and destroy nothing, and in the
//! end it must have the result of an undisturbed run.
//!
//! The disk is a tmpfs in a mount namespace, which util-linux's `unshare` makes; root is not needed where ordinary users
//! may have namespaces.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;
use crate::writers::{
    Journals, Work, Writer, ensure_kept, ensure_no_drafts, ensure_success, ensure_whole,
    files_below, journals,
};

/// The unit in which a tmpfs gives out space.
const PAGE: u64 = 4096;

/// Enough for every command.
const PLENTY: Space = Space { bytes: 64 << 20, files: 10_000 };

#[derive(Args)]
pub(crate) struct FullDiskArgs {
    /// Only these commands
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Writer::ALL)]
    only: Vec<Writer>,
    /// Another program than the one of this repository
    #[arg(long)]
    wane: Option<PathBuf>,
    /// Mount disks: this process is in a mount namespace of its own
    #[arg(long, hide = true)]
    inside: bool,
}

pub(crate) fn run(args: &FullDiskArgs) -> Result<()> {
    let wane = match &args.wane {
        Some(wane) => wane.canonicalize().context("finding the program")?,
        None if args.inside => build::target().join("release/wane"),
        None => build::release()?.join("release/wane"),
    };
    if !args.inside {
        return run_inside(&wane, args);
    }
    for &writer in &args.only {
        let folder = build::target().join("full-disk").join(writer.name());
        test(writer, &wane, &folder).with_context(|| format!("testing {}", writer.name()))?;
    }
    Ok(())
}

/// Runs this command again in a mount namespace.
fn run_inside(wane: &Path, args: &FullDiskArgs) -> Result<()> {
    let with_root = ["--mount"];
    let as_user = ["--map-root-user", "--mount"];
    let folder = build::target().join("full-disk");
    fs::create_dir_all(&folder)?;
    let works = |options: &[&str]| {
        let mut probe = Command::new("unshare");
        probe.args(options).args(["mount", "-t", "tmpfs", "none"]).arg(&folder);
        probe.output().is_ok_and(|run| run.status.success())
    };
    let options = if works(&with_root) { &with_root[..] } else { &as_user };
    let mut command = Command::new("unshare");
    command.args(options).arg(env::current_exe()?).args(["full-disk", "--inside", "--wane"]);
    command.arg(wane);
    for writer in &args.only {
        command.args(["--only", writer.name()]);
    }
    let status = command.status().context("running unshare")?;
    ensure!(status.success(), "the test in a mount namespace failed");
    Ok(())
}

/// The space on a disk.
#[derive(Clone, Copy, Debug)]
struct Space {
    bytes: u64,
    files: u64,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn test(writer: Writer, wane: &Path, folder: &Path) -> Result<()> {
    let began = Instant::now();
    if folder.exists() {
        fs::remove_dir_all(folder).context("removing an earlier test")?;
    }
    let plain = folder.join("undisturbed");
    fs::create_dir_all(&plain)?;
    writer.prepare(wane, &plain)?;
    let run = writer.command(wane, &plain, Work::Short).output().context("running wane")?;
    ensure_success(&run)?;
    let expected = writer.result(&plain, &run)?;
    for (what, is_about_files) in [("space", false), ("names", true)] {
        let disk = Disk::mount(&folder.join(what))?;
        writer.prepare(wane, &disk.path)?;
        let (mut kept, mut failures) = (Journals::new(), 0);
        let start = disk.used()?;
        let mut free = 0;
        let run = loop {
            disk.resize(if is_about_files {
                Space { files: start.files + free, ..PLENTY }
            } else {
                Space { bytes: start.bytes + free * PAGE, ..PLENTY }
            })?;
            let run = writer.command(wane, &disk.path, Work::Short).output()?;
            if run.status.success() {
                break run;
            }
            failures += 1;
            let said = String::from_utf8_lossy(&run.stderr);
            ensure!(
                run.status.code() == Some(3) && said.contains("No space left on device"),
                "with {free} more: {}, {said}",
                run.status
            );
            let now = journals(&disk.path)?;
            ensure_kept(&kept, &now)?;
            ensure_whole(&disk.path)?;
            ensure_no_drafts(&disk.path)?;
            kept = now;
            // Every page of small files, and then every eighth part.
            free += 1.max(free / 8);
        };
        ensure_kept(&kept, &journals(&disk.path)?)?;
        ensure_no_drafts(&disk.path)?;
        ensure!(writer.result(&disk.path, &run)? == expected, "the result is another one");
        let (name, seconds) = (writer.name(), began.elapsed().as_secs_f64());
        println!(
            "{name:<10} no {what} left {failures} times, then the right result, {seconds:.0} s"
        );
    }
    Ok(())
}

/// A tmpfs, which is unmounted in the end.
struct Disk {
    path: PathBuf,
}

impl Disk {
    fn mount(path: &Path) -> Result<Self> {
        fs::create_dir_all(path)?;
        let disk = Self { path: path.into() };
        mount(&["-t", "tmpfs", "none"], PLENTY, path)?;
        // A size of 0 would be no limit.
        fs::write(path.join("filler"), [0])?;
        Ok(disk)
    }

    fn resize(&self, space: Space) -> Result<()> {
        // With type and source, mount does not take other options from those of the system, which a user may not give.
        mount(&["-t", "tmpfs", "-o", "remount", "none"], space, &self.path)
    }

    fn used(&self) -> Result<Space> {
        let files = files_below(&self.path)?;
        let mut bytes = 0;
        for path in &files {
            bytes += fs::metadata(path)?.len().next_multiple_of(PAGE);
        }
        // The folder itself has a name too.
        Ok(Space { bytes, files: files.len() as u64 + 1 })
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The namespace ends with this process, and the disk with it.
        let _ = Command::new("umount").arg(&self.path).status();
    }
}

fn mount(args: &[&str], Space { bytes, files }: Space, path: &Path) -> Result<()> {
    let mut command = Command::new("mount");
    command.args(args).arg("-o").arg(format!("size={bytes},nr_inodes={files}")).arg(path);
    ensure_success(&command.output().context("running mount")?).context("mounting a tmpfs")
}
