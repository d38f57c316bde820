//! Experiments.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::engine::ThreadsArgs;
use super::farm::FarmOption;

#[derive(ClapArgs)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) action: LabAction,
}

/// What is done with experiments.
#[derive(Subcommand)]
pub(crate) enum LabAction {
    /// List the experiments
    List(PlaceArgs),
    /// Run an experiment, or all of them; the same command resumes
    Run(RunArgs),
    /// Write the report of the experiments that are finished
    Report(ReportArgs),
}

/// Where the results are.
#[derive(ClapArgs)]
pub(crate) struct PlaceArgs {
    /// Keep the results in this folder
    #[arg(long, value_name = "FOLDER", default_value = "lab")]
    pub(crate) out: PathBuf,
    /// Take the size for a test of seconds, not that of the report
    #[arg(long)]
    pub(crate) quick: bool,
    /// Seed all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(ClapArgs)]
pub(crate) struct RunArgs {
    /// Run this experiment, or all
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) farm: FarmOption,
}

#[derive(ClapArgs)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Write the report into this folder
    #[arg(long, value_name = "FOLDER", default_value = "report")]
    pub(crate) to: PathBuf,
}
