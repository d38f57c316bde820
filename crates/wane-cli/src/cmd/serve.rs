//! `wane serve`: the page and the engine on this machine, for a browser.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use tokio::runtime;
use wane_server::signals::{self, EndSignals};
use wane_server::{Config, Server, ServerLimits};
use wane_text::Foreign;

use crate::arena::guest::guests;
use crate::args::ServeArgs;
use crate::output::{Output, STRONG, paint};

/// The time that threads get to finish when the server has ended, for example one that reads a file.
const THREADS_GRACE: Duration = Duration::from_secs(1);

/// Where the server listens.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Listening {
    /// The address with its port.
    address: String,
}

pub(crate) fn run(args: &ServeArgs, output: &mut Output) -> Result<()> {
    let config = Config {
        address: SocketAddr::new(args.host, args.port),
        engines: args.engines,
        setup: args.engine.setup()?,
        guests: guests(&args.opponents, &args.hosting.hosting())?,
        limits: ServerLimits {
            sessions: args.sessions,
            sessions_per_client: args.sessions_per_client,
            queue: args.queue,
            task: Duration::from_secs(args.longest),
            ..ServerLimits::default()
        },
        page: args.page.clone(),
        arena: args.arena.clone(),
        origins: args.origins.clone(),
        hosts: args.host_names.clone(),
        proxies: args.trusted_proxies.clone(),
        has_public_metrics: args.public_metrics,
    };
    if let Some(folder) = args.arena.as_ref().filter(|folder| !folder.is_dir()) {
        bail!("there is no folder {}: give that of wane match --out", Foreign::path(folder));
    }
    signals::raise_file_limit();
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("starting the server's threads")?;
    let served = runtime.block_on(async {
        // Before the address is printed, so that a signal that follows it is not missed.
        let end = EndSignals::catch().context("catching the signals that end the server")?;
        let server = Server::start(config)?;
        say(server.address()?, args.arena.is_some(), output)?;
        output.finish()?;
        server.run(end.wait()).await;
        Ok(())
    });
    runtime.shutdown_timeout(THREADS_GRACE);
    served
}

fn say(address: SocketAddr, has_arena: bool, output: &mut Output) -> Result<()> {
    if output.is_json() {
        return output.json(&Listening { address: address.to_string() });
    }
    let url = format!("http://{address}/");
    output.text(&format!("Wane is at {}; Ctrl-C ends it\n", paint(STRONG, &url)))?;
    if has_arena {
        output
            .text(&format!("the tournament is at {}\n", paint(STRONG, &format!("{url}arena/"))))?;
    }
    if !address.ip().is_loopback() {
        output.text(
            "every machine that can reach this address can use it; 127.0.0.1 is for this machine alone\n",
        )?;
    }
    Ok(())
}
