//! [`Stopwatch`] and [`Deadline`]: the referee's clock, the only one that it believes.
//!
//! The host of a virtual machine can take its processors away for half a second, in which no player can answer. Linux
//! counts that as steal time, and this clock stands still in it. No program inside of the machine can forge it.

use std::fs;
use std::time::{Duration, Instant};

/// Ticks of `/proc/stat` in a second, on every platform that Linux runs on.
const TICKS: u64 = 100;

/// Measures time without the steal time.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    began: Instant,
    /// The steal time of each processor at the start.
    steal: Vec<Duration>,
}

impl Stopwatch {
    /// Starts to measure.
    #[must_use]
    pub fn start() -> Self {
        let steal = steal_times();
        Self { began: Instant::now(), steal }
    }

    /// The time since the start, without the steal time.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.wall_time().saturating_sub(self.steal())
    }

    /// The time since the start on the wall, steal time included.
    #[must_use]
    pub fn wall_time(&self) -> Duration {
        self.began.elapsed()
    }

    /// The steal time since the start, of the processor that lost the most.
    fn steal(&self) -> Duration {
        let now = steal_times();
        let lost = now.iter().zip(&self.steal).map(|(now, then)| now.saturating_sub(*then));
        lost.max().unwrap_or_default()
    }
}

/// The end of a time that is given to a player.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    stopwatch: Stopwatch,
    after: Duration,
}

impl Deadline {
    /// A deadline this long from now.
    pub(crate) fn within(after: Duration) -> Self {
        Self { stopwatch: Stopwatch::start(), after }
    }

    /// A deadline that is later by this much.
    pub(crate) fn later_by(&self, time: Duration) -> Self {
        Self { after: self.after + time, ..self.clone() }
    }

    /// Whether this much time has passed since it was set, steal time included: so long as a timer in the player's
    /// process takes.
    pub(crate) fn has_run_for(&self, time: Duration) -> bool {
        self.stopwatch.wall_time() >= time
    }

    /// The time since it was set.
    pub(crate) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether it had passed already this long ago.
    pub(crate) fn has_passed_before(&self, ago: Duration) -> bool {
        self.elapsed().saturating_sub(ago) > self.after
    }

    /// The time that is left; zero if it has passed.
    pub(crate) fn left(&self) -> Duration {
        // Reading the steal time takes a while, and before the deadline it does not matter.
        let left = self.after.saturating_sub(self.stopwatch.wall_time());
        if left.is_zero() { self.after.saturating_sub(self.elapsed()) } else { left }
    }
}

/// The steal time of each processor since the start of the machine; nothing where the system does not count it.
fn steal_times() -> Vec<Duration> {
    fs::read_to_string("/proc/stat").map_or_else(|_| Vec::new(), |stat| parse(&stat))
}

/// The steal times in a text of `/proc/stat`: the eighth number of each line `cpu0`, `cpu1`…
fn parse(stat: &str) -> Vec<Duration> {
    let processors = stat.lines().skip(1).map_while(|line| line.strip_prefix("cpu"));
    let ticks = processors.map(|line| line.split_whitespace().nth(8)?.parse().ok());
    ticks.map(|ticks| Duration::from_millis(ticks.unwrap_or(0) * (1000 / TICKS))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eighth_number_of_each_processor() {
        let stat = "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu1 1 2 3 4 5 6 7 113174 0 0\n\
                    intr 5 6 7 8 9 10 11 12 13\n";
        let times = [80, 1_131_740].map(Duration::from_millis);
        assert_eq!(parse(stat), times);
        assert_eq!(parse("cpu 1\ncpu0 1 2 3\n"), [Duration::ZERO]);
        assert_eq!(parse(""), []);
    }

    #[test]
    fn a_deadline_passes() {
        let deadline = Deadline::within(Duration::from_hours(1));
        assert!(deadline.left() > Duration::from_mins(59));
        assert!(deadline.elapsed() < Duration::from_mins(1));
        let passed = Deadline::within(Duration::ZERO);
        assert_eq!(passed.left(), Duration::ZERO);
        assert!(passed.later_by(Duration::from_hours(1)).left() > Duration::from_mins(59));
    }
}
