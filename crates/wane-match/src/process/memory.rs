//! How much memory a process and its descendants take. Only Linux tells.

use std::fs;

/// The size of a page. It is larger on a few machines, where the memory is then underrated.
const PAGE: u64 = 4096;

/// How many processes are looked at; a family that is larger has other worries.
const MOST: usize = 256;

/// The resident memory of a process and all its descendants in bytes, if the system tells.
pub(super) fn of_family(id: u32) -> Option<u64> {
    let mut family = vec![id];
    let mut next = 0;
    let mut total = None;
    while let Some(&id) = family.get(next) {
        next += 1;
        if let Some(resident) = resident(id) {
            total = Some(total.unwrap_or(0) + resident);
        }
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        let children = children.unwrap_or_default();
        family.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        family.truncate(MOST);
    }
    total
}

/// The resident memory of one process.
fn resident(id: u32) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_takes_some_memory_and_no_process_takes_none() {
        let own = of_family(std::process::id()).unwrap();
        assert!((1 << 19..1 << 33).contains(&own), "{own}");
        assert_eq!(of_family(u32::MAX), None);
    }
}
