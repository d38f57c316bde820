//! [`Pool`]: threads that think, each with an engine of its own, and tasks that wait for them.
//!
//! The queue is bounded: who finds it full is told so at once. While others wait, a task has only its share of the
//! time, and a socket has one task, so that all get the same. A task that is stopped while it waits is gone through
//! in no time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::Sender;
use wane_search::{Control, NoMemory};
use wane_service::message::{Event, Task};
use wane_service::{Service, Setup};

use crate::limits::Limits;

/// A task, whoever hears of it, and what stops it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) tell: Sender<Told>,
    pub(crate) control: Arc<Control<'static>>,
}

/// What is told about a task.
#[derive(Debug)]
pub(crate) enum Told {
    Event(Event),
    /// It has had its time, and could not be finished.
    Cut,
}

/// The threads. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
}

/// Too many tasks are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

impl Pool {
    /// So many engines, and room for so many tasks that wait.
    pub(crate) fn start(engines: usize, setup: &Setup, limits: &Limits) -> Result<Self, NoMemory> {
        let (queue, jobs) = sync_channel(limits.queue);
        let jobs = Arc::new(Mutex::new(jobs));
        let waiting = Arc::new(AtomicUsize::new(0));
        for _ in 0..engines.max(1) {
            let worker = Worker {
                service: Service::try_new(setup.clone())?,
                jobs: Arc::clone(&jobs),
                waiting: Arc::clone(&waiting),
                longest: limits.task,
                share: limits.share,
            };
            thread::spawn(move || worker.run());
        }
        Ok(Self { queue, waiting })
    }

    /// Has a task done, sooner or later. `tell` is closed when it is.
    pub(crate) fn submit(&self, job: Job) -> Result<(), Busy> {
        // Before it can be taken, so that the number never falls below nothing.
        self.waiting.fetch_add(1, Relaxed);
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => {
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
    service: Service,
    jobs: Arc<Mutex<Receiver<Job>>>,
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
            if !job.control.is_stopped() {
                self.work(&job);
            }
        }
    }

    fn work(&mut self, Job { task, tell, control }: &Job) {
        let begun = Instant::now();
        let (waiting, longest, share) = (&self.waiting, self.longest, self.share);
        let is_late = move |_| {
            let time = begun.elapsed();
            time >= longest || (time >= share && waiting.load(Relaxed) > 0)
        };
        let bounded = Control::part_of(control).until(&is_late);
        self.service.run(task, &|| begun.elapsed(), &bounded, &mut |event| {
            // Who does not listen, or not fast enough to hear some hundred events, does not want to know.
            if tell.try_send(Told::Event(event)).is_err() {
                control.stop();
            }
        });
        if bounded.is_stopped() && !control.is_stopped() {
            // As above.
            let _ = tell.try_send(Told::Cut);
        }
    }
}
