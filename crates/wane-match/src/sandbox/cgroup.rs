//! [`Cgroups`]: the second wall around the memory and the number of processes of an agent, in the kernel itself: a
//! control group (cgroup v2) for each agent.
//!
//! It counts what the referee cannot see from outside, such as data in pipes, and nothing can get ahead of it. It is
//! there only if this process was started in a control group of its own that it may divide: docs/sandbox.md says how.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::ResourceLimits;

/// A group that has members cannot be divided, so this process moves into a part of it.
const REFEREE: &str = "wane-referee";

/// The controllers that make the wall.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// How much more memory a group may take than its agent: the kernel counts its own memory too, and the referee, who
/// can say better what happened, should be first.
const MARGIN: u64 = 16 << 20;

/// The processes that start an agent.
const STARTING: u32 = 8;

/// How often the removal of a group is tried, a millisecond apart, while its processes end.
const TRIES: u32 = 200;

/// A control group that this process may divide among its agents.
#[derive(Debug)]
pub(crate) struct Cgroups {
    folder: PathBuf,
    /// The number of the next group.
    next: AtomicU64,
}

/// The control group of one agent. Whatever is left in it is killed when it goes out of scope.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folder: PathBuf,
}

impl Cgroups {
    /// The group of this process, if it has one of its own that it may divide.
    pub(crate) fn find() -> Option<Self> {
        let read = |path| fs::read_to_string(path).ok();
        let group = group_of(&read("/proc/self/cgroup")?, &read("/proc/self/mountinfo")?)?;
        let next = AtomicU64::new(0);
        if group.file_name() == Some(OsStr::new(REFEREE)) {
            return Some(Self { folder: group.parent()?.to_owned(), next });
        }
        let available = fs::read_to_string(group.join("cgroup.controllers")).ok()?;
        let has = |controller| available.split_whitespace().any(|word| word == controller);
        let members = fs::read_to_string(group.join("cgroup.procs")).ok()?;
        let me = process::id().to_string();
        if !CONTROLLERS.into_iter().all(has) || !members.lines().all(|member| member == me) {
            return None;
        }
        if divide(&group, &me).is_err() {
            // As it was before.
            let _ = fs::write(group.join("cgroup.procs"), &me);
            let _ = fs::remove_dir(group.join(REFEREE));
            return None;
        }
        Some(Self { folder: group, next })
    }

    /// A new group with these limits.
    pub(crate) fn make(&self, limits: &ResourceLimits) -> io::Result<Cgroup> {
        let folder = loop {
            let number = self.next.fetch_add(1, Relaxed);
            let folder = self.folder.join(format!("wane-agent-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                // One that an earlier process has left behind.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        };
        let group = Cgroup { folder };
        group.limit_memory(limits.memory_bytes)?;
        group.write("memory.oom.group", "1")?;
        group.write("pids.max", &limits.tasks.saturating_add(STARTING).to_string())?;
        // Kernels without swap do not have it.
        let _ = group.write("memory.swap.max", "0");
        Ok(group)
    }
}

impl Cgroup {
    /// The file that a process writes its id to when it joins the group.
    pub(super) fn members(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }

    /// Sets the memory that its agent may take, in bytes.
    pub(crate) fn limit_memory(&self, bytes: u64) -> io::Result<()> {
        self.write("memory.max", &bytes.saturating_add(MARGIN).to_string())
    }

    /// Whether the kernel has killed it because it took more memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        let kills = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        kills.is_some_and(|kills| kills != "0")
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        fs::write(self.folder.join(file), text)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = self.write("cgroup.kill", "1");
        for _ in 0..TRIES {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

/// Moves this process, the only one of its group, into a part of it, so that there can be others.
fn divide(group: &Path, me: &str) -> io::Result<()> {
    let referee = group.join(REFEREE);
    if !referee.is_dir() {
        fs::create_dir(&referee)?;
    }
    fs::write(referee.join("cgroup.procs"), me)?;
    let enable = CONTROLLERS.map(|controller| format!("+{controller}")).join(" ");
    fs::write(group.join("cgroup.subtree_control"), enable)
}

/// The folder of the group of this process, from `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn group_of(groups: &str, mounts: &str) -> Option<PathBuf> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mount = mounts.lines().find_map(|line| {
        let (mount, file_system) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, folder) = (fields.next()?, fields.next()?);
        (root == "/" && file_system.starts_with("cgroup2 ")).then_some(folder)
    })?;
    Some(Path::new(mount).join(group))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
24 1 0:22 / /proc rw,nosuid - proc proc rw
35 30 0:30 / /sys/fs/cgroup rw,nosuid shared:4 master:1 - cgroup2 cgroup2 rw,nsdelegate
";

    #[test]
    fn the_group_of_a_process_is_a_folder() {
        let group = group_of("0::/user.slice/run-7.scope\n", MOUNTS);
        assert_eq!(group, Some("/sys/fs/cgroup/user.slice/run-7.scope".into()));
        // Both kinds side by side, and the group at the top.
        let group = group_of("4:memory:/one\n0::/\n", MOUNTS);
        assert_eq!(group, Some("/sys/fs/cgroup/".into()));
    }

    #[test]
    fn there_is_none_on_other_systems() {
        assert_eq!(group_of("4:memory:/one\n", MOUNTS), None);
        assert_eq!(group_of("0::/one\n", ""), None);
        // A part of the hierarchy, of which it is not known where the group is.
        let part = MOUNTS.replace("0:30 /", "0:30 /docker");
        assert_eq!(group_of("0::/one\n", &part), None);
        assert_eq!(group_of("0::/one\n", "1 2 3\n - cgroup2 \n"), None);
    }
}
