//! [`Job`] and [`Executor`]: work as values, and the interface of what does it.
//!
//! A run (a match, a gate, self-play) turns the remaining work into jobs, submits them to an executor, and
//! stores the results itself. An executor may lose a job: the next run submits it again.
//! [`LocalThreads`](crate::LocalThreads) is the executor of this machine.

use std::ops::ControlFlow;

use crate::Stop;

/// A piece of work as a value: everything that its result depends on, so that it can be done anywhere.
pub trait Job: Send + 'static {
    /// Its result, which identifies the job.
    type Result: Send + 'static;
}

/// The result of a job.
pub type JobResult<J> = <J as Job>::Result;

/// Does jobs, one after the other, and keeps resources that are slow to create, such as processes.
pub trait JobWorker<J: Job> {
    /// Does a job; `None` if it was stopped before the end.
    fn work(&mut self, job: J) -> Option<JobResult<J>>;
}

/// Does jobs, somewhere.
pub trait Executor<J: Job> {
    /// How many jobs should be pending, so that no worker waits.
    fn capacity(&self) -> usize;

    /// How many of the submitted jobs have no result yet.
    fn pending(&self) -> usize;

    /// Takes jobs. Those of one batch are done by one worker, one after the other.
    fn submit(&mut self, batch: Vec<J>);

    /// Waits for the next result of any job; `None` if no job is pending, or the jobs were stopped.
    fn next(&mut self) -> Option<JobResult<J>>;

    /// Drops the pending jobs. They have no results.
    fn cancel(&mut self);
}

/// Does all batches, as many at a time as the executor has capacity for. `each` gets the results as they come;
/// if it breaks, the pending jobs are cancelled.
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
