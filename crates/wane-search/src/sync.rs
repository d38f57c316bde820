//! The atomics and locks of what threads share, in one place: the models in `models/` compile the same files with
//! those of loom.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
