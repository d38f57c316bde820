//! The file descriptors of a program in the sandbox: standard input, output and error, and no other.
//!
//! bwrap reads the seccomp filter from one more descriptor and closes it before it starts the program.
//! The descriptors that this process opened are closed on `exec`, since Rust opens all with
//! `O_CLOEXEC`. Those that it inherited from its own parent need not be: `inherited` finds them.

#[cfg(target_os = "linux")]
pub(super) use linux::pass_only;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::{AsRawFd, RawFd};
    use std::os::unix::fs::FileExt;
    use std::process::Command;

    use command_fds::{CommandFdExt, FdMapping};
    use rustix::fs::{MemfdFlags, OFlags, memfd_create};

    /// Adds the options of bwrap for the seccomp filter to a command, and passes it the filter and
    /// nothing else that is open in this process.
    pub(in crate::sandbox) fn pass_only(filter: &[u8], command: &mut Command) -> io::Result<()> {
        let file = File::from(memfd_create("seccomp-filter", MemfdFlags::CLOEXEC)?);
        // The offset stays at 0, from where bwrap reads.
        file.write_all_at(filter, 0)?;
        command.arg("--seccomp").arg(file.as_raw_fd().to_string());
        command.preserved_fds(vec![file.into()]);

        // The child process replaces each inherited descriptor by an empty file, from which bwrap is
        // told to read options: it finds none, and closes the descriptor.
        let mut empty_files = Vec::new();
        for child_fd in inherited()? {
            command.arg("--args").arg(child_fd.to_string());
            empty_files.push(FdMapping { parent_fd: File::open("/dev/null")?.into(), child_fd });
        }
        command.fd_mappings(empty_files).map_err(io::Error::other)?;
        Ok(())
    }

    /// The descriptors that stay open on `exec`, without standard input, output and error.
    fn inherited() -> io::Result<Vec<RawFd>> {
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc/self/fdinfo")? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(fd) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
            match fs::read_to_string(entry.path()) {
                Ok(info) if fd > 2 && !is_close_on_exec(&info) => found.push(fd),
                // Another thread has closed it.
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => (),
            }
        }
        Ok(found)
    }

    /// Whether a file of `/proc/self/fdinfo` has `O_CLOEXEC` among its flags, which are octal.
    fn is_close_on_exec(info: &str) -> bool {
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
        flags.is_some_and(|flags| OFlags::from_bits_retain(flags).contains(OFlags::CLOEXEC))
    }
}

/// There is no sandbox here, hence no command to add to.
#[cfg(not(target_os = "linux"))]
pub(super) fn pass_only(_: &[u8], _: &mut std::process::Command) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
