//! [`Job`] and [`Executor`]: work as values, and where it is done.
//!
//! A run (a match, a gate, self-play) turns what is left to do into jobs, hands them to an executor, and
//! keeps the results in a ledger of its own: an executor may lose a job, a run asks for it again the next
//! time. [`LocalThreads`](crate::LocalThreads) is the executor of this machine.

use std::ops::ControlFlow;

use crate::Stop;

/// A piece of work as a value: all that its result depends on, so that it can be done anywhere.
pub trait Job: Send + 'static {
    /// What comes of it. It says which job it is of.
    type Result: Send + 'static;
}

/// What comes of a job.
pub type JobResult<J> = <J as Job>::Result;

/// Does jobs, one after the other, and keeps between them what is slow to make, such as processes.
pub trait Worker<J: Job> {
    /// Does a job; `None` if it was stopped before the end.
    fn work(&mut self, job: J) -> Option<JobResult<J>>;
}

/// Where jobs are done.
pub trait Executor<J: Job> {
    /// How many jobs to have submitted at a time, so that no worker waits.
    fn capacity(&self) -> usize;

    /// How many of the submitted jobs have no result yet.
    fn pending(&self) -> usize;

    /// Takes jobs. Those of one batch are done by one worker, one after the other.
    fn submit(&mut self, batch: Vec<J>);

    /// Waits for the next result, of whichever job; `None` if no job is pending, or all was stopped.
    fn next(&mut self) -> Option<JobResult<J>>;

    /// Drops the jobs that are pending. Nothing is heard of them any more.
    fn cancel(&mut self);
}

/// Does all batches, as many at a time as the executor wants. `each` gets the results as they come, and
/// may break off; then what is pending is cancelled.
pub fn execute<J: Job, T>(
    executor: &mut dyn Executor<J>,
    mut batches: impl Iterator<Item = Vec<J>>,
    stop: &Stop,
    each: &mut dyn FnMut(JobResult<J>) -> ControlFlow<T>,
) -> ControlFlow<T> {
    loop {
        while executor.pending() < executor.capacity()
            && !stop.is_stopped()
            && let Some(batch) = batches.next()
        {
            executor.submit(batch);
        }
        let Some(result) = executor.next() else { return ControlFlow::Continue(()) };
        let wanted = each(result);
        if wanted.is_break() {
            executor.cancel();
            return wanted;
        }
    }
}
