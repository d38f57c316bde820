//! What hostile clients cannot do: stop the server for others, make it send or keep much, or stay for nothing.

use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use wane_server::ServerLimits;

use crate::client::{
    Client, HOSTILE, PATIENCE, START, analysis, connect, http, http_from, serve, serve_page,
};

/// Waits until the server closes a connection, without an answer to what was sent last.
async fn closed(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // A reset is a close as well.
    let _ = time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it is closed");
}

#[tokio::test]
async fn clients_that_pipeline_and_do_not_read_leave_the_server_to_others() {
    let server =
        serve(ServerLimits { send: Duration::from_secs(1), ..ServerLimits::default() }).await;
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let mut streams = Vec::new();
    for _ in 0..220 {
        let stream = connect(&server, HOSTILE).await;
        // Until nothing more fits into the buffers of both sides.
        let pipelined = request.repeat(100);
        while stream.try_write(pipelined.as_bytes()).is_ok() {}
        streams.push(stream);
    }
    let asked = Instant::now();
    let (head, _) = http(&server, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    // Those that do not read are closed: their address gets answers again.
    time::sleep(Duration::from_secs(3)).await;
    let (head, _) = http_from(&server, HOSTILE, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}

#[tokio::test]
async fn a_long_text_has_no_answer_of_megabytes() {
    let server = serve(ServerLimits::default()).await;
    let text = r#"{"format":"wane-game","v":1}"#.repeat(1500);
    let query = json!({"ask": "paste", "text": text, "size": 8});
    let (head, body) = http(&server, &server.post(&query.to_string())).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(body.len() < 1 << 19, "{} bytes", body.len());
    let mut client = Client::new(&server).await;
    let answer = client.ask(query).await.expect("an answer");
    assert!(answer.to_string().len() < 1 << 19);
    assert_eq!(answer["answer"]["problem"]["code"], "answer-too-long");
}

#[tokio::test]
async fn pings_do_not_keep_a_session_open() {
    let server =
        serve(ServerLimits { idle: Duration::from_millis(500), ..ServerLimits::default() }).await;
    let mut client = Client::new(&server).await;
    let started = Instant::now();
    while client.0.send(Message::Ping(Vec::new().into())).await.is_ok() {
        time::sleep(Duration::from_millis(50)).await;
        assert!(started.elapsed() < Duration::from_secs(10), "pings keep it open");
    }
}

#[tokio::test]
async fn a_flood_of_messages_ends_in_a_close() {
    let server = serve(ServerLimits::default()).await;
    for message in [Message::text("{}"), Message::Ping(Vec::new().into())] {
        let mut client = Client::from(&server, HOSTILE).await;
        for _ in 0..1000 {
            if client.0.feed(message.clone()).await.is_err() {
                break;
            }
        }
        let _ = client.0.flush().await;
        let frame = client.close_frame().await.expect("it says why");
        assert_eq!(frame.code, CloseCode::Policy, "{message:?}");
    }
    let mut honest = Client::new(&server).await;
    assert!(honest.ask(json!({"ask": "look", "position": START})).await.is_some());
}

#[tokio::test]
async fn sessions_are_told_that_the_server_ends() {
    let server = serve(ServerLimits::default()).await;
    let mut idle = Client::new(&server).await;
    let mut busy = Client::new(&server).await;
    busy.send(json!({"kind": "task", "id": 1, "task": analysis(&json!({}))})).await;
    assert_eq!(busy.receive().await.expect("it begins")["kind"], "event");
    let _silent = connect(&server, HOSTILE).await;
    let asked = Instant::now();
    let end = tokio::spawn(server.end());
    for client in [&mut idle, &mut busy] {
        let frame = client.close_frame().await.expect("it says why");
        assert_eq!(frame.code, CloseCode::Away);
    }
    end.await.expect("it ends");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_fifo_in_the_folder_of_the_page_stops_nothing() {
    let folder = wane_testkit::temp_dir::TempDir::new().expect("it is writable");
    folder.write("index.html", "a page").expect("it is writable");
    let fifo = folder.path().join("fifo.js");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().expect("mkfifo is there");
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.js")).expect("it is writable");
    let server = serve_page(folder.path().to_path_buf()).await;
    for path in ["/fifo.js", "/zero.js"] {
        let answered =
            time::timeout(Duration::from_secs(5), http(&server, &server.get(path))).await;
        let (head, _) = answered.expect("it answers at once");
        assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    }
    assert_eq!(http(&server, &server.get("/")).await.1, "a page");
}

#[tokio::test]
async fn slow_requests_do_not_wait_for_others_nor_keep_them_waiting() {
    let limits = ServerLimits { request: Duration::from_secs(2), ..ServerLimits::default() };
    let server = serve(limits).await;
    let mut slow = Vec::new();
    for _ in 0..250 {
        let mut stream = connect(&server, HOSTILE).await;
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost:").await;
        slow.push(stream);
    }
    let asked = Instant::now();
    let (head, _) = http(&server, &server.get("/api/health")).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    for stream in &mut slow {
        closed(stream).await;
    }
}
