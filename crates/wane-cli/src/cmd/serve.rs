//! `wane serve`: the page and the engine on this machine, for a browser.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Serialize;
use tokio::runtime;
use wane_server::{Config, Server, ServerLimits};

use crate::args::ServeArgs;
use crate::output::{Output, STRONG, paint};

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
        limits: ServerLimits {
            sessions: args.sessions,
            queue: args.queue,
            task: Duration::from_secs(args.longest),
            ..ServerLimits::default()
        },
        page: args.page.clone(),
        origins: args.origins.clone(),
    };
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.context("starting the server's threads")?.block_on(async {
        let server = Server::start(config).await?;
        let address = server.address()?;
        say(address, output)?;
        output.finish()?;
        let end = async {
            // Without Ctrl-C there is no other end than being killed.
            let _ = tokio::signal::ctrl_c().await;
        };
        server.run(end).await;
        Ok(())
    })
}

fn say(address: SocketAddr, output: &mut Output) -> Result<()> {
    if output.is_json() {
        return output.json(&Listening { address: address.to_string() });
    }
    let url = format!("http://{address}/");
    output.text(&format!("Wane is at {}; Ctrl-C ends it\n", paint(STRONG, &url)))?;
    if !address.ip().is_loopback() {
        output.text(
            "every machine that can reach this address can use it; 127.0.0.1 is for this machine alone\n",
        )?;
    }
    Ok(())
}
