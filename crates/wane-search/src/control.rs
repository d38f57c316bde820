//! [`Control`]: how a search is watched and stopped, from outside and by its own limits.

use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use crate::sync::{AtomicBool, AtomicU64};

/// The stop flag and node count of a search, or of several in sequence, shared with the caller.
/// Once stopped, it stays stopped.
#[derive(Default)]
pub struct Control<'a> {
    stop: AtomicBool,
    nodes: AtomicU64,
    limit: Option<&'a Limit<'a>>,
    whole: Option<&'a Control<'a>>,
}

/// Whether a search must end at this node count.
type Limit<'a> = dyn Fn(u64) -> bool + Sync + 'a;

impl<'a> Control<'a> {
    /// Nothing searched, nothing stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For a part of the search that `whole` controls. It stops when the whole stops, or on its
    /// own, and its nodes count for both.
    #[must_use]
    pub fn part_of(whole: &'a Self) -> Self {
        Self { whole: Some(whole), ..Self::default() }
    }

    /// The same, stopped as soon as `limit` returns true for the node count. The search calls
    /// `limit` about once a millisecond; it may read a clock instead.
    #[must_use]
    pub fn until(self, limit: &'a Limit<'a>) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Stops the search; it returns within milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.whole.is_some_and(Control::is_stopped)
    }

    /// The node count, which lags a little while the search runs.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn add_nodes(&self, more: u64) {
        let nodes = self.nodes.fetch_add(more, Relaxed) + more;
        if self.limit.is_some_and(|limit| limit(nodes)) {
            self.stop();
        }
        if let Some(whole) = self.whole {
            whole.add_nodes(more);
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stop, nodes, .. } = self;
        f.debug_struct("Control").field("stop", stop).field("nodes", nodes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_whole_and_the_whole_not_with_the_part() {
        let whole = Control::new();
        let (first, second) = (Control::part_of(&whole), Control::part_of(&whole));
        first.add_nodes(10);
        second.add_nodes(5);
        assert_eq!((first.nodes(), second.nodes(), whole.nodes()), (10, 5, 15));
        first.stop();
        assert!(first.is_stopped() && !second.is_stopped() && !whole.is_stopped());
        whole.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn a_limit_stops_the_search_when_it_is_reached() {
        let limit = |nodes| nodes >= 100;
        let control = Control::new().until(&limit);
        control.add_nodes(99);
        assert!(!control.is_stopped());
        Control::part_of(&control).add_nodes(1);
        assert!(control.is_stopped());
    }
}
