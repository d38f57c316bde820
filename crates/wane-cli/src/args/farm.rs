//! The farm: docs/farm.md.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use wane_farm::{FarmAddress, Fingerprint};

use super::engine::ThreadsArgs;
use crate::parse;

/// The variable with an address: a command line can be read by everybody on a machine.
const FARM: &str = "WANE_FARM";

/// Where jobs are done.
#[derive(ClapArgs)]
pub(crate) struct FarmOption {
    /// Have it done by the workers of this farm, not on this machine: the first line that `wane farm up` prints
    #[arg(long, value_name = "URL", env = FARM, hide_env_values = true, value_parser = parse::farm_address)]
    pub(crate) farm: Option<FarmAddress>,
}

#[derive(ClapArgs)]
pub(crate) struct FarmArgs {
    #[command(subcommand)]
    pub(crate) action: FarmAction,
}

/// What is done with a farm.
#[derive(Subcommand)]
pub(crate) enum FarmAction {
    /// Run a server, and print the address of the owner and that of the workers
    Up(UpArgs),
    /// Do jobs of a farm until Ctrl-C
    Worker(WorkerArgs),
    /// Lend this machine to a farm while you do not need it
    Join(JoinArgs),
    /// Show the workers and the runs of a farm
    Status(StatusArgs),
    /// List the jobs of a run that nobody could do, and retry or drop them
    Parked(ParkedArgs),
    /// Show whether the games by the clock of a machine differ from those of the others
    Residuals(ResidualsArgs),
    /// List the builds of wane whose results the farm takes, and admit or dismiss one
    Builds(BuildsArgs),
    /// Let a volunteer in, and print the address to send
    Add(AddArgs),
    /// List the members
    Members(FolderArgs),
    /// Shut a member out
    Revoke(MemberArgs),
}

/// The folder of a farm, and its server.
#[derive(ClapArgs)]
pub(crate) struct FolderArgs {
    /// Keep keys and jobs in this folder
    #[arg(long, value_name = "FOLDER", default_value = "farm")]
    pub(crate) dir: PathBuf,
    /// Run this nats-server
    #[arg(long, value_name = "PROGRAM", default_value = "nats-server")]
    pub(crate) server: PathBuf,
}

#[derive(ClapArgs)]
pub(crate) struct UpArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Listen here; other machines can reach 0.0.0.0:4222
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4222")]
    pub(crate) listen: SocketAddr,
    /// Write this into addresses: how others reach the server
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "cluster")]
    pub(crate) public: Option<String>,
    /// Do not encrypt: only for a network of your own
    #[arg(long)]
    pub(crate) no_tls: bool,
    /// Be one of several servers, of which one may be lost: name all of them, as workers reach them
    #[arg(long, value_name = "HOST:PORT,…", value_delimiter = ',', requires = "node")]
    pub(crate) cluster: Vec<String>,
    /// Be this one of them, from 1; copy the folder of the first to the others before they start
    #[arg(long, value_name = "N", requires = "cluster", value_parser = clap::value_parser!(u16).range(1..=9))]
    pub(crate) node: Option<u16>,
    /// Let the streams take this many megabytes of the disk
    #[arg(long, value_name = "MB", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2_500..))]
    pub(crate) disk: u64,
}

#[derive(ClapArgs)]
pub(crate) struct WorkerArgs {
    /// Work for this farm: the second line that `wane farm up` prints
    #[arg(long, value_name = "URL", env = FARM, hide_env_values = true, value_parser = parse::farm_address)]
    pub(crate) farm: FarmAddress,
    /// Take jobs only while nobody else needs this machine, at the lowest priority
    #[arg(long)]
    pub(crate) idle: bool,
    #[command(flatten)]
    pub(crate) bounds: WorkerBounds,
}

#[derive(ClapArgs)]
pub(crate) struct JoinArgs {
    /// What the owner of the farm sent you; needed once
    #[arg(value_name = "CODE", value_parser = parse::farm_address)]
    pub(crate) code: Option<FarmAddress>,
    #[command(flatten)]
    pub(crate) bounds: WorkerBounds,
}

/// What a worker may take.
#[derive(ClapArgs)]
pub(crate) struct WorkerBounds {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Keep inputs and results that wait in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
    /// Keep at most this many megabytes there
    #[arg(long, value_name = "MB", default_value_t = 500, value_parser = parse::megabytes)]
    pub(crate) disk: usize,
    /// Take jobs of up to this many megabytes of memory for each thread
    #[arg(long, value_name = "MB", default_value_t = 500, value_parser = parse::megabytes)]
    pub(crate) memory: usize,
    /// Read at most this many kilobytes of weights a second from the server
    #[arg(long, value_name = "KB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) bandwidth: Option<u64>,
}

#[derive(ClapArgs)]
pub(crate) struct StatusArgs {
    /// Write the table anew every two seconds until Ctrl-C
    #[arg(long)]
    pub(crate) live: bool,
    /// Serve the numbers for Prometheus at /metrics of this address until Ctrl-C
    #[arg(long, value_name = "ADDRESS", conflicts_with = "live")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Ask this farm: the first line that `wane farm up` prints
    #[arg(long, value_name = "URL", env = FARM, hide_env_values = true, value_parser = parse::farm_address)]
    pub(crate) farm: FarmAddress,
}

#[derive(ClapArgs)]
pub(crate) struct ParkedArgs {
    /// The file or folder of the run, as after --out
    pub(crate) run: PathBuf,
    /// Try them again when the run is resumed
    #[arg(long)]
    pub(crate) retry: bool,
    /// Let the run go without them: what is in its file in order ends before the first one
    #[arg(long, conflicts_with = "retry")]
    pub(crate) drop: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ResidualsArgs {
    /// The folder of the match, as after --out
    pub(crate) run: PathBuf,
    /// Take out the games of this machine, or of all machines of this member, so that they are played again
    #[arg(long, value_name = "MEMBER/WORKER")]
    pub(crate) again: Option<String>,
}

#[derive(ClapArgs)]
pub(crate) struct BuildsArgs {
    /// Take only results of this program and of others that are admitted: its file, or its hash
    #[arg(long, value_name = "FILE|HASH")]
    pub(crate) admit: Option<String>,
    /// Take results of this one no more; if it was the only one, those of every build are taken again
    #[arg(long, value_name = "HASH")]
    pub(crate) dismiss: Option<Fingerprint>,
    /// Ask this farm: the first line that `wane farm up` prints
    #[arg(long, value_name = "URL", env = FARM, hide_env_values = true, value_parser = parse::farm_address)]
    pub(crate) farm: FarmAddress,
}

#[derive(ClapArgs)]
pub(crate) struct AddArgs {
    #[command(flatten)]
    pub(crate) member: MemberArgs,
    /// Trust it like a machine of the house: it may run contest files, and its results are not checked
    #[arg(long)]
    pub(crate) house: bool,
}

#[derive(ClapArgs)]
pub(crate) struct MemberArgs {
    /// Take up to 32 letters, digits, - and _
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}
