//! [`Processors`]: a processor for each game, so that games do not take time from each other. The player off turn is
//! stopped, so one is enough for a game, and each player has it alone.

use std::sync::{Mutex, PoisonError};

/// Processors for games, one each.
#[derive(Debug)]
pub struct Processors {
    free: Mutex<Vec<usize>>,
    count: usize,
}

impl Processors {
    /// All that this process may use, but for one, which is for the rest of the machine; of two that are one core, the
    /// first. `None` where a thread cannot be kept on a processor.
    #[must_use]
    pub fn for_games() -> Option<Self> {
        let mut cores = system::cores()?;
        if cores.len() > 1 {
            cores.remove(0);
        }
        Some(Self { count: cores.len(), free: Mutex::new(cores) })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Keeps this thread, and the processes that it will start, on a processor that no other thread has been given.
    pub(crate) fn take(&self) {
        if let Some(processor) = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            system::stay_on(processor);
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::thread;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The first processor of each core that this process may use; no more than it gets the time of.
    pub(super) fn cores() -> Option<Vec<usize>> {
        let allowed = sched_getaffinity(None).ok()?;
        let all = (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor));
        let mut cores: Vec<usize> = Vec::new();
        for processor in all {
            let siblings = siblings(processor);
            if !cores.iter().any(|known| siblings.contains(known)) {
                cores.push(processor);
            }
        }
        cores.truncate(thread::available_parallelism().ok()?.get());
        (!cores.is_empty()).then_some(cores)
    }

    /// The processors of the same core.
    fn siblings(processor: usize) -> Vec<usize> {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        fs::read_to_string(path).map(|text| read_list(&text)).unwrap_or_default()
    }

    /// A list such as `0,4-6`.
    pub(super) fn read_list(text: &str) -> Vec<usize> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
        };
        text.split(',').filter_map(range).flatten().collect()
    }

    pub(super) fn stay_on(processor: usize) {
        let mut set = CpuSet::new();
        set.set(processor);
        // If the system refuses, the games share processors, as they do without this.
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn cores() -> Option<Vec<usize>> {
        None
    }

    pub(super) fn stay_on(_processor: usize) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::thread::sched_getaffinity;

    use super::*;

    #[test]
    fn lists_of_the_system_are_read() {
        for (text, list) in
            [("0\n", vec![0]), ("0,4\n", vec![0, 4]), ("2-4,7\n", vec![2, 3, 4, 7]), ("x", vec![])]
        {
            assert_eq!(system::read_list(text), list);
        }
    }

    #[test]
    fn each_thread_stays_on_a_processor_of_its_own() {
        let processors = Processors::for_games().unwrap();
        let own = || {
            processors.take();
            let set = sched_getaffinity(None).unwrap();
            (0..processors.count() + 64).filter(|&it| set.is_set(it)).collect::<Vec<_>>()
        };
        let mut all: Vec<Vec<usize>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..processors.count()).map(|_| scope.spawn(own)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|own| own.len() == 1), "{all:?}");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), processors.count());
    }
}
