//! Attacks over HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::sleep;

use super::super::client::{HOSTILE, connect};

/// The pause between two bytes of a slow client.
const BYTE_PAUSE: Duration = Duration::from_millis(500);

/// A message with a text that would have an answer of a megabyte.
pub(super) fn paste() -> serde_json::Value {
    let text = r#"{"format":"wane-game","v":1}"#.repeat(1500);
    json!({"ask": "paste", "text": text, "size": 8})
}

/// Sends requests without end, and reads no response.
pub(super) async fn pipeline(server: SocketAddr) -> Result<()> {
    let mut stream = connect(server, HOSTILE).await?;
    let requests = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {server}\r\n\r\n").repeat(100);
    loop {
        stream.write_all(requests.as_bytes()).await?;
    }
}

/// Sends the head of a request, a byte at a time.
pub(super) async fn slow_head(server: SocketAddr) -> Result<()> {
    let mut stream = connect(server, HOSTILE).await?;
    stream.write_all(b"GET /api/health HTTP/1.1\r\n").await?;
    loop {
        stream.write_all(b"x").await?;
        sleep(BYTE_PAUSE).await;
    }
}

/// Sends the body of a request, a byte at a time.
pub(super) async fn slow_body(server: SocketAddr) -> Result<()> {
    let mut stream = connect(server, HOSTILE).await?;
    let head =
        format!("POST /api/query HTTP/1.1\r\nhost: {server}\r\ncontent-length: 60000\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    loop {
        stream.write_all(b" ").await?;
        sleep(BYTE_PAUSE).await;
    }
}

/// Sends long queries, one after the other.
pub(super) async fn long_bodies(server: SocketAddr) -> Result<()> {
    let mut stream = connect(server, HOSTILE).await?;
    let body = paste().to_string();
    let head = format!(
        "POST /api/query HTTP/1.1\r\nhost: {server}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut answer = vec![0; 64 << 10];
    loop {
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        if stream.read(&mut answer).await? == 0 {
            return Ok(());
        }
    }
}

/// Connects, asks, and disconnects, again and again. The ports of this machine bound how often.
pub(super) async fn churn(server: SocketAddr) -> Result<()> {
    for _ in 0..5 {
        let mut stream = connect(server, HOSTILE).await?;
        stream.write_all(b"GET / HTTP/1.1\r\n").await?;
    }
    Ok(())
}
