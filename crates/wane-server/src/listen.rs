//! Connections: a bounded number of them, each with a timeout for the head of a request.
//!
//! It uses hyper instead of `axum::serve`, which has no such timeout.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time;

use crate::limits::{RateLimit, ServerLimits};

/// The pause after a failed `accept`, for example because of too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The time that open connections get to finish when the server ends.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);

/// The rate limit of one connection.
pub(crate) type ConnectionRateLimit = Arc<Mutex<RateLimit>>;

/// Accepts connections until `end` completes.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: ServerLimits,
    end: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    tokio::select! {
        () = accept(listener, &routes, limits, &permits) => {}
        () = end => {}
    }
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    // Connections that are still open are dropped.
    let _ = time::timeout(SHUTDOWN_GRACE, permits.acquire_many(all)).await;
}

async fn accept(
    listener: TcpListener,
    routes: &Router,
    limits: ServerLimits,
    permits: &Arc<Semaphore>,
) {
    loop {
        let Ok(permit) = Arc::clone(permits).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            time::sleep(RETRY_DELAY).await;
            continue;
        };
        let routes = routes.clone();
        tokio::spawn(async move {
            serve_connection(stream, routes, limits).await;
            drop(permit);
        });
    }
}

/// Answers the requests of one connection.
async fn serve_connection(stream: TcpStream, routes: Router, limits: ServerLimits) {
    let rate = RateLimit::new(limits.messages_per_second, Instant::now());
    let rate: ConnectionRateLimit = Arc::new(Mutex::new(rate));
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&rate));
        hyper::service::Service::call(&routes, request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.request);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    // An error here concerns this client alone.
    let _ = connection.await;
}
