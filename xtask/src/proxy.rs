//! `cargo xtask proxy`: plays a WebSocket session through a real Caddy with TLS in front of a real `wane serve`, with
//! the configuration of docs/examples/Caddyfile.
//!
//! The certificate is one of Caddy's own authority, which the client trusts for this test alone. The TLS client is
//! `openssl s_client`, so that no library for it is needed.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Join, join};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{WebSocketStream, client_async};
use wane_testkit::temp_dir::TempDir;

use crate::build;
use crate::load::server::Server;

/// How long everything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A stream through TLS.
type Tls = Join<ChildStdout, ChildStdin>;

/// A running Caddy; dropping it kills the process.
struct Proxy {
    _process: Child,
    port: u16,
    /// The certificate of its authority.
    authority: PathBuf,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run() -> Result<()> {
    let wane = build::release()?.join("release/wane");
    let server =
        Server::start(&wane, &["--host-name", "localhost", "--trusted-proxy", "127.0.0.1"])?;
    let folder = TempDir::new()?;
    Runtime::new()?.block_on(async {
        let proxy = Proxy::start(server.address, folder.path()).await?;
        check_http(&proxy).await.context("HTTP through the proxy")?;
        let mut socket = connect(&proxy).await.context("a WebSocket through the proxy")?;
        check_session(&mut socket).await.context("a session through the proxy")?;
        server.terminate()?;
        let code = close_code(&mut socket).await?;
        ensure!(code == Some(CloseCode::Away), "the close frame has the code {code:?}");
        println!("caddy with TLS: page, query, analysis and close frame");
        anyhow::Ok(())
    })
}

impl Proxy {
    /// Starts Caddy in front of a server, with its files in a folder.
    async fn start(server: SocketAddr, folder: &Path) -> Result<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let example = build::root().join("docs/examples/Caddyfile");
        let storage = folder.join("storage");
        let config = folder.join("Caddyfile");
        fs::write(
            &config,
            format!(
                "{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\
                 \tdefault_bind 127.0.0.1\n\tstorage file_system {}\n}}\nimport {}\n",
                storage.display(),
                example.display()
            ),
        )?;
        let process = Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&config)
            .env("HOME", folder)
            .env("XDG_DATA_HOME", folder)
            .env("XDG_CONFIG_HOME", folder)
            .env("WANE_SITE", format!("https://localhost:{port}"))
            .env("WANE_SERVER", server.to_string())
            .stderr(fs::File::create(folder.join("log"))?)
            .kill_on_drop(true)
            .spawn()
            .context("running caddy; is it installed?")?;
        let authority = storage.join("pki/authorities/local/root.crt");
        let proxy = Self { _process: process, port, authority };
        let started = Instant::now();
        // The certificate of the site is made after that of the authority.
        while get(&proxy, "/api/health").await.is_err() {
            if started.elapsed() > PATIENCE {
                bail!("caddy does not answer: {}", fs::read_to_string(folder.join("log"))?);
            }
            sleep(Duration::from_millis(200)).await;
        }
        Ok(proxy)
    }

    /// A stream to the proxy through TLS; the certificate must be right.
    fn tls(&self) -> Result<(Child, Tls)> {
        let mut client = Command::new("openssl")
            .args(["s_client", "-quiet", "-verify_quiet", "-verify_return_error"])
            .args(["-servername", "localhost", "-verify_hostname", "localhost", "-CAfile"])
            .arg(&self.authority)
            .args(["-connect", &format!("127.0.0.1:{}", self.port)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("running openssl; is it installed?")?;
        let output = client.stdout.take().context("it has a standard output")?;
        let input = client.stdin.take().context("it has a standard input")?;
        Ok((client, join(output, input)))
    }
}

/// The response to a request through the proxy.
async fn get(proxy: &Proxy, path: &str) -> Result<String> {
    let (_client, mut stream) = proxy.tls()?;
    let port = proxy.port;
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    stream.flush().await?;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await??;
    ensure!(answer.starts_with(b"HTTP/1.1 "), "the proxy gave no response");
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

async fn check_http(proxy: &Proxy) -> Result<()> {
    let page = get(proxy, "/").await?.to_ascii_lowercase();
    for part in ["http/1.1 200", "content-security-policy: ", "strict-transport-security: "] {
        ensure!(page.contains(part), "no {part:?} in {page}");
    }
    let metrics = get(proxy, "/metrics").await?;
    ensure!(metrics.starts_with("HTTP/1.1 404"), "the proxy shows the metrics: {metrics}");
    Ok(())
}

/// A session and the process that its stream belongs to.
struct Session {
    _client: Child,
    socket: WebSocketStream<Tls>,
}

async fn connect(proxy: &Proxy) -> Result<Session> {
    let (client, stream) = proxy.tls()?;
    // The scheme is ws, because the stream has the TLS already.
    let url = format!("ws://localhost:{}/api/engine", proxy.port);
    let (socket, _) = timeout(PATIENCE, client_async(url, stream)).await??;
    Ok(Session { _client: client, socket })
}

async fn check_session(session: &mut Session) -> Result<()> {
    let query = json!({"v": 2, "kind": "query", "id": 1, "query": {"ask": "start", "size": 8}});
    session.socket.send(Message::text(query.to_string())).await?;
    let answer = receive(session).await?;
    let position = answer["answer"]["position"].clone();
    ensure!(position.is_string(), "the answer has no position: {answer}");
    let task = json!({"ask": "analyse", "position": position, "within": {"depth": 4}});
    let task = json!({"v": 2, "kind": "task", "id": 2, "task": task});
    session.socket.send(Message::text(task.to_string())).await?;
    loop {
        let message = receive(session).await?;
        match message["kind"].as_str() {
            Some("event") => {}
            Some("end") => return Ok(()),
            _ => bail!("an unexpected message: {message}"),
        }
    }
}

async fn receive(session: &mut Session) -> Result<Json> {
    let message = timeout(PATIENCE, session.socket.next()).await?.context("it was closed")??;
    Ok(serde_json::from_str(message.to_text()?)?)
}

/// The code of the next close frame.
async fn close_code(session: &mut Session) -> Result<Option<CloseCode>> {
    loop {
        let message =
            timeout(PATIENCE, session.socket.next()).await?.context("it was closed")??;
        if let Message::Close(frame) = message {
            return Ok(frame.map(|frame| frame.code));
        }
    }
}
