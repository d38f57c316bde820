//! Cuts the power while commands write files. What the guest has shown before must be there when it boots again, the
//! command must resume, and its result must be that of an undisturbed run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use wane_testkit::Rng;
use wane_testkit::temp_dir::TempDir;

use super::disk::Disk;
use super::image::{Images, make_disk};
use super::machine::Machine;
use super::seen::{Ended, Left, Report, Seen};
use super::{CONTROLS, DATA, TOOLS, WORK};
use crate::writers::{Work, Writer, ensure_success};

const DISK_BYTES: u64 = 96 << 20;

/// A third of the cuts come so soon after the start of a command.
const EARLY: Duration = Duration::from_secs(1);
/// The others come so soon after its first change of files, or after the start of one that changes them at its end.
const LATE: Duration = Duration::from_secs(8);
/// How long a check may take, and a whole command.
const CHECK_TIME: Duration = Duration::from_mins(1);
const WORK_TIME: Duration = Duration::from_mins(15);

/// ext4 must not write by itself within the time of a test.
const MOUNT: &str = "modprobe -a virtio_pci virtio_blk; until [ -b /dev/vda ]; do sleep 0.1; done; \
    mount -o commit=900 /dev/vda";

/// Makes the kernel write what is not synced all the time, so that some of it survives. Otherwise none does.
const WRITE_BACK: &str = "echo 10 >/proc/sys/vm/dirty_writeback_centisecs && \
    echo 10 >/proc/sys/vm/dirty_expire_centisecs && mount -o remount,commit=1";

/// What a series of power cuts has shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) cuts: u32,
    /// How often the command came to its end, with the right result.
    ends: u32,
    /// The acknowledged lines that were looked for, and found, after all cuts.
    pub(super) lines: usize,
    /// The blocks of the disk that were lost.
    blocks: usize,
    /// The files that were not synced, and those of them that were lost.
    controls: u32,
    pub(super) lost_controls: u32,
}

/// When the power is cut.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// This long after the start of the command.
    AfterStart(Duration),
    /// This long after the guest has seen the first change of its files.
    AfterChange(Duration),
    /// At its end.
    End,
}

/// A command whose power is cut again and again.
pub(super) struct Series<'i> {
    images: &'i Images,
    writer: Writer,
    /// The disk before the command runs for the first time.
    fresh: Vec<u8>,
    expected: Value,
    disk: Disk,
    /// What must be on the disk.
    acknowledged: Seen,
    /// The number of the control files that were announced last.
    control: u32,
    has_ended: bool,
    /// Whether syncing does nothing in the guest.
    no_sync: bool,
    figures: Figures,
}

impl<'i> Series<'i> {
    /// Prepares a disk, and runs the command undisturbed on this machine.
    pub(super) fn new(
        images: &'i Images,
        writer: Writer,
        wane: &Path,
        no_sync: bool,
    ) -> Result<Self> {
        let folder = TempDir::new()?;
        let (root, image) = (folder.path().join("root"), folder.path().join("data.ext4"));
        let work = prepared(writer, wane, root.join(file_name(WORK)))?;
        fs::create_dir(root.join(file_name(CONTROLS)))?;
        make_disk(&root, &image, DISK_BYTES)?;
        let fresh = fs::read(&image)?;
        let run = writer.command(wane, &work, Work::Emulated).output().context("running wane")?;
        ensure_success(&run)?;
        let expected = writer.result(&work, &run)?;
        Ok(Self {
            images,
            writer,
            disk: Disk::new(fresh.clone())?,
            fresh,
            expected,
            acknowledged: Seen::default(),
            control: 0,
            has_ended: false,
            no_sync,
            figures: Figures::default(),
        })
    }

    /// Cuts the power this many times at random moments, and then lets the command come to its end.
    pub(super) fn run(mut self, cuts: u32, rng: &mut Rng) -> Result<Figures> {
        let about = |cut: u32, writer: Writer| format!("{}, power cut {cut}", writer.name());
        for cut in 1..=cuts {
            let (early, late) = (EARLY * rng.below(1000) / 1000, LATE * rng.below(1000) / 1000);
            let moment = match self.writer {
                _ if cut % 3 == 1 => Moment::AfterStart(early),
                Writer::Train => Moment::AfterStart(late),
                _ => Moment::AfterChange(late),
            };
            self.cut(moment, cut % 3 == 0, rng).with_context(|| about(cut, self.writer))?;
        }
        if !self.has_ended {
            self.cut(Moment::End, false, rng).with_context(|| about(cuts + 1, self.writer))?;
        }
        let mut machine = self.boot()?;
        self.check(&mut machine).context("after the last power cut")?;
        Ok(self.figures)
    }

    /// Boots the guest, checks what the last power cut left, runs the command, and cuts the power at this moment, or when
    /// the guest has shown the end of the command.
    #[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
    fn cut(&mut self, moment: Moment, writes_back: bool, rng: &mut Rng) -> Result<()> {
        let mut machine = self.boot()?;
        self.check(&mut machine)?;
        if self.has_ended {
            // From the beginning.
            drop(machine);
            self.disk = Disk::new(self.fresh.clone())?;
            (self.acknowledged, self.control, self.has_ended) = (Seen::default(), 0, false);
            machine = self.boot()?;
        }
        if writes_back {
            let ran = machine.run(&format!("{WRITE_BACK} {DATA}"), CHECK_TIME)?;
            ensure!(ran.code == 0, "the kernel does not write back: {}", ran.lines.join("\n"));
        }
        let no_sync = if self.no_sync { "--no-sync" } else { "" };
        let number = self.figures.cuts + 1;
        let name = self.writer.name();
        machine
            .start(&format!("{TOOLS}/xtask vm-guest write {name} --control {number} {no_sync}"))?;
        let (mut until, mut seen) = (Instant::now() + WORK_TIME, Vec::new());
        while !self.has_ended
            && let Some(line) = machine.line(until)?
        {
            self.take(&line, &mut seen)?;
            let changed = seen.first().zip(seen.last()).is_some_and(|(one, other)| {
                (one.lines(), &one.files) != (other.lines(), &other.files)
            });
            match moment {
                Moment::AfterStart(time) if seen.is_empty() => until = Instant::now() + time,
                Moment::AfterChange(time) if changed => {
                    until = until.min(Instant::now() + time);
                }
                _ => {}
            }
        }
        let is_late = matches!(moment, Moment::End) && !self.has_ended;
        ensure!(!is_late, "the command did not end within {WORK_TIME:?}");
        let console = machine.console();
        for line in machine.kill()? {
            self.take(&line, &mut seen).with_context(|| console.clone())?;
        }
        self.acknowledged.merge(Seen::acknowledged(&seen));
        let blocks = self.disk.cut_power(rng);
        self.figures.cuts += 1;
        self.figures.blocks += blocks;
        println!(
            "{name} {number}: seen for {} ms{}, {} lines acknowledged, {blocks} blocks lost",
            seen.last().map_or(0, |seen| seen.ms),
            if self.has_ended { " to its end" } else { "" },
            self.acknowledged.lines()
        );
        Ok(())
    }

    /// Takes a line that the guest has shown.
    fn take(&mut self, line: &str, seen: &mut Vec<Seen>) -> Result<()> {
        if line == "@exit 0" {
            return Ok(());
        }
        // What is not JSON is an error, such as that of a command that is missing.
        match serde_json::from_str(line).with_context(|| line.to_owned())? {
            Report::Seen(now) => seen.push(now),
            Report::Controls(number) => {
                self.control = number;
                self.figures.controls += 1;
            }
            Report::Ended(Ended { is_success, stderr, result }) => {
                ensure!(is_success, "the command failed: {stderr}");
                ensure!(result == self.expected, "the result is another one: {result}");
                self.has_ended = true;
                self.figures.ends += 1;
            }
            Report::Left(_) => {}
        }
        Ok(())
    }

    fn boot(&self) -> Result<Machine> {
        let mut machine = Machine::boot(self.images, Some(&self.disk))?;
        let ran = machine.run(&format!("{MOUNT} {DATA}"), CHECK_TIME)?;
        let about = || format!("{}\n{}", ran.lines.join("\n"), machine.console());
        ensure!(ran.code == 0, "the disk cannot be mounted: {}", about());
        Ok(machine)
    }

    /// Checks in the guest that everything is there that was acknowledged.
    fn check(&mut self, machine: &mut Machine) -> Result<()> {
        let (name, control) = (self.writer.name(), self.control);
        let acknowledged = serde_json::to_string(&self.acknowledged)?;
        let ended = if self.has_ended { "--has-ended" } else { "" };
        let command = format!(
            "{TOOLS}/xtask vm-guest check {name} --control {control} {ended} --acknowledged '{acknowledged}'"
        );
        let ran = machine.run(&command, CHECK_TIME)?;
        let text = ran.lines.join("\n");
        ensure!(ran.code == 0, "{text}");
        let Report::Left(Left { has_lost_control, result, .. }) = serde_json::from_str(&text)?
        else {
            anyhow::bail!("{text}");
        };
        // The result of a solve is in its output alone.
        let is_kept =
            !self.has_ended || self.writer == Writer::Checkpoint || result == self.expected;
        ensure!(is_kept, "the result of the finished command is lost: {result}");
        self.figures.lines += self.acknowledged.lines();
        self.figures.lost_controls += u32::from(has_lost_control);
        Ok(())
    }
}

impl Figures {
    pub(super) fn add(&mut self, other: Self) {
        let Self { cuts, ends, lines, blocks, controls, lost_controls } = other;
        self.cuts += cuts;
        self.ends += ends;
        self.lines += lines;
        self.blocks += blocks;
        self.controls += controls;
        self.lost_controls += lost_controls;
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cuts, ends, lines, blocks, controls, lost_controls } = self;
        write!(
            f,
            "{cuts} power cuts, {ends} ends with the right result, {lines} acknowledged lines found again, \
             {blocks} unflushed blocks lost, {lost_controls} of {controls} unsynced files lost"
        )
    }
}

/// A folder with what the command reads.
fn prepared(writer: Writer, wane: &Path, folder: PathBuf) -> Result<PathBuf> {
    fs::create_dir_all(&folder)?;
    writer.prepare(wane, &folder)?;
    Ok(folder)
}

/// The name of a folder of the guest on its disk.
fn file_name(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}
