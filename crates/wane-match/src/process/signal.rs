//! [`Handle`]: a process that can be sent signals, and never another one that got its number.

#[cfg(target_os = "linux")]
pub(super) use linux::Handle;

#[cfg(not(target_os = "linux"))]
pub(super) use other::Handle;

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::sync::Arc;

    use rustix::process::{
        Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal,
    };

    #[derive(Clone, Debug)]
    pub(in crate::process) struct Handle {
        pid: Pid,
        fd: Arc<OwnedFd>,
    }

    impl Handle {
        /// A process that has not been waited for.
        pub(in crate::process) fn open(process: u32) -> io::Result<Self> {
            let pid = Pid::from_raw(process.cast_signed()).ok_or(io::ErrorKind::NotFound)?;
            Ok(Self { pid, fd: Arc::new(pidfd_open(pid, PidfdFlags::empty())?) })
        }

        pub(in crate::process) fn id(&self) -> u32 {
            self.pid.as_raw_nonzero().get().cast_unsigned()
        }

        /// Kills it with its process group. In a sandbox everything inside dies with it.
        pub(in crate::process) fn kill_all(&self) {
            if pidfd_send_signal(&self.fd, Signal::KILL).is_ok() {
                // The group has its number as long as it has not been waited for.
                let _ = kill_process_group(self.pid, Signal::KILL);
            }
        }

        /// Stops all its threads; whether it is still there.
        pub(in crate::process) fn stop(&self) -> bool {
            pidfd_send_signal(&self.fd, Signal::STOP).is_ok()
        }

        /// Lets it go on.
        pub(in crate::process) fn go_on(&self) {
            // If it has ended, that is noticed when it does not answer.
            let _ = pidfd_send_signal(&self.fd, Signal::CONT);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use std::io;

    /// A process by its number alone, which is never sent a signal.
    #[derive(Clone, Debug)]
    pub(in crate::process) struct Handle(u32);

    impl Handle {
        pub(in crate::process) fn open(process: u32) -> io::Result<Self> {
            Ok(Self(process))
        }

        pub(in crate::process) fn id(&self) -> u32 {
            self.0
        }

        pub(in crate::process) fn kill_all(&self) {}

        pub(in crate::process) fn stop(&self) -> bool {
            false
        }

        pub(in crate::process) fn go_on(&self) {}
    }
}
