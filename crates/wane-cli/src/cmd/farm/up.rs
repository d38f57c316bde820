//! `wane farm up`: a server for a farm.

use std::collections::BTreeSet;
use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use wane_farm::{Cluster, Farm, FarmError, LocalServer, ServerSettings};
use wane_match::Stop;
use wane_text::Foreign;

use super::shut_out;
use crate::args::farm::{FolderArgs, UpArgs};
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::Output;
use crate::place;

/// How long the server may take to start.
const START: Duration = Duration::from_mins(1);

/// How long the other servers of a cluster may take before this one says that it waits for them.
const TELL: Duration = Duration::from_secs(5);

/// How often it is looked for members to shut out.
const GATE: Duration = Duration::from_secs(2);

/// Where a farm is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FarmUp {
    /// The address for commands with `--farm`.
    owner: String,
    /// The address for workers of the house.
    worker: String,
}

/// Shuts members out whom a run has excluded.
struct Gatekeeper<'a> {
    folder: &'a FolderArgs,
    looked: Instant,
    /// Those who are not there any more.
    out: BTreeSet<String>,
}

impl<'a> Gatekeeper<'a> {
    fn new(args: &'a UpArgs) -> Self {
        Self { folder: &args.folder, looked: Instant::now(), out: BTreeSet::new() }
    }

    fn look(&mut self, farm: &Farm) {
        if self.looked.elapsed() < GATE {
            return;
        }
        self.looked = Instant::now();
        // If the server is away, nobody is there to be shut out.
        let excluded = farm.excluded().unwrap_or_default();
        for (name, why) in excluded {
            if self.out.insert(name.clone()) && shut_out(&name, self.folder).is_ok() {
                anstream::eprintln!("{} is shut out: {why}", Foreign::from(name));
            }
        }
    }
}

/// Where other machines reach this one, if it listens everywhere.
fn reachable(listen: SocketAddr) -> Option<String> {
    if !listen.ip().is_unspecified() {
        return None;
    }
    // Nothing is sent: the system only says which of its addresses it would take.
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(SocketAddr::new(socket.local_addr().ok()?.ip(), listen.port()).to_string())
}

/// The cluster that the command line names.
fn cluster(args: &UpArgs) -> Result<Option<Cluster>> {
    let Some(node) = args.node else { return Ok(None) };
    let (servers, node) = (args.cluster.clone(), usize::from(node) - 1);
    if servers.len() < 3 || node >= servers.len() {
        let text = "a cluster has at least three servers, and --node is the number of one of them";
        return Err(Usage(text.into()).into());
    }
    Ok(Some(Cluster { servers, node }))
}

/// The farm, once the server answers and the streams are made. A cluster answers only when most of its servers are
/// there, so the first one waits for them.
fn open(args: &UpArgs, server: &mut LocalServer, stop: &Stop) -> Result<Option<Farm>> {
    let (owner, began) = (server.owner()?, Instant::now());
    let is_cluster = args.node.is_some();
    let mut is_told = false;
    while !stop.is_stopped() {
        match Farm::open(place::settings(&owner)?) {
            Ok(farm) => return Ok(Some(farm)),
            Err(FarmError::Unreachable { .. } | FarmError::Server { .. })
                if is_cluster || began.elapsed() < START =>
            {
                if server.has_ended() {
                    let log = args.folder.dir.join("server.log");
                    bail!("the server has ended; {} says why", log.display());
                }
                if is_cluster && !is_told && began.elapsed() > TELL {
                    anstream::eprintln!(
                        "waiting for the other servers of the cluster; they need a copy of {} without `store`",
                        Foreign::path(&args.folder.dir)
                    );
                    is_told = true;
                }
                thread::sleep(Duration::from_millis(100));
            }
            Err(error) => return Err(error).context("the server was started"),
        }
    }
    Ok(None)
}

pub(crate) fn run(args: &UpArgs, output: &mut Output) -> Result<Ending> {
    let stop = interrupt::end()?;
    let mut server = LocalServer::start(ServerSettings {
        folder: args.folder.dir.clone(),
        listen: args.listen,
        cluster: cluster(args)?,
        program: args.folder.server.clone(),
        disk_mb: args.disk,
        public: args.public.clone().or_else(|| reachable(args.listen)),
        tls: !args.no_tls,
    })?;
    let (owner, worker) = (server.owner()?, server.house()?);
    // The streams are made before the address is printed, so that workers may come at once.
    let Some(farm) = open(args, &mut server, &stop)? else { return Ok(Ending::Done) };
    if output.is_json() {
        output.json(&FarmUp { owner: owner.to_string(), worker: worker.to_string() })?;
    } else {
        output.text(&format!("{owner}\n{worker}\n"))?;
        anstream::eprintln!(
            "the first line is for commands with --farm, the second for `wane farm worker --farm`; \
             both are secret. Ctrl-C ends the server"
        );
    }
    output.finish()?;
    let mut gate = Gatekeeper::new(args);
    while !stop.is_stopped() {
        thread::sleep(Duration::from_millis(200));
        gate.look(&farm);
        if server.has_ended() {
            anstream::eprintln!("the server has ended and is started again");
            thread::sleep(Duration::from_secs(1));
            server.restart()?;
        }
    }
    Ok(Ending::Done)
}
