//! The routes: the page, queries over HTTP, and the WebSocket.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use tokio::time;
use wane_service::Problem;
use wane_service::message::{Answer, Health, Versioned};

use crate::app::App;
use crate::listen::ConnectionRateLimit;
use crate::session;

/// The description of the HTTP routes.
const OPENAPI: &str = include_str!("openapi.json");

/// The headers of every response. The first two let the page share memory with its workers.
const HEADERS: [(&str, &str); 5] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
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
    if !app.origins.allows(request.headers()) {
        let text =
            "pages of this origin are not allowed; start the server with --origin to allow them\n";
        return Some((StatusCode::FORBIDDEN, text).into_response());
    }
    let rate = request.extensions().get::<ConnectionRateLimit>()?;
    let is_allowed = rate.lock().unwrap_or_else(PoisonError::into_inner).allows(Instant::now());
    let text = "too many requests; slow down\n";
    (!is_allowed).then(|| (StatusCode::TOO_MANY_REQUESTS, text).into_response())
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (version, sessions) = (env!("CARGO_PKG_VERSION").into(), app.sessions());
    as_json(Versioned::new(Health { name: "wane".into(), version, sessions }).to_json())
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
                let problem = Problem::NotAMessage { detail: error.to_string().into() };
                (StatusCode::BAD_REQUEST, Answer::Failed { problem })
            }
        };
        (status, Versioned::new(answer).to_json())
    };
    match app.run_query(bytes, answer).await {
        Ok((status, text)) => (status, as_json(text)).into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

async fn engine(State(app): State<Arc<App>>, socket: WebSocketUpgrade) -> Response {
    let Some(session) = app.open_session() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions; try again later")
            .into_response();
    };
    let most = app.limits.message_bytes;
    let socket = socket.max_message_size(most).max_frame_size(most);
    let socket = socket.read_buffer_size(READ_BYTES).write_buffer_size(0);
    socket.on_upgrade(move |socket| async move {
        session::run(socket, &session.0).await;
    })
}

async fn file(State(app): State<Arc<App>>, uri: Uri) -> Response {
    match app.page.file(uri.path()) {
        Some(file) => {
            let media_type = HeaderValue::from_static(file.media_type);
            ([(header::CONTENT_TYPE, media_type)], file.bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
