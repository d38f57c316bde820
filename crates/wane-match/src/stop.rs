//! [`Stop`]: a flag that cancels work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Cancels work. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// A flag for a part of the work: stopping the part does not stop the whole, but stopping the whole stops
    /// the part.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(Flag { is_set: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Sets the flag.
    pub fn stop(&self) {
        self.0.is_set.store(true, Relaxed);
    }

    /// Whether the flag is set, or that of the whole.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.is_set.load(Relaxed) || self.0.parent.as_ref().is_some_and(Self::is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_alone_and_with_the_whole() {
        let whole = Stop::default();
        let (one, other) = (whole.child(), whole.child());
        one.clone().stop();
        assert_eq!([&whole, &one, &other].map(Stop::is_stopped), [false, true, false]);
        whole.stop();
        assert!(other.is_stopped());
    }
}
