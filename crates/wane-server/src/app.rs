//! [`App`]: the state that all requests and sessions share, and the global limits of connections and sessions.
//!
//! `queries` runs what needs no engine; `pool` runs what does; `clients` has the limits of each client.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time;

use crate::arena::Arena;
use crate::clients::{ClientAddress, Clients, Place};
use crate::limits::ServerLimits;
use crate::metrics::{Gauges, Metrics};
use crate::origin::OriginPolicy;
use crate::page::Page;
use crate::pool::Pool;
use crate::queries::Queries;

/// The shared state.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Arc<Pool>,
    pub(crate) limits: ServerLimits,
    pub(crate) page: Page,
    pub(crate) arena: Option<Arena>,
    pub(crate) origins: OriginPolicy,
    /// The proxies whose `X-Forwarded-For` counts.
    pub(crate) proxies: Vec<IpAddr>,
    /// The names of the guests.
    pub(crate) guests: Vec<String>,
    /// Whether every client may read the metrics.
    pub(crate) has_public_metrics: bool,
    pub(crate) clients: Arc<Clients>,
    pub(crate) queries: Queries,
    pub(crate) metrics: Arc<Metrics>,
    connections: Arc<Semaphore>,
    sessions: Arc<Semaphore>,
    shutdown: watch::Sender<bool>,
}

/// Counts a connection or a session for as long as it exists.
pub(crate) struct Admission {
    _permit: OwnedSemaphorePermit,
    /// A trusted proxy has none: it brings the connections of many clients.
    _place: Option<Place>,
}

/// Why a connection or a session is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The server has too many.
    Server,
    /// The client has too many.
    Client,
}

/// Tells a session that the server ends.
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    /// Returns when the server ends.
    pub(crate) async fn wait(&mut self) {
        // An error means that the sender is gone, and the server with it.
        let _ = self.0.wait_for(|&is_ending| is_ending).await;
    }
}

impl App {
    pub(crate) fn new(
        pool: Pool,
        limits: ServerLimits,
        page: Page,
        origins: OriginPolicy,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            pool: Arc::new(pool),
            limits,
            page,
            arena: None,
            origins,
            proxies: Vec::new(),
            guests: Vec::new(),
            has_public_metrics: false,
            clients: Arc::new(Clients::new(limits)),
            queries: Queries::new(limits.answer_bytes, Arc::clone(&metrics)),
            metrics,
            connections: semaphore(limits.connections),
            sessions: semaphore(limits.sessions),
            shutdown: watch::channel(false).0,
        }
    }

    /// Ends all connections and sessions, and waits until they have ended, but not longer than `grace`.
    pub(crate) async fn close(&self, grace: Duration) {
        self.shutdown.send_replace(true);
        let ended = async {
            for (semaphore, count) in [
                (&self.connections, self.limits.connections),
                (&self.sessions, self.limits.sessions),
            ] {
                // Only a closed semaphore has no permit to give, and nothing closes these.
                let _ = semaphore.acquire_many(permits(count)).await;
            }
        };
        let _ = time::timeout(grace, ended).await;
    }

    pub(crate) fn shutdown(&self) -> Shutdown {
        Shutdown(self.shutdown.subscribe())
    }

    /// The number of open sessions.
    pub(crate) fn sessions(&self) -> usize {
        self.limits.sessions.saturating_sub(self.sessions.available_permits())
    }

    /// The values of the moment.
    pub(crate) fn gauges(&self) -> Gauges {
        let free = self.connections.available_permits();
        Gauges {
            connections: self.limits.connections.saturating_sub(free),
            sessions: self.sessions(),
            queue: self.pool.waiting(),
            workers: self.pool.workers(),
        }
    }

    /// Counts one more connection, unless there are too many.
    pub(crate) fn open_connection(&self, peer: IpAddr) -> Result<Admission, Full> {
        let refused = &self.metrics.refused;
        let is_proxy = self.proxies.contains(&peer.to_canonical());
        let place = (!is_proxy).then(|| self.clients.open_connection(peer.into()));
        if let Some(None) = place {
            refused.client_connections.add(1);
            return Err(Full::Client);
        }
        let permit = Arc::clone(&self.connections).try_acquire_owned();
        let permit = permit.map_err(|_| {
            refused.connections.add(1);
            Full::Server
        })?;
        self.metrics.connections.add(1);
        Ok(Admission { _permit: permit, _place: place.flatten() })
    }

    /// Counts one more session, unless there are too many.
    pub(crate) fn open_session(&self, client: ClientAddress) -> Result<Admission, Full> {
        let refused = &self.metrics.refused;
        let place = self.clients.open_session(client).ok_or_else(|| {
            refused.client_sessions.add(1);
            Full::Client
        })?;
        let permit = Arc::clone(&self.sessions).try_acquire_owned();
        let permit = permit.map_err(|_| {
            refused.sessions.add(1);
            Full::Server
        })?;
        self.metrics.sessions.add(1);
        Ok(Admission { _permit: permit, _place: Some(place) })
    }
}

fn semaphore(count: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)))
}

fn permits(count: usize) -> u32 {
    u32::try_from(count.min(Semaphore::MAX_PERMITS)).unwrap_or(u32::MAX)
}
