//! [`LocalThreads`]: jobs on threads of this process.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::Stop;
use crate::job::{Executor, Job, JobResult, JobWorker};

/// How many jobs should be pending for each thread.
const JOBS_PER_THREAD: usize = 2;

/// An executor with threads of its own. They end when it goes out of scope, together with the processes of their
/// workers.
#[derive(Debug)]
pub struct LocalThreads<J: Job> {
    batches: Option<Sender<Vec<J>>>,
    results: Receiver<Done<J>>,
    threads: Vec<JoinHandle<()>>,
    pending: usize,
    is_cancelled: bool,
    stop: Stop,
}

/// The end of a job: its result, nothing because it was stopped, or a panic.
type Done<J> = thread::Result<Option<JobResult<J>>>;

impl<J: Job> LocalThreads<J> {
    /// Starts threads, each with a worker of its own. A worker stops when the flag that it is given is set; that
    /// flag is a child of `stop`.
    pub fn new<W: JobWorker<J>>(
        threads: usize,
        stop: &Stop,
        worker: impl Fn(&Stop) -> W + Send + Sync + 'static,
    ) -> Self {
        let stop = stop.child();
        let (to_threads, batches) = mpsc::channel::<Vec<J>>();
        let (sender, results) = mpsc::channel();
        let (batches, worker) = (Arc::new(Mutex::new(batches)), Arc::new(worker));
        let thread = |_| {
            let (batches, worker) = (Arc::clone(&batches), Arc::clone(&worker));
            let (sender, stop) = (sender.clone(), stop.clone());
            thread::spawn(move || work(&mut worker(&stop), &batches, &sender, &stop))
        };
        let threads = (0..threads.max(1)).map(thread).collect();
        Self { batches: Some(to_threads), results, threads, pending: 0, is_cancelled: false, stop }
    }
}

/// Does batches until there are no more.
fn work<J: Job>(
    worker: &mut impl JobWorker<J>,
    batches: &Mutex<Receiver<Vec<J>>>,
    results: &Sender<Done<J>>,
    stop: &Stop,
) {
    let next = || batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(batch) = next() {
        for job in batch {
            let done = if stop.is_stopped() {
                Ok(None)
            } else {
                // A panic is passed on to the thread that waits for the results.
                catch_unwind(AssertUnwindSafe(|| worker.work(job)))
            };
            if results.send(done).is_err() {
                return;
            }
        }
    }
}

impl<J: Job> Executor<J> for LocalThreads<J> {
    fn capacity(&self) -> usize {
        JOBS_PER_THREAD * self.threads.len()
    }

    fn pending(&self) -> usize {
        self.pending
    }

    fn submit(&mut self, batch: Vec<J>) {
        self.pending += batch.len();
        if let Some(batches) = &self.batches {
            // It cannot fail: the threads end only after the sender.
            let _ = batches.send(batch);
        }
    }

    fn next(&mut self) -> Option<JobResult<J>> {
        while self.pending > 0 && !self.is_cancelled {
            let done = self.results.recv().ok()?;
            self.pending -= 1;
            match done {
                Ok(Some(result)) => return Some(result),
                // It was stopped.
                Ok(None) => {}
                Err(panic) => resume_unwind(panic),
            }
        }
        None
    }

    fn cancel(&mut self) {
        self.is_cancelled = true;
        self.stop.stop();
    }
}

impl<J: Job> Drop for LocalThreads<J> {
    fn drop(&mut self) {
        self.stop.stop();
        self.batches = None;
        for thread in self.threads.drain(..) {
            // Its panic was passed on, or no caller waits for it.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::*;
    use crate::job::execute;

    /// Gives its number back, after a nap.
    struct Nap(u64);

    impl Job for Nap {
        type Result = (u64, thread::ThreadId);
    }

    struct Napper(Stop);

    impl JobWorker<Nap> for Napper {
        fn work(&mut self, Nap(number): Nap) -> Option<(u64, thread::ThreadId)> {
            assert!(number != 13, "unlucky");
            thread::sleep(Duration::from_millis(number % 3));
            (!self.0.is_stopped()).then(|| (number, thread::current().id()))
        }
    }

    fn nappers(threads: usize, stop: &Stop) -> LocalThreads<Nap> {
        LocalThreads::new(threads, stop, |stop| Napper(stop.clone()))
    }

    fn pairs(jobs: u64) -> impl Iterator<Item = Vec<Nap>> {
        (0..jobs / 2).map(|pair| vec![Nap(100 + 2 * pair), Nap(101 + 2 * pair)])
    }

    #[test]
    fn every_job_is_done_once_and_those_of_a_batch_by_one_thread() {
        for threads in [1, 3] {
            let stop = Stop::default();
            let mut done = Vec::new();
            let ended = execute(&mut nappers(threads, &stop), pairs(60), &stop, &mut |result| {
                done.push(result);
                ControlFlow::<()>::Continue(())
            });
            assert!(ended.is_continue());
            done.sort_by_key(|(number, _)| *number);
            assert!(done.iter().map(|(number, _)| *number).eq(100..160));
            assert!(done.chunks(2).all(|pair| pair[0].1 == pair[1].1));
        }
    }

    #[test]
    fn nothing_is_heard_after_a_break_or_a_stop() {
        let stop = Stop::default();
        let mut heard = 0;
        let mut executor = nappers(2, &stop);
        let ended = execute(&mut executor, pairs(60), &stop, &mut |_| {
            heard += 1;
            if heard == 5 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
        });
        assert_eq!((ended, heard), (ControlFlow::Break("enough"), 5));
        assert_eq!(executor.next(), None);
        // The part was stopped, not the whole.
        assert!(!stop.is_stopped());
        let ended = execute(&mut nappers(2, &stop), pairs(60), &stop, &mut |_| {
            stop.stop();
            ControlFlow::<()>::Continue(())
        });
        assert!(ended.is_continue());
    }

    #[test]
    fn a_panic_reaches_the_one_who_waits() {
        let run = || {
            let stop = Stop::default();
            let batches = [vec![Nap(1)], vec![Nap(13)], vec![Nap(2)]].into_iter();
            let mut each = |_| ControlFlow::<()>::Continue(());
            execute(&mut nappers(2, &stop), batches, &stop, &mut each)
        };
        assert!(catch_unwind(run).is_err());
    }
}
