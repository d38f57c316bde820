//! [`Deadline`]: when a search has to stop.

use std::time::Duration;

/// The number of nodes between two readings of the clock.
const NODES_PER_READING: u64 = 16;

/// A part of a time budget, and the clock.
pub(crate) struct Deadline<'a> {
    clock: &'a dyn Fn() -> Duration,
    budget: Duration,
    /// The part of the budget, in percent.
    percent: u32,
    nodes: u64,
}

/// The search was stopped because it ran out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl<'a> Deadline<'a> {
    /// The deadline for a move within `budget`; a tenth of it is kept in reserve.
    pub(crate) fn new(budget: Duration, clock: &'a dyn Fn() -> Duration) -> Self {
        Self::within(budget, 90, clock)
    }

    /// The deadline for a move within these percent of `budget`.
    pub(crate) fn within(budget: Duration, percent: u32, clock: &'a dyn Fn() -> Duration) -> Self {
        Self { clock, budget, percent, nodes: 0 }
    }

    /// Counts a node, and reads the clock every [`NODES_PER_READING`] nodes.
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(NODES_PER_READING) { self.check() } else { Ok(()) }
    }

    /// How many nodes were counted.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reads the clock.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.used() < self.budget / 100 * self.percent { Ok(()) } else { Err(Stopped) }
    }

    /// The elapsed time.
    pub(crate) fn used(&self) -> Duration {
        (self.clock)()
    }

    /// The whole budget.
    pub(crate) fn budget(&self) -> Duration {
        self.budget
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_tenth_of_the_budget_is_kept_in_reserve() {
        let budget = Duration::from_millis(100);
        let at = |ms| Deadline::new(budget, &move || Duration::from_millis(ms)).check();
        assert_eq!([at(0), at(89), at(90), at(200)], [Ok(()), Ok(()), Err(Stopped), Err(Stopped)]);
    }

    #[test]
    fn the_clock_is_read_once_in_sixteen_nodes() {
        let readings = Cell::new(0);
        let clock = || {
            readings.set(readings.get() + 1);
            Duration::ZERO
        };
        let mut deadline = Deadline::new(Duration::from_secs(1), &clock);
        for _ in 0..160 {
            assert_eq!(deadline.count_node(), Ok(()));
        }
        assert_eq!(readings.get(), 10);
    }
}
