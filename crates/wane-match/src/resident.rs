//! The resident memory of a program. In a sandbox the program is a descendant of the process that was started, so
//! the whole process tree is counted.

use std::fs;

/// The resident memory of the process with this id and of its descendants. 0 if it has ended, or if the system does
/// not tell. Shared memory is counted for each process.
#[must_use]
pub fn resident_bytes(process: u32) -> u64 {
    let mut tree = vec![process];
    let mut bytes = 0;
    while let Some(process) = tree.pop() {
        bytes += own_bytes(process).unwrap_or(0);
        tree.extend(children(process));
    }
    bytes
}

fn own_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The children of a process: the kernel lists them for each of its threads.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
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
        // No process has this id.
        assert_eq!(resident_bytes(u32::MAX), 0);
    }
}
