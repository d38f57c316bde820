//! Plays hostile agents in the guest, as root and as an ordinary user, each in a cgroup v2 of its own; and, for
//! comparison, without one.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::image::Images;
use super::machine::Machine;
use super::{IN_CGROUP, TOOLS};
use crate::fakes::IN_CGROUPS;

/// How long the games may take.
const TIME: Duration = Duration::from_mins(20);

/// Hides numpy, which takes as long to load on an emulated processor as a player has for its first answer. Contest files
/// get lists then.
const HIDE_NUMPY: &str = "mount -t tmpfs tmpfs /usr/lib/python3/dist-packages";

/// How much slower an emulated processor may be.
const EMULATED: u32 = 6;

/// Plays the agents with these names, each as two users.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn run(images: &Images, agents: &[String]) -> Result<()> {
    let mut machine = Machine::boot(images, None)?;
    let mut slower = 1;
    if !Path::new("/dev/kvm").exists() {
        slower = EMULATED;
        let ran = machine.run(HIDE_NUMPY, TIME)?;
        ensure!(ran.code == 0, "numpy cannot be hidden: {}", ran.lines.join("\n"));
    }
    let fakes = format!(
        "{TOOLS}/xtask fakes --wane {TOOLS}/wane --folder {TOOLS}/hostile --games 1 --concurrency 1 \
         --slower {slower} --only {}",
        agents.join(",")
    );
    let in_group = |user: u32| format!("sh {TOOLS}/{IN_CGROUP} {user} {fakes}");
    let plain = format!("cd /tmp && {fakes}");
    for (who, command, has_group) in [
        ("root, with a group", in_group(0), true),
        ("a user, with a group", in_group(1000), true),
        ("root, without", plain, false),
    ] {
        let ran = machine.run(&command, TIME)?;
        let said = ran.lines.join("\n");
        ensure!(ran.code == 0, "as {who}: exit code {}\n{said}", ran.code);
        ensure!(said.contains(IN_CGROUPS) == has_group, "as {who}: {said}");
        println!("as {who}: {said}");
    }
    Ok(())
}
