//! The priority of threads that do long work: the event loop runs first.

/// The niceness of these threads.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lowers the priority of this thread and of those that it starts, so that the event loop runs first.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority() {
    // If the system refuses, responses take a little longer.
    let _ = rustix::process::nice(NICE);
}

/// On other systems niceness belongs to the process.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority() {}
