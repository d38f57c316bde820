//! Plays hostile agents in the guest, as root and as an ordinary user, each in a cgroup v2 of its own.

use std::time::Duration;

use anyhow::{Result, ensure};

use super::image::Images;
use super::machine::Machine;
use super::{IN_CGROUP, TOOLS};

/// How long the games may take.
const TIME: Duration = Duration::from_mins(20);

/// Plays the agents with these names as these users.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn run(images: &Images, agents: &[String]) -> Result<()> {
    let mut machine = Machine::boot(images, None)?;
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
