//! The streams and stores of a farm, as they must be. A run makes those that are missing.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{kv, object_store};

use crate::connection::Connection;
use crate::error::FarmError;
use crate::names::{BUILDS, EXCLUDED, INPUTS, JOBS, Queue, RUNS, WORKERS, result_subject, results};

/// How long a worker may be silent about a job before another gets it.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(30);

/// As many workers may wait for a job, and as many jobs may be in their hands.
const MAX_WORKERS: i64 = 50_000;

/// The most jobs on the server. A run that has more waits.
const MAX_JOBS: i64 = 200_000;

/// The most results of one member that a run has not stored yet: one who floods stops nobody else.
const MAX_RESULTS: i64 = 5_000;

/// How long a worker or a run that is not heard of is still listed.
const STATUS_AGE: Duration = Duration::from_mins(1);

/// The bounds of the stores, in bytes.
const JOBS_BYTES: i64 = 512 << 20;
const RESULTS_BYTES: i64 = 256 << 20;
const INPUTS_BYTES: i64 = 1 << 30;
const STATUS_BYTES: i64 = 16 << 20;

/// How a farm is laid out on its servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// On how many servers everything is kept.
    pub replicas: usize,
    /// How long a worker may be silent about a job before another gets it.
    pub ack_wait: Duration,
}

impl Layout {
    /// That of a farm with this many servers.
    #[must_use]
    pub fn of(servers: usize) -> Self {
        Self { replicas: if servers < 3 { 1 } else { 3 }, ..Self::default() }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self { replicas: 1, ack_wait: ACK_WAIT }
    }
}

/// Makes the streams and stores that are missing.
pub(crate) async fn ensure(connection: &Connection, layout: Layout) -> Result<(), FarmError> {
    let jetstream = &connection.jetstream;
    let jobs = Config {
        name: JOBS.into(),
        subjects: [Queue::Open, Queue::Marked].map(Queue::filter).into(),
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_messages: MAX_JOBS,
        max_bytes: JOBS_BYTES,
        storage: StorageType::File,
        num_replicas: layout.replicas,
        allow_direct: true,
        ..Config::default()
    };
    let stream = jetstream.get_or_create_stream(jobs).await.map_err(FarmError::server)?;
    for queue in [Queue::Open, Queue::Marked] {
        let consumer = pull::Config {
            durable_name: Some(queue.name().into()),
            filter_subject: queue.filter(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: layout.ack_wait,
            max_ack_pending: MAX_WORKERS,
            max_waiting: MAX_WORKERS,
            ..pull::Config::default()
        };
        let made: Result<PullConsumer, _> =
            stream.get_or_create_consumer(queue.name(), consumer).await;
        made.map_err(FarmError::server)?;
    }
    if jetstream.get_object_store(INPUTS).await.is_err() {
        let inputs = object_store::Config {
            bucket: INPUTS.into(),
            max_bytes: INPUTS_BYTES,
            num_replicas: layout.replicas,
            ..object_store::Config::default()
        };
        jetstream.create_object_store(inputs).await.map_err(FarmError::server)?;
    }
    // Thousands of workers say each ten seconds what they do: that is not worth a disk.
    for (bucket, max_age, storage) in [
        (WORKERS, STATUS_AGE, StorageType::Memory),
        (RUNS, STATUS_AGE, StorageType::Memory),
        (EXCLUDED, Duration::ZERO, StorageType::File),
        (BUILDS, Duration::ZERO, StorageType::File),
    ] {
        if jetstream.get_key_value(bucket).await.is_err() {
            let store = kv::Config {
                bucket: bucket.into(),
                max_age,
                history: 1,
                max_bytes: STATUS_BYTES,
                storage,
                num_replicas: layout.replicas,
                ..kv::Config::default()
            };
            jetstream.create_key_value(store).await.map_err(FarmError::server)?;
        }
    }
    Ok(())
}

/// Makes the stream for the results of a run, unless it is there, and returns its consumer.
pub(crate) async fn ensure_results(
    connection: &Connection,
    run: &str,
    layout: Layout,
) -> Result<PullConsumer, FarmError> {
    let config = Config {
        name: results(run),
        subjects: vec![result_subject(run, "*", "*")],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        max_messages_per_subject: MAX_RESULTS,
        max_bytes: RESULTS_BYTES,
        storage: StorageType::File,
        num_replicas: layout.replicas,
        ..Config::default()
    };
    let stream =
        connection.jetstream.get_or_create_stream(config).await.map_err(FarmError::server)?;
    let consumer = pull::Config {
        durable_name: Some("run".into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_mins(1),
        max_ack_pending: MAX_WORKERS,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer("run", consumer).await.map_err(FarmError::server)
}
