//! [`Watch`]: looks at a program all the time, its turn or not, and kills it as soon as it takes too much memory or
//! uses the processor while it is stopped.
//!
//! Memory is what its processes have, what it put into the folders in memory that it may write to (the bytes of its
//! files, and the kernel's own memory for each of them), what its sockets can hold, and, if it has many processes, what
//! the kernel takes for their mappings.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::signal::Handle;
use super::tree;
use crate::sandbox::ScratchFolder;
use crate::{Fault, FaultKind};

/// How often a program is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// How much CPU time a program may use between its answer and the next question, until its threads have stopped.
const STOPPING: Duration = Duration::from_millis(100);

/// About what the kernel takes for a file without content, but with a long name, in bytes.
#[cfg(target_os = "linux")]
const FILE_BYTES: u64 = 2048;

/// What a socket can hold, in bytes, as long as its buffer keeps its size.
#[cfg(target_os = "linux")]
const SOCKET_BYTES: u64 = 212_992;

/// How often the mappings of its processes are counted, which takes longer, and beyond how many processes: those of the
/// sandbox and the program itself. One alone has few enough.
const MAPPING_INTERVAL: Duration = Duration::from_millis(100);
const FEW_PROCESSES: usize = 4;

/// A thread that watches a program until this goes out of scope.
#[derive(Debug)]
pub(super) struct Watch {
    seen: Arc<Seen>,
    /// Dropping it ends the thread.
    _end: Sender<()>,
}

/// What the thread and the referee share.
#[derive(Debug)]
struct Seen {
    /// The memory that is allowed, in bytes.
    limit: AtomicU64,
    /// The most memory that was seen, in bytes.
    peak: AtomicU64,
    /// The program while it is stopped.
    stopped: Mutex<Option<Stopped>>,
    fault: OnceLock<Fault>,
}

/// A process that is stopped, and the CPU time that it had used by then.
#[derive(Clone, Copy, Debug)]
struct Stopped {
    process: u32,
    cpu_time: Duration,
}

impl Watch {
    /// Watches a program and its descendants. Without a limit its memory is only measured.
    pub(super) fn start(root: Handle, scratch: Vec<ScratchFolder>, limit: Option<u64>) -> Self {
        let seen = Arc::new(Seen {
            limit: AtomicU64::new(limit.unwrap_or(u64::MAX)),
            peak: AtomicU64::new(0),
            stopped: Mutex::new(None),
            fault: OnceLock::new(),
        });
        let (end, ended) = mpsc::channel();
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            let mut mappings = Mappings::default();
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let memory = shared.check_memory(root.id(), &scratch, &mut mappings);
                if let Err(fault) = memory.and_then(|()| shared.check_stopped()) {
                    // Set before it dies, so that who sees the death knows why.
                    let _ = shared.fault.set(fault);
                    root.kill_all();
                    return;
                }
            }
        });
        Self { seen, _end: end }
    }

    pub(super) fn set_memory_limit(&self, bytes: u64) {
        self.seen.limit.store(bytes, Relaxed);
    }

    /// The most memory that was seen, in bytes.
    pub(super) fn peak_memory(&self) -> u64 {
        self.seen.peak.load(Relaxed)
    }

    /// Why the program was killed, if it was.
    pub(super) fn fault(&self) -> Option<&Fault> {
        self.seen.fault.get()
    }

    /// The fault of a program that the kernel has killed at its limit.
    pub(super) fn killed_at_limit(&self) -> Fault {
        past_limit("the kernel killed it for its memory", self.seen.limit.load(Relaxed))
    }

    /// Notes that this process was stopped and must use no CPU time from now on.
    pub(super) fn stopped(&self, process: u32) {
        let cpu_time = tree::cpu_time(process);
        *self.seen.stopped() = cpu_time.map(|cpu_time| Stopped { process, cpu_time });
    }

    /// Notes that it may go on.
    pub(super) fn resumed(&self) {
        *self.seen.stopped() = None;
    }
}

impl Seen {
    fn stopped(&self) -> MutexGuard<'_, Option<Stopped>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_memory(
        &self,
        root: u32,
        scratch: &[ScratchFolder],
        mappings: &mut Mappings,
    ) -> Result<(), Fault> {
        let limit = self.limit.load(Relaxed);
        let processes = tree::of(root);
        let kernel = processes.last().map_or(0, |&process| kernel_bytes(process, scratch))
            + mappings.bytes(&processes);
        let sum = |bytes: &dyn Fn(u32) -> Option<u64>| -> u64 {
            processes.iter().filter_map(|&process| bytes(process)).sum()
        };
        let mut taken = kernel + sum(&tree::own_bytes);
        // Memory that a program shares with its children is taken once.
        if taken > limit && processes.len() > usize::from(!scratch.is_empty()) * 2 + 1 {
            taken = kernel
                + sum(&|process| {
                    tree::proportional_bytes(process).or_else(|| tree::own_bytes(process))
                });
        }
        self.peak.fetch_max(taken, Relaxed);
        if taken <= limit {
            return Ok(());
        }
        let taken = taken.div_ceil(1 << 20);
        Err(past_limit(&format!("{taken} MB taken"), limit))
    }

    fn check_stopped(&self) -> Result<(), Fault> {
        let Some(Stopped { process, cpu_time }) = *self.stopped() else { return Ok(()) };
        let used = tree::cpu_time(process).unwrap_or_default().saturating_sub(cpu_time);
        if used <= STOPPING {
            return Ok(());
        }
        let text = format!("it used {:.2} s while it was not its turn", used.as_secs_f64());
        Err(Fault::new(FaultKind::TimeOut, text))
    }
}

/// What the kernel takes for the mappings of many processes.
#[derive(Default)]
struct Mappings {
    bytes: u64,
    counted: Option<Instant>,
}

impl Mappings {
    /// It in bytes, as it was when they were counted last.
    fn bytes(&mut self, processes: &[u32]) -> u64 {
        if processes.len() <= FEW_PROCESSES {
            return 0;
        }
        if self.counted.is_none_or(|counted| counted.elapsed() > MAPPING_INTERVAL) {
            let bytes = processes.iter().filter_map(|&process| tree::mapping_bytes(process));
            self.bytes = bytes.sum();
            self.counted = Some(Instant::now());
        }
        self.bytes
    }
}

/// The fault of a program that took more memory than it may, in bytes.
fn past_limit(what: &str, limit: u64) -> Fault {
    let text = format!("{what}, {} MB are allowed", limit.div_ceil(1 << 20));
    Fault::new(FaultKind::Memory, text)
}

/// The memory that the kernel has for a process in the sandbox, in bytes: the files in the folders that it may write
/// to, and what its sockets can hold. 0 while the sandbox is being built.
#[cfg(target_os = "linux")]
fn kernel_bytes(process: u32, scratch: &[ScratchFolder]) -> u64 {
    let files = scratch.iter().filter_map(|folder| {
        let path = format!("/proc/{process}/root{}", folder.path);
        let found = rustix::fs::statvfs(path).ok()?;
        // While the sandbox is being built, another folder may be there.
        let is_it = found.f_blocks * found.f_frsize == folder.bytes;
        let bytes = found.f_blocks.saturating_sub(found.f_bfree) * found.f_frsize;
        let files = found.f_files.saturating_sub(found.f_ffree);
        is_it.then_some(bytes + files * FILE_BYTES)
    });
    let files = files.reduce(|sum, bytes| sum + bytes);
    files.map_or(0, |files| files + sockets(process) * SOCKET_BYTES)
}

/// How many sockets there are in the network of a process, also those that nobody has accepted yet.
#[cfg(target_os = "linux")]
fn sockets(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/net/sockstat")).unwrap_or_default();
    let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|used| used.parse().ok()).unwrap_or(0)
}

/// There is no sandbox here.
#[cfg(not(target_os = "linux"))]
fn kernel_bytes(_: u32, _: &[ScratchFolder]) -> u64 {
    0
}
