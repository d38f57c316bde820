//! What clients can rely on.

use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use serde_json::{Value as Json, json};
use tokio::io::AsyncWriteExt as _;
use tokio::time;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use wane_server::ServerLimits;

use crate::client::{Client, HONEST, HOSTILE, START, analysis, connect, http, http_from, serve};

#[tokio::test]
async fn a_task_sends_events_and_an_end_and_a_query_is_answered() {
    let server = serve(ServerLimits::default()).await;
    let mut client = Client::new(&server).await;
    let told = client.run(1, analysis(&json!({"depth": 6}))).await;
    assert_eq!(told.last().expect("a report")["event"]["depth"], 6);
    let query = json!({"ask": "look", "position": START});
    client.send(json!({"kind": "query", "id": 2, "query": query})).await;
    let answer = client.receive().await.expect("an answer");
    assert_eq!((&answer["kind"], &answer["id"]), (&json!("answer"), &json!(2)));
    assert_eq!(answer["answer"]["moves"].as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn a_task_ends_soon_after_a_stop_and_the_next_one_starts() {
    let server = serve(ServerLimits::default()).await;
    let mut client = Client::new(&server).await;
    client.send(json!({"kind": "task", "id": 1, "task": analysis(&json!({}))})).await;
    assert_eq!(client.receive().await.expect("it begins")["kind"], "event");
    client.send(json!({"kind": "stop", "id": 1})).await;
    let stopped = Instant::now();
    client.end().await;
    assert!(stopped.elapsed() < Duration::from_secs(2), "{:?}", stopped.elapsed());
    // The first of these two is dropped for the second, so nothing more is heard of it.
    client.send(json!({"kind": "task", "id": 2, "task": analysis(&json!({}))})).await;
    client.send(json!({"kind": "task", "id": 3, "task": analysis(&json!({"depth": 3}))})).await;
    loop {
        let message = client.receive().await.expect("the session is open");
        if message["id"] == 3 && message["kind"] == "end" {
            break;
        }
    }
}

#[tokio::test]
async fn a_task_is_refused_if_the_queue_is_full() {
    let limits = ServerLimits { queue: 1, task: Duration::from_secs(2), ..ServerLimits::default() };
    let server = serve(limits).await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        let mut client = Client::new(&server).await;
        client.send(json!({"kind": "task", "id": 1, "task": analysis(&json!({}))})).await;
        clients.push(client);
    }
    let mut kinds = Vec::new();
    for client in &mut clients {
        kinds.push(client.receive().await.expect("an answer")["kind"].clone());
    }
    assert!(kinds.contains(&json!("busy")) && kinds.contains(&json!("event")), "{kinds:?}");
}

#[tokio::test]
async fn a_task_ends_at_the_limit_of_the_server() {
    let server =
        serve(ServerLimits { task: Duration::from_millis(300), ..ServerLimits::default() }).await;
    let mut client = Client::new(&server).await;
    let game = json!({"format": "wane-game", "v": 1, "moves": ["f5", "d6", "c3", "d3", "c4"]});
    let tasks = [analysis(&json!({"ms": 60000})), json!({"ask": "review", "game": game})];
    for (id, task) in (1..).zip(tasks) {
        let started = Instant::now();
        client.run(id, task).await;
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
}

#[tokio::test]
async fn an_invalid_message_gets_a_reason_and_the_session_stays_open() {
    let server = serve(ServerLimits::default()).await;
    let mut client = Client::new(&server).await;
    let deep = "[".repeat(30_000);
    for text in ["", "x", "{}", r#"{"kind":"task"}"#, r#"{"kind":"task","id":-1}"#, &deep] {
        client.0.send(Message::text(text)).await.expect("it listens");
        assert_eq!(client.receive().await.expect("an answer")["kind"], "wrong", "{text:.40}");
    }
    for (text, code) in [
        (r#"{"kind":"stop","id":1}"#, "not-a-message"),
        (r#"{"v":1,"kind":"stop","id":1}"#, "version"),
    ] {
        client.0.send(Message::text(text)).await.expect("it listens");
        let wrong = client.receive().await.expect("an answer");
        assert_eq!((&wrong["v"], &wrong["problem"]["code"]), (&json!(2), &json!(code)));
    }
    client.0.send(Message::binary(vec![0; 10])).await.expect("it listens");
    assert_eq!(client.receive().await.expect("an answer")["kind"], "wrong");
    let told = client.run(5, json!({"ask": "analyse", "position": "nothing"})).await;
    assert_eq!(told[0]["event"]["tell"], "failed");
}

#[tokio::test]
async fn messages_are_rate_limited_and_a_frame_that_is_too_long_ends_the_session() {
    let server = serve(ServerLimits { messages_per_second: 5, ..ServerLimits::default() }).await;
    let mut client = Client::new(&server).await;
    for id in 0..20 {
        let query = json!({"ask": "start", "size": 8});
        client.send(json!({"kind": "query", "id": id, "query": query})).await;
    }
    let mut wrongs = 0;
    for _ in 0..20 {
        wrongs += u32::from(client.receive().await.expect("an answer")["kind"] == "wrong");
    }
    assert!((10..=15).contains(&wrongs), "{wrongs}");
    // The server may close the connection while we are still sending.
    let _ = client.0.send(Message::text(" ".repeat(1 << 20))).await;
    assert_eq!(client.receive().await, None);
    let told = Client::new(&server).await.run(1, analysis(&json!({"depth": 2}))).await;
    assert!(!told.is_empty(), "the server still answers");
}

#[tokio::test]
async fn an_idle_session_is_closed() {
    let server =
        serve(ServerLimits { idle: Duration::from_millis(200), ..ServerLimits::default() }).await;
    let mut client = Client::new(&server).await;
    let started = Instant::now();
    assert_eq!(client.receive().await, None);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn the_number_of_sessions_is_limited_and_a_closed_one_frees_its_place() {
    let server = serve(ServerLimits { sessions: 2, ..ServerLimits::default() }).await;
    let url = format!("ws://{}/api/engine", server.address);
    let (first, _second) = (Client::new(&server).await, Client::new(&server).await);
    assert!(connect_async(&url).await.is_err());
    drop(first);
    let mut is_in = false;
    for _ in 0..100 {
        time::sleep(Duration::from_millis(20)).await;
        is_in = is_in || connect_async(&url).await.is_ok();
    }
    assert!(is_in);
}

#[tokio::test]
async fn pages_of_other_origins_are_refused() {
    let server = serve(ServerLimits::default()).await;
    let own = format!("http://{}", server.address);
    for (origin, is_welcome) in
        [(own.as_str(), true), ("http://friend.example", true), ("http://evil.example", false)]
    {
        let url = format!("ws://{}/api/engine", server.address);
        let mut request = url.into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        assert_eq!(connect_async(request).await.is_ok(), is_welcome, "{origin}");
    }
}

#[tokio::test]
async fn queries_over_http_are_answered_and_limited() {
    let server = serve(ServerLimits::default()).await;
    let (head, body) = http(&server, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 200") && body.contains("\"wane\""), "{head} {body}");
    assert!(head.contains("cross-origin-opener-policy: same-origin"), "{head}");
    let (_, body) = http(&server, &server.post(r#"{"ask":"start","size":6}"#)).await;
    assert!(body.contains("\"tell\":\"look\""), "{body}");
    assert!(http(&server, &server.post("{")).await.0.starts_with("HTTP/1.1 400"));
    assert!(http(&server, &server.post(&" ".repeat(100_000))).await.0.starts_with("HTTP/1.1 413"));
    assert!(http(&server, &server.get("/")).await.0.starts_with("HTTP/1.1 200"));
    assert!(http(&server, &server.get("/nothing")).await.0.starts_with("HTTP/1.1 404"));
    let (_, openapi) = http(&server, &server.get("/api/openapi.json")).await;
    let openapi: Json = serde_json::from_str(&openapi).expect("JSON");
    for path in ["/api/health", "/api/query", "/api/openapi.json"] {
        assert!(openapi["paths"][path].is_object(), "{path}");
    }
}

#[tokio::test]
async fn a_task_has_a_shorter_limit_while_others_wait() {
    let server =
        serve(ServerLimits { share: Duration::from_millis(300), ..ServerLimits::default() }).await;
    let (mut first, mut second) = (Client::new(&server).await, Client::new(&server).await);
    first.send(json!({"kind": "task", "id": 1, "task": analysis(&json!({}))})).await;
    assert_eq!(first.receive().await.expect("it begins")["kind"], "event");
    time::sleep(Duration::from_millis(600)).await;
    second.send(json!({"kind": "task", "id": 1, "task": analysis(&json!({"depth": 2}))})).await;
    let end = first.end().await;
    assert_eq!(end["cut"], true);
    let end = second.end().await;
    assert_eq!(end["cut"], false);
}

#[tokio::test]
async fn half_a_request_times_out_and_connections_are_limited() {
    let limits = ServerLimits {
        request: Duration::from_millis(500),
        connections: 2,
        ..ServerLimits::default()
    };
    let server = serve(limits).await;
    let mut halves = Vec::new();
    for _ in 0..2 {
        let mut half = connect(&server, HOSTILE).await;
        half.write_all(b"GET / HTTP/1.1\r\nhost:").await.expect("it reads");
        halves.push(half);
    }
    // There is no place for a third, which is told so.
    let (head, _) = http(&server, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 503") && head.contains("retry-after: "), "{head}");
    time::sleep(Duration::from_secs(1)).await;
    assert!(http(&server, &server.get("/api/health")).await.0.starts_with("HTTP/1.1 200"));
    let head = server.head();
    let slow = format!("POST /api/query HTTP/1.1\r\n{head}content-length: 9\r\n\r\n{{");
    assert!(http(&server, &slow).await.0.starts_with("HTTP/1.1 408"));
}

#[tokio::test]
async fn the_requests_and_connections_of_a_client_are_limited() {
    let limits = ServerLimits {
        messages_per_client: 3,
        connections_per_client: 2,
        sessions_per_client: 1,
        ..ServerLimits::default()
    };
    let server = serve(limits).await;
    let keep = format!("GET /api/health HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let (first, rest) =
        http_from(&server, HOSTILE, &(keep.repeat(5) + &server.get("/api/health"))).await;
    assert!(first.starts_with("HTTP/1.1 200"));
    assert!(rest.contains("HTTP/1.1 429") && rest.contains("retry-after: "), "{rest}");
    let _two = [connect(&server, HOSTILE).await, connect(&server, HOSTILE).await];
    let (head, _) = http_from(&server, HOSTILE, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 429") && head.contains("retry-after: "), "{head}");
    // Others have limits of their own.
    assert!(http(&server, &server.get("/api/health")).await.0.starts_with("HTTP/1.1 200"));
    let _session = Client::new(&server).await;
    assert!(Client::try_from(&server, HONEST).await.is_err());
}
