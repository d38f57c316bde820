//! Connections: so many at a time, and none that says nothing for long.
//!
//! Written on hyper rather than on `axum::serve`, which lets a client take as long as it likes for the head of a
//! request.

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

use crate::limits::{Limits, Rate};

/// How long to wait before the next attempt where the system has no room for one more connection.
const BREATH: Duration = Duration::from_millis(100);

/// How long those who are there get to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// How often one connection may ask.
pub(crate) type ConnectionRate = Arc<Mutex<Rate>>;

/// Takes connections until `end` comes.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: Limits,
    end: impl Future<Output = ()>,
) {
    let room = Arc::new(Semaphore::new(limits.connections));
    tokio::select! {
        () = accept(listener, &routes, limits, &room) => {}
        () = end => {}
    }
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    // Who is still there after that is cut off.
    let _ = time::timeout(FAREWELL, room.acquire_many(all)).await;
}

async fn accept(listener: TcpListener, routes: &Router, limits: Limits, room: &Arc<Semaphore>) {
    loop {
        let Ok(place) = Arc::clone(room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            time::sleep(BREATH).await;
            continue;
        };
        let routes = routes.clone();
        tokio::spawn(async move {
            talk(stream, routes, limits).await;
            drop(place);
        });
    }
}

/// Answers the requests of one connection.
async fn talk(stream: TcpStream, routes: Router, limits: Limits) {
    let rate = Rate::new(limits.messages_a_second, Instant::now());
    let rate: ConnectionRate = Arc::new(Mutex::new(rate));
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&rate));
        hyper::service::Service::call(&routes, request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.request);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    // Whatever went wrong is the other side's affair.
    let _ = connection.await;
}
