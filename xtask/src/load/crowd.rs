//! The other honest clients: idle ones, and some that analyse one position after the other. Each address has a few.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::SinkExt as _;
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::client::{self, START, Socket};

/// Time limit of an analysis, in milliseconds.
const ANALYSIS_MS: u64 = 500;

/// The clients of one address.
const PER_ADDRESS: usize = 16;

/// The address of a client by its number.
fn address(number: usize) -> Ipv4Addr {
    let [.., high, low] = (number / PER_ADDRESS + 1).to_be_bytes();
    Ipv4Addr::new(127, 1, high, low)
}

/// Connects idle clients.
pub(crate) async fn idle(server: SocketAddr, count: usize) -> Result<Vec<Socket>> {
    let mut idle = Vec::new();
    for number in 0..count {
        let client = client::open(server, address(number)).await;
        idle.push(client.context("connecting an idle client; is ulimit -n high enough?")?);
    }
    Ok(idle)
}

/// The clients that analyse.
pub(crate) struct Busy {
    clients: Vec<JoinHandle<Result<()>>>,
    totals: Arc<Totals>,
}

/// Responses to the clients that analyse.
#[derive(Default)]
struct Totals {
    is_done: AtomicBool,
    done: AtomicU64,
    busy: AtomicU64,
}

impl Busy {
    /// Starts them. Their addresses are other than those of the idle ones.
    pub(crate) fn start(server: SocketAddr, count: usize, idle: usize) -> Self {
        let totals = Arc::new(Totals::default());
        let first = idle.next_multiple_of(PER_ADDRESS);
        let client =
            |number| tokio::spawn(analyse(server, address(first + number), Arc::clone(&totals)));
        Self { clients: (0..count).map(client).collect(), totals }
    }

    /// Ends them, and returns the numbers of analyses that were done and that were refused.
    pub(crate) async fn finish(self) -> Result<(u64, u64)> {
        self.totals.is_done.store(true, Relaxed);
        for client in self.clients {
            client.await?.context("a client that analyses")?;
        }
        Ok((self.totals.done.load(Relaxed), self.totals.busy.load(Relaxed)))
    }
}

/// Analyses until it is told to end. Every task must end or be refused.
async fn analyse(server: SocketAddr, from: Ipv4Addr, totals: Arc<Totals>) -> Result<()> {
    let mut socket = client::open(server, from).await?;
    let task = json!({"ask": "analyse", "position": START, "within": {"ms": ANALYSIS_MS}});
    let mut id = 0;
    while !totals.is_done.load(Relaxed) {
        id += 1;
        let message = json!({"v": 2, "kind": "task", "id": id, "task": task});
        socket.send(Message::text(message.to_string())).await?;
        loop {
            let message = client::receive(&mut socket).await?;
            ensure!(message["id"] == id, "a response to another task: {message}");
            match message["kind"].as_str() {
                Some("event") => {}
                Some("end") => {
                    totals.done.fetch_add(1, Relaxed);
                    break;
                }
                Some("busy") => {
                    totals.busy.fetch_add(1, Relaxed);
                    sleep(Duration::from_millis(200)).await;
                    break;
                }
                _ => bail!("an unexpected message: {message}"),
            }
        }
    }
    Ok(())
}
