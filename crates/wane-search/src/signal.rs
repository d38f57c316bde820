//! [`Signal`]: a value under a lock, and the threads that wait for a change of it or of what it leads to.
//!
//! A notification costs a system call, so it is skipped while no thread waits. What is waited for is for others to say.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::SeqCst;

use crate::sync::{AtomicUsize, Condvar, Mutex, MutexGuard};

/// A value whose changes are waited for.
#[derive(Debug)]
pub(crate) struct Signal<T> {
    value: Mutex<T>,
    changed: Condvar,
    /// The number of threads that look or wait. A thread adds itself before it looks.
    waiting: AtomicUsize,
}

impl<T> Signal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: Mutex::new(value), changed: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    /// The value. Call [`wake`](Self::wake) after a change.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        locked(&self.value)
    }

    /// Notifies waiting threads of a change. Call it after the change.
    pub(crate) fn wake(&self) {
        if self.waiting.load(SeqCst) > 0 {
            // A thread holds this lock from its look until it waits, so it cannot miss the
            // notification.
            drop(self.lock());
            self.changed.notify_all();
        }
    }

    /// Waits until `look` returns something. `look` runs under the lock.
    pub(crate) fn wait_for<R>(&self, look: impl Fn(&T) -> Option<R>) -> R {
        self.waiting.fetch_add(1, SeqCst);
        let mut value = self.lock();
        let found = loop {
            if let Some(found) = look(&value) {
                break found;
            }
            value = self.changed.wait(value).unwrap_or_else(PoisonError::into_inner);
        };
        self.waiting.fetch_sub(1, SeqCst);
        found
    }
}

/// Locks, also after a panic of another thread: every critical section leaves its data consistent.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
