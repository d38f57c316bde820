//! The routes: the page, a tournament, queries over HTTP, the metrics, and the WebSocket.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use tokio::time;
use wane_service::Problem;
use wane_service::message::{Answer, Health, Versioned};

use crate::app::{App, Full};
use crate::arena::REPORT_POLICY;
use crate::clients::Place;
use crate::encoding::Encoding;
use crate::forwarded::Sender;
use crate::held::hold;
use crate::limits::ServerLimits;
use crate::page::File;
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
        .route("/arena", get(async || Redirect::permanent("/arena/")))
        .route("/arena/", get(arena))
        .route("/arena/{name}", get(arena))
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(app.limits.message_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// Refuses requests of other pages and requests over the limits, applies the timeout, and adds the headers.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&app, &request) {
        Err(refused) => refused.response(),
        Ok(place) => match time::timeout(app.limits.request, next.run(request)).await {
            Ok(response) => hold(response, place),
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response(),
        },
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// Why a request is refused.
#[derive(Clone, Copy)]
enum Refused {
    /// Its host or its origin is not allowed.
    Origin,
    /// Its client asks too often.
    Rate,
    /// Its client has too many requests or sessions at a time.
    Client,
    /// The server has too many sessions.
    Server,
}

impl Refused {
    fn response(self) -> Response {
        let (status, seconds, text) = match self {
            Self::Origin => {
                let text = "this host or origin is not allowed; start the server with --host-name or --origin\n";
                return (StatusCode::FORBIDDEN, text).into_response();
            }
            Self::Rate => (StatusCode::TOO_MANY_REQUESTS, "1", "too many requests; slow down\n"),
            Self::Client => (
                StatusCode::TOO_MANY_REQUESTS,
                RETRY_SECONDS,
                "too many requests or sessions from your address; try again later\n",
            ),
            Self::Server => (
                StatusCode::SERVICE_UNAVAILABLE,
                RETRY_SECONDS,
                "there are too many sessions; try again later\n",
            ),
        };
        (status, [(header::RETRY_AFTER, seconds)], text).into_response()
    }
}

/// Checks a request. One through a proxy is counted until its response was sent: the connection is that of the proxy.
fn admit(app: &App, request: &Request) -> Result<Option<Place>, Refused> {
    let (metrics, refused) = (&app.metrics, &app.metrics.refused);
    metrics.requests.add(1);
    if !app.origins.allows(request.headers()) {
        refused.origin.add(1);
        return Err(Refused::Origin);
    }
    let Some(sender) = request.extensions().get::<Sender>() else { return Ok(None) };
    // A body is counted when it has arrived.
    if !app.clients.allows(sender.client, 1) {
        refused.rate.add(1);
        return Err(Refused::Rate);
    }
    if !sender.is_proxied {
        return Ok(None);
    }
    app.clients.open_request(sender.client).map(Some).ok_or_else(|| {
        refused.client_connections.add(1);
        Refused::Client
    })
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (version, sessions) = (env!("CARGO_PKG_VERSION").into(), app.sessions());
    let (name, guests) = ("wane".into(), app.guests.clone());
    as_json(Versioned::new(Health { name, version, sessions, guests }).to_json())
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
        return Refused::Rate.response();
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
    let room = app.queries.room(text.len()).await;
    hold((status, as_json(text)).into_response(), room)
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
        Err(Full::Client) => return Refused::Client.response(),
        Err(Full::Server) => return Refused::Server.response(),
    };
    let most = app.limits.message_bytes;
    let socket = socket.max_message_size(most).max_frame_size(most);
    let socket = socket.read_buffer_size(READ_BYTES).write_buffer_size(0);
    socket.on_upgrade(move |socket| async move {
        session::run(socket, &app, client).await;
        drop(admission);
    })
}

/// A file whose address changes with its content is kept by a browser for ever; others are asked for again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const NOT_KEPT: &str = "no-cache";

async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = app.page.file(uri.path(), Encoding::accepted(&headers)).await else {
        return not_found();
    };
    let caching = if has_hash(&uri) { FOR_EVER } else { NOT_KEPT };
    send(file, caching, &headers)
}

/// The page of the tournament, and its files.
async fn arena(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(arena) = &app.arena else { return not_found() };
    let name = uri.path().trim_start_matches("/arena/");
    let Some(file) = arena.file(name).await else { return not_found() };
    let mut response = send(file, NOT_KEPT, &headers);
    if name == "report.html" {
        let policy = HeaderValue::from_static(REPORT_POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Sends a file, unless the client has it already.
fn send(file: File, caching: &'static str, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", file.tag);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|it| it.trim() == tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let media_type = HeaderValue::from_static(file.media_type);
        ([(header::CONTENT_TYPE, media_type)], file.bytes).into_response()
    };
    let mut add = |name, value| response.headers_mut().insert(name, value);
    add(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    add(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = tag.try_into() {
        add(header::ETAG, tag);
    }
    if let Some(encoding) = file.encoding.filter(|_| !is_known) {
        add(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    response
}

/// Whether the address of a file has a hash of its content: scripts and styles in the name, the engine in the query.
fn has_hash(uri: &Uri) -> bool {
    uri.path().starts_with("/assets/")
        || (uri.path().starts_with("/engine/") && uri.query().is_some_and(|it| it.len() >= 16))
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is no such file\n").into_response()
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
