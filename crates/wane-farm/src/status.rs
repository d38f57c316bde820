//! What a farm does: its workers and runs.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::excluded::excluded;
use crate::names::{JOBS, Queue, RUNS, WORKERS};
use crate::worker::WorkerStatus;

/// How long it may take to list the workers.
const LISTING: Duration = Duration::from_secs(10);

/// How far a run is, in jobs since it was started or resumed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunStatus {
    /// The kind of its jobs.
    pub kind: String,
    /// The jobs that are done.
    pub done: u64,
    /// The jobs that were given away and are not done.
    pub open: u64,
    /// All jobs, if that is known.
    pub expected: Option<u64>,
    /// The jobs that are done in a second.
    pub rate: f64,
    /// How often jobs were sent again.
    pub retries: u64,
    /// The jobs that nobody could do.
    pub parked: u64,
    /// Why workers refused jobs, and how often.
    pub refusals: BTreeMap<String, u64>,
}

/// The queues of a farm at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueStatus {
    /// The jobs that wait.
    pub waiting: u64,
    /// The jobs that workers have.
    pub working: u64,
}

/// A farm at a moment.
#[derive(Clone, Debug)]
pub struct FarmStatus {
    /// The runs that were heard of in the last minute, by name.
    pub runs: Vec<(String, RunStatus)>,
    /// The workers that were heard of in the last minute, by member and name.
    pub workers: Vec<(String, WorkerStatus)>,
    /// The jobs.
    pub queues: QueueStatus,
    /// The members that are not believed any more, and why.
    pub excluded: BTreeMap<String, Foreign>,
}

/// What a farm does now.
pub(crate) async fn status(connection: &Connection) -> Result<FarmStatus, FarmError> {
    let (queues, excluded) = (queues(connection).await?, excluded(connection).await?);
    let (runs, workers) = (listed(connection, RUNS).await, workers(connection).await);
    Ok(FarmStatus { runs, workers, queues, excluded })
}

/// How many jobs there are now.
pub(crate) async fn queues(connection: &Connection) -> Result<QueueStatus, FarmError> {
    let mut sum = QueueStatus::default();
    for queue in [Queue::Open, Queue::Marked] {
        let jetstream = &connection.jetstream;
        let consumer = jetstream.get_consumer_from_stream(queue.name(), JOBS).await;
        let consumer: PullConsumer = consumer.map_err(FarmError::server)?;
        let info = consumer.cached_info();
        sum.waiting += info.num_pending;
        sum.working += info.num_ack_pending as u64;
    }
    Ok(sum)
}

/// The workers of a farm that were heard of in the last minute.
pub(crate) async fn workers(connection: &Connection) -> Vec<(String, WorkerStatus)> {
    listed(connection, WORKERS).await
}

/// What is in a store.
async fn listed<T: DeserializeOwned>(connection: &Connection, store: &str) -> Vec<(String, T)> {
    timeout(LISTING, list(connection, store)).await.ok().flatten().unwrap_or_default()
}

/// All of it in one go: there may be thousands.
async fn list<T: DeserializeOwned>(
    connection: &Connection,
    store: &str,
) -> Option<Vec<(String, T)>> {
    let store = connection.jetstream.get_key_value(store).await.ok()?;
    // Who says something new while the others are read is told twice.
    let mut found = BTreeMap::new();
    if store.status().await.ok()?.values() > 0 {
        let mut entries = store.watch_with_history(">").await.ok()?;
        while let Some(Ok(entry)) = entries.next().await {
            if let Ok(status) = serde_json::from_slice(&entry.value) {
                found.insert(entry.key, status);
            }
            if entry.delta == 0 {
                break;
            }
        }
    }
    Some(found.into_iter().collect())
}
