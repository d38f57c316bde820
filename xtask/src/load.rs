//! `cargo xtask load`: many clients at once at a real `wane serve` on the loopback, some of them unkind.
//!
//! Most say nothing; some analyse one position after the other; one asks for legal moves all the time and measures
//! how long that takes; and a few send garbage, a frame of 100 MB, half a frame, or ask and never listen. Nobody
//! may be left without an answer, and the server must neither end nor grow.

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

use crate::build;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Where the game begins.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// How long an analysis takes that nobody disturbs, in milliseconds.
const ANALYSIS_MS: u64 = 500;

/// The longest that anybody may wait for anything.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Args)]
pub(crate) struct LoadArgs {
    /// How many say nothing
    #[arg(long, default_value_t = 1000)]
    idle: usize,
    /// How many analyse
    #[arg(long, default_value_t = 50)]
    busy: usize,
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The longest that 99 of 100 answers to a question without thinking may take, in milliseconds
    #[arg(long, default_value_t = 50)]
    p99_ms: u64,
    /// The most memory that the server may take, in megabytes
    #[arg(long, default_value_t = 600)]
    megabytes: u64,
}

/// The server, which is ended when this is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, which is found out elsewhere.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the clients that analyse have heard.
#[derive(Default)]
struct Heard {
    done: AtomicU64,
    busy: AtomicU64,
}

#[expect(clippy::print_stdout, reason = "a chore talks to the person who runs it")]
pub(crate) fn run(args: &LoadArgs) -> Result<()> {
    let wane = build::release()?.join("release/wane");
    // Some must wait, and some be told that there is no room.
    let mut server = start(&wane, args.busy / 2)?;
    let address = server.address;
    Runtime::new()?.block_on(async {
        let mut idle = Vec::new();
        for _ in 0..args.idle {
            let client = connect(address).await;
            idle.push(client.context("one client more; is ulimit -n high enough?")?);
        }
        println!("{} clients say nothing", idle.len());
        let until = Instant::now() + Duration::from_secs(args.seconds);
        let heard = Arc::new(Heard::default());
        let mut clients = Vec::new();
        for _ in 0..args.busy {
            clients.push(tokio::spawn(analyse(address, until, Arc::clone(&heard))));
        }
        let unkind = tokio::spawn(be_unkind(address, until));
        let waits = ask(address, until).await?;
        for client in clients {
            client.await??;
        }
        let attacks = unkind.await??;
        let (done, busy) = (heard.done.load(Relaxed), heard.busy.load(Relaxed));
        println!("{done} analyses done, {busy} times busy, {attacks} rounds of unkindness");
        let p99 = waits[waits.len() * 99 / 100];
        println!("{} questions for legal moves, 99 of 100 within {p99:.1?}", waits.len());
        ensure!(done > 0, "no analysis was done");
        ensure!(busy > 0 || args.busy < 4, "nobody was told that the server is busy");
        ensure!(p99 <= Duration::from_millis(args.p99_ms), "that is too long");
        // Those who said nothing can still ask.
        for client in idle.iter_mut().step_by(100) {
            legal_moves(client).await.context("a client that was idle")?;
        }
        anyhow::Ok(())
    })?;
    ensure!(server.process.try_wait()?.is_none(), "the server has ended");
    let megabytes = most_memory(server.process.id())? >> 10;
    println!("the server took {megabytes} MB at most");
    ensure!(megabytes <= args.megabytes, "that is too much");
    Ok(())
}

/// Starts it with room for so many tasks that wait.
fn start(wane: &Path, queue: usize) -> Result<Server> {
    let mut process = Command::new(wane)
        .args(["serve", "--port", "0", "--json", "--hash", "64", "--queue", &queue.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .context("running wane serve")?;
    let output = process.stdout.take().context("it has an output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let said: Json = serde_json::from_str(&line).context("reading what wane serve says")?;
    let address = said["address"].as_str().context("it says where it is")?.parse()?;
    Ok(Server { process, address })
}

async fn connect(address: SocketAddr) -> Result<Socket> {
    let (socket, _) = connect_async(format!("ws://{address}/api/engine")).await?;
    Ok(socket)
}

/// The next message.
async fn hear(socket: &mut Socket) -> Result<Json> {
    loop {
        let next = timeout(PATIENCE, socket.next()).await.context("nothing is said")?;
        match next.context("the server has hung up")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(_) => bail!("the server has hung up"),
            _ => {}
        }
    }
}

/// Analyses until the time has come. Every task must come to an end, or be refused.
async fn analyse(address: SocketAddr, until: Instant, heard: Arc<Heard>) -> Result<()> {
    let mut socket = connect(address).await?;
    let task = json!({"ask": "analyse", "position": START, "within": {"ms": ANALYSIS_MS}});
    let mut id = 0;
    while Instant::now() < until {
        id += 1;
        let message = json!({"v": 2, "kind": "task", "id": id, "task": task});
        socket.send(Message::text(message.to_string())).await?;
        loop {
            let message = hear(&mut socket).await?;
            ensure!(message["id"] == id, "an answer to another question: {message}");
            match message["kind"].as_str() {
                Some("event") => {}
                Some("end") => {
                    heard.done.fetch_add(1, Relaxed);
                    break;
                }
                Some("busy") => {
                    heard.busy.fetch_add(1, Relaxed);
                    sleep(Duration::from_millis(200)).await;
                    break;
                }
                _ => bail!("no answer: {message}"),
            }
        }
    }
    Ok(())
}

/// Asks for legal moves, and returns how long each answer took, the shortest first.
async fn ask(address: SocketAddr, until: Instant) -> Result<Vec<Duration>> {
    let mut socket = connect(address).await?;
    let mut waits = Vec::new();
    while Instant::now() < until {
        let asked = Instant::now();
        legal_moves(&mut socket).await?;
        waits.push(asked.elapsed());
        sleep(Duration::from_millis(30)).await;
    }
    waits.sort();
    Ok(waits)
}

async fn legal_moves(socket: &mut Socket) -> Result<()> {
    let query = json!({"ask": "look", "position": START});
    let message = json!({"v": 2, "kind": "query", "id": 1, "query": query});
    socket.send(Message::text(message.to_string())).await?;
    let answer = hear(socket).await?;
    let moves = answer["answer"]["moves"].as_array().context("it has moves")?;
    ensure!(moves.len() == 4, "{} moves", moves.len());
    Ok(())
}

/// Does what no client should, again and again, and returns how often.
async fn be_unkind(address: SocketAddr, until: Instant) -> Result<u32> {
    let mut rounds = 0;
    let (mut halves, mut deaf_ones) = (Vec::new(), Vec::new());
    while Instant::now() < until {
        garbage(address).await.context("garbage")?;
        huge_frame(address).await.context("a huge frame")?;
        halves.push(half_a_frame(address).await.context("half a frame")?);
        deaf_ones.push(deaf(address).await.context("asking and not listening")?);
        rounds += 1;
        sleep(Duration::from_millis(500)).await;
    }
    Ok(rounds)
}

/// A socket with the handshake done, for frames that no library would make.
async fn raw(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "GET /api/engine HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = [0; 1024];
    let read = timeout(PATIENCE, stream.read(&mut answer)).await??;
    ensure!(answer[..read].starts_with(b"HTTP/1.1 101"), "the socket was refused");
    Ok(stream)
}

/// Bytes that are no frames: the server hangs up.
async fn garbage(address: SocketAddr) -> Result<()> {
    let mut stream = raw(address).await?;
    // The server may have hung up before all is said.
    let _ = stream.write_all(&[0xff; 300]).await;
    gone(stream).await
}

/// A frame of 100 MB: the server hangs up, sooner or later.
async fn huge_frame(address: SocketAddr) -> Result<()> {
    let mut stream = raw(address).await?;
    let (part, parts) = (vec![b' '; 1 << 20], 100_u64);
    let mut head = vec![0x81, 0xff];
    head.extend((parts << 20).to_be_bytes());
    head.extend([0; 4]);
    stream.write_all(&head).await?;
    for _ in 0..parts {
        let said = timeout(PATIENCE, stream.write_all(&part)).await.context("it hangs")?;
        if said.is_err() {
            return Ok(());
        }
    }
    gone(stream).await
}

/// A frame that never ends, on a socket that stays open.
async fn half_a_frame(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = raw(address).await?;
    stream.write_all(&[0x81, 0xfe, 0x03]).await?;
    Ok(stream)
}

/// Questions with long answers that nobody reads, on a socket that stays open.
async fn deaf(address: SocketAddr) -> Result<Socket> {
    let mut socket = connect(address).await?;
    let text = r#"{"format":"wane-game","v":1}"#.repeat(1500);
    let query = json!({"ask": "paste", "text": text, "size": 8});
    let message = json!({"v": 2, "kind": "query", "id": 1, "query": query}).to_string();
    for _ in 0..30 {
        // When the way is full in both directions, nothing can be said any more.
        let said = socket.send(Message::text(message.clone()));
        if timeout(Duration::from_millis(200), said).await.is_err() {
            break;
        }
    }
    Ok(socket)
}

/// The other side hangs up soon.
async fn gone(mut stream: TcpStream) -> Result<()> {
    let mut rest = Vec::new();
    // Being cut off is being gone, too.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.context("it stays")?;
    Ok(())
}

/// The most memory that a process had, in kilobytes.
fn most_memory(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.context("the system does not say how much memory it had")?.parse()?)
}
