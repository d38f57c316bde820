//! [`Worker`]: takes jobs from a farm, does them, and gives the results.
//!
//! Each lane takes a job, puts its inputs into a folder, has it done by the [`Pool`], tells the server meanwhile that it
//! is still there, sends the result, and acknowledges the job last: whatever happens before that, another worker gets
//! the job again. There is a lane more than threads, so that no thread waits for the next job.

mod settings;
mod spool;

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use tokio::runtime;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use wane_files::{FolderLock, PathError, create_folder};
use wane_match::{RemoteError, Site, Stop, is_input_name};
use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::idle::{self, Neighbours};
use crate::inputs::{Bounds, InputCache};
use crate::members::Role;
use crate::message::{Failure, JobMessage, ResultMessage};
use crate::names::{JOBS, Queue, WORKERS, result_subject};
use crate::pool::{Done, Pool, Work};
use spool::Spool;

pub use settings::{WorkerEvent, WorkerSettings, WorkerStatus};

/// How long a request for a job waits at the server.
const WAIT: Duration = Duration::from_secs(15);

/// How often a worker says what it does.
const STATUS: Duration = Duration::from_secs(10);

/// How often a worker that only uses idle time looks whether the machine is needed.
const LOOK: Duration = Duration::from_secs(3);

/// A job that this many workers have taken and nobody has finished is not tried again.
const MAX_LOST: u64 = 10;

/// How long a worker rests after it has refused a job, and how long at most if it refuses again and again.
const REST: Duration = Duration::from_secs(1);
const MAX_REST: Duration = Duration::from_mins(1);

/// A worker, as its lanes share it.
struct Worker {
    settings: WorkerSettings,
    connection: Connection,
    /// Its name among the workers of the member.
    name: String,
    pool: Pool,
    cache: InputCache,
    spool: Spool,
    /// Set when no more jobs are taken.
    is_ending: AtomicBool,
    is_paused: AtomicBool,
    ending: Notify,
    done: AtomicU64,
    now: AtomicU64,
    /// How long the server waits before it gives a job to another, as it says.
    ack_wait_ms: AtomicU64,
    /// Why it refused the last job that it refused.
    refused: Mutex<Option<Foreign>>,
    events: Sender<WorkerEvent>,
}

/// Works until `stop` is set. The jobs that it then has are finished, or handed back if they take too long.
///
/// # Errors
/// If the folder is in use or cannot be written, or the farm cannot be reached at the start.
pub fn work(
    settings: WorkerSettings,
    stop: &Stop,
    on_event: &mut dyn FnMut(WorkerEvent),
) -> Result<(), FarmError> {
    create_folder(&settings.folder)?;
    let _lock = FolderLock::take(&settings.folder)?;
    if settings.only_idle {
        idle::be_nice();
    }
    let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(FarmError::Threads)?;
    let (events, heard) = mpsc::channel();
    let stop = stop.clone();
    let worker = thread::spawn(move || runtime.block_on(run(settings, &stop, events)));
    for event in heard {
        on_event(event);
    }
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

async fn run(
    settings: WorkerSettings,
    stop: &Stop,
    events: Sender<WorkerEvent>,
) -> Result<(), FarmError> {
    let connection = Connection::open(&settings.address).await?;
    let abort = Stop::default();
    let pool = Pool::start(settings.threads, &settings.kinds, &abort);
    let bounds = Bounds {
        bytes: settings.disk_mb << 20,
        bytes_per_second: settings.bytes_per_second.unwrap_or(u64::MAX),
    };
    let cache = InputCache::open(settings.folder.join("inputs"), bounds)?;
    let spool = Spool::open(settings.folder.join("spool"))?;
    let name = worker_name(&settings)?;
    let (threads, patience) = (settings.threads, settings.patience);
    let is_marked = settings.address.is_house;
    let worker = Arc::new(Worker {
        settings,
        connection,
        name,
        pool,
        cache,
        spool,
        is_ending: AtomicBool::new(false),
        is_paused: AtomicBool::new(false),
        ending: Notify::new(),
        done: AtomicU64::new(0),
        now: AtomicU64::new(0),
        ack_wait_ms: AtomicU64::new(u64::MAX),
        refused: Mutex::default(),
        events,
    });
    worker.tell(WorkerEvent::Ready);
    let mut lanes = JoinSet::new();
    for lane in 0..=threads.max(1) {
        lanes.spawn(Arc::clone(&worker).lane(Queue::Open, lane));
        if is_marked {
            lanes.spawn(Arc::clone(&worker).lane(Queue::Marked, threads + 1 + lane));
        }
    }
    let status = tokio::spawn(Arc::clone(&worker).report());
    let mut neighbours = worker.settings.only_idle.then(Neighbours::new);
    let mut looked = Instant::now();
    while !stop.is_stopped() {
        sleep(Duration::from_millis(100)).await;
        worker.connection.ensure_member()?;
        if looked.elapsed() > LOOK
            && let Some(neighbours) = &mut neighbours
        {
            looked = Instant::now();
            worker.pause(neighbours.are_busy());
        }
    }
    worker.is_ending.store(true, Relaxed);
    worker.ending.notify_waiters();
    if timeout(patience, async { while lanes.join_next().await.is_some() {} }).await.is_err() {
        abort.stop();
        let _ =
            timeout(Duration::from_secs(10), async { while lanes.join_next().await.is_some() {} })
                .await;
    }
    status.abort();
    let _ = timeout(Duration::from_secs(2), worker.connection.client.flush()).await;
    Ok(())
}

/// The name of a worker, kept in its folder.
fn worker_name(settings: &WorkerSettings) -> Result<String, FarmError> {
    let path = settings.folder.join("name");
    if let Ok(name) = fs::read_to_string(&path)
        && crate::names::is_member_name(&name)
    {
        return Ok(name);
    }
    let name = crate::entropy::token(4)?;
    wane_files::write_atomically(&path, name.as_bytes()).map_err(PathError::at(&path))?;
    Ok(name)
}

impl Worker {
    /// Takes one job after the other.
    async fn lane(self: Arc<Self>, queue: Queue, lane: usize) {
        let mut rest = REST;
        while !self.is_ending.load(Relaxed) {
            if self.is_paused.load(Relaxed) {
                sleep(Duration::from_millis(200)).await;
                continue;
            }
            let Some(message) = self.take(queue).await else { continue };
            self.now.fetch_add(1, Relaxed);
            let is_refused = self.handle(&message, lane).await;
            self.now.fetch_sub(1, Relaxed);
            if is_refused {
                sleep(rest).await;
                rest = (2 * rest).min(MAX_REST);
            } else {
                rest = REST;
            }
        }
    }

    /// Takes no more jobs, or takes them again. Those that it has are finished.
    fn pause(&self, is_paused: bool) {
        if self.is_paused.swap(is_paused, Relaxed) == is_paused {
            return;
        }
        if is_paused {
            self.ending.notify_waiters();
        }
        self.tell(if is_paused { WorkerEvent::Paused } else { WorkerEvent::Resumed });
    }

    /// Waits for a job; `None` if there is none for a while.
    async fn take(&self, queue: Queue) -> Option<Message> {
        let consumer = self.connection.jetstream.get_consumer_from_stream(queue.name(), JOBS).await;
        let Ok(consumer) = consumer else {
            // The server is away, or has forgotten everything: the next run tells it again.
            sleep(Duration::from_millis(500)).await;
            return None;
        };
        let consumer: PullConsumer = consumer;
        let ack_wait = consumer.cached_info().config.ack_wait;
        self.ack_wait_ms.store(u64::try_from(ack_wait.as_millis()).unwrap_or(u64::MAX), Relaxed);
        let is_open = || !self.is_ending.load(Relaxed) && !self.is_paused.load(Relaxed);
        while is_open() && self.connection.is_connected() {
            let batch = consumer.batch().max_messages(1).expires(WAIT).messages().await;
            let Ok(mut batch) = batch else { break };
            tokio::select! {
                taken = timeout(WAIT + Duration::from_secs(2), batch.next()) => match taken {
                    Ok(Some(Ok(message))) => return Some(message),
                    Ok(Some(Err(_))) => break,
                    Ok(None) | Err(_) => {}
                },
                // A job that comes now goes to another.
                () = self.ending.notified() => {}
            }
        }
        sleep(Duration::from_millis(200)).await;
        None
    }

    /// Does a job; whether it was refused.
    async fn handle(&self, message: &Message, lane: usize) -> bool {
        let Ok(job) = JobMessage::from_bytes(&message.payload) else {
            self.tell(WorkerEvent::Refused("a job of another version of wane".into()));
            let _ = message.ack_with(AckKind::Nak(Some(MAX_REST))).await;
            return true;
        };
        let began = Instant::now();
        let taken = message.info().map_or(1, |info| u64::try_from(info.delivered).unwrap_or(1));
        let outcome = if taken > MAX_LOST {
            Err(Failure::Lost(taken - 1))
        } else if let Some(why) = self.refusal(&job) {
            Err(Failure::Refused(why.into()))
        } else {
            self.tell(WorkerEvent::Took(job.kind.as_str().into()));
            match self.perform(&job, message, lane).await {
                Ok(Some(results)) => Ok(results),
                Ok(None) => {
                    let _ = message.ack_with(AckKind::Nak(None)).await;
                    return false;
                }
                Err(failure) => Err(failure),
            }
        };
        let took = began.elapsed();
        // One that checks a result of its own is for another, and says nothing about this worker.
        let is_own = job.not_by.as_ref() == Some(&self.connection.name);
        let is_refused = !is_own && matches!(outcome, Err(Failure::Refused(_)));
        self.tell(match &outcome {
            Ok(_) => WorkerEvent::Did(job.kind.as_str().into(), took),
            Err(Failure::Refused(_)) if is_own => WorkerEvent::Passed,
            Err(Failure::Refused(why)) => WorkerEvent::Refused(why.clone()),
            Err(Failure::Error(why)) => WorkerEvent::Failed(why.clone()),
            Err(Failure::Lost(_)) => {
                WorkerEvent::Failed("many workers were lost with a job".into())
            }
        });
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let result = ResultMessage::new(&job, &self.name, ms, outcome);
        self.give(&job, &result.to_bytes(), message).await;
        self.done.fetch_add(1, Relaxed);
        is_refused
    }

    /// Why a job is not done here.
    fn refusal(&self, job: &JobMessage) -> Option<String> {
        let WorkerSettings { signature, has, kinds, address, .. } = &self.settings;
        if job.not_by.as_ref() == Some(&address.name) {
            return Some(format!("it checks a result of {}", address.name));
        }
        if job.signature != *signature {
            return Some(format!("it is for wane {}, and this is {signature}", job.signature));
        }
        if !kinds.iter().any(|kind| kind.name == job.kind) {
            return Some(format!(
                "no jobs of the kind {:?} here",
                Foreign::from(job.kind.as_str())
            ));
        }
        if job.needs.sandbox && !has.sandbox {
            return Some(
                "there is no sandbox on this machine, and it runs programs of strangers".into(),
            );
        }
        if job.needs.memory_mb > has.memory_mb {
            let (needs, has) = (job.needs.memory_mb, has.memory_mb);
            return Some(format!(
                "it needs {needs} MB of memory, and there are {has} MB for each thread"
            ));
        }
        None
    }

    /// The results of a job; `None` if it was stopped.
    async fn perform(
        &self,
        job: &JobMessage,
        message: &Message,
        lane: usize,
    ) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        let folder = self.settings.folder.join("lanes").join(lane.to_string());
        let _ = fs::remove_dir_all(&folder);
        for (name, &content) in &job.inputs {
            if !is_input_name(name) {
                return Err(Failure::Error("an input with a bad name".into()));
            }
            let placed = self.cache.place(&self.connection, content, &folder.join(name)).await;
            placed.map_err(|error| Failure::Refused(error.to_string().into()))?;
        }
        let site = Site { program: self.settings.program.clone(), inputs: folder };
        let work = Work { kind: job.kind.clone(), bodies: job.bodies.clone(), site };
        let mut done = self.pool.submit(work);
        let beat = self.ack_wait() / 3;
        loop {
            match timeout(beat, &mut done).await {
                Ok(done) => return finished(done.unwrap_or(Ok(None))),
                // The server is told that the job is being done.
                Err(_) => drop(message.ack_with(AckKind::Progress).await),
            }
        }
    }

    /// How long the server waits before it gives a job to another.
    fn ack_wait(&self) -> Duration {
        Duration::from_millis(self.ack_wait_ms.load(Relaxed))
    }

    /// Sends a result until the server has it, then acknowledges the job.
    async fn give(&self, job: &JobMessage, result: &[u8], message: &Message) {
        let role = Role::of_worker(self.settings.address.is_house);
        let subject = result_subject(&job.run, role.name(), &self.connection.name);
        // The server drops what it has seen before; a job that is sent again has another number.
        let number = message.info().map_or(0, |info| info.stream_sequence);
        let name = format!("{}-{}-{number}", job.token, self.name);
        let mut is_spooled = false;
        loop {
            match self.send(&subject, &name, result).await {
                Sent::Yes | Sent::NotWanted => break,
                Sent::No => {
                    if !is_spooled {
                        is_spooled = self.spool.keep(&name, &subject, result);
                        self.tell(WorkerEvent::Spooled);
                    }
                    if self.is_ending.load(Relaxed) {
                        // It is in the spool, and the next start sends it.
                        return;
                    }
                    sleep(Duration::from_millis(500)).await;
                }
            }
        }
        if is_spooled {
            self.spool.remove(&name);
            self.tell(WorkerEvent::Sent(1));
        }
        let _ = message.ack().await;
    }

    /// Sends a result once.
    async fn send(&self, subject: &str, name: &str, result: &[u8]) -> Sent {
        if !self.connection.is_connected() {
            return Sent::No;
        }
        let message = async_nats::jetstream::message::PublishMessage::build()
            .payload(result.to_vec().into())
            .message_id(name);
        let sent = self.connection.jetstream.send_publish(subject.to_owned(), message).await;
        let Ok(sent) = sent else { return Sent::No };
        match sent.await {
            Ok(_) => Sent::Yes,
            // The run has ended, and its stream is gone; or the member may not give results any more.
            Err(error)
                if error.kind()
                    == async_nats::jetstream::context::PublishErrorKind::StreamNotFound =>
            {
                Sent::NotWanted
            }
            Err(_) => Sent::No,
        }
    }

    /// Says what it does, again and again, and sends what waits in the spool.
    async fn report(self: Arc<Self>) {
        let mut was_connected = true;
        loop {
            let is_connected = self.connection.is_connected();
            if is_connected != was_connected {
                self.tell(if is_connected { WorkerEvent::Back } else { WorkerEvent::Lost });
                was_connected = is_connected;
            }
            let status = WorkerStatus {
                threads: self.settings.threads,
                done: self.done.load(Relaxed),
                now: self.now.load(Relaxed),
                signature: self.settings.signature.clone(),
                is_paused: self.is_paused.load(Relaxed),
                refused: self.refused(),
            };
            let subject = format!("$KV.{WORKERS}.{}.{}", self.connection.name, self.name);
            let text = serde_json::to_vec(&status).expect("names and numbers");
            let _ = self.connection.client.publish(subject, text.into()).await;
            for waiting in self.spool.left_over() {
                if self.send(&waiting.subject, &waiting.name, &waiting.result).await != Sent::No {
                    self.spool.remove(&waiting.name);
                    self.tell(WorkerEvent::Sent(1));
                }
            }
            sleep(STATUS).await;
        }
    }

    fn refused(&self) -> Option<Foreign> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, event: WorkerEvent) {
        if let WorkerEvent::Refused(why) = &event {
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            *refused = Some(why.clone());
        }
        // It fails only if nobody listens.
        let _ = self.events.send(event);
    }
}

/// What has become of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// The server has it.
    Yes,
    /// Nobody wants it any more.
    NotWanted,
    /// The server does not answer.
    No,
}

fn finished(done: Done) -> Result<Option<Vec<Vec<u8>>>, Failure> {
    done.map_err(|error: RemoteError| Failure::Error(error.to_string().into()))
}
