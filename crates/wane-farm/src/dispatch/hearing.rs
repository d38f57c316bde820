//! What a dispatcher hears of the server: who works, and the results of its run.

use std::time::Duration;

use async_nats::jetstream::Message;
use futures_util::StreamExt as _;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::sleep;

use super::{COUNTED, Crew, News};
use crate::connection::Connection;
use crate::status;
use crate::streams::{self, Layout};
use crate::worker::WorkerStatus;

/// The most threads that a worker may say it has, and that a farm may have: volunteers can say what they like.
const MAX_WORKER_THREADS: usize = 1024;
const MAX_THREADS: usize = 200_000;

/// The rest after a count, for each worker, and at most: to list thousands takes the server a moment, in which it hands
/// out few jobs.
const REST: Duration = Duration::from_millis(6);
const MAX_REST: Duration = Duration::from_mins(1);

/// Tells who works, again and again.
pub(super) async fn count_crew(connection: Connection, news: UnboundedSender<News>) {
    loop {
        let workers = status::workers(&connection).await;
        let threads = |(_, status): &(_, WorkerStatus)| status.threads.min(MAX_WORKER_THREADS);
        let threads = workers.iter().map(threads).sum::<usize>().min(MAX_THREADS);
        let owner = |(name, _): &(String, _)| name.split('.').next().map(str::to_owned);
        let owners = workers.iter().filter_map(owner).collect();
        // A server that was just started knows nobody yet.
        if !workers.is_empty() && news.send(News::Crew(Crew { threads, owners })).is_err() {
            return;
        }
        sleep(rest(workers.len())).await;
    }
}

/// How long a crew is believed to stay as it is.
fn rest(workers: usize) -> Duration {
    REST.saturating_mul(u32::try_from(workers).unwrap_or(u32::MAX)).clamp(COUNTED, MAX_REST)
}

/// Passes on the results of a run, whatever happens to the server.
pub(super) async fn hear(
    connection: Connection,
    run: String,
    layout: Layout,
    sender: UnboundedSender<Message>,
) {
    loop {
        if let Ok(consumer) = streams::ensure_results(&connection, &run, layout).await {
            let messages = consumer
                .stream()
                .max_messages_per_batch(500)
                .expires(Duration::from_secs(20))
                .heartbeat(Duration::from_secs(5))
                .messages()
                .await;
            if let Ok(mut messages) = messages {
                while let Some(Ok(message)) = messages.next().await {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
            }
        }
        sleep(Duration::from_millis(500)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_counted_often_and_thousands_seldom() {
        assert_eq!([0, 30, 800].map(rest), [COUNTED; 3]);
        assert_eq!(rest(2000), Duration::from_secs(12));
        assert_eq!([10_000, usize::MAX].map(rest), [MAX_REST; 2]);
    }
}
