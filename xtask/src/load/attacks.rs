//! The attacks, by name. Each has some hundreds of clients at one address until its time is over; a client that is
//! refused or closed comes back after a pause.

mod http;
mod socket;

use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

/// The pause of a client before it comes back.
const PAUSE: Duration = Duration::from_secs(1);

type Client = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// An attack.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// The number of clients.
    clients: usize,
    /// One client, until it is refused or closed.
    client: fn(SocketAddr) -> Client,
}

/// All attacks, in the order in which they are played.
pub(crate) const ALL: [Attack; 12] = [
    attack("pipelining", 250, |server| Box::pin(http::pipeline(server))),
    attack("slow-heads", 250, |server| Box::pin(http::slow_head(server))),
    attack("slow-bodies", 250, |server| Box::pin(http::slow_body(server))),
    attack("long-bodies", 50, |server| Box::pin(http::long_bodies(server))),
    attack("churn", 50, |server| Box::pin(http::churn(server))),
    attack("pastes", 300, |server| Box::pin(socket::pastes(server))),
    attack("no-reading", 300, |server| Box::pin(socket::no_reading(server))),
    attack("pings", 100, |server| Box::pin(socket::pings(server))),
    attack("flood", 100, |server| Box::pin(socket::flood(server))),
    attack("huge-frames", 10, |server| Box::pin(socket::huge_frame(server))),
    attack("garbage", 50, |server| Box::pin(socket::garbage(server))),
    attack("half-open", 300, |server| Box::pin(socket::half_open(server))),
];

const fn attack(name: &'static str, clients: usize, client: fn(SocketAddr) -> Client) -> Attack {
    Attack { name, clients, client }
}

impl Attack {
    /// Plays the attack for this time.
    pub(crate) async fn run(&self, server: SocketAddr, time: Duration) {
        let until = Instant::now() + time;
        let mut clients = JoinSet::new();
        for _ in 0..self.clients {
            let client = self.client;
            clients.spawn(async move {
                while Instant::now() < until {
                    // A client that is refused has an error, and that is what the server should do.
                    let _ = timeout_at(until, client(server)).await;
                    let _ = timeout_at(until, sleep(PAUSE)).await;
                }
            });
        }
        clients.join_all().await;
    }
}
