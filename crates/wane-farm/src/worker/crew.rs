//! [`work`]: a worker from its start to its end, or several in one process.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use wane_files::{FolderLock, create_folder};
use wane_match::Stop;

use super::name::worker_name;
use super::spool::Spool;
use super::{Mode, Worker, WorkerEvent, WorkerSettings};
use crate::connection::Connection;
use crate::error::FarmError;
use crate::idle::{self, Neighbours};
use crate::inputs::{Bounds, InputCache};
use crate::names::Queue;
use crate::pool::Pool;

/// How often it is looked whether workers must stop.
const STOP: Duration = Duration::from_millis(100);

/// How many workers of one process connect at a time: a connection that is made beside a thousand others takes longer than
/// it may.
const AT_A_TIME: usize = 8;

/// How often a worker that only uses idle time looks whether the machine is needed.
const LOOK: Duration = Duration::from_secs(3);

/// Works until `stop` is set. The jobs that it then has are finished, or handed back if they take too long.
///
/// # Errors
/// If the folder is in use or cannot be written, or the farm cannot be reached at the start.
pub fn work(
    settings: WorkerSettings,
    stop: &Stop,
    on_event: &mut dyn FnMut(WorkerEvent),
) -> Result<(), FarmError> {
    work_together(vec![settings], stop, on_event)
}

/// The same with several workers in one process; all end if one fails.
///
/// # Errors
/// As with one.
pub fn work_together(
    crew: Vec<WorkerSettings>,
    stop: &Stop,
    on_event: &mut dyn FnMut(WorkerEvent),
) -> Result<(), FarmError> {
    let mut locks = Vec::new();
    for settings in &crew {
        create_folder(&settings.folder)?;
        locks.push(FolderLock::take(&settings.folder)?);
        if settings.only_idle {
            idle::be_nice();
        }
    }
    let threads = crew.len().min(2);
    let runtime = runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    let runtime = runtime.map_err(FarmError::Threads)?;
    let (events, heard) = mpsc::channel();
    let stop = stop.clone();
    let worker = thread::spawn(move || runtime.block_on(run_all(crew, &stop, &events)));
    for event in heard {
        on_event(event);
    }
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

async fn run_all(
    crew: Vec<WorkerSettings>,
    stop: &Stop,
    events: &Sender<WorkerEvent>,
) -> Result<(), FarmError> {
    let (end, ending) = watch::channel(false);
    let door = Arc::new(Semaphore::new(AT_A_TIME));
    let mut workers = JoinSet::new();
    for settings in crew {
        workers.spawn(run(settings, Arc::clone(&door), ending.clone(), events.clone()));
    }
    let mut outcome = Ok(());
    while !workers.is_empty() {
        tokio::select! {
            Some(ended) = workers.join_next() => {
                let ended = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
                if let Err(error) = ended && outcome.is_ok() {
                    outcome = Err(error);
                    end.send_replace(true);
                }
            }
            () = sleep(STOP) => {
                if stop.is_stopped() {
                    end.send_if_modified(|it| !std::mem::replace(it, true));
                }
            }
        }
    }
    outcome
}

/// One worker. `door` lets some connect at a time.
async fn run(
    settings: WorkerSettings,
    door: Arc<Semaphore>,
    mut ending: watch::Receiver<bool>,
    events: Sender<WorkerEvent>,
) -> Result<(), FarmError> {
    let through = door.acquire_owned().await;
    let connection = Connection::open(&settings.address).await?;
    drop(through);
    let abort = Stop::default();
    let pool = Pool::start(settings.threads, &settings.kinds, &abort);
    let bounds = Bounds {
        bytes: settings.disk_mb << 20,
        bytes_per_second: settings.bytes_per_second.unwrap_or(u64::MAX),
    };
    let cache = InputCache::open(settings.folder.join("inputs"), bounds)?;
    let spool = Spool::open(settings.folder.join("spool"))?;
    let name = worker_name(&settings)?;
    let worker = Arc::new(Worker {
        settings,
        connection,
        name,
        pool,
        cache,
        spool,
        mode: watch::Sender::new(Mode::Working),
        done: AtomicU64::new(0),
        now: AtomicU64::new(0),
        refused: Mutex::default(),
        events,
    });
    worker.tell(WorkerEvent::Ready);
    let mut queues = JoinSet::new();
    queues.spawn(Arc::clone(&worker).take_jobs(Queue::Open));
    if worker.settings.address.is_house {
        queues.spawn(Arc::clone(&worker).take_jobs(Queue::Marked));
    }
    let mut reports = JoinSet::new();
    reports.spawn(Arc::clone(&worker).report());
    let mut neighbours = worker.settings.only_idle.then(Neighbours::new);
    loop {
        tokio::select! {
            _ = ending.wait_for(|it| *it) => break,
            error = worker.connection.revoked() => return Err(error),
            () = sleep(LOOK), if neighbours.is_some() => {
                worker.pause(neighbours.as_mut().is_some_and(Neighbours::are_busy));
            }
        }
    }
    worker.mode.send_replace(Mode::Ending);
    let all = async { while queues.join_next().await.is_some() {} };
    if timeout(worker.settings.patience, all).await.is_err() {
        abort.stop();
        let all = async { while queues.join_next().await.is_some() {} };
        let _ = timeout(Duration::from_secs(10), all).await;
    }
    let _ = timeout(Duration::from_secs(2), worker.connection.client.flush()).await;
    Ok(())
}
