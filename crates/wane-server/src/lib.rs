//! Wane as a server: the page over HTTP, and the engine over a WebSocket.
//!
//! `limits` bounds every resource that a client uses, `clients` counts what each client has open, `rate` how often it
//! asks, and `forwarded` says who the client is. `listen` accepts connections, `refuse` refuses them, `timed_stream`
//! closes those whose client does not read. `origin` checks which web pages may send requests. `routes` maps paths to
//! handlers: `session` serves one WebSocket, `page` static files in an `encoding` that the client accepts, `arena` a
//! tournament, `metrics` the counters; `held` counts a response until it was sent. `pool` has the threads that search, `queries` runs what
//! needs no search. `signals` ends the server. `wane-service` defines what the messages mean.

#![forbid(unsafe_code)]

mod app;
mod arena;
mod clients;
#[cfg(feature = "page")]
mod embedded;
mod encoding;
mod forwarded;
mod held;
mod limits;
mod listen;
mod metrics;
mod origin;
mod page;
mod pool;
mod priority;
mod queries;
mod rate;
mod refuse;
mod routes;
mod session;
pub mod signals;
mod timed_stream;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;
use wane_search::NoMemory;
use wane_service::{Guest, Setup};

use app::App;
use arena::Arena;
pub use limits::ServerLimits;
use origin::OriginPolicy;
use page::Page;
use pool::Pool;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The number of engines, each of which does one task at a time.
    pub engines: usize,
    /// The configuration of each engine.
    pub setup: Setup,
    /// Opponents that are not Wane's own.
    pub guests: Vec<Guest>,
    /// The resources that clients may use.
    pub limits: ServerLimits,
    /// The folder with the files of the page, instead of those in the program.
    pub page: Option<PathBuf>,
    /// The folder of a tournament, which is shown at `/arena/`.
    pub arena: Option<PathBuf>,
    /// Other origins whose pages may send requests, such as `http://localhost:5173`.
    pub origins: Vec<String>,
    /// Names of this server, such as `wane.example`. Requests for other names are refused.
    pub hosts: Vec<String>,
    /// Proxies in front of this server, which say in `X-Forwarded-For` who their client is.
    pub proxies: Vec<IpAddr>,
    /// Whether every client may read the metrics, or only those on this machine.
    pub has_public_metrics: bool,
}

/// A server that is listening.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

/// The server cannot start.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The folder of the page has no `index.html`.
    #[error("{} has no index.html; build the page with cargo xtask page, or give another folder", .0.display())]
    Page(PathBuf),
    /// The address is not available.
    #[error("the server cannot listen on {0}: {1}; try another --port")]
    Listen(SocketAddr, io::Error),
    /// There is not enough memory for the engines.
    #[error(transparent)]
    Memory(NoMemory),
}

impl Server {
    /// Listens, and creates the engines. It must be called in a tokio runtime.
    ///
    /// # Errors
    /// If the folder of the page is wrong, the address is taken, or there is not enough memory.
    pub fn start(config: Config) -> Result<Self, ServerError> {
        let Config { address, engines, setup, limits, page, origins, hosts, .. } = config;
        let guests: Arc<[Guest]> = config.guests.into();
        let page = Page::open(page, limits.file_bytes).map_err(ServerError::Page)?;
        let listener = listen::bind(address);
        let listener = listener.map_err(|error| ServerError::Listen(address, error))?;
        let metrics = Arc::default();
        let pool = Pool::start(engines, &setup, &guests, &limits, &metrics);
        let pool = pool.map_err(ServerError::Memory)?;
        let origins = OriginPolicy::new(address.ip(), origins, hosts);
        let proxies = config.proxies.iter().map(IpAddr::to_canonical).collect();
        let has_public_metrics = config.has_public_metrics;
        let mut app = App::new(pool, limits, page, origins, metrics);
        (app.proxies, app.has_public_metrics) = (proxies, has_public_metrics);
        app.arena = config.arena.map(|folder| Arena::new(folder, limits.file_bytes));
        app.guests = guests.iter().map(|guest| guest.name().to_string()).collect();
        Ok(Self { listener, app: Arc::new(app) })
    }

    /// The address that the server listens on, with the port that the system chose if 0 was given.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end` completes, then closes all sessions, within a few seconds.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self { listener, app } = self;
        let routes = routes::routes(Arc::clone(&app));
        listen::serve(listener, routes, &app, end).await;
    }
}
