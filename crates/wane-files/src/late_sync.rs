//! [`LateSync`]: a thread that syncs a file soon after a write, whether another write follows or not.

use std::fs::File;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long the thread waits for more writes; with the sync itself it is about a second.
const DELAY: Duration = Duration::from_millis(800);

/// The thread of a file. It ends when this is dropped, and does not sync then.
#[derive(Debug)]
pub(crate) struct LateSync {
    /// Lengths of the file that are to be synced.
    lengths: Option<Sender<u64>>,
    done: Arc<Mutex<Done>>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread has done.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The length of the file that was synced last.
    pub(crate) synced: u64,
    pub(crate) error: Option<io::Error>,
}

impl LateSync {
    /// Starts the thread of this file.
    pub(crate) fn start(file: File) -> io::Result<Self> {
        let (sender, lengths) = mpsc::channel();
        let done = Arc::new(Mutex::new(Done::default()));
        let of_thread = Arc::clone(&done);
        let builder = Builder::new().name("sync".into());
        let thread = builder.spawn(move || run(&file, &lengths, &of_thread))?;
        Ok(Self { lengths: Some(sender), done, thread: Some(thread) })
    }

    /// Has the file synced, which has this length now.
    pub(crate) fn request(&self, length: u64) {
        if let Some(lengths) = &self.lengths {
            // The thread lives as long as this.
            let _ = lengths.send(length);
        }
    }

    /// What was done since the last time.
    pub(crate) fn take(&self) -> Done {
        std::mem::take(&mut *lock(&self.done))
    }
}

impl Drop for LateSync {
    fn drop(&mut self) {
        self.lengths = None;
        // The lock of the file ends with the last handle, and the thread has one.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn run(file: &File, lengths: &Receiver<u64>, done: &Mutex<Done>) {
    while let Ok(mut length) = lengths.recv() {
        let until = Instant::now() + DELAY;
        loop {
            match lengths.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(now) => length = now,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let synced = file.sync_data();
        let mut done = lock(done);
        match synced {
            Ok(()) => done.synced = length,
            Err(error) => done.error = Some(error),
        }
    }
}

fn lock(done: &Mutex<Done>) -> MutexGuard<'_, Done> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}
