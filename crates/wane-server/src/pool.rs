//! [`Pool`]: threads that think, each with an engine of its own, and tasks that wait for them.
//!
//! The queue is bounded: who finds it full is told so at once. While others wait, a task has only its share of the
//! time, and a socket has one task, so that all get the same. A task that is stopped while it waits is gone through
//! in no time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, Receiver, Sender};
use wane_search::NoMemory;
use wane_service::{Busy, Host, Setup, Thinker, Ticket, Ticketed, Told};

use crate::limits::Limits;

/// A task, and the socket that hears of it.
#[derive(Debug)]
struct Job {
    task: Ticketed,
    tell: Sender<(Ticket, Told)>,
}

/// The place of one socket at the pool. What is told about its last task is waiting there; where the channel is
/// closed, nothing more comes.
#[derive(Debug)]
pub(crate) struct Place {
    pool: Arc<Pool>,
    pub(crate) told: Option<Receiver<(Ticket, Told)>>,
}

/// How many events may wait to be sent. A task has fewer.
const EVENTS: usize = 512;

/// The threads. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: std_mpsc::SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
}

impl Pool {
    /// So many engines, and room for so many tasks that wait.
    pub(crate) fn start(engines: usize, setup: &Setup, limits: &Limits) -> Result<Self, NoMemory> {
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

    /// A place for a socket.
    pub(crate) fn place(self: &Arc<Self>) -> Place {
        Place { pool: Arc::clone(self), told: None }
    }

    /// Has a task done, sooner or later.
    fn submit(&self, job: Job) -> Result<(), Busy> {
        // Before it can be taken, so that the number never falls below nothing.
        self.waiting.fetch_add(1, Relaxed);
        self.queue.try_send(job).map_err(|error| match error {
            std_mpsc::TrySendError::Full(_) | std_mpsc::TrySendError::Disconnected(_) => {
                self.waiting.fetch_sub(1, Relaxed);
                Busy
            }
        })
    }
}

/// How much less of a processor a thread that thinks gets than one that answers; 19 is the least of all.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lets those who only answer go first: they need little, and soon. The threads that this one starts do the same.
#[cfg(target_os = "linux")]
fn make_way() {
    // Where it is not allowed, answers take a little longer.
    let _ = rustix::process::nice(NICE);
}

/// Elsewhere that would be the whole program.
#[cfg(not(target_os = "linux"))]
fn make_way() {}

/// A thread that thinks.
struct Worker {
    thinker: Thinker,
    jobs: Arc<Mutex<std_mpsc::Receiver<Job>>>,
    waiting: Arc<AtomicUsize>,
    longest: Duration,
    share: Duration,
}

impl Worker {
    fn run(mut self) {
        make_way();
        loop {
            // Whoever waits for a task holds the lock; the others wait for the lock.
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = next else { return };
            self.waiting.fetch_sub(1, Relaxed);
            self.work(&job);
        }
    }

    fn work(&mut self, Job { task, tell }: &Job) {
        let begun = Instant::now();
        let (waiting, longest, share) = (&self.waiting, self.longest, self.share);
        let is_late = move |_| {
            let time = begun.elapsed();
            time >= longest || (time >= share && waiting.load(Relaxed) > 0)
        };
        let clock = || begun.elapsed();
        // A client that does not listen, or not fast enough to hear some hundred events, does not want to know.
        task.run(&mut self.thinker, &clock, Some(&is_late), &mut |ticket, told| {
            tell.try_send((ticket, told)).is_ok()
        });
    }
}

impl Host for Place {
    fn take(&mut self, task: Ticketed) -> Result<(), Busy> {
        let (tell, told) = mpsc::channel(EVENTS);
        self.told = Some(told);
        self.pool.submit(Job { task, tell })
    }
}
