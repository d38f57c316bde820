//! The process tree of a program, as `/proc` shows it: its memory and its CPU time. In a sandbox the program is a
//! descendant of the process that was started. Where there is no `/proc`, everything is zero.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

/// Clock ticks of `/proc/PID/stat` in a second, on every platform that Linux runs on.
const TICKS: u64 = 100;

/// About what the kernel takes for a mapping, in bytes, and how many mappings a process may have.
const MAPPING_BYTES: u64 = 256;
const MOST_MAPPINGS: u64 = 65_530;

/// How much of a list of mappings is read, in bytes. A process with more is counted as one with the most.
const LIST_BYTES: u64 = 256 << 10;

/// The memory of the process with this id and of its descendants: resident, swapped out, huge pages, page tables. 0 if
/// it has ended, or if the system does not tell. Shared memory is counted for each process.
#[must_use]
pub fn resident_bytes(process: u32) -> u64 {
    of(process).into_iter().filter_map(own_bytes).sum()
}

/// A process and its descendants, parents first.
pub(super) fn of(process: u32) -> Vec<u32> {
    let mut tree = vec![process];
    let mut at = 0;
    while let Some(&process) = tree.get(at) {
        tree.extend(children(process));
        at += 1;
    }
    tree
}

/// The memory of one process, in bytes.
pub(super) fn own_bytes(process: u32) -> Option<u64> {
    const NAMES: [&str; 4] = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];
    let bytes = |status: &Path| sum_of_kilobytes(&fs::read_to_string(status).ok()?, &NAMES);
    let folder = Path::new("/proc").join(process.to_string());
    // A process whose first thread has ended shows its memory only at the others.
    bytes(&folder.join("status")).or_else(|| {
        let threads = fs::read_dir(folder.join("task")).ok()?.flatten();
        threads.filter_map(|thread| bytes(&thread.path().join("status"))).max()
    })
}

/// The memory of one process in bytes, with its part only of what it shares with others. This takes longer.
pub(super) fn proportional_bytes(process: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    sum_of_kilobytes(&rollup, &["Pss:", "SwapPss:"])
}

/// What the kernel takes for the mappings of one process, in bytes.
pub(super) fn mapping_bytes(process: u32) -> Option<u64> {
    let mut list = Vec::new();
    let file = File::open(format!("/proc/{process}/maps")).ok()?;
    file.take(LIST_BYTES).read_to_end(&mut list).ok()?;
    let is_whole = (list.len() as u64) < LIST_BYTES;
    let lines = list.split(|byte| *byte == b'\n').count() as u64;
    Some(MAPPING_BYTES * if is_whole { lines } else { MOST_MAPPINGS })
}

/// The sum of the lines with these names, as in `VmRSS:      1234 kB`.
fn sum_of_kilobytes(text: &str, names: &[&str]) -> Option<u64> {
    let values = text.lines().filter_map(|line| {
        let value = names.iter().find_map(|name| line.strip_prefix(name))?;
        value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    values.map(|kilobytes| kilobytes * 1024).reduce(|sum, bytes| sum + bytes)
}

/// The CPU time of one process, of all its threads, and of its children that have ended.
pub(super) fn cpu_time(process: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it is in brackets and may have spaces and brackets itself. The state follows.
    let (_, after_name) = stat.rsplit_once(')')?;
    let numbers = after_name.split_whitespace().skip(11).take(4);
    let ticks: u64 = numbers.filter_map(|number| number.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * (1000 / TICKS)))
}

/// The threads of a process, each with the process.
pub(super) fn threads(process: u32) -> impl Iterator<Item = (u32, u32)> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    entries.filter_map(move |entry| Some((process, entry.file_name().to_str()?.parse().ok()?)))
}

/// The children of a process: the kernel lists them for each of its threads.
fn children(process: u32) -> Vec<u32> {
    let lists = threads(process).filter_map(|(process, thread)| {
        fs::read_to_string(format!("/proc/{process}/task/{thread}/children")).ok()
    });
    lists
        .flat_map(|list| list.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_and_one_that_is_not_there_has_none() {
        let here = resident_bytes(std::process::id());
        assert!((100_000..10_000_000_000).contains(&here), "{here}");
        let part = proportional_bytes(std::process::id()).unwrap();
        assert!((100_000..=here).contains(&part), "{part} of {here}");
        // No process has this id.
        assert_eq!((resident_bytes(u32::MAX), cpu_time(u32::MAX)), (0, None));
        let mappings = mapping_bytes(std::process::id()).unwrap() / MAPPING_BYTES;
        assert!((10..MOST_MAPPINGS).contains(&mappings), "{mappings}");
        assert_eq!(mapping_bytes(u32::MAX), None);
    }

    #[test]
    fn work_takes_cpu_time() {
        let time = || cpu_time(std::process::id()).unwrap();
        let before = time();
        while time() < before + Duration::from_millis(30) {}
    }
}
