//! [`Pool`]: threads that search, each with its own engine, and a queue of tasks.
//!
//! The queue is bounded: a task that finds it full is refused at once. While tasks wait, the running ones have a
//! shorter time limit, and a session has one task, so clients get equal shares. A task that was stopped in the queue
//! takes no time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, Receiver, Sender};
use wane_search::NoMemory;
use wane_service::{Busy, Host, Setup, Thinker, Ticket, Ticketed, Update};

use crate::limits::ServerLimits;

/// A task, and the channel to its session.
#[derive(Debug)]
struct Job {
    task: Ticketed,
    events: Sender<(Ticket, Update)>,
}

/// The pool as the host of one session, with the events of its last task. The channel closes when the task is done.
#[derive(Debug)]
pub(crate) struct PoolHost {
    pool: Arc<Pool>,
    pub(crate) events: Option<Receiver<(Ticket, Update)>>,
}

/// The capacity of the channel of a session. A task has fewer events.
const EVENTS: usize = 512;

/// The threads and their queue. The threads end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: std_mpsc::SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
}

impl Pool {
    /// Starts the threads, one for each engine.
    pub(crate) fn start(
        engines: usize,
        setup: &Setup,
        limits: &ServerLimits,
    ) -> Result<Self, NoMemory> {
        let (queue, jobs) = std_mpsc::sync_channel(limits.queue);
        let jobs = Arc::new(Mutex::new(jobs));
        let waiting = Arc::new(AtomicUsize::new(0));
        for _ in 0..engines.max(1) {
            let worker = Worker {
                thinker: Thinker::for_analysis(setup.clone())?,
                jobs: Arc::clone(&jobs),
                waiting: Arc::clone(&waiting),
                longest: limits.task,
                share: limits.share,
            };
            thread::spawn(move || worker.run());
        }
        Ok(Self { queue, waiting })
    }

    /// The host of a new session.
    pub(crate) fn host(self: &Arc<Self>) -> PoolHost {
        PoolHost { pool: Arc::clone(self), events: None }
    }

    /// Queues a task.
    fn submit(&self, job: Job) -> Result<(), Busy> {
        // Before a thread can take the task, so that the count is never negative.
        self.waiting.fetch_add(1, Relaxed);
        self.queue.try_send(job).map_err(|error| match error {
            std_mpsc::TrySendError::Full(_) | std_mpsc::TrySendError::Disconnected(_) => {
                self.waiting.fetch_sub(1, Relaxed);
                Busy
            }
        })
    }
}

/// The niceness of the threads that search.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lowers the priority of this thread and of those that it starts, so that the event loop runs first.
#[cfg(target_os = "linux")]
fn lower_priority() {
    // If the system refuses, responses take a little longer.
    let _ = rustix::process::nice(NICE);
}

/// On other systems niceness belongs to the process.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

/// A thread that searches.
struct Worker {
    thinker: Thinker,
    jobs: Arc<Mutex<std_mpsc::Receiver<Job>>>,
    waiting: Arc<AtomicUsize>,
    longest: Duration,
    share: Duration,
}

impl Worker {
    fn run(mut self) {
        lower_priority();
        loop {
            // The thread that waits for a task holds the lock.
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = next else { return };
            self.waiting.fetch_sub(1, Relaxed);
            self.work(&job);
        }
    }

    fn work(&mut self, Job { task, events }: &Job) {
        let begun = Instant::now();
        let (waiting, longest, share) = (&self.waiting, self.longest, self.share);
        let is_late = move |_| {
            let time = begun.elapsed();
            time >= longest || (time >= share && waiting.load(Relaxed) > 0)
        };
        let clock = || begun.elapsed();
        // A full channel means that the client does not read; its task is stopped.
        task.run(&mut self.thinker, &clock, Some(&is_late), &mut |ticket, update| {
            events.try_send((ticket, update)).is_ok()
        });
    }
}

impl Host for PoolHost {
    fn take(&mut self, task: Ticketed) -> Result<(), Busy> {
        let (sender, receiver) = mpsc::channel(EVENTS);
        self.events = Some(receiver);
        self.pool.submit(Job { task, events: sender })
    }
}
