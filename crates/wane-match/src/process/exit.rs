//! How a program ended, in words.

use std::fmt;
use std::fs;
use std::process::ExitStatus;

/// The signals that a program is killed by, with what they mean.
const SIGNALS: [(i32, &str); 8] = [
    (4, "SIGILL: an illegal instruction"),
    (6, "SIGABRT: it gave up"),
    (7, "SIGBUS: a bad memory access"),
    (9, "SIGKILL"),
    (11, "SIGSEGV: a bad memory access"),
    (24, "SIGXCPU: it used up its CPU time"),
    (25, "SIGXFSZ: it wrote too large a file"),
    (31, "SIGSYS: a system call that no agent may make"),
];

/// A program in a sandbox that a signal killed ends with this status plus the signal.
const KILLED: i32 = 128;

/// How a program ended.
pub(super) struct Exited {
    /// `None` if it only closed its output.
    pub(super) status: Option<ExitStatus>,
    /// Whether it ran in a sandbox.
    pub(super) is_jailed: bool,
    /// Whether the system ran out of memory while it ran.
    pub(super) is_memory_full: bool,
}

impl Exited {
    /// The signal that killed it, if one did.
    fn signal(&self) -> Option<i32> {
        let status = self.status?;
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Some(signal);
        }
        let code = status.code().filter(|_| self.is_jailed)?;
        SIGNALS.iter().map(|(signal, _)| *signal).find(|signal| KILLED + signal == code)
    }
}

impl fmt::Display for Exited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(status) = self.status else { return f.write_str("it closed its output") };
        if let Some(signal) = self.signal() {
            write!(f, "it was killed by signal {signal}")?;
            if let Some((_, name)) = SIGNALS.iter().find(|(number, _)| *number == signal) {
                write!(f, " ({name})")?;
            }
            if signal == 9 && self.is_memory_full {
                f.write_str(", as the system does with a large program when memory is full")?;
            }
            return Ok(());
        }
        match status.code() {
            Some(code @ 1..) => write!(f, "it ended with status {code}"),
            _ => f.write_str("it ended"),
        }
    }
}

/// How many processes the system has killed because memory was full, since its start.
pub(super) fn out_of_memory_kills() -> u64 {
    let counters = fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let count = counters.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn text(raw: i32, is_jailed: bool, is_memory_full: bool) -> String {
        let status = Some(ExitStatus::from_raw(raw));
        Exited { status, is_jailed, is_memory_full }.to_string()
    }

    #[test]
    fn signals_are_named_with_and_without_a_sandbox() {
        let by_cpu = "it was killed by signal 24 (SIGXCPU: it used up its CPU time)";
        assert_eq!(text(24, false, false), by_cpu);
        assert_eq!(text((128 + 24) << 8, true, false), by_cpu);
        assert_eq!(text((128 + 24) << 8, false, false), "it ended with status 152");
        assert_eq!(text(9, false, false), "it was killed by signal 9 (SIGKILL)");
        assert!(text(137 << 8, true, true).contains("memory is full"));
        assert!(!text(11, true, true).contains("memory is full"));
        assert_eq!(text(1, false, false), "it was killed by signal 1");
        assert_eq!(
            (text(7 << 8, true, false), text(0, true, false)),
            ("it ended with status 7".into(), "it ended".into())
        );
        let closed = Exited { status: None, is_jailed: true, is_memory_full: false };
        assert_eq!(closed.to_string(), "it closed its output");
    }
}
