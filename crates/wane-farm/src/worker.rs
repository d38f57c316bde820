//! [`Worker`]: takes jobs from a farm, does them, and gives the results.
//!
//! For each queue there is a [`Source`] and some lanes. A free lane takes the next job, puts its inputs into a folder, has
//! it done by the [`Pool`], tells the server meanwhile that it is still there, sends the result, and acknowledges the job
//! last: whatever happens before that, another worker gets the job again. There is a lane more than threads, so that no
//! thread waits for the next job.

mod crew;
mod name;
mod settings;
mod source;
mod spool;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_nats::jetstream::{AckKind, Message};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use wane_match::{RemoteError, Site, is_input_name};
use wane_text::Foreign;

use crate::connection::Connection;
use crate::inputs::InputCache;
use crate::members::Role;
use crate::message::{Failure, JobMessage, ResultMessage};
use crate::names::{Queue, WORKERS, result_subject};
use crate::pool::{Done, Pool, Work};
use source::Source;
use spool::Spool;

pub use crew::{work, work_together};
pub use settings::{WorkerEvent, WorkerSettings, WorkerStatus};

/// How often a worker says what it does.
const STATUS: Duration = Duration::from_secs(10);

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
    mode: watch::Sender<Mode>,
    done: AtomicU64,
    now: AtomicU64,
    /// Why it refused the last job that it refused.
    refused: Mutex<Option<Foreign>>,
    events: Sender<WorkerEvent>,
}

/// What a worker is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Working,
    /// It takes no jobs, since others need the machine.
    Paused,
    /// It takes no more jobs.
    Ending,
}

/// One of the jobs that a worker has at a time.
struct Lane {
    number: usize,
    /// How long it rests if it refuses the next job.
    rest: Duration,
}

impl Worker {
    /// Takes jobs of a queue until the worker ends, and waits for those that it has.
    async fn take_jobs(self: Arc<Self>, queue: Queue) {
        let mut mode = self.mode.subscribe();
        let (free, mut lanes) = unbounded_channel();
        let count = self.settings.threads.max(1) + 1;
        let first = if queue == Queue::Open { 0 } else { count };
        for number in first..first + count {
            let _ = free.send(Lane { number, rest: REST });
        }
        let mut jobs = JoinSet::new();
        let mut lane: Option<Lane> = None;
        let mut source: Option<Source> = None;
        loop {
            while jobs.try_join_next().is_some() {}
            let now = *mode.borrow_and_update();
            if now != Mode::Working {
                if let Some(source) = source.take() {
                    source.close().await;
                }
                if now == Mode::Ending {
                    break;
                }
                let _ = mode.changed().await;
                continue;
            }
            let Some(source) = self.source(&mut source, queue).await else { continue };
            tokio::select! {
                _ = mode.changed() => {}
                freed = lanes.recv(), if lane.is_none() => lane = freed,
                Some(message) = source.next(), if lane.is_some() => {
                    if let Some(lane) = lane.take() {
                        jobs.spawn(Arc::clone(&self).go_through(message, lane, free.clone()));
                    }
                }
            }
        }
        while jobs.join_next().await.is_some() {}
    }

    /// The source of a queue, which is opened if it is not.
    async fn source<'s>(
        &self,
        source: &'s mut Option<Source>,
        queue: Queue,
    ) -> Option<&'s mut Source> {
        if source.is_none() {
            *source = Source::open(&self.connection, queue).await.ok();
        }
        if source.is_none() {
            sleep(Duration::from_millis(500)).await;
        }
        source.as_mut()
    }

    /// Does a job in a lane, which is free again in the end, and rests if the job was refused.
    async fn go_through(
        self: Arc<Self>,
        message: Message,
        mut lane: Lane,
        free: UnboundedSender<Lane>,
    ) {
        self.now.fetch_add(1, Relaxed);
        let is_refused = self.handle(&message, lane.number).await;
        self.now.fetch_sub(1, Relaxed);
        if is_refused {
            let mut mode = self.mode.subscribe();
            let _ = timeout(lane.rest, mode.wait_for(|it| *it == Mode::Ending)).await;
            lane.rest = (2 * lane.rest).min(MAX_REST);
        } else {
            lane.rest = REST;
        }
        // Nobody waits for it if the worker ends.
        let _ = free.send(lane);
    }

    fn is_ending(&self) -> bool {
        *self.mode.borrow() == Mode::Ending
    }

    /// Takes no more jobs, or takes them again. Those that it has are finished.
    fn pause(&self, is_paused: bool) {
        let mode = if is_paused { Mode::Paused } else { Mode::Working };
        let is_new = self.mode.send_if_modified(|now| std::mem::replace(now, mode) != mode);
        if is_new {
            self.tell(if is_paused { WorkerEvent::Paused } else { WorkerEvent::Resumed });
        }
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
            self.tell(WorkerEvent::Took(job.kind.as_str().into(), waited(message)));
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
        let result = ResultMessage::new(&job, (&self.name, self.settings.build), ms, outcome);
        self.give(&job, &result.to_bytes(), message).await;
        self.done.fetch_add(1, Relaxed);
        is_refused
    }

    /// Why a job is not done here.
    fn refusal(&self, job: &JobMessage) -> Option<String> {
        let WorkerSettings { signature, build, has, kinds, address, .. } = &self.settings;
        if job.not_by.as_ref() == Some(&address.name) {
            return Some(format!("it checks a result of {}", address.name));
        }
        if job.signature != *signature {
            return Some(format!("it is for wane {}, and this is {signature}", job.signature));
        }
        if !job.admits(*build) {
            return Some(format!("the farm does not admit this build of wane, {build}"));
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
        let beat = Duration::from_millis(job.ack_wait_ms) / 3;
        loop {
            match timeout(beat, &mut done).await {
                Ok(done) => return finished(done.unwrap_or(Ok(None))),
                // The server is told that the job is being done.
                Err(_) => drop(message.ack_with(AckKind::Progress).await),
            }
        }
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
                    if self.is_ending() {
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
        let (mut was_connected, mut link) = (true, self.connection.link());
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
                build: self.settings.build,
                is_paused: *self.mode.borrow() == Mode::Paused,
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
            // A server that comes back has forgotten who works.
            let _ = timeout(STATUS, link.changed()).await;
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

/// How long a job has waited at the server. The clocks of two machines may differ.
fn waited(message: &Message) -> Duration {
    let published = message.info().map(|info| SystemTime::from(info.published));
    published.map_or(Duration::ZERO, |it| it.elapsed().unwrap_or_default())
}

fn finished(done: Done) -> Result<Option<Vec<Vec<u8>>>, Failure> {
    done.map_err(|error: RemoteError| Failure::Error(error.to_string().into()))
}
