//! Connections: a bounded number of them, in total and of each client, with timeouts in both directions.
//!
//! It uses hyper instead of `axum::serve`, which has no such timeouts. A connection beyond the limits is accepted and
//! refused at once (`refuse`), so that no client waits for others.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time;

use crate::app::App;
use crate::forwarded::Sender;
use crate::refuse::Refuser;
use crate::timed_stream::TimedStream;

/// The pause after a failed `accept`, for example because of too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The time that open connections and sessions get to finish when the server ends.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// The most connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// The buffers of the system for a connection, in bytes: by default they grow to megabytes.
const SOCKET_BYTES: u32 = 128 << 10;

/// The buffer for the head of a request, in bytes. A longer head is refused.
const HEAD_BYTES: usize = 16 << 10;

/// Listens on an address.
pub(crate) fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // On Windows it would let another program take the address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit these.
    socket.set_send_buffer_size(SOCKET_BYTES)?;
    socket.set_recv_buffer_size(SOCKET_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until `end` completes, then ends all connections and sessions.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    app: &Arc<App>,
    end: impl Future<Output = ()>,
) {
    tokio::select! {
        () = accept(listener, &routes, app) => {}
        () = end => {}
    }
    app.close(SHUTDOWN_GRACE).await;
}

async fn accept(listener: TcpListener, routes: &Router, app: &Arc<App>) {
    let refuser = Refuser::default();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            time::sleep(RETRY_DELAY).await;
            continue;
        };
        let admission = match app.open_connection(peer.ip()) {
            Ok(admission) => admission,
            Err(reason) => {
                refuser.refuse(stream, reason);
                continue;
            }
        };
        let (routes, app) = (routes.clone(), Arc::clone(app));
        tokio::spawn(async move {
            serve_connection(stream, peer, routes, &app).await;
            drop(admission);
        });
    }
}

/// Answers the requests of one connection.
async fn serve_connection(stream: TcpStream, peer: SocketAddr, routes: Router, app: &Arc<App>) {
    let limits = app.limits;
    // If the system refuses, responses take a little longer.
    let _ = stream.set_nodelay(true);
    let stream = TimedStream::new(stream, limits.send, Arc::clone(&app.metrics));
    let routes = TowerToHyperService::new(routes);
    let proxies = app.proxies.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        let sender = Sender::new(peer.ip(), request.headers(), &proxies);
        request.extensions_mut().insert(sender);
        hyper::service::Service::call(&routes, request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.request).max_buf_size(HEAD_BYTES);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let mut shutdown = app.shutdown();
    // An error here concerns this client alone.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = shutdown.wait() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
