//! `cargo xtask vm`: boots a Debian guest for what a test on this machine cannot do.
//!
//! It cuts the power of the guest while commands write files, and plays hostile agents in cgroups of its own, as root
//! and as an ordinary user. It uses KVM where there is one, and else emulates the processor.

mod cgroup;
mod disk;
mod guest;
mod image;
mod machine;
mod power;
mod seen;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};
use wane_testkit::Rng;

pub(crate) use guest::{GuestArgs, run_in_guest};

use crate::build;
use crate::writers::Writer;
use image::Images;
use power::{Figures, Series};

/// Folders in the guest: the tools, and the disk under test with the files of a command and of the test itself.
const TOOLS: &str = "/mnt";
const DATA: &str = "/srv";
const WORK: &str = "/srv/work";
const CONTROLS: &str = "/srv/controls";

/// The script in the tools that starts a command in a cgroup.
const IN_CGROUP: &str = "in-cgroup.sh";

#[derive(Args)]
pub(crate) struct VmArgs {
    /// Only these parts
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Part::Power, Part::Cgroup])]
    only: Vec<Part>,
    /// The number of power cuts, shared by all commands
    #[arg(long, default_value_t = 50)]
    kills: u32,
    /// Cut the power of these commands
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Writer::ALL)]
    writers: Vec<Writer>,
    /// Seed of the random moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Make syncing do nothing in the guest, to see that the test fails then
    #[arg(long)]
    no_sync: bool,
    /// The hostile agents to play
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "memory_bomb,shared_map,fork_bomb,big_file,hidden_file,program_pipes,honest"
    )]
    agents: Vec<String>,
    /// Another program than the one of this repository
    #[arg(long)]
    wane: Option<PathBuf>,
}

/// A part of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Cut the power while commands write files
    Power,
    /// Play hostile agents
    Cgroup,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &VmArgs) -> Result<()> {
    let wane = match &args.wane {
        Some(wane) => wane.canonicalize().context("finding the program")?,
        None => build::release()?.join("release/wane"),
    };
    let images = Images::make(&build::target().join("vm"), &wane)?;
    if args.only.contains(&Part::Power) {
        let (mut rng, mut all) = (Rng::new(args.seed), Figures::default());
        for (index, &writer) in args.writers.iter().enumerate() {
            let began = Instant::now();
            let share = (args.kills as usize + index) / args.writers.len();
            let series = Series::new(&images, writer, &wane, args.no_sync)?;
            let figures = series.run(u32::try_from(share)?, &mut rng)?;
            println!("{:<10} {figures}, {:.0} s", writer.name(), began.elapsed().as_secs_f64());
            all.add(figures);
        }
        println!("{:<10} {all}", "all");
        ensure!(3 * all.lost_controls > all.cuts, "too little was lost to show anything");
    }
    if args.only.contains(&Part::Cgroup) {
        cgroup::run(&images, &args.agents)?;
    }
    Ok(())
}
