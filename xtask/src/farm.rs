//! `cargo xtask farm`: a farm of real processes on this machine, and what it must bear. Needs nats-server.
//!
//! Each trial has self-play done by four workers while something goes wrong. At the end the file must be that of one
//! machine, byte for byte, and the ledger must have each job once.

pub(crate) mod crew;
mod overhead;
mod proxy;
mod run;
pub(crate) mod scale;
mod site;
mod sleeping;
mod trials;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use crate::build;
use run::FarmRun;

#[derive(Args)]
pub(crate) struct FarmArgs {
    /// Only these trials
    #[arg(value_enum, default_values_t = Trial::ALL)]
    only: Vec<Trial>,
    /// The number of jobs
    #[arg(long, default_value_t = 2000)]
    jobs: u64,
    /// How long the network is cut, in seconds
    #[arg(long, default_value_t = 30)]
    cut: u64,
    /// How long each part of the trial of the overhead takes, in seconds
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// The least speed on a farm, in hundredths of that of one process
    #[arg(long, default_value_t = 95.0)]
    least: f64,
    /// Seed of the random choices of victims
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Another program than the one of this repository
    #[arg(long)]
    wane: Option<PathBuf>,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Trial {
    /// A worker is killed each second, the server three times
    Kills,
    /// The same, and once the store of the server is deleted
    Store,
    /// Workers are frozen until others have their jobs, and woken again
    Freeze,
    /// No worker reaches the server for a while
    Cut,
    /// Of a cluster of three servers one is killed, and another once the first is back
    Cluster,
    /// Nothing: how fast a worker is, compared with a process alone; on a quiet machine
    Overhead,
}

impl Trial {
    /// Those in which something goes wrong.
    const ALL: [Self; 5] = [Self::Kills, Self::Store, Self::Freeze, Self::Cut, Self::Cluster];
}

pub(crate) fn run(args: &FarmArgs) -> Result<()> {
    let wane = match &args.wane {
        Some(wane) => wane.canonicalize().context("finding the program")?,
        None => build::release()?.join("release/wane"),
    };
    let run = FarmRun::new(build::target().join("farm-trials"), wane, args.jobs)?;
    for trial in &args.only {
        match trial {
            Trial::Kills => trials::kills(&run, args.seed, false),
            Trial::Store => trials::kills(&run, args.seed, true),
            Trial::Freeze => trials::freeze(&run, args.seed),
            Trial::Cut => trials::cut(&run, args.cut),
            Trial::Cluster => trials::cluster(&run),
            Trial::Overhead => overhead::overhead(&run, args.seconds, args.least),
        }
        .with_context(|| format!("{trial:?}"))?;
    }
    Ok(())
}
