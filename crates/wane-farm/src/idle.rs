//! [`Neighbours`]: whether the people at a machine need it themselves.
//!
//! A worker that only uses idle time runs at the lowest priority, so its own time is listed as nice. What is not nice is
//! done for others. Only Linux tells that; elsewhere the priority has to be enough.

use std::fs;
use std::thread;
use std::time::Instant;

/// The machine is needed if others use more than this part of it, and free again below the other.
const NEEDED: f64 = 0.25;
const FREE: f64 = 0.10;

/// The ticks of a processor in a second.
const TICKS: f64 = 100.0;

/// What the other programs of a machine do.
#[derive(Debug)]
pub(crate) struct Neighbours {
    cores: f64,
    before: Option<(Instant, u64)>,
    are_busy: bool,
}

impl Neighbours {
    pub(crate) fn new() -> Self {
        #[expect(clippy::cast_precision_loss, reason = "far fewer cores than 2^52")]
        let cores = thread::available_parallelism().map_or(1.0, |it| it.get() as f64);
        Self { cores, before: None, are_busy: false }
    }

    /// Whether they have needed the machine since the last call.
    pub(crate) fn are_busy(&mut self) -> bool {
        let ticks = fs::read_to_string("/proc/stat").ok().and_then(|text| foreign_ticks(&text));
        let Some(ticks) = ticks else { return false };
        let now = Instant::now();
        if let Some((then, before)) = self.before.replace((now, ticks)) {
            self.note(ticks.saturating_sub(before), (now - then).as_secs_f64());
        }
        self.are_busy
    }

    fn note(&mut self, ticks: u64, seconds: f64) {
        #[expect(clippy::cast_precision_loss, reason = "some seconds")]
        let share = ticks as f64 / (TICKS * seconds.max(0.01) * self.cores);
        self.are_busy = share > if self.are_busy { FREE } else { NEEDED };
    }
}

/// The ticks that were spent on programs that are not nice, and on what the system does for them.
fn foreign_ticks(text: &str) -> Option<u64> {
    let mut numbers = text.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
    let mut next = || numbers.next()?.parse::<u64>().ok();
    let (user, _nice, system) = (next()?, next()?, next()?);
    let (_idle, _waiting, irq, soft_irq) = (next()?, next()?, next()?, next()?);
    Some(user + system + irq + soft_irq)
}

/// Lets all other programs of the machine go first.
pub(crate) fn be_nice() {
    #[cfg(unix)]
    {
        // Where the system does not allow it, the worker only asks less often.
        let _ = rustix::process::setpriority_process(None, 19);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_nice_counts() {
        let text = "cpu  10 2000 30 40 50 6 7 800 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n";
        assert_eq!(foreign_ticks(text), Some(53));
        assert_eq!(foreign_ticks("cpu  10 2000"), None);
        assert_eq!(foreign_ticks(""), None);
    }

    #[test]
    fn a_machine_is_needed_until_it_is_quite_free() {
        let mut neighbours = Neighbours { cores: 2.0, before: None, are_busy: false };
        let mut after = |ticks| {
            neighbours.note(ticks, 1.0);
            neighbours.are_busy
        };
        assert_eq!([40, 60, 30, 15].map(&mut after), [false, true, true, false]);
    }
}
