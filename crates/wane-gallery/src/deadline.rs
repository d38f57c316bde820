//! [`Deadline`]: when an agent that thinks has to answer.

use std::time::Duration;

/// How many nodes of a search go by between two readings of the clock.
const NODES_PER_READING: u32 = 16;

/// A moment before the budget is used up, and the clock to see it coming.
pub(crate) struct Deadline<'a> {
    clock: &'a dyn Fn() -> Duration,
    budget: Duration,
    nodes: u32,
}

/// There is no time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl<'a> Deadline<'a> {
    /// The deadline for an answer within `budget`: a tenth of it is kept back.
    pub(crate) fn new(budget: Duration, clock: &'a dyn Fn() -> Duration) -> Self {
        Self { clock, budget, nodes: 0 }
    }

    /// Counts a node of a search, and looks at the clock now and then.
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(NODES_PER_READING) { self.check() } else { Ok(()) }
    }

    /// Looks at the clock.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.used() < self.budget / 10 * 9 { Ok(()) } else { Err(Stopped) }
    }

    /// The time that is gone.
    pub(crate) fn used(&self) -> Duration {
        (self.clock)()
    }

    /// The time that was given.
    pub(crate) fn budget(&self) -> Duration {
        self.budget
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_tenth_of_the_budget_is_kept_back() {
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
