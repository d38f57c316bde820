//! Wane as a server: the page, and the engine behind a socket.
//!
//! `limits` bounds all that a stranger could use up, `listen` takes connections, `door` says which pages may ask,
//! `pool` has the threads that think, `session` is one socket, `routes` what is found where, `page` the files of the
//! page. What the messages mean is for `wane-service` to say.

#![forbid(unsafe_code)]

mod app;
mod door;
mod limits;
mod listen;
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
use door::Door;
pub use limits::Limits;
use page::Page;
use pool::Pool;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// How many tasks it does at a time.
    pub engines: usize,
    /// Each of the engines.
    pub setup: Setup,
    /// What strangers may use up.
    pub limits: Limits,
    /// The page's files, if not those in the program.
    pub page: Option<PathBuf>,
    /// Pages of other origins that may ask, such as `http://localhost:5173`.
    pub origins: Vec<String>,
}

/// A server that listens already.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

/// Why a server cannot begin.
#[derive(Debug, Error)]
pub enum ServerError {
    /// It cannot listen there.
    #[error("it cannot listen on {0}: {1}; try another --port")]
    Listen(SocketAddr, io::Error),
    /// There is no memory for the engines.
    #[error(transparent)]
    Memory(NoMemory),
}

impl Server {
    /// Listens, and makes the engines ready.
    ///
    /// # Errors
    /// If the address is taken, or there is not enough memory.
    pub async fn start(config: Config) -> Result<Self, ServerError> {
        let Config { address, engines, setup, limits, page, origins } = config;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServerError::Listen(address, error))?;
        let pool = Pool::start(engines, &setup, &limits).map_err(ServerError::Memory)?;
        let door = Door::new(address.ip(), origins);
        let app = App::new(pool, limits, Page::new(page), door);
        Ok(Self { listener, app: Arc::new(app) })
    }

    /// Where it listens: the port, too, if any would do.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end` comes. Sockets that are open then are closed.
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
