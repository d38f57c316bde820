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
    Attack { name: "pipelining", clients: 250, client: |server| Box::pin(http::pipeline(server)) },
    Attack { name: "slow-heads", clients: 250, client: |server| Box::pin(http::slow_head(server)) },
    Attack {
        name: "slow-bodies",
        clients: 250,
        client: |server| Box::pin(http::slow_body(server)),
    },
    Attack {
        name: "long-bodies",
        clients: 50,
        client: |server| Box::pin(http::long_bodies(server)),
    },
    Attack { name: "churn", clients: 50, client: |server| Box::pin(http::churn(server)) },
    Attack { name: "pastes", clients: 300, client: |server| Box::pin(socket::pastes(server)) },
    Attack {
        name: "no-reading",
        clients: 300,
        client: |server| Box::pin(socket::no_reading(server)),
    },
    Attack { name: "pings", clients: 100, client: |server| Box::pin(socket::pings(server)) },
    Attack { name: "flood", clients: 100, client: |server| Box::pin(socket::flood(server)) },
    Attack {
        name: "huge-frames",
        clients: 10,
        client: |server| Box::pin(socket::huge_frame(server)),
    },
    Attack { name: "garbage", clients: 50, client: |server| Box::pin(socket::garbage(server)) },
    Attack {
        name: "half-open",
        clients: 300,
        client: |server| Box::pin(socket::half_open(server)),
    },
];

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
