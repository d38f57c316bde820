//! [`Stopwatch`]: also measures the time that the host took from a virtual machine's processors.
//!
//! A shared machine can stand still for a second in the middle of a measurement. Linux counts that as steal time, so a
//! check with a time limit can tell a slow program from a slow machine.

use std::fs;
use std::time::{Duration, Instant};

/// Ticks of `/proc/stat` in a second, on every platform that Linux runs on.
const TICKS: u64 = 100;

/// A measurement of time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    began: Instant,
    steal: Duration,
}

impl Stopwatch {
    /// Starts to measure.
    #[must_use]
    pub fn start() -> Self {
        Self { began: Instant::now(), steal: steal_time() }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The steal time of all processors since the start.
    #[must_use]
    pub fn steal(&self) -> Duration {
        steal_time().saturating_sub(self.steal)
    }
}

/// The steal time of all processors since the start of the machine; zero where the system does not count it.
fn steal_time() -> Duration {
    fs::read_to_string("/proc/stat").map_or(Duration::ZERO, |stat| parse(&stat))
}

/// The steal time in a text of `/proc/stat`: the eighth number of its first line.
fn parse(stat: &str) -> Duration {
    let ticks =
        stat.lines().next().and_then(|line| line.strip_prefix("cpu ")?.split_whitespace().nth(7));
    let ticks: u64 = ticks.and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
    Duration::from_millis(ticks * (1000 / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eighth_number_of_all_processors() {
        let stat = "cpu  3245139 204737 275638 726037 14112 0 2567 113174 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        assert_eq!(parse(stat), Duration::from_millis(1_131_740));
        assert_eq!(parse("cpu  1 2 3"), Duration::ZERO);
        assert_eq!(parse(""), Duration::ZERO);
    }
}
