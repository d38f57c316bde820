//! A response to a connection that is refused, so that its client knows why.
//!
//! The request is not read. A connection that is closed before its request was read is reset, and the client may lose
//! the response; so the connection stays open for a moment, if there are not too many of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time;

use crate::app::Full;

/// When to try again, in seconds.
pub(crate) const RETRY_SECONDS: &str = "5";

/// The most refused connections that stay open for a moment.
const MOST: usize = 128;

/// The time that a client gets to read the response.
const TIMEOUT: Duration = Duration::from_millis(500);

/// The most bytes of a request that are read and ignored.
const MOST_BYTES: u64 = 16 << 10;

/// Refuses connections.
#[derive(Debug)]
pub(crate) struct Refuser(Arc<Semaphore>);

impl Default for Refuser {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST)))
    }
}

impl Refuser {
    /// Responds, and closes the connection.
    pub(crate) fn refuse(&self, stream: TcpStream, reason: Full) {
        let response = response(reason);
        match Arc::clone(&self.0).try_acquire_owned() {
            Ok(permit) => {
                tokio::spawn(async move {
                    let _ = time::timeout(TIMEOUT, send(stream, response)).await;
                    drop(permit);
                });
            }
            // Nothing was sent before, so there is room for it; the client may still be too slow to see it.
            Err(_) => {
                let _ = stream.try_write(response.as_bytes());
            }
        }
    }
}

async fn send(mut stream: TcpStream, response: String) {
    if stream.write_all(response.as_bytes()).await.is_ok() && stream.shutdown().await.is_ok() {
        let mut rest = Vec::new();
        let _ = stream.take(MOST_BYTES).read_to_end(&mut rest).await;
    }
}

fn response(reason: Full) -> String {
    let (status, text) = match reason {
        Full::Server => ("503 Service Unavailable", "the server is busy; try again in a moment\n"),
        Full::Client => {
            ("429 Too Many Requests", "too many connections from your address; close some\n")
        }
    };
    format!(
        "HTTP/1.1 {status}\r\nretry-after: {RETRY_SECONDS}\r\ncontent-type: text/plain\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    )
}
