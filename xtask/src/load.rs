//! `cargo xtask load`: connects many clients to a real `wane serve` on the loopback interface, and attacks it.
//!
//! Most clients are idle; some analyse one position after the other; one asks all the time and measures the latency,
//! less the time that the host took from this machine. Meanwhile the attacks are played in turn, from an address of
//! their own. Every honest client must get its responses in time, and the server must neither exit nor grow; after an
//! attack, even the address that it came from must soon get answers again.

mod attacks;
mod client;
mod crowd;
mod meter;
pub(crate) mod server;

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use tokio::runtime::Runtime;
use tokio::time::sleep;
use wane_match::Stopwatch;

use crate::build;
use attacks::Attack;
use client::HOSTILE;
use crowd::Busy;
use meter::{Latencies, Measured, Meter};
use server::Server;

/// The time before the first attack and after each of them.
const CALM: Duration = Duration::from_millis(500);

/// Fewer latencies than this have no 99 %.
const FEW: usize = 200;

#[derive(Args)]
pub(crate) struct LoadArgs {
    /// How many clients are idle
    #[arg(long, default_value_t = 1000)]
    idle: usize,
    /// How many clients analyse
    #[arg(long, default_value_t = 50)]
    busy: usize,
    /// Duration in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Play only the attack of this name; repeat it for several
    #[arg(long = "attack", value_name = "NAME")]
    attacks: Vec<String>,
    /// Maximum latency of 99 % of the responses to an honest client, in milliseconds
    #[arg(long, default_value_t = 50)]
    p99_ms: u64,
    /// Maximum memory of the server, in megabytes
    #[arg(long, default_value_t = 300)]
    megabytes: u64,
    /// Maximum time until the address of an attack gets answers again, in seconds
    #[arg(long, default_value_t = 5)]
    recovery: u64,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &LoadArgs) -> Result<()> {
    let attacks = choose(&args.attacks)?;
    let wane = build::release()?.join("release/wane");
    // The queue is short, so that some tasks wait and others are refused.
    let mut server = Server::start(&wane, &["--queue", &(args.busy / 2).to_string()])?;
    let address = server.address;
    let meter = Runtime::new()?.block_on(async {
        let mut idle = crowd::idle(address, args.idle).await?;
        println!("{} clients are idle, {} analyse", idle.len(), args.busy);
        let busy = Busy::start(address, args.busy, args.idle);
        let meter = Meter::start(address, server.id(), attacks.len() + 1);
        let recoveries = play(&attacks, address, args, &meter).await?;
        let (done, refused) = busy.finish().await?;
        println!("{done} analyses done, {refused} refused as busy");
        ensure!(done > 0, "no analysis was done");
        ensure!(refused > 0 || args.busy < 4, "no client was told that the server is busy");
        // Idle clients still get responses.
        for client in idle.iter_mut().step_by(100) {
            client::legal_moves(client).await.context("a client after its idle time")?;
        }
        anyhow::Ok((meter, recoveries))
    });
    let (meter, recoveries) = meter?;
    let measured = meter.finish()?;
    server.ensure_alive()?;
    report(&attacks, &measured, &recoveries);
    check(&measured, &recoveries, args)
}

/// The attacks of these names; all of them if there are none.
fn choose(names: &[String]) -> Result<Vec<Attack>> {
    for name in names {
        if !attacks::ALL.iter().any(|attack| attack.name == name) {
            let known = attacks::ALL.map(|attack| attack.name).join(", ");
            bail!("there is no attack {name}; the attacks are: {known}");
        }
    }
    let is_wanted = |attack: &Attack| names.is_empty() || names.iter().any(|it| it == attack.name);
    Ok(attacks::ALL.into_iter().filter(is_wanted).collect())
}

/// Plays the attacks in turn, and returns how long the server took to recover from each.
async fn play(
    attacks: &[Attack],
    server: SocketAddr,
    args: &LoadArgs,
    meter: &Meter,
) -> Result<Vec<Duration>> {
    let share = Duration::from_secs(args.seconds) / u32::try_from(attacks.len())?;
    let time = share.saturating_sub(CALM).max(CALM);
    let mut recoveries = Vec::new();
    sleep(CALM).await;
    for (phase, attack) in attacks.iter().enumerate() {
        meter.enter(phase + 1);
        attack.run(server, time).await;
        recoveries.push(recover(server, attack.name).await?);
        meter.enter(0);
        sleep(CALM).await;
        if meter.has_failed() {
            break;
        }
    }
    Ok(recoveries)
}

/// The time until the address of the attacks gets an answer over HTTP and over a WebSocket.
async fn recover(server: SocketAddr, attack: &str) -> Result<Duration> {
    let stopwatch = Stopwatch::start();
    loop {
        let answered = async {
            client::health(server, HOSTILE).await?;
            client::legal_moves(&mut client::open(server, HOSTILE).await?).await
        };
        match answered.await {
            Ok(()) => return Ok(stopwatch.elapsed()),
            Err(error) if stopwatch.elapsed() > client::TIMEOUT => {
                return Err(error).with_context(|| format!("the server after {attack}"));
            }
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn report(attacks: &[Attack], measured: &[Measured], recoveries: &[Duration]) {
    println!("99 % of the responses to an honest client; in brackets with steal time");
    let milliseconds = |latencies: &Latencies| {
        let (net, gross) = (latencies.p99(), latencies.p99_with_steal());
        let count = latencies.count();
        format!("{count:>5} {:>7.1} ({:.1})", net.as_secs_f64() * 1e3, gross.as_secs_f64() * 1e3)
    };
    println!("attack       {:<24}{:<24}RSS MB  recovery", "  WebSocket ms", "  HTTP ms");
    let names = std::iter::once("none").chain(attacks.iter().map(|attack| attack.name));
    let recoveries = std::iter::once(Duration::ZERO).chain(recoveries.iter().copied());
    for ((name, measured), recovery) in names.zip(measured).zip(recoveries) {
        let Measured { queries, requests, megabytes } = measured;
        let (queries, requests) = (milliseconds(queries), milliseconds(requests));
        println!("{name:<13}{queries:<24}{requests:<24}{megabytes:>6}  {recovery:.1?}");
    }
}

fn check(measured: &[Measured], recoveries: &[Duration], args: &LoadArgs) -> Result<()> {
    let most = Duration::from_millis(args.p99_ms);
    let mut total = Measured::default();
    for phase in measured {
        total.queries.merge(&phase.queries);
        total.requests.merge(&phase.requests);
        total.megabytes = total.megabytes.max(phase.megabytes);
    }
    for Measured { queries, requests, .. } in measured.iter().chain([&total]) {
        for latencies in [queries, requests] {
            // 99 % of a few latencies are all of them, and one slow moment of the machine is one of them.
            ensure!(
                latencies.count() < FEW || latencies.p99() <= most,
                "99 % of the responses may take {} ms at most",
                args.p99_ms
            );
        }
    }
    ensure!(total.megabytes <= args.megabytes, "the server may take {} MB", args.megabytes);
    let longest = Duration::from_secs(args.recovery);
    ensure!(
        recoveries.iter().all(|recovery| *recovery <= longest),
        "the server may take {} s to recover",
        args.recovery
    );
    Ok(())
}
