//! [`App`]: the state that all requests and sessions share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::{Semaphore, watch};
use tokio::task::{self, JoinError};

use crate::limits::ServerLimits;
use crate::origin::OriginPolicy;
use crate::page::Page;
use crate::pool::Pool;

/// The shared state.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Arc<Pool>,
    pub(crate) limits: ServerLimits,
    pub(crate) page: Page,
    pub(crate) origins: OriginPolicy,
    sessions: AtomicUsize,
    shutdown: watch::Sender<bool>,
    long_queries: Semaphore,
}

/// A query of more bytes than this may take longer than an event loop may be blocked.
const SHORT_QUERY_BYTES: usize = 4096;

/// Tells a session that the server ends.
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    /// Returns when the server ends.
    pub(crate) async fn wait(&mut self) {
        // An error means that the sender is gone, and the server with it.
        let _ = self.0.wait_for(|&is_ending| is_ending).await;
    }
}

impl App {
    pub(crate) fn new(pool: Pool, limits: ServerLimits, page: Page, origins: OriginPolicy) -> Self {
        let (shutdown, _) = watch::channel(false);
        let (pool, sessions, long_queries) =
            (Arc::new(pool), AtomicUsize::new(0), Semaphore::new(1));
        Self { pool, limits, page, origins, sessions, shutdown, long_queries }
    }

    /// Ends all sessions.
    pub(crate) fn close(&self) {
        self.shutdown.send_replace(true);
    }

    pub(crate) fn shutdown(&self) -> Shutdown {
        Shutdown(self.shutdown.subscribe())
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

    /// The number of open sessions.
    pub(crate) fn sessions(&self) -> usize {
        self.sessions.load(Relaxed)
    }

    /// Counts one more session, unless there are too many.
    pub(crate) fn open_session(self: &Arc<Self>) -> Option<SessionGuard> {
        let one_more = |sessions| (sessions < self.limits.sessions).then_some(sessions + 1);
        self.sessions.fetch_update(Relaxed, Relaxed, one_more).ok()?;
        Some(SessionGuard(Arc::clone(self)))
    }
}

/// Counts a session for as long as it exists.
pub(crate) struct SessionGuard(pub(crate) Arc<App>);

impl Drop for SessionGuard {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;
    use std::time::Duration;

    use wane_service::Setup;

    use super::*;

    /// The event loop of this test has one thread, so work that blocks it would wait for the signal in vain.
    #[tokio::test]
    async fn a_long_query_does_not_block_the_event_loop() {
        let limits = ServerLimits::default();
        let pool = Pool::start(1, &Setup::small(), &limits).expect("there is memory for 1 MB");
        let page = Page::open(None).expect("no folder is needed");
        let origins = OriginPolicy::new(Ipv4Addr::LOCALHOST.into(), Vec::new());
        let app = App::new(pool, limits, page, origins);
        let (signal, signalled) = mpsc::channel();
        let long = app.run_query(SHORT_QUERY_BYTES + 1, move || {
            signalled.recv_timeout(Duration::from_secs(10)).is_ok()
        });
        let short = async {
            let answer = app.run_query(SHORT_QUERY_BYTES, || "short").await;
            signal.send(()).expect("the long query waits");
            answer
        };
        let (long, short) = tokio::join!(long, short);
        assert_eq!(short.expect("it does not panic"), "short");
        assert!(long.expect("it does not panic"), "the short query had to wait for the long one");
    }
}
