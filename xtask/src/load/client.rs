//! Clients of the server, from any address of the loopback network.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The start position.
pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";

/// The address of the honest client whose latency is measured.
pub(crate) const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// The address of all hostile clients.
pub(crate) const HOSTILE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Timeout of every operation.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// Connects from an address.
pub(crate) async fn connect(server: SocketAddr, from: Ipv4Addr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
    let stream = timeout(TIMEOUT, socket.connect(server)).await??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Opens a WebSocket from an address.
pub(crate) async fn open(server: SocketAddr, from: Ipv4Addr) -> Result<Socket> {
    let stream = connect(server, from).await?;
    let url = format!("ws://{server}/api/engine");
    let (socket, _) = timeout(TIMEOUT, client_async(url, stream)).await??;
    Ok(socket)
}

/// Receives the next message.
pub(crate) async fn receive(socket: &mut Socket) -> Result<Json> {
    loop {
        let next = timeout(TIMEOUT, socket.next()).await.context("no message arrived")?;
        match next.context("the server closed the connection")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(frame) => bail!("the server closed the connection: {frame:?}"),
            _ => {}
        }
    }
}

/// Asks for the legal moves of the start position.
pub(crate) async fn legal_moves(socket: &mut Socket) -> Result<()> {
    let query = json!({"ask": "look", "position": START});
    let message = json!({"v": 2, "kind": "query", "id": 1, "query": query});
    socket.send(Message::text(message.to_string())).await?;
    let answer = receive(socket).await?;
    let moves = answer["answer"]["moves"].as_array().context("the answer has no moves")?;
    ensure!(moves.len() == 4, "the answer has {} moves instead of 4", moves.len());
    Ok(())
}

/// Asks for the health of the server over a new connection.
pub(crate) async fn health(server: SocketAddr, from: Ipv4Addr) -> Result<()> {
    let mut stream = connect(server, from).await?;
    let request =
        format!("GET /api/health HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(TIMEOUT, stream.read_to_string(&mut answer)).await??;
    ensure!(answer.starts_with("HTTP/1.1 200"), "the answer is {answer:?}");
    Ok(())
}
