//! [`Control`]: how another thread watches a search and stops it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Shared by a search, or several in a row, and whoever waits for them. Once stopped, it stays so.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// Nothing searched, nothing stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end; it does within milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// How many nodes were searched so far; a little behind while the search is running.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}
