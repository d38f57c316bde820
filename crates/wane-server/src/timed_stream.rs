//! [`TimedStream`]: a connection that fails if its client does not read.
//!
//! The timeout begins when the buffers of the system are full. Every byte that leaves extends it a little, so that a
//! slow line can load a large file, but a client that reads a byte now and then cannot keep the connection. It ends
//! when everything was written. The stream also counts its bytes.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{self, Instant, Sleep};

use crate::metrics::Metrics;

/// A client that reads at least this many bytes a second is never closed.
const LEAST_BYTES_PER_SECOND: f64 = 16_384.0;

/// A connection with a timeout for writing.
#[derive(Debug)]
pub(crate) struct TimedStream {
    stream: TcpStream,
    timeout: Duration,
    /// When the client must have read; `None` if nothing waits.
    deadline: Option<Pin<Box<Sleep>>>,
    metrics: Arc<Metrics>,
}

impl TimedStream {
    pub(crate) fn new(stream: TcpStream, timeout: Duration, metrics: Arc<Metrics>) -> Self {
        Self { stream, timeout, deadline: None, metrics }
    }

    /// The result of a write, or an error if the client took too long.
    fn timed(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.metrics.bytes_out.add(bytes as u64);
                self.extend(bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let timeout = self.timeout;
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(time::sleep(timeout)));
                ready!(deadline.as_mut().poll(context));
                self.metrics.refused.slow.add(1);
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    fn extend(&mut self, bytes: usize) {
        if let Some(deadline) = &mut self.deadline {
            #[expect(clippy::cast_precision_loss, reason = "a buffer is much smaller")]
            let more = Duration::from_secs_f64(bytes as f64 / LEAST_BYTES_PER_SECOND);
            let latest = Instant::now() + self.timeout;
            let extended = latest.min(deadline.deadline() + more);
            deadline.as_mut().reset(extended);
        }
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.metrics.bytes_in.add((buffer.filled().len() - before) as u64);
        read
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Callers flush after they have written all that they had.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    async fn pair(timeout: Duration) -> (TimedStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it listens");
        let client = TcpStream::connect(address).await.expect("it listens");
        let (server, _) = listener.accept().await.expect("it connects");
        (TimedStream::new(server, timeout, Arc::default()), client)
    }

    #[tokio::test]
    async fn a_client_that_reads_a_byte_now_and_then_is_closed() {
        let (mut server, mut client) = pair(Duration::from_millis(500)).await;
        let drip = tokio::spawn(async move {
            while client.read_u8().await.is_ok() {
                time::sleep(Duration::from_millis(20)).await;
            }
        });
        let much = vec![0; 64 << 20];
        let written = time::timeout(Duration::from_secs(20), server.write_all(&much)).await;
        let error = written.expect("it ends").expect_err("the client does not read");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(server);
        drip.abort();
    }

    #[tokio::test]
    async fn a_client_that_reads_slowly_but_steadily_gets_everything() {
        // All of it takes longer than the timeout, and a busy machine may pause the client for a second.
        let (mut server, mut client) = pair(Duration::from_secs(2)).await;
        let reader = tokio::spawn(async move {
            let (mut total, mut part) = (0, vec![0; 1 << 20]);
            loop {
                time::sleep(Duration::from_millis(100)).await;
                match client.read(&mut part).await.expect("it stays open") {
                    0 => return total,
                    read => total += read,
                }
            }
        });
        let much = vec![0; 32 << 20];
        server.write_all(&much).await.expect("the client reads");
        server.flush().await.expect("the client reads");
        drop(server);
        assert_eq!(reader.await.expect("it does not panic"), much.len());
    }
}
