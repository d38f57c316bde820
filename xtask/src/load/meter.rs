//! The honest client: it asks all the time, and measures how long the answers take, less the time that the host took
//! from this machine. It has a thread of its own, so that the other clients do not slow it down.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use tokio::runtime;
use tokio::time::sleep;
use wane_match::Stopwatch;

use super::client::{self, HONEST};
use super::server;

/// The pause between two queries over the WebSocket.
const PAUSE: Duration = Duration::from_millis(30);

/// After this many queries over the WebSocket comes a request over a new connection.
const QUERIES_PER_REQUEST: usize = 3;

/// What is measured during one phase of the load.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// Over the WebSocket.
    pub(crate) queries: Latencies,
    /// Over new connections.
    pub(crate) requests: Latencies,
    /// The most memory of the server.
    pub(crate) megabytes: u64,
}

/// Latencies, each with the steal time and without.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies {
    net: Vec<Duration>,
    gross: Vec<Duration>,
}

impl Latencies {
    fn add(&mut self, stopwatch: &Stopwatch) {
        self.gross.push(stopwatch.wall_time());
        self.net.push(stopwatch.elapsed());
    }

    /// Adds those of another phase.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.net.extend(&other.net);
        self.gross.extend(&other.gross);
    }

    pub(crate) fn count(&self) -> usize {
        self.net.len()
    }

    /// 99 % of the latencies are at most this, less the steal time.
    pub(crate) fn p99(&self) -> Duration {
        p99(&self.net)
    }

    /// The same as the client sees it.
    pub(crate) fn p99_with_steal(&self) -> Duration {
        p99(&self.gross)
    }
}

fn p99(latencies: &[Duration]) -> Duration {
    let mut sorted = latencies.to_vec();
    sorted.sort();
    sorted.get(sorted.len() * 99 / 100).copied().unwrap_or_default()
}

/// The thread that measures.
pub(crate) struct Meter {
    phase: Arc<AtomicUsize>,
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Result<Vec<Measured>>>,
}

impl Meter {
    /// Starts to measure, in phase 0 of `phases`.
    pub(crate) fn start(server: SocketAddr, process: u32, phases: usize) -> Self {
        let (phase, is_done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let thread = thread::spawn({
            let (phase, is_done) = (Arc::clone(&phase), Arc::clone(&is_done));
            move || {
                let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(async {
                    let mut measured = vec![Measured::default(); phases];
                    let mut socket = client::open(server, HONEST).await?;
                    while !is_done.load(Relaxed) {
                        let now = &mut measured[phase.load(Relaxed)];
                        let stopwatch = Stopwatch::start();
                        client::legal_moves(&mut socket).await.context("the honest client")?;
                        now.queries.add(&stopwatch);
                        if now.queries.count() % QUERIES_PER_REQUEST == 0 {
                            let stopwatch = Stopwatch::start();
                            client::health(server, HONEST).await.context("a new client")?;
                            now.requests.add(&stopwatch);
                            now.megabytes = now.megabytes.max(server::resident_megabytes(process)?);
                        }
                        sleep(PAUSE).await;
                    }
                    Ok(measured)
                })
            }
        });
        Self { phase, is_done, thread }
    }

    /// What follows belongs to this phase.
    pub(crate) fn enter(&self, phase: usize) {
        self.phase.store(phase, Relaxed);
    }

    /// Whether the honest client has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.thread.is_finished()
    }

    /// Stops, and returns what was measured in each phase.
    pub(crate) fn finish(self) -> Result<Vec<Measured>> {
        self.is_done.store(true, Relaxed);
        self.thread.join().map_err(|_| anyhow!("the honest client panicked"))?
    }
}
