//! [`Waits`]: how long a program could have run and did not, since others had the processors.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use super::tree;

/// How long each thread of a program has waited for a processor so far. Where the system does not tell, there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits(HashMap<u32, Duration>);

impl Waits {
    /// Those of a process and its descendants.
    pub(super) fn of(process: u32) -> Self {
        let threads = tree::of(process).into_iter().flat_map(tree::threads);
        let wait = |(process, thread)| {
            let statistics = fs::read_to_string(format!("/proc/{process}/task/{thread}/schedstat"));
            Some((thread, waited(&statistics.ok()?)?))
        };
        Self(threads.filter_map(wait).collect())
    }

    /// How long the thread has waited since then that has waited the longest.
    pub(crate) fn since(&self, then: &Self) -> Duration {
        let before = |thread| then.0.get(thread).copied().unwrap_or_default();
        let waits = self.0.iter().map(|(thread, wait)| wait.saturating_sub(before(thread)));
        waits.max().unwrap_or_default()
    }
}

/// The second number of `schedstat`: the time on the waiting list of a processor, in nanoseconds.
fn waited(statistics: &str) -> Option<Duration> {
    statistics.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_of_a_thread_counts_and_new_threads_began_with_none() {
        let waits = |list: &[(u32, u64)]| {
            let waits = list.iter().map(|&(thread, ms)| (thread, Duration::from_millis(ms)));
            Waits(waits.collect())
        };
        let then = waits(&[(1, 500), (2, 100)]);
        for (now, longest) in
            [(waits(&[(1, 510), (2, 130), (3, 20)]), 30), (waits(&[(3, 40)]), 40), (waits(&[]), 0)]
        {
            assert_eq!(now.since(&then), Duration::from_millis(longest));
        }
    }

    #[test]
    fn the_second_number_is_in_nanoseconds() {
        assert_eq!(waited("525919010 1578260819 198\n"), Some(Duration::from_nanos(1_578_260_819)));
        assert_eq!([waited("0"), waited("1 x 2")], [None, None]);
    }
}
