//! [`Machine`]: a running guest. It runs commands that it gets through a serial port, and shows their output there.
//!
//! It has no network. Its root and its tools cannot be written; the disk under test can. Everything in it ends at once
//! when it is dropped, as if its power were cut.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_testkit::temp_dir::TempDir;

use super::disk::{Disk, Server};
use super::image::Images;

/// How long a guest may take until it runs commands. Emulated on a busy machine it takes ten seconds.
const BOOT_TIME: Duration = Duration::from_mins(2);
/// How long a guest may take to connect to its serial port.
const START_TIME: Duration = Duration::from_secs(20);
/// How much of the guest's console an error shows.
const TAIL_LINES: usize = 25;

/// The kernel has no modules that it needs for this: NVMe and ext4 are in it.
const KERNEL_LINE: &str = "console=ttyS0 quiet panic=-1 root=/dev/nvme0n1 ro init=/bin/sh -- -c \"\
    mount -t devtmpfs dev /dev; until [ -b /dev/nvme0n2 ]; do sleep 0.1; done; \
    mount -o ro /dev/nvme0n2 /mnt && exec sh /mnt/init\"";

/// A guest.
pub(super) struct Machine {
    qemu: Child,
    wire: UnixStream,
    lines: Receiver<String>,
    disk: Option<Server>,
    /// The sockets and the console.
    folder: TempDir,
}

/// What a command in the guest did.
pub(super) struct Ran {
    pub(super) lines: Vec<String>,
    pub(super) code: u8,
}

impl Machine {
    /// Boots a guest, perhaps with a disk under test.
    pub(super) fn boot(images: &Images, disk: Option<&Disk>) -> Result<Self> {
        let folder = TempDir::new()?;
        let listener = UnixListener::bind(folder.path().join("wire"))?;
        let disk_socket = folder.path().join("disk");
        let server = disk.map(|disk| disk.serve(&disk_socket)).transpose()?;
        let mut qemu = qemu(images, folder.path());
        if server.is_some() {
            let file = disk_socket.display();
            qemu.args(["-drive", &format!("if=none,id=data,format=raw,file=nbd:unix:{file}")]);
            // Not NVMe: that of QEMU 7.2 lost files that were synced, as if it ignored the FUA flag.
            qemu.args(["-device", "virtio-blk-pci,drive=data"]);
        }
        let log = fs::File::create(folder.path().join("qemu"))?;
        qemu.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let mut qemu = qemu.spawn().context("running qemu-system-x86_64")?;
        let wire = match connect(&listener, &mut qemu) {
            Ok(wire) => wire,
            Err(error) => {
                let _ = qemu.kill();
                let _ = qemu.wait();
                return Err(error.context(tail(folder.path())));
            }
        };
        let lines = read_lines(wire.try_clone()?);
        let mut machine = Self { qemu, wire, lines, disk: server, folder };
        let until = Instant::now() + BOOT_TIME;
        while machine.line(until)?.context("the guest did not boot in time")? != "@ready" {}
        Ok(machine)
    }

    /// Runs a command to its end.
    pub(super) fn run(&mut self, command: &str, within: Duration) -> Result<Ran> {
        self.start(command)?;
        let (until, mut lines) = (Instant::now() + within, Vec::new());
        loop {
            let Some(line) = self.line(until)? else {
                bail!("not finished after {within:?}: {command}\n{}", lines.join("\n"));
            };
            match line.strip_prefix("@exit ") {
                Some(code) => return Ok(Ran { lines, code: code.parse()? }),
                None => lines.push(line),
            }
        }
    }

    /// Starts a command; its output is read by [`Self::line`].
    pub(super) fn start(&mut self, command: &str) -> Result<()> {
        writeln!(self.wire, "{command}").context("writing to the guest")
    }

    /// The next line of output, if it comes in time.
    pub(super) fn line(&mut self, until: Instant) -> Result<Option<String>> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                bail!("the guest ended by itself\n{}", tail(self.folder.path()))
            }
        }
    }

    /// Kills the guest, and returns what it showed before that and was not read yet.
    pub(super) fn kill(mut self) -> Result<Vec<String>> {
        // First the lines: what comes after this moment was not acknowledged.
        let lines = self.lines.try_iter().collect();
        self.qemu.kill().context("killing the guest")?;
        Ok(lines)
    }

    /// The end of what the guest's kernel and QEMU said.
    pub(super) fn console(&self) -> String {
        tail(self.folder.path())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.qemu.kill();
        let _ = self.qemu.wait();
        if let Some(disk) = self.disk.take() {
            disk.join();
        }
    }
}

/// The command without the disk under test.
fn qemu(images: &Images, folder: &Path) -> Command {
    // The guest ends with this process, whatever ends that.
    let mut qemu = Command::new("setpriv");
    qemu.args(["--pdeathsig", "KILL", "qemu-system-x86_64", "-nodefaults", "-no-user-config"]);
    qemu.args(["-accel", "kvm", "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", "2048"]);
    qemu.args(["-display", "none", "-nic", "none", "-no-reboot"]);
    qemu.arg("-kernel").arg(&images.kernel).args(["-append", KERNEL_LINE]);
    qemu.args(["-device", "nvme,id=nvme,serial=wane"]);
    for (id, image) in [(1, &images.base), (2, &images.tools)] {
        let file = image.display();
        qemu.args(["-drive", &format!("if=none,id=disk{id},format=raw,read-only=on,file={file}")]);
        qemu.args(["-device", &format!("nvme-ns,drive=disk{id},bus=nvme,nsid={id}")]);
    }
    let path = |name| folder.join(name).display().to_string();
    qemu.args(["-chardev", &format!("file,id=console,path={}", path("console"))]);
    qemu.args(["-chardev", &format!("socket,id=wire,path={}", path("wire"))]);
    qemu.args(["-serial", "chardev:console", "-serial", "chardev:wire"]);
    qemu
}

/// Waits until the guest connects to its serial port.
fn connect(listener: &UnixListener, qemu: &mut Child) -> Result<UnixStream> {
    listener.set_nonblocking(true)?;
    let until = Instant::now() + START_TIME;
    while Instant::now() < until {
        if let Ok((wire, _)) = listener.accept() {
            wire.set_nonblocking(false)?;
            return Ok(wire);
        }
        if let Some(status) = qemu.try_wait()? {
            bail!("QEMU ended with {status}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    bail!("QEMU did not start in time")
}

/// Reads lines in a thread of its own, until the guest ends.
fn read_lines(wire: UnixStream) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(wire);
        let mut line = Vec::new();
        // Without its line break a line was cut off by the end.
        while reader.read_until(b'\n', &mut line).is_ok_and(|_| line.ends_with(b"\n")) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    lines
}

/// The ends of the logs in the folder of a guest.
fn tail(folder: &Path) -> String {
    let mut tail = String::new();
    for name in ["qemu", "console"] {
        let text = fs::read(folder.join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let lines = &lines[lines.len().saturating_sub(TAIL_LINES)..];
        tail += &format!("--- {name}\n{}\n", lines.join("\n"));
    }
    tail
}
