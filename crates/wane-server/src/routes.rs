//! The routes: the page, queries over HTTP, the metrics, and the WebSocket.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use tokio::time;
use wane_service::Problem;
use wane_service::message::{Answer, Health, Versioned};

use crate::app::{App, Full};
use crate::forwarded::Sender;
use crate::limits::ServerLimits;
use crate::queries::Panicked;
use crate::refuse::RETRY_SECONDS;
use crate::session;

/// The description of the HTTP routes.
const OPENAPI: &str = include_str!("openapi.json");

/// What the page may load: its own files, its engine in WebAssembly, and its own WebSocket.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The headers of every response. The first two let the page share memory with its workers.
const HEADERS: [(&str, &str); 8] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// The read buffer of a WebSocket, which is small because there may be thousands of them.
const READ_BYTES: usize = 4096;

/// The router.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi))
        .route("/api/query", post(query))
        .route("/api/engine", get(engine))
        .route("/metrics", get(metrics))
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(app.limits.message_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// Refuses requests of other pages and requests over the rate limit, applies the timeout, and adds the headers.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&app, &request) {
        Some(refusal) => refusal,
        None => match time::timeout(app.limits.request, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response(),
        },
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// The response to a request that is refused.
fn refusal(app: &App, request: &Request) -> Option<Response> {
    app.metrics.requests.add(1);
    if !app.origins.allows(request.headers()) {
        app.metrics.refused.origin.add(1);
        let text = "this host or origin is not allowed; start the server with --host-name or --origin to allow it\n";
        return Some((StatusCode::FORBIDDEN, text).into_response());
    }
    let sender = request.extensions().get::<Sender>()?;
    // A body is counted when it has arrived.
    if app.clients.allows(sender.client, 1) {
        return None;
    }
    app.metrics.refused.rate.add(1);
    Some(too_many("1"))
}

/// The response to a client that asks too often.
fn too_many(seconds: &'static str) -> Response {
    let text = "too many requests; slow down\n";
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds)], text).into_response()
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (version, sessions) = (env!("CARGO_PKG_VERSION").into(), app.sessions());
    as_json(Versioned::new(Health { name: "wane".into(), version, sessions }).to_json())
}

async fn openapi() -> Response {
    as_json(OPENAPI.to_string())
}

async fn metrics(State(app): State<Arc<App>>, Extension(sender): Extension<Sender>) -> Response {
    if !sender.is_local && !app.has_public_metrics {
        return not_found();
    }
    let media_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, media_type)], app.metrics.to_text(&app.gauges())).into_response()
}

async fn query(
    State(app): State<Arc<App>>,
    Extension(sender): Extension<Sender>,
    body: Bytes,
) -> Response {
    let bytes = body.len();
    // One was counted already.
    let cost = ServerLimits::cost(bytes) - 1;
    if cost > 0 && !app.clients.allows(sender.client, cost) {
        app.metrics.refused.rate.add(1);
        return too_many("1");
    }
    let answers = app.queries.answers();
    let answer = move || match serde_json::from_slice(&body) {
        Ok(query) => (StatusCode::OK, answers.text(&query, |answer| answer)),
        Err(error) => {
            let problem = Problem::NotAMessage { detail: error.to_string().into() };
            (StatusCode::BAD_REQUEST, failed(problem))
        }
    };
    let (status, text) = match app.queries.run(bytes, answer).await {
        Ok(answer) => answer,
        Err(Panicked) => (StatusCode::INTERNAL_SERVER_ERROR, failed(Panicked::problem())),
    };
    (status, as_json(text)).into_response()
}

fn failed(problem: Problem) -> String {
    Versioned::new(Answer::Failed { problem }).to_json()
}

async fn engine(
    State(app): State<Arc<App>>,
    Extension(Sender { client, .. }): Extension<Sender>,
    socket: WebSocketUpgrade,
) -> Response {
    let admission = match app.open_session(client) {
        Ok(admission) => admission,
        Err(Full::Client) => return too_many(RETRY_SECONDS),
        Err(Full::Server) => {
            let text = "there are too many sessions; try again later\n";
            let retry = [(header::RETRY_AFTER, RETRY_SECONDS)];
            return (StatusCode::SERVICE_UNAVAILABLE, retry, text).into_response();
        }
    };
    let most = app.limits.message_bytes;
    let socket = socket.max_message_size(most).max_frame_size(most);
    let socket = socket.read_buffer_size(READ_BYTES).write_buffer_size(0);
    socket.on_upgrade(move |socket| async move {
        session::run(socket, &app, client).await;
        drop(admission);
    })
}

async fn file(State(app): State<Arc<App>>, uri: Uri) -> Response {
    match app.page.file(uri.path()).await {
        Some(file) => {
            let media_type = HeaderValue::from_static(file.media_type);
            ([(header::CONTENT_TYPE, media_type)], file.bytes).into_response()
        }
        None => not_found(),
    }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is no such file\n").into_response()
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
