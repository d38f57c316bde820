//! The signals that end the server, and what a server must do as the first process of a container.
//!
//! The first process (pid 1) has no default signal handlers, so SIGTERM and SIGINT need explicit ones, and it inherits
//! the orphans of its container, so it must reap them.

use std::io;

/// The signals that end the server. They are caught from the moment that this exists.
#[cfg(unix)]
#[derive(Debug)]
pub struct EndSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// The end of a child, if this is the first process.
    child: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl EndSignals {
    /// Catches SIGINT and SIGTERM. It must be called in a tokio runtime.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn catch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let is_first = rustix::process::getpid().is_init();
        let child = if is_first { Some(signal(SignalKind::child())?) } else { None };
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            child,
        })
    }

    /// Returns at the first signal. As the first process, reaps orphans until then.
    pub async fn wait(mut self) {
        loop {
            tokio::select! {
                _ = self.interrupt.recv() => return,
                _ = self.terminate.recv() => return,
                () = next(&mut self.child) => reap(),
            }
        }
    }
}

#[cfg(unix)]
async fn next(signal: &mut Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => std::future::pending().await,
    }
}

/// Reaps all children that have ended.
#[cfg(unix)]
fn reap() {
    use rustix::process::{WaitOptions, wait};
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
}

/// The signals that end the server.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct EndSignals;

#[cfg(not(unix))]
impl EndSignals {
    /// Catches Ctrl-C.
    ///
    /// # Errors
    /// None on this system.
    pub fn catch() -> io::Result<Self> {
        Ok(Self)
    }

    /// Returns at the first Ctrl-C.
    pub async fn wait(self) {
        // Without Ctrl-C there is no other end than being killed.
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Raises the limit of open files to the most that the system allows: by default it is less than the number of sessions.
#[cfg(unix)]
pub fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If the system refuses, the server accepts fewer connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn raise_file_limit() {}
