//! Wane as a server: the page over HTTP, and the engine over a WebSocket.
//!
//! `limits` bounds every resource that a client uses, `listen` accepts connections, `origin` checks which web pages
//! may send requests, `pool` has the threads that search, `session` serves one WebSocket, `routes` maps paths to
//! handlers, and `page` serves static files. `wane-service` defines what the messages mean.

#![forbid(unsafe_code)]

mod app;
mod limits;
mod listen;
mod origin;
mod page;
mod pool;
mod routes;
mod session;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;
use wane_search::NoMemory;
use wane_service::Setup;

use app::App;
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
    /// The resources that clients may use.
    pub limits: ServerLimits,
    /// The folder with the files of the page, instead of those in the program.
    pub page: Option<PathBuf>,
    /// Other origins whose pages may send requests, such as `http://localhost:5173`.
    pub origins: Vec<String>,
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
    /// Listens, and creates the engines.
    ///
    /// # Errors
    /// If the folder of the page is wrong, the address is taken, or there is not enough memory.
    pub async fn start(config: Config) -> Result<Self, ServerError> {
        let Config { address, engines, setup, limits, page, origins } = config;
        let page = Page::open(page).map_err(ServerError::Page)?;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServerError::Listen(address, error))?;
        let pool = Pool::start(engines, &setup, &limits).map_err(ServerError::Memory)?;
        let origins = OriginPolicy::new(address.ip(), origins);
        let app = App::new(pool, limits, page, origins);
        Ok(Self { listener, app: Arc::new(app) })
    }

    /// The address that the server listens on, with the port that the system chose if 0 was given.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end` completes, then closes all sessions.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self { listener, app } = self;
        let limits = app.limits;
        let routes = routes::routes(Arc::clone(&app));
        let end = async move {
            end.await;
            app.close();
        };
        listen::serve(listener, routes, limits, end).await;
    }
}
