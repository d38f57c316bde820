//! Playing: in the terminal, and in a browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use wane_board::Colour;
use wane_formats::TimeControl;
use wane_service::opponent::Setup;

use super::arena::HostingArgs;
use super::engine::{EngineArgs, EvaluationArgs, ThreadsArgs, seed_from_clock};
use super::input::GamesArgs;
use crate::arena::entry::MatchEntry;
use crate::arena::guest::OpponentName;
use crate::parse;

/// Where `wane serve` listens by default: only this machine can connect.
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[derive(ClapArgs)]
pub(crate) struct PlayArgs {
    /// Play against a level of the engine from 1 to 20, an agent (random, greedy, uct and others), a recipe such as
    /// my.toml, a contest file such as me.py, or any other player of a match
    #[arg(long, value_name = "NAME", default_value = "5")]
    pub(crate) opponent: OpponentName,
    /// Play this colour yourself: black, who begins, or white
    #[arg(long, default_value = "black", value_parser = parse::colour)]
    pub(crate) colour: Colour,
    /// Set a clock for both sides, such as 5m+3s for 5 minutes and 3 seconds more for each move; or limit each move
    /// of the opponent, such as 2s/move
    #[arg(long, default_value = "2s/move")]
    pub(crate) time: TimeControl,
    #[command(flatten)]
    pub(crate) hosting: HostingArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Set the size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = parse::megabytes)]
    hash: usize,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Seed the random choices of the opponent; from the clock if left out
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) game: GamesArgs,
}

impl PlayArgs {
    pub(crate) fn setup(&self) -> Result<Setup> {
        Ok(Setup {
            threads: self.threads.count(),
            hash_megabytes: self.hash,
            seed: self.seed.unwrap_or_else(seed_from_clock),
            weights: self.evaluation.weights.weights()?,
            selectivity: None,
        })
    }
}

#[derive(ClapArgs)]
pub(crate) struct ServeArgs {
    /// Listen on this address; any other than the default lets other machines connect
    #[arg(long, value_name = "ADDRESS", default_value_t = LOOPBACK)]
    pub(crate) host: IpAddr,
    /// Listen on this port; on any free one if 0
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    pub(crate) port: u16,
    /// Serve the page in this folder instead of the built-in one
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
    /// Show the tournament in this folder of wane match --out, while it is played, at /arena/
    #[arg(long, value_name = "FOLDER")]
    pub(crate) arena: Option<PathBuf>,
    /// Accept requests from pages of this origin, such as `http://localhost:5173`; repeat it for several
    #[arg(long = "origin", value_name = "ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// Accept requests for this name of the server, such as wane.example; repeat it for several
    #[arg(long = "host-name", value_name = "NAME")]
    pub(crate) host_names: Vec<String>,
    /// Believe the X-Forwarded-For header of the proxy at this address; repeat it for several
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// Show the metrics to every client, not only to those on this machine
    #[arg(long)]
    pub(crate) public_metrics: bool,
    /// Run N tasks at a time, each on the given number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    pub(crate) engines: usize,
    /// Limit the number of open sessions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) sessions: usize,
    /// Limit the number of open sessions of one client address
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) sessions_per_client: usize,
    /// Limit the number of waiting tasks; further ones are told to try again
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) queue: usize,
    /// Limit the time of a task in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) longest: u64,
    /// Offer this player as an opponent: a contest file such as me.py, or any other player of a match; repeat it for
    /// several
    #[arg(long = "opponent", value_name = "PLAYER")]
    pub(crate) opponents: Vec<MatchEntry>,
    #[command(flatten)]
    pub(crate) hosting: HostingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
