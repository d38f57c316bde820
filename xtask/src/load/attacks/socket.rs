//! Attacks over a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::super::client::{HOSTILE, TIMEOUT, connect, open};
use super::http::paste;

fn paste_message() -> String {
    json!({"v": 2, "kind": "query", "id": 1, "query": paste()}).to_string()
}

/// Sends texts of 65 kB with long answers, and reads them.
pub(super) async fn pastes(server: SocketAddr) -> Result<()> {
    let mut socket = open(server, HOSTILE).await?;
    let message = paste_message();
    loop {
        socket.send(Message::text(message.clone())).await?;
        socket.next().await.context("the server closed the connection")??;
    }
}

/// Sends the same texts, and reads nothing.
pub(super) async fn no_reading(server: SocketAddr) -> Result<()> {
    let mut socket = open(server, HOSTILE).await?;
    let message = paste_message();
    loop {
        socket.send(Message::text(message.clone())).await?;
    }
}

/// Sends pings without a pause.
pub(super) async fn pings(server: SocketAddr) -> Result<()> {
    send_many(server, &Message::Ping(vec![0; 100].into())).await
}

/// Sends short messages without a pause.
pub(super) async fn flood(server: SocketAddr) -> Result<()> {
    send_many(server, &Message::text("{}")).await
}

/// Sends a thousand messages a second: more would only slow down this machine.
async fn send_many(server: SocketAddr, message: &Message) -> Result<()> {
    let mut socket = open(server, HOSTILE).await?;
    loop {
        for _ in 0..50 {
            socket.feed(message.clone()).await?;
        }
        socket.flush().await?;
        sleep(Duration::from_millis(50)).await;
    }
}

/// Sends a frame of 100 MB: the server closes the connection during the frame.
pub(super) async fn huge_frame(server: SocketAddr) -> Result<()> {
    let mut stream = upgrade(server).await?;
    let (part, parts) = (vec![b' '; 1 << 20], 100_u64);
    let mut head = vec![0x81, 0xff];
    head.extend((parts << 20).to_be_bytes());
    head.extend([0; 4]);
    stream.write_all(&head).await?;
    for _ in 0..parts {
        stream.write_all(&part).await?;
    }
    wait_for_close(stream).await
}

/// Sends bytes that are no frames.
pub(super) async fn garbage(server: SocketAddr) -> Result<()> {
    let mut stream = upgrade(server).await?;
    stream.write_all(&[0xff; 300]).await?;
    wait_for_close(stream).await
}

/// Sends a request for a WebSocket and half a frame, and then nothing.
pub(super) async fn half_open(server: SocketAddr) -> Result<()> {
    let mut stream = upgrade(server).await?;
    stream.write_all(&[0x81, 0xfe, 0x03]).await?;
    wait_for_close(stream).await
}

/// A WebSocket as a plain stream after the handshake, for frames that no library would send.
async fn upgrade(server: SocketAddr) -> Result<TcpStream> {
    let mut stream = connect(server, HOSTILE).await?;
    let request = format!(
        "GET /api/engine HTTP/1.1\r\nhost: {server}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = [0; 1024];
    let read = timeout(TIMEOUT, stream.read(&mut answer)).await??;
    ensure!(answer[..read].starts_with(b"HTTP/1.1 101"), "the server refused the WebSocket");
    Ok(stream)
}

async fn wait_for_close(mut stream: TcpStream) -> Result<()> {
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}
