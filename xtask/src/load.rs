//! `cargo xtask load`: connects many clients to a real `wane serve` on the loopback interface, some of them hostile.
//!
//! Most clients are idle; some analyse one position after the other; one asks for legal moves all the time and measures
//! the latency, less the time that the host took from this machine; and the hostile ones send garbage, a frame of
//! 100 MB, half a frame, or requests whose responses they never read. Every other client must get its responses, and
//! the server must neither exit nor grow.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wane_testkit::Stopwatch;

use crate::build;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The start position.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// Time limit of an analysis, in milliseconds.
const ANALYSIS_MS: u64 = 500;

/// Timeout of every operation.
const TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Args)]
pub(crate) struct LoadArgs {
    /// How many clients are idle
    #[arg(long, default_value_t = 1000)]
    idle: usize,
    /// How many clients analyse
    #[arg(long, default_value_t = 50)]
    busy: usize,
    /// Duration in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Maximum latency of 99 % of the queries for legal moves, in milliseconds
    #[arg(long, default_value_t = 50)]
    p99_ms: u64,
    /// Maximum memory of the server, in megabytes
    #[arg(long, default_value_t = 600)]
    megabytes: u64,
}

/// The server process; dropping it kills the process.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        // If the process has already exited, `run` reports that.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Responses to the clients that analyse.
#[derive(Default)]
struct Totals {
    done: AtomicU64,
    busy: AtomicU64,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &LoadArgs) -> Result<()> {
    let wane = build::release()?.join("release/wane");
    // The queue is short, so that some tasks wait and others are refused.
    let mut server = start(&wane, args.busy / 2)?;
    let address = server.address;
    Runtime::new()?.block_on(async {
        let mut idle = Vec::new();
        for _ in 0..args.idle {
            let client = connect(address).await;
            idle.push(client.context("connecting an idle client; is ulimit -n high enough?")?);
        }
        println!("{} clients are idle", idle.len());
        let until = Instant::now() + Duration::from_secs(args.seconds);
        let totals = Arc::new(Totals::default());
        let mut clients = Vec::new();
        for _ in 0..args.busy {
            clients.push(tokio::spawn(analyse(address, until, Arc::clone(&totals))));
        }
        let hostile = tokio::spawn(run_hostile_clients(address, until));
        let Latencies { queries, p99, p99_with_steal } = measure_latency(address, until).await?;
        for client in clients {
            client.await??;
        }
        let rounds = hostile.await??;
        let (done, busy) = (totals.done.load(Relaxed), totals.busy.load(Relaxed));
        println!(
            "{done} analyses done, {busy} refused as busy, {rounds} rounds of hostile clients"
        );
        println!(
            "{queries} queries for legal moves, 99 % within {p99:.1?} ({p99_with_steal:.1?} with steal time)"
        );
        ensure!(done > 0, "no analysis was done");
        ensure!(busy > 0 || args.busy < 4, "no client was told that the server is busy");
        ensure!(
            p99 <= Duration::from_millis(args.p99_ms),
            "99 % of the queries may take {} ms at most",
            args.p99_ms
        );
        // Idle clients still get responses.
        for client in idle.iter_mut().step_by(100) {
            legal_moves(client).await.context("a client after its idle time")?;
        }
        anyhow::Ok(())
    })?;
    ensure!(server.process.try_wait()?.is_none(), "the server has exited");
    let megabytes = peak_memory_kb(server.process.id())? >> 10;
    println!("peak memory of the server: {megabytes} MB");
    ensure!(megabytes <= args.megabytes, "the server may take {} MB at most", args.megabytes);
    Ok(())
}

/// Starts the server with a queue for this number of waiting tasks.
fn start(wane: &Path, queue: usize) -> Result<Server> {
    let mut process = Command::new(wane)
        .args(["serve", "--port", "0", "--json", "--hash", "64", "--queue", &queue.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .context("running wane serve")?;
    let output = process.stdout.take().context("the server has a standard output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let ready: Json =
        serde_json::from_str(&line).context("reading the first line of wane serve")?;
    let address = ready["address"].as_str().context("wane serve printed no address")?.parse()?;
    Ok(Server { process, address })
}

async fn connect(address: SocketAddr) -> Result<Socket> {
    let (socket, _) = connect_async(format!("ws://{address}/api/engine")).await?;
    Ok(socket)
}

/// Receives the next message.
async fn receive(socket: &mut Socket) -> Result<Json> {
    loop {
        let next = timeout(TIMEOUT, socket.next()).await.context("no message arrived")?;
        match next.context("the server closed the connection")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(_) => bail!("the server closed the connection"),
            _ => {}
        }
    }
}

/// Analyses until the given time. Every task must end or be refused.
async fn analyse(address: SocketAddr, until: Instant, totals: Arc<Totals>) -> Result<()> {
    let mut socket = connect(address).await?;
    let task = json!({"ask": "analyse", "position": START, "within": {"ms": ANALYSIS_MS}});
    let mut id = 0;
    while Instant::now() < until {
        id += 1;
        let message = json!({"v": 2, "kind": "task", "id": id, "task": task});
        socket.send(Message::text(message.to_string())).await?;
        loop {
            let message = receive(&mut socket).await?;
            ensure!(message["id"] == id, "a response to another task: {message}");
            match message["kind"].as_str() {
                Some("event") => {}
                Some("end") => {
                    totals.done.fetch_add(1, Relaxed);
                    break;
                }
                Some("busy") => {
                    totals.busy.fetch_add(1, Relaxed);
                    sleep(Duration::from_millis(200)).await;
                    break;
                }
                _ => bail!("an unexpected message: {message}"),
            }
        }
    }
    Ok(())
}

/// The latencies of queries: 99 % of them are at most this.
struct Latencies {
    queries: usize,
    /// Less the steal time during a query.
    p99: Duration,
    /// As a client sees it.
    p99_with_steal: Duration,
}

/// Asks for legal moves until the given time.
async fn measure_latency(address: SocketAddr, until: Instant) -> Result<Latencies> {
    let mut socket = connect(address).await?;
    let (mut net, mut gross) = (Vec::new(), Vec::new());
    while Instant::now() < until {
        let stopwatch = Stopwatch::start();
        legal_moves(&mut socket).await?;
        let latency = stopwatch.elapsed();
        gross.push(latency);
        net.push(latency.saturating_sub(stopwatch.steal()));
        sleep(Duration::from_millis(30)).await;
    }
    let p99 = |latencies: &mut [Duration]| {
        latencies.sort();
        latencies[latencies.len() * 99 / 100]
    };
    Ok(Latencies { queries: net.len(), p99: p99(&mut net), p99_with_steal: p99(&mut gross) })
}

async fn legal_moves(socket: &mut Socket) -> Result<()> {
    let query = json!({"ask": "look", "position": START});
    let message = json!({"v": 2, "kind": "query", "id": 1, "query": query});
    socket.send(Message::text(message.to_string())).await?;
    let answer = receive(socket).await?;
    let moves = answer["answer"]["moves"].as_array().context("the answer has no moves")?;
    ensure!(moves.len() == 4, "the answer has {} moves instead of 4", moves.len());
    Ok(())
}

/// Runs all kinds of hostile clients in rounds until the given time, and returns the number of rounds.
async fn run_hostile_clients(address: SocketAddr, until: Instant) -> Result<u32> {
    let mut rounds = 0;
    // These sockets stay open until the end.
    let (mut half_frames, mut stalled) = (Vec::new(), Vec::new());
    while Instant::now() < until {
        send_garbage(address).await.context("garbage")?;
        send_huge_frame(address).await.context("a huge frame")?;
        half_frames.push(send_half_a_frame(address).await.context("half a frame")?);
        stalled.push(stop_reading(address).await.context("a client that stops reading")?);
        rounds += 1;
        sleep(Duration::from_millis(500)).await;
    }
    Ok(rounds)
}

/// A WebSocket as a plain stream after the handshake, for frames that no library would send.
async fn raw_socket(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "GET /api/engine HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = [0; 1024];
    let read = timeout(TIMEOUT, stream.read(&mut answer)).await??;
    ensure!(answer[..read].starts_with(b"HTTP/1.1 101"), "the server refused the WebSocket");
    Ok(stream)
}

/// Sends bytes that are no frames: the server closes the connection.
async fn send_garbage(address: SocketAddr) -> Result<()> {
    let mut stream = raw_socket(address).await?;
    // The server may close the connection before all bytes are sent.
    let _ = stream.write_all(&[0xff; 300]).await;
    expect_close(stream).await
}

/// Sends a frame of 100 MB: the server closes the connection during the frame or after it.
async fn send_huge_frame(address: SocketAddr) -> Result<()> {
    let mut stream = raw_socket(address).await?;
    let (part, parts) = (vec![b' '; 1 << 20], 100_u64);
    let mut head = vec![0x81, 0xff];
    head.extend((parts << 20).to_be_bytes());
    head.extend([0; 4]);
    stream.write_all(&head).await?;
    for _ in 0..parts {
        let sent = timeout(TIMEOUT, stream.write_all(&part))
            .await
            .context("the server stopped reading")?;
        if sent.is_err() {
            return Ok(());
        }
    }
    expect_close(stream).await
}

/// Sends the beginning of a frame, and keeps the socket open.
async fn send_half_a_frame(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = raw_socket(address).await?;
    stream.write_all(&[0x81, 0xfe, 0x03]).await?;
    Ok(stream)
}

/// Sends queries with long answers, reads none of them, and keeps the socket open.
async fn stop_reading(address: SocketAddr) -> Result<Socket> {
    let mut socket = connect(address).await?;
    let text = r#"{"format":"wane-game","v":1}"#.repeat(1500);
    let query = json!({"ask": "paste", "text": text, "size": 8});
    let message = json!({"v": 2, "kind": "query", "id": 1, "query": query}).to_string();
    for _ in 0..30 {
        // When the buffers in both directions are full, sending blocks.
        let sent = socket.send(Message::text(message.clone()));
        if timeout(Duration::from_millis(200), sent).await.is_err() {
            break;
        }
    }
    Ok(socket)
}

/// Waits until the server closes the connection.
async fn expect_close(mut stream: TcpStream) -> Result<()> {
    let mut rest = Vec::new();
    // A connection reset counts as closed.
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut rest))
        .await
        .context("the server keeps the connection open")?;
    Ok(())
}

/// The peak memory of a process, in kilobytes.
fn peak_memory_kb(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.context("/proc has no VmHWM for the server")?.parse()?)
}
