//! [`Queries`]: runs work that needs no engine, with bounds on its time and on its answers.
//!
//! Short messages are handled on the event loop. Long ones run on another thread, one at a time, in the order in which
//! they came, with a lower priority. The long answers that are being sent have a limit in total, whatever the number of sessions.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use wane_service::Problem;
use wane_service::message::{Answer, Query, Versioned};

use crate::metrics::Metrics;
use crate::priority::lower_priority;

/// A message of more bytes than this may take longer than an event loop may be blocked.
const SHORT_BYTES: usize = 4096;

/// The most kilobytes of long answers that are being sent.
const ANSWERS_KB: usize = 32 << 10;

/// The work of a long message.
type Job = Box<dyn FnOnce() + Send>;

/// Runs queries. Its thread ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Queries {
    answer_bytes: usize,
    /// A client waits for its job, so there are not more jobs than connections and sessions.
    long: mpsc::Sender<Job>,
    answers: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

/// The work has panicked; that is a bug, and its client is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panicked;

impl Panicked {
    pub(crate) fn problem() -> Problem {
        Problem::Broken { detail: "an internal error".into() }
    }
}

/// Room for an answer until it was sent.
pub(crate) struct Room {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Queries {
    pub(crate) fn new(answer_bytes: usize, metrics: Arc<Metrics>) -> Self {
        let answers = Arc::new(Semaphore::new(ANSWERS_KB));
        let (long, jobs) = mpsc::channel::<Job>();
        thread::spawn(move || {
            lower_priority();
            for job in jobs {
                job();
            }
        });
        Self { answer_bytes, long, answers, metrics }
    }

    /// Runs the work for a message of `bytes` bytes without blocking the event loop.
    ///
    /// # Errors
    /// If the work panics, or the server ends first.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let metrics = Arc::clone(&self.metrics);
        let timed = move || {
            let begun = Instant::now();
            // What the work has touched is dropped with it.
            let done = panic::catch_unwind(AssertUnwindSafe(work));
            metrics.query_time.add_time(begun.elapsed());
            done.map_err(|_| {
                metrics.panics.add(1);
                Panicked
            })
        };
        if bytes <= SHORT_BYTES {
            return timed();
        }
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            // Nobody waits for it if the client has left or its time is over.
            if !sender.is_closed() {
                let _ = sender.send(timed());
            }
        };
        self.long.send(Box::new(job)).map_err(|_| Panicked)?;
        receiver.await.unwrap_or(Err(Panicked))
    }

    /// Waits until there is room to send an answer of this many bytes.
    pub(crate) async fn room(&self, bytes: usize) -> Room {
        if bytes <= SHORT_BYTES {
            return Room { _permit: None };
        }
        let kilobytes = u32::try_from((bytes >> 10).min(ANSWERS_KB)).unwrap_or(u32::MAX);
        Room { _permit: Arc::clone(&self.answers).acquire_many_owned(kilobytes).await.ok() }
    }

    /// What an answer needs to know of the limits.
    pub(crate) fn answers(&self) -> Answers {
        Answers { most_bytes: self.answer_bytes, metrics: Arc::clone(&self.metrics) }
    }
}

/// Answers queries, at most so long.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    most_bytes: usize,
    metrics: Arc<Metrics>,
}

impl Answers {
    /// The text of the answer to a query, in a message that `wrap` makes.
    pub(crate) fn text<M: serde::Serialize>(
        &self,
        query: &Query,
        wrap: impl Fn(Answer) -> M,
    ) -> String {
        let answer = Versioned::new(wrap(wane_service::answer(query)));
        answer.to_json_within(self.most_bytes).unwrap_or_else(|| {
            self.metrics.refused.answer.add(1);
            let problem = Problem::AnswerTooLong { most_bytes: self.most_bytes };
            Versioned::new(wrap(Answer::Failed { problem })).to_json()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn queries() -> Queries {
        Queries::new(1000, Arc::default())
    }

    /// The event loop of this test has one thread, so work that blocks it would wait for the signal in vain.
    #[tokio::test]
    async fn a_long_query_does_not_block_the_event_loop() {
        let queries = queries();
        let (signal, signalled) = mpsc::channel();
        let long = queries
            .run(SHORT_BYTES + 1, move || signalled.recv_timeout(Duration::from_secs(10)).is_ok());
        let short = async {
            let answer = queries.run(SHORT_BYTES, || "short").await;
            signal.send(()).expect("the long query waits");
            answer
        };
        let (long, short) = tokio::join!(long, short);
        assert_eq!(short, Ok("short"));
        assert_eq!(long, Ok(true), "the short query had to wait for the long one");
    }

    #[tokio::test]
    async fn a_query_that_panics_is_an_error() {
        let queries = queries();
        for bytes in [1, SHORT_BYTES + 1] {
            let done = queries.run(bytes, move || assert_eq!(bytes, 0, "injected")).await;
            assert_eq!(done, Err(Panicked));
            assert_eq!(queries.run(bytes, || 7).await, Ok(7));
        }
        assert_eq!(queries.metrics.panics.value(), 2);
    }

    #[tokio::test]
    async fn long_answers_wait_for_room() {
        let queries = queries();
        let all = queries.room(ANSWERS_KB << 10).await;
        let none = tokio::time::timeout(Duration::from_millis(50), queries.room(1 << 20)).await;
        assert!(none.is_err());
        queries.room(100).await;
        drop(all);
        queries.room(1 << 20).await;
    }
}
