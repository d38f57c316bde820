//! Plays hostile agents in the guest, as root and as an ordinary user, each in a cgroup v2 of its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::image::Images;
use super::machine::Machine;
use super::{IN_CGROUP, TOOLS};

/// How long the games may take.
const TIME: Duration = Duration::from_mins(20);

/// Hides numpy, which takes as long to load on an emulated processor as a player has for its first answer. Contest files
/// get lists then.
const HIDE_NUMPY: &str = "mount -t tmpfs tmpfs /usr/lib/python3/dist-packages";

/// Plays the agents with these names, each as two users.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn run(images: &Images, agents: &[String]) -> Result<()> {
    let mut machine = Machine::boot(images, None)?;
    if !Path::new("/dev/kvm").exists() {
        let ran = machine.run(HIDE_NUMPY, TIME)?;
        ensure!(ran.code == 0, "numpy cannot be hidden: {}", ran.lines.join("\n"));
    }
    let names = agents.join(",");
    for user in [0, 1000] {
        let command = format!(
            "sh {TOOLS}/{IN_CGROUP} {user} {TOOLS}/xtask fakes --wane {TOOLS}/wane --folder {TOOLS}/hostile \
             --games 1 --concurrency 1 --only {names}"
        );
        let ran = machine.run(&command, TIME)?;
        let said = ran.lines.join("\n");
        ensure!(ran.code == 0, "as user {user}: exit code {}\n{said}", ran.code);
        println!("as user {user}: {said}");
    }
    Ok(())
}
