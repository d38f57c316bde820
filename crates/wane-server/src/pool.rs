//! [`Pool`]: threads that search, each with its own engine, and a queue of tasks.
//!
//! The queue is bounded: a task that finds it full is refused at once. While tasks wait, the running ones have a
//! shorter time limit, and a session has one task, so clients get equal shares. A task that was stopped in the queue
//! takes no time. A task that panics fails alone: its thread continues with a new engine.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, Receiver, Sender};
use wane_search::{Clock, NoMemory};
use wane_service::{Busy, Event, Guest, Host, Setup, TaskError, Thinker, Ticket, Ticketed, Update};

use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::priority::lower_priority;

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

/// Runs a task: [`Ticketed::run`], but for tests of what happens when it panics.
type Run = fn(
    &Ticketed,
    &mut Thinker,
    Clock<'_>,
    Option<&(dyn Fn(u64) -> bool + Sync)>,
    &mut dyn FnMut(Ticket, Update) -> bool,
);

/// The threads and their queue. The threads end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: std_mpsc::SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
    workers: usize,
    metrics: Arc<Metrics>,
}

impl Pool {
    /// Starts the threads, one for each engine.
    pub(crate) fn start(
        engines: usize,
        setup: &Setup,
        guests: &Arc<[Guest]>,
        limits: &ServerLimits,
        metrics: &Arc<Metrics>,
    ) -> Result<Self, NoMemory> {
        Self::start_with(Ticketed::run, engines, setup, guests, limits, metrics)
    }

    fn start_with(
        run: Run,
        engines: usize,
        setup: &Setup,
        guests: &Arc<[Guest]>,
        limits: &ServerLimits,
        metrics: &Arc<Metrics>,
    ) -> Result<Self, NoMemory> {
        let (queue, jobs) = std_mpsc::sync_channel(limits.queue);
        let jobs = Arc::new(Mutex::new(jobs));
        let waiting = Arc::new(AtomicUsize::new(0));
        let workers = engines.max(1);
        for _ in 0..workers {
            let worker = Worker {
                thinker: Thinker::for_analysis(setup.clone())?.with_guests(Arc::clone(guests)),
                setup: setup.clone(),
                guests: Arc::clone(guests),
                run,
                jobs: Arc::clone(&jobs),
                waiting: Arc::clone(&waiting),
                longest: limits.task,
                share: limits.share,
                metrics: Arc::clone(metrics),
            };
            thread::spawn(move || worker.run());
        }
        Ok(Self { queue, waiting, workers, metrics: Arc::clone(metrics) })
    }

    /// The number of tasks in the queue.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }

    /// The number of threads.
    pub(crate) fn workers(&self) -> usize {
        self.workers
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
                self.metrics.refused.queue.add(1);
                Busy
            }
        })
    }
}

/// A thread that searches.
struct Worker {
    thinker: Thinker,
    setup: Setup,
    guests: Arc<[Guest]>,
    run: Run,
    jobs: Arc<Mutex<std_mpsc::Receiver<Job>>>,
    waiting: Arc<AtomicUsize>,
    longest: Duration,
    share: Duration,
    metrics: Arc<Metrics>,
}

impl Worker {
    fn run(mut self) {
        lower_priority();
        loop {
            // The thread that waits for a task holds the lock.
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = next else { return };
            self.waiting.fetch_sub(1, Relaxed);
            let begun = Instant::now();
            // The thinker is all that a panic can leave in a bad state, and it is replaced.
            let done = panic::catch_unwind(AssertUnwindSafe(|| self.work(&job)));
            if done.is_err() {
                self.replace(&job);
            }
            self.metrics.tasks.add(1);
            self.metrics.search_time.add_time(begun.elapsed());
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
        (self.run)(task, &mut self.thinker, &clock, Some(&is_late), &mut |ticket, update| {
            events.try_send((ticket, update)).is_ok()
        });
    }

    /// After a panic: a new engine for the next task, and an error for the client of this one.
    fn replace(&mut self, Job { task, events }: &Job) {
        self.metrics.panics.add(1);
        let new = Thinker::new(self.setup.clone()).with_guests(Arc::clone(&self.guests));
        let old = std::mem::replace(&mut self.thinker, new);
        // Its table is freed; if that panics as well, it is leaked.
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(old)));
        for update in
            [Update::Event(Event::Failed(TaskError::Panicked)), Update::End { is_cut: true }]
        {
            // A full channel means that the client does not read.
            let _ = events.try_send((task.ticket, update));
        }
    }
}

impl Host for PoolHost {
    fn take(&mut self, task: Ticketed) -> Result<(), Busy> {
        let (sender, receiver) = mpsc::channel(EVENTS);
        self.events = Some(receiver);
        self.pool.submit(Job { task, events: sender })
    }
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyPosition, Objective, Size};
    use wane_search::{Limits, Question};
    use wane_service::{Desk, PuzzleSpec, Task};
    use wane_testkit::Rng;

    use super::*;

    /// Panics for a puzzle.
    fn run_or_panic(
        task: &Ticketed,
        thinker: &mut Thinker,
        clock: Clock<'_>,
        limit: Option<&(dyn Fn(u64) -> bool + Sync)>,
        emit: &mut dyn FnMut(Ticket, Update) -> bool,
    ) {
        assert!(!matches!(task.task, Task::Puzzle { .. }), "injected");
        task.run(thinker, clock, limit, emit);
    }

    fn analysis() -> Task {
        analysis_to(3)
    }

    fn analysis_to(depth: u32) -> Task {
        let question = Question {
            board: AnyPosition::start(Size::Eight).board(),
            objective: Objective::FewestDiscs,
            limits: Limits { depth: Some(depth), ..Limits::default() },
            lines: 1,
            only: None,
        };
        Task::Analyse { question, with: None }
    }

    fn puzzle() -> Task {
        let spec = PuzzleSpec { size: Size::Eight, objective: Objective::FewestDiscs, empties: 8 };
        Task::Puzzle { spec, seed: 1 }
    }

    /// The last event of a task.
    async fn result(desk: &mut Desk<PoolHost>, task: Task) -> Option<Event> {
        desk.ask(task).expect("there is room");
        let mut last = None;
        let events = desk.host().events.as_mut().expect("there is a task");
        while let Some((_, Update::Event(event))) = events.recv().await {
            last = Some(event);
        }
        last
    }

    #[tokio::test]
    async fn a_thread_goes_on_after_a_task_that_panics_and_its_client_is_told() {
        let (limits, metrics) = (ServerLimits::default(), Arc::default());
        let pool =
            Pool::start_with(run_or_panic, 1, &Setup::small(), &Arc::default(), &limits, &metrics);
        let pool = Arc::new(pool.expect("there is memory for 1 MB"));
        let mut desk = Desk::new(pool.host());
        for _ in 0..3 {
            let failed = result(&mut desk, puzzle()).await;
            assert!(matches!(failed, Some(Event::Failed(TaskError::Panicked))), "{failed:?}");
            let found = result(&mut desk, analysis()).await;
            assert!(matches!(found, Some(Event::Analysed(_))), "{found:?}");
        }
        assert_eq!((metrics.panics.value(), pool.waiting()), (3, 0));
    }

    /// What a session asks for in turn: analyses to a depth, analyses that it stops, and some that a next one replaces.
    async fn many_tasks(pool: Arc<Pool>, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut desk = Desk::new(pool.host());
        for _ in 0..40 {
            let depth = if rng.below(2) == 0 { 2 } else { 60 };
            let Ok(ticket) = desk.ask(analysis_to(depth)) else { continue };
            if rng.below(4) == 0 {
                continue;
            }
            tokio::time::sleep(Duration::from_micros(rng.below(3000).into())).await;
            desk.stop();
            let events = desk.host().events.as_mut().expect("there is a task");
            let mut last = None;
            while let Some((from, update)) = events.recv().await {
                assert_eq!(from, ticket);
                last = Some(update);
            }
            assert!(matches!(last, Some(Update::End { .. })), "{last:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_task_of_many_sessions_ends_and_the_queue_is_empty_then() {
        let limits = ServerLimits { queue: 4, ..ServerLimits::default() };
        let metrics: Arc<Metrics> = Arc::default();
        let setup = Setup { threads: 2, ..Setup::small() };
        let pool = Pool::start(2, &setup, &Arc::default(), &limits, &metrics);
        let pool = Arc::new(pool.expect("there is memory for 2 MB"));
        let sessions: Vec<_> =
            (0..8).map(|seed| tokio::spawn(many_tasks(Arc::clone(&pool), seed))).collect();
        for session in sessions {
            session.await.expect("no assertion failed");
        }
        // Tasks of sessions that have ended are stopped, but may still be in the queue.
        let begun = Instant::now();
        while pool.waiting() > 0 {
            assert!(begun.elapsed() < Duration::from_mins(1), "{} tasks wait", pool.waiting());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(metrics.panics.value(), 0);
    }
}
