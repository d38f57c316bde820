//! `wane serve` as a process: where it is, that it answers, and that Ctrl-C ends it.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const WANE: &str = env!("CARGO_BIN_EXE_wane");

fn serve(port: &str) -> Child {
    let mut command = Command::new(WANE);
    command.args(["serve", "--json", "--hash", "1", "--threads", "1", "--port", port]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
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
    let pid = server.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let ended = server.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(interrupted.elapsed() < Duration::from_secs(5), "{:?}", interrupted.elapsed());
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
