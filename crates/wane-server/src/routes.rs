//! What is found where: the page, a few questions over HTTP, and the socket.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::json;
use tokio::time;
use wane_service::Problem;
use wane_service::message::{Answer, Health, Versioned};

use crate::app::App;
use crate::listen::ConnectionRate;
use crate::session;

/// What the HTTP part offers, for programs.
const OPENAPI: &str = include_str!("openapi.json");

/// What every answer carries. The first two let the page share memory with its workers.
const HEADERS: [(&str, &str); 5] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
];

/// How many bytes of a socket are read at a time: a thousand of them must not take a hundred megabytes.
const READ_BYTES: usize = 4096;

/// All of it.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi))
        .route("/api/query", post(query))
        .route("/api/engine", get(engine))
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(app.limits.message_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// Turns other pages away and whoever asks too often or too slowly, and adds what every answer carries.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&app, &request) {
        Some(refusal) => refusal,
        None => match time::timeout(app.limits.request, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "this takes too long\n").into_response(),
        },
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// Why a request is not answered, if it is not.
fn refusal(app: &App, request: &Request) -> Option<Response> {
    if !app.door.lets_in(request.headers()) {
        let text = "this page may not ask here; start the server with --origin to let it\n";
        return Some((StatusCode::FORBIDDEN, text).into_response());
    }
    let rate = request.extensions().get::<ConnectionRate>()?;
    let is_allowed = rate.lock().unwrap_or_else(PoisonError::into_inner).allows(Instant::now());
    let text = "too many requests; slow down\n";
    (!is_allowed).then(|| (StatusCode::TOO_MANY_REQUESTS, text).into_response())
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (version, sessions) = (env!("CARGO_PKG_VERSION").into(), app.sessions());
    as_json(json!(Versioned::new(Health { name: "wane".into(), version, sessions })).to_string())
}

async fn openapi() -> Response {
    as_json(OPENAPI.to_string())
}

async fn query(State(app): State<Arc<App>>, body: Bytes) -> Response {
    let bytes = body.len();
    let answer = move || {
        let (status, answer) = match serde_json::from_slice(&body) {
            Ok(query) => (StatusCode::OK, wane_service::answer(&query)),
            Err(error) => {
                let problem = Problem::NotAMessage { detail: error.to_string() };
                (StatusCode::BAD_REQUEST, Answer::Failed { problem })
            }
        };
        (status, json!(Versioned::new(answer)).to_string())
    };
    match app.run_query(bytes, answer).await {
        Ok((status, text)) => (status, as_json(text)).into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

async fn engine(State(app): State<Arc<App>>, socket: WebSocketUpgrade) -> Response {
    let Some(seat) = app.enter() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many are here already; try again later")
            .into_response();
    };
    let most = app.limits.message_bytes;
    let socket = socket.max_message_size(most).max_frame_size(most);
    let socket = socket.read_buffer_size(READ_BYTES).write_buffer_size(0);
    socket.on_upgrade(move |socket| async move {
        session::talk(socket, &seat.0).await;
    })
}

async fn file(State(app): State<Arc<App>>, uri: Uri) -> Response {
    match app.page.file(uri.path()) {
        Some(file) => {
            let kind = HeaderValue::from_static(file.kind);
            ([(header::CONTENT_TYPE, kind)], file.bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
