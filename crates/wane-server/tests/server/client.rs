//! A server that ends with its test, and clients of it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use wane_server::{Config, Server, ServerLimits};
use wane_service::Setup;

pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";

/// The address of an honest client.
pub(crate) const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// The address of hostile clients.
pub(crate) const HOSTILE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// How long a test waits for something that must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Running {
    /// Ends the server, and waits until it has ended.
    pub(crate) async fn end(self) {
        self.end.send(()).expect("it runs");
        time::timeout(PATIENCE, self.ended).await.expect("it ends").expect("it does not panic");
    }

    /// The headers of every request.
    pub(crate) fn head(&self) -> String {
        format!("host: {}\r\nconnection: close\r\n", self.address)
    }

    /// A request for a path.
    pub(crate) fn get(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\n{}\r\n", self.head())
    }

    /// A query over HTTP.
    pub(crate) fn post(&self, body: &str) -> String {
        let (head, length) = (self.head(), body.len());
        format!("POST /api/query HTTP/1.1\r\n{head}content-length: {length}\r\n\r\n{body}")
    }
}

pub(crate) fn config(limits: ServerLimits) -> Config {
    Config {
        address: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
        engines: 1,
        setup: Setup::small(),
        guests: Vec::new(),
        limits,
        page: None,
        arena: None,
        origins: vec!["http://friend.example".to_string()],
        hosts: Vec::new(),
        proxies: Vec::new(),
        has_public_metrics: false,
    }
}

pub(crate) async fn serve(limits: ServerLimits) -> Running {
    start(config(limits)).await
}

/// A server of the page in this folder.
pub(crate) async fn serve_page(folder: PathBuf) -> Running {
    start(Config { page: Some(folder), ..config(ServerLimits::default()) }).await
}

pub(crate) async fn start(config: Config) -> Running {
    let server = Server::start(config).expect("a port is free");
    let address = server.address().expect("it listens");
    let (end, ended) = oneshot::channel();
    let ended = tokio::spawn(server.run(async {
        let _ = ended.await;
    }));
    Running { address, end, ended }
}

/// Connects from an address of this machine.
pub(crate) async fn connect(server: &Running, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("there is a socket");
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0)).expect("it is our address");
    socket.connect(server.address).await.expect("it listens")
}

pub(crate) struct Client(pub(crate) WebSocketStream<TcpStream>);

impl Client {
    pub(crate) async fn new(server: &Running) -> Self {
        Self::from(server, HONEST).await
    }

    pub(crate) async fn from(server: &Running, from: Ipv4Addr) -> Self {
        Self::try_from(server, from).await.expect("it takes one more")
    }

    pub(crate) async fn try_from(server: &Running, from: Ipv4Addr) -> Result<Self, Error> {
        let url = format!("ws://{}/api/engine", server.address);
        let (socket, _) = client_async(url, connect(server, from).await).await?;
        Ok(Self(socket))
    }

    pub(crate) async fn send(&mut self, mut message: Json) {
        message["v"] = json!(2);
        self.0.send(Message::text(message.to_string())).await.expect("it listens");
    }

    /// The next message; `None` if the server closes the connection.
    pub(crate) async fn receive(&mut self) -> Option<Json> {
        loop {
            let message = time::timeout(PATIENCE, self.0.next()).await;
            match message.expect("it says something")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The close frame; `None` if the connection ends without one.
    pub(crate) async fn close_frame(&mut self) -> Option<CloseFrame> {
        loop {
            let message = time::timeout(PATIENCE, self.0.next()).await;
            if let Message::Close(frame) = message.expect("it closes the connection")?.ok()? {
                return frame;
            }
        }
    }

    /// The end of a task.
    pub(crate) async fn end(&mut self) -> Json {
        loop {
            let message = self.receive().await.expect("the session is open");
            if message["kind"] == "end" {
                return message;
            }
        }
    }

    /// The events of a task, up to its end.
    pub(crate) async fn run(&mut self, id: u32, task: Json) -> Vec<Json> {
        self.send(json!({"kind": "task", "id": id, "task": task})).await;
        let mut told = Vec::new();
        while let Some(message) = self.receive().await {
            assert_eq!(message["id"], id, "{message}");
            if message["kind"] == "end" {
                break;
            }
            told.push(message);
        }
        told
    }

    /// The answer to a query.
    pub(crate) async fn ask(&mut self, query: Json) -> Option<Json> {
        self.send(json!({"kind": "query", "id": 1, "query": query})).await;
        self.receive().await
    }
}

pub(crate) fn analysis(within: &Json) -> Json {
    json!({"ask": "analyse", "position": START, "within": within})
}

/// The head and the body of an HTTP response.
pub(crate) async fn http(server: &Running, request: &str) -> (String, String) {
    http_from(server, HONEST, request).await
}

pub(crate) async fn http_from(server: &Running, from: Ipv4Addr, request: &str) -> (String, String) {
    let mut stream = connect(server, from).await;
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    let read = time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("it answers").expect("it is text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    (head.to_string(), body.to_string())
}
