//! [`App`]: what all requests and sockets share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::{Semaphore, watch};
use tokio::task::{self, JoinError};

use crate::door::Door;
use crate::limits::Limits;
use crate::page::Page;
use crate::pool::Pool;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Arc<Pool>,
    pub(crate) limits: Limits,
    pub(crate) page: Page,
    pub(crate) door: Door,
    sessions: AtomicUsize,
    end: watch::Sender<bool>,
    long_queries: Semaphore,
}

/// A query of more bytes than this may take longer than an event loop may be blocked.
const SHORT_QUERY_BYTES: usize = 4096;

/// The end of the server, as one socket hears of it.
pub(crate) struct End(watch::Receiver<bool>);

impl End {
    /// Returns when the server ends.
    pub(crate) async fn wait(&mut self) {
        // An error means that the server is gone, which is an end too.
        let _ = self.0.wait_for(|&is_over| is_over).await;
    }
}

impl App {
    pub(crate) fn new(pool: Pool, limits: Limits, page: Page, door: Door) -> Self {
        let (end, _) = watch::channel(false);
        let (pool, sessions, long_queries) =
            (Arc::new(pool), AtomicUsize::new(0), Semaphore::new(1));
        Self { pool, limits, page, door, sessions, end, long_queries }
    }

    /// Ends all sockets.
    pub(crate) fn close(&self) {
        self.end.send_replace(true);
    }

    pub(crate) fn end(&self) -> End {
        End(self.end.subscribe())
    }

    /// Runs the work of a query of `bytes` bytes without blocking the event loop: a long query runs on a thread of
    /// its own, one at a time, in the order in which they came.
    ///
    /// # Errors
    /// If the work panics, or the server ends first.
    pub(crate) async fn run_query<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        if bytes <= SHORT_QUERY_BYTES {
            return Ok(work());
        }
        // Only a closed semaphore has no permit to give, and nothing closes this one.
        let _permit = self.long_queries.acquire().await;
        task::spawn_blocking(work).await
    }

    /// How many sockets are open.
    pub(crate) fn sessions(&self) -> usize {
        self.sessions.load(Relaxed)
    }

    /// A place for one more socket, unless there are too many.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Seat> {
        let enter = |sessions| (sessions < self.limits.sessions).then_some(sessions + 1);
        self.sessions.fetch_update(Relaxed, Relaxed, enter).ok()?;
        Some(Seat(Arc::clone(self)))
    }
}

/// A socket's place.
pub(crate) struct Seat(pub(crate) Arc<App>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Relaxed);
    }
}
