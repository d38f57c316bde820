//! [`Proxy`]: a network between workers and a server that can be cut.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;

/// Passes connections on.
pub(super) struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    is_cut: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// Passes connections on to a server, until the process ends.
    pub(super) fn start(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (address, shared) = (listener.local_addr()?, Arc::new(Shared::default()));
        let passing = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().map_while(std::result::Result::ok) {
                if passing.is_cut.load(Relaxed) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(server) else { continue };
                let _ = pass_on(&client, &server, &passing);
            }
        });
        Ok(Self { address, shared })
    }

    /// Where clients connect.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts all connections and refuses new ones, or lets them through again.
    pub(super) fn cut(&self, is_cut: bool) {
        self.shared.is_cut.store(is_cut, Relaxed);
        let connections = self.shared.connections.lock();
        for connection in connections.unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

/// Passes bytes on in both directions, each on a thread of its own.
fn pass_on(client: &TcpStream, server: &TcpStream, shared: &Shared) -> Result<()> {
    let mut connections = shared.connections.lock().unwrap_or_else(PoisonError::into_inner);
    connections.extend([client.try_clone()?, server.try_clone()?]);
    for (from, to) in [(client, server), (server, client)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                if to.write_all(&buffer[..read]).is_err() {
                    break;
                }
            }
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    Ok(())
}
