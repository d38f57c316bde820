//! `wane serve` as a process: where it is, that it answers, and that signals end it, also as the first process.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const WANE: &str = env!("CARGO_BIN_EXE_wane");

/// A server in a process and pid namespace of its own, so that it is the first process there.
const FIRST_PROCESS: [&str; 6] =
    ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"];

fn serve(port: &str) -> Child {
    serve_in(&[WANE], port)
}

fn serve_in(program: &[&str], port: &str) -> Child {
    let mut command = Command::new(program[0]);
    command.args(&program[1..]);
    command.args(["serve", "--json", "--hash", "1", "--threads", "1", "--port", port]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn kill(signal: &str, pid: &str) {
    assert!(Command::new("kill").args([signal, pid]).status().unwrap().success());
}

/// A WebSocket after its handshake.
fn web_socket(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET /api/engine HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// The code of the close frame that comes next.
fn close_code(mut stream: TcpStream) -> u16 {
    let mut frame = [0; 4];
    stream.read_exact(&mut frame).unwrap();
    assert_eq!(frame[0], 0x88, "{frame:?}");
    u16::from_be_bytes([frame[2], frame[3]])
}

/// The address that it says it is at.
fn address(server: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    said["address"].as_str().unwrap().to_string()
}

#[test]
fn it_answers_and_ctrl_c_ends_it() {
    let mut server = serve("0");
    let address = address(&mut server);
    let mut stream = TcpStream::connect(&address).unwrap();
    let request =
        format!("GET /api/health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"wane\""), "{answer}");
    // A connection that says nothing does not hold it up.
    let _silent = TcpStream::connect(&address).unwrap();
    let interrupted = Instant::now();
    kill("-INT", &server.id().to_string());
    let ended = server.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(interrupted.elapsed() < Duration::from_secs(5), "{:?}", interrupted.elapsed());
}

#[test]
fn sigterm_ends_it_with_a_close_frame() {
    let mut server = serve("0");
    let socket = web_socket(&address(&mut server));
    let asked = Instant::now();
    kill("-TERM", &server.id().to_string());
    assert_eq!(close_code(socket), 1001);
    let ended = server.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

/// Only where a process may make namespaces.
#[cfg(target_os = "linux")]
#[test]
fn as_the_first_process_it_ends_and_leaves_no_zombies() {
    let can = Command::new(FIRST_PROCESS[0]).args(&FIRST_PROCESS[1..]).arg("true").output();
    if !can.is_ok_and(|output| output.status.success()) {
        return;
    }
    let mut unshare = serve_in(&[&FIRST_PROCESS[..], &[WANE]].concat(), "0");
    let socket = web_socket(&address(&mut unshare));
    let unshare_pid = unshare.id();
    let children = |pid: &str| {
        let file = format!("/proc/{pid}/task/{pid}/children");
        fs::read_to_string(file).unwrap().trim().to_string()
    };
    let pid = children(&unshare_pid.to_string());
    // The shell ends before its child, which is then a child of the first process.
    let orphan = ["-t", &pid, "--user", "--pid", "sh", "-c", "sleep 0.2 &"];
    let made = Command::new("nsenter").args(orphan).stderr(Stdio::null()).status().unwrap();
    if made.success() {
        let started = Instant::now();
        while !children(&pid).is_empty() {
            assert!(started.elapsed() < Duration::from_secs(20), "a zombie: {}", children(&pid));
            thread::sleep(Duration::from_millis(50));
        }
    }
    let asked = Instant::now();
    kill("-TERM", &pid);
    assert_eq!(close_code(socket), 1001);
    let ended = unshare.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

#[test]
fn a_port_that_is_taken_is_told_with_what_to_do() {
    let mut first = serve("0");
    let address = address(&mut first);
    let port = address.rsplit(':').next().unwrap();
    let second = serve(port).wait_with_output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(3));
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(error.contains(&address) && error.contains("--port"), "{error}");
}
