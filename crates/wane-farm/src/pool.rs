//! [`Pool`]: the threads of a worker on which jobs are done.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use serde_json::Value;
use tokio::sync::oneshot;
use wane_match::{JobKind, RemoteError, RequestWorker, Site, Stop};

/// Some jobs of one kind.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) kind: String,
    pub(crate) bodies: Vec<Value>,
    pub(crate) site: Site,
}

/// The result of each job; `None` if they were stopped.
pub(crate) type Done = Result<Option<Vec<Vec<u8>>>, RemoteError>;

/// Threads that do jobs. They end with this value.
#[derive(Debug)]
pub(crate) struct Pool {
    work: Option<Sender<(Work, oneshot::Sender<Done>)>>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Threads whose jobs end when `stop` is set.
    pub(crate) fn start(threads: usize, kinds: &[JobKind], stop: &Stop) -> Self {
        let (work, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let thread = |_| {
            let (queue, kinds, stop) = (Arc::clone(&queue), kinds.to_vec(), stop.clone());
            thread::spawn(move || serve(&queue, &kinds, &stop))
        };
        Self { work: Some(work), threads: (0..threads.max(1)).map(thread).collect() }
    }

    /// Has jobs done.
    pub(crate) fn submit(&self, work: Work) -> oneshot::Receiver<Done> {
        let (reply, done) = oneshot::channel();
        if let Some(sender) = &self.work {
            // The threads end only after the sender.
            let _ = sender.send((work, reply));
        }
        done
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.work = None;
        for thread in self.threads.drain(..) {
            // Panics of jobs were caught.
            let _ = thread.join();
        }
    }
}

/// Does jobs until there are no more.
fn serve(queue: &Mutex<Receiver<(Work, oneshot::Sender<Done>)>>, kinds: &[JobKind], stop: &Stop) {
    let mut workers: HashMap<String, Box<dyn RequestWorker>> = HashMap::new();
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok((work, reply)) = next() {
        let done = catch_unwind(AssertUnwindSafe(|| do_all(&work, &mut workers, kinds, stop)));
        let done = done.unwrap_or_else(|panic| {
            // What it was doing is in an unknown state.
            workers.clear();
            Err(RemoteError::new(format!("a bug: {}", words(&*panic))))
        });
        // Nobody waits for it if the worker is being stopped.
        let _ = reply.send(done);
    }
}

fn do_all(
    work: &Work,
    workers: &mut HashMap<String, Box<dyn RequestWorker>>,
    kinds: &[JobKind],
    stop: &Stop,
) -> Done {
    let Work { kind, bodies, site } = work;
    let known = kinds.iter().find(|it| it.name == *kind);
    let known = known.ok_or_else(|| RemoteError::new(format!("no such kind of jobs: {kind}")))?;
    let worker = workers.entry(kind.clone()).or_insert_with(|| known.worker(stop));
    let mut results = Vec::new();
    for body in bodies {
        if stop.is_stopped() {
            return Ok(None);
        }
        match worker.work(body, site)? {
            Some(result) => results.push(result),
            None => return Ok(None),
        }
    }
    Ok(Some(results))
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&it| it.to_owned()));
    text.unwrap_or_else(|| "a panic".into())
}
