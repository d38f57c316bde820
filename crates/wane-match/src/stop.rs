//! [`Stop`]: the switch that ends what is under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Ends everything that is under way. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    is_on: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// A switch of its own for a part of the work: stopping the part does not stop the whole, and
    /// stopping the whole stops the part.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(Switch { is_on: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Turns the switch.
    pub fn stop(&self) {
        self.0.is_on.store(true, Relaxed);
    }

    /// Whether it was turned, or that of the whole.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.is_on.load(Relaxed) || self.0.parent.as_ref().is_some_and(Self::is_stopped)
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
