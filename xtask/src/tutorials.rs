//! `cargo xtask tutorials`: the two tutorials for students and teachers, followed to the letter in a Debian system that has
//! nothing but what they ask for. The stage commands runs the same commands here with less work.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result};

use crate::commands::{blocks, in_a_terminal};
use crate::{build, command, debian};

/// What a reader has installed.
const PACKAGES: &str = "bubblewrap,python3,python3-numpy";

/// The documents, and what is there before their first command.
const TUTORIALS: [(&str, &str); 2] = [
    ("docs/first-agent.md", ""),
    (
        "docs/contest.md",
        "mkdir submissions; for author in ann ben carl; do wane new submissions/$author.py; done",
    ),
];

/// Makes a folder the root of all files, for itself and for what it starts. umount needs /proc.
const ENTER: &str = "mount --bind \"$1\" \"$1\" && cd \"$1\" && mkdir -p old && pivot_root . old && cd / &&
    mount -t proc proc /proc && umount -l /old &&
    mount -t sysfs sys /sys && mount -t tmpfs tmp /tmp && mount -t tmpfs dev /dev &&
    for it in null zero full random urandom tty; do mknod -m 666 /dev/$it c $2 $3; shift 2; done &&
    ln -s /proc/self/fd /dev/fd && mkdir /dev/pts /dev/shm && mount -t devpts -o ptmxmode=666 pts /dev/pts &&
    ln -s pts/ptmx /dev/ptmx && exec env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 \\
    bash -euxo pipefail /tutorial";

/// The numbers of the devices that it makes.
const DEVICES: [&str; 12] = ["1", "3", "1", "5", "1", "7", "1", "8", "1", "9", "5", "0"];

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run() -> Result<()> {
    let wane = build::release()?.join("release/wane");
    let kept = build::target().join("systems");
    fs::create_dir_all(&kept)?;
    let archive = kept.join(format!("{}-tutorials.tar", debian::SUITE));
    if !archive.exists() {
        debian::install(Command::new("mmdebstrap"), &["--variant=minbase"], PACKAGES, &archive)?;
    }
    for (document, before) in TUTORIALS {
        let began = Instant::now();
        let root = system(&archive)?;
        fs::copy(&wane, root.join("usr/bin/wane"))?;
        let text = fs::read_to_string(build::root().join(document))?;
        let commands: Vec<String> =
            blocks::commands(&text).iter().map(|command| in_a_terminal(command)).collect();
        let script = format!("mkdir /tmp/work; cd /tmp/work\n{before}\n{}\n", commands.join("\n"));
        fs::write(root.join("tutorial"), script)?;
        let mut unshare = Command::new("unshare");
        unshare.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]);
        command::run(unshare.arg(&root).args(DEVICES))
            .with_context(|| format!("following {document}"))?;
        println!(
            "{document}: {} commands in {:.0} s",
            commands.len(),
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// A new system.
fn system(archive: &Path) -> Result<PathBuf> {
    let root = build::target().join("systems/tutorials");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    fs::create_dir_all(&root)?;
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--exclude=./dev/*", "--file"]).arg(archive);
    command::run(tar.arg("--directory").arg(&root))?;
    Ok(root)
}
