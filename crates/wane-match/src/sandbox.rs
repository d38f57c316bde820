//! [`Sandbox`]: commands that run an untrusted program where it can do no harm: without network, other
//! processes and other files, and with limits on its resources.
//!
//! bubblewrap (`bwrap`) sets up the namespaces and the mounts, `filter` is the seccomp filter, `prlimit`
//! sets the limits of each process, and `cgroup` those of all processes together. docs/sandbox.md lists
//! what is protected and what is not. The referee watches the time and the memory of a program; the
//! limits here are only the last resort.

mod cgroup;
mod descriptors;
mod filter;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs};

pub(crate) use cgroup::{Cgroup, Cgroups};
use filter::Arch;
use thiserror::Error;

/// Where to find `bwrap` and the tools of util-linux, before `PATH`, which a caller can set.
const PROGRAM_FOLDERS: [&str; 5] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];
/// The system folders that every program sees; on many systems most are links into `/usr`.
const SYSTEM_FOLDERS: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// The files that the dynamic linker reads.
const LOADER_FILES: [&str; 4] =
    ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];
/// The folder that a program may write to.
const SCRATCH: &str = "/tmp";
/// Another one, for shared memory.
const SHARED_MEMORY: &str = "/dev/shm";
/// Its size: enough for the locks of Python's `multiprocessing`.
const SHARED_MEMORY_BYTES: u64 = 1 << 20;
/// The limit of the address space is this multiple of the memory limit: programs reserve more than
/// they use.
const ADDRESS_SPACE_FACTOR: u64 = 4;
/// The shell, and what it does to join a control group before it becomes the program.
const SHELL: &str = "/bin/sh";
const JOIN: &str = r#"echo $$ >"$0" && exec "$@""#;
/// The first user ID for programs that root starts. systemd documents this range as unused.
const FIRST_UID: u32 = 1_900_000_000;

/// Whether a program may start other processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildProcesses {
    /// Only threads.
    Threads,
    /// Threads and processes.
    Processes,
}

/// The resources that a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Memory of each process. The referee should enforce a lower limit. The address space may be
    /// four times as large.
    pub memory_bytes: u64,
    /// CPU time of each process, summed over its threads. The kernel kills a process that exceeds it.
    pub cpu_seconds: u64,
    /// Whether it may start processes.
    pub children: ChildProcesses,
    /// Threads and processes together.
    pub tasks: u32,
    /// Open files of each process.
    pub open_files: u32,
    /// The size of `/tmp`, which is in memory, and of the largest file.
    pub scratch_bytes: u64,
}

/// A folder in memory that a program may write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchFolder {
    /// Its path inside of the sandbox.
    pub path: &'static str,
    /// Its size.
    pub bytes: u64,
}

impl ResourceLimits {
    /// The folders that a program may write to.
    #[must_use]
    pub const fn scratch_folders(&self) -> [ScratchFolder; 2] {
        [
            ScratchFolder { path: SCRATCH, bytes: self.scratch_bytes },
            ScratchFolder { path: SHARED_MEMORY, bytes: SHARED_MEMORY_BYTES },
        ]
    }
}

/// One gigabyte, a day, 64 threads, 64 open files, 64 megabytes in `/tmp`.
impl Default for ResourceLimits {
    fn default() -> Self {
        Self {
            memory_bytes: 1 << 30,
            cpu_seconds: 24 * 3600,
            children: ChildProcesses::Threads,
            tasks: 64,
            open_files: 64,
            scratch_bytes: 64 << 20,
        }
    }
}

/// A program, and the files that it sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jail {
    /// The absolute path of the program.
    pub program: PathBuf,
    /// Its arguments. Paths are the same inside and outside.
    pub args: Vec<OsString>,
    /// Its working folder, which is empty inside unless it is readable.
    pub folder: PathBuf,
    /// The files and folders that it may read, besides the system folders and the program.
    pub readable: Vec<PathBuf>,
    /// Its environment, besides `PATH`, `HOME`, `TMPDIR`, `LANG` and `PWD`.
    pub environment: Vec<(String, OsString)>,
    /// Its limits.
    pub limits: ResourceLimits,
}

impl Jail {
    /// A program in a folder that it may read, with the default limits.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            program: program.into(),
            args: Vec::new(),
            readable: vec![folder.clone()],
            folder,
            environment: Vec::new(),
            limits: ResourceLimits::default(),
        }
    }
}

/// The sandbox of this machine.
#[derive(Debug)]
pub struct Sandbox {
    bwrap: PathBuf,
    prlimit: PathBuf,
    arch: &'static Arch,
    /// Only where this process runs as root.
    unprivileged: Option<Unprivileged>,
}

/// Runs each program of root as another user, since the kernel does not limit the processes of root.
#[derive(Debug)]
struct Unprivileged {
    setpriv: PathBuf,
    /// How many user IDs were used.
    used: AtomicU32,
}

impl Sandbox {
    /// Finds the tools of the sandbox and tests whether it works.
    ///
    /// # Errors
    /// If a tool is not installed, or the kernel does not allow namespaces.
    pub fn find() -> Result<Self, NoSandbox> {
        let arch = Arch::host().ok_or(NoSandbox::Arch)?;
        let find = |name, package| {
            let usual = PROGRAM_FOLDERS.iter().map(PathBuf::from);
            // Some systems have their programs elsewhere.
            let others = env::var_os("PATH");
            let others = others.iter().flat_map(env::split_paths).filter(|path| path.is_absolute());
            let mut paths = usual.chain(others).map(|folder| folder.join(name));
            paths.find(|path| path.is_file()).ok_or(NoSandbox::Missing { name, package })
        };
        let unprivileged = if is_root() {
            let setpriv = find("setpriv", "util-linux")?;
            Some(Unprivileged { setpriv, used: AtomicU32::new(0) })
        } else {
            None
        };
        let sandbox = Self {
            bwrap: find("bwrap", "bubblewrap")?,
            prlimit: find("prlimit", "util-linux")?,
            arch,
            unprivileged,
        };
        sandbox.self_test()?;
        Ok(sandbox)
    }

    /// Runs a program that starts a process: it must work, but not beyond the limit of tasks.
    fn self_test(&self) -> Result<(), NoSandbox> {
        let refused = |text: String| NoSandbox::Refused { text };
        let run = |tasks| {
            let mut jail = Jail::new(SHELL, "/usr");
            jail.args = vec!["-c".into(), "(exit 0); exit 0".into()];
            jail.limits.children = ChildProcesses::Processes;
            jail.limits.tasks = tasks;
            let command = self.command(&jail).map_err(|error| refused(error.to_string()));
            command?.stdin(Stdio::null()).output().map_err(|error| refused(error.to_string()))
        };
        let within_limit = run(ResourceLimits::default().tasks)?;
        if !within_limit.status.success() {
            let text = String::from_utf8_lossy(&within_limit.stderr);
            return Err(refused(format!("{} ({})", text.trim(), within_limit.status)));
        }
        let beyond_limit = run(1)?;
        if beyond_limit.status.success() {
            return Err(refused("the kernel does not count the processes of this user".into()));
        }
        Ok(())
    }

    /// The command that runs the program in the sandbox.
    ///
    /// The program inherits standard input, output and error. The exit code of the command is that of
    /// the program, or 128 plus the signal that killed it. When the command ends, for any reason, the
    /// kernel kills every process inside.
    ///
    /// The same happens when the thread that started the command ends: it must outlive the program.
    ///
    /// Start the command only once: bwrap reads the seccomp filter up to its end.
    ///
    /// # Errors
    /// If a path does not exist or must not be shown, or the filter cannot be passed.
    pub fn command(&self, jail: &Jail) -> Result<Command, JailError> {
        self.command_in(jail, None)
    }

    /// The same; the program and what starts it are in a control group.
    pub(crate) fn command_in(
        &self,
        jail: &Jail,
        group: Option<&Cgroup>,
    ) -> Result<Command, JailError> {
        let limits = &jail.limits;
        let filter = filter::program(self.arch, limits.children);
        let mut command = match group {
            None => Command::new(&self.prlimit),
            Some(group) => {
                let mut shell = Command::new(SHELL);
                shell.args(["-c", JOIN]).arg(group.members()).arg(&self.prlimit);
                shell
            }
        };
        command.env_clear().current_dir("/");
        command.args(outer_limits(limits)).arg("--").arg(&self.bwrap);
        descriptors::pass_only(&filter, &mut command)
            .map_err(|error| JailError::Descriptors { text: error.to_string() })?;
        command.args(self.namespaces()).args(self.mounts(jail)?);
        command.args(environment(jail)).arg("--chdir").arg(absolute(&jail.folder)?).arg("--");
        command.arg(&self.prlimit).args(inner_limits(limits)).arg("--");
        if let Some(unprivileged) = &self.unprivileged {
            command.arg(&unprivileged.setpriv).args(unprivileged.options()).arg("--");
        }
        command.arg(absolute(&jail.program)?).args(&jail.args);
        Ok(command)
    }

    /// The options of bwrap for namespaces and capabilities.
    fn namespaces(&self) -> Vec<&'static str> {
        let mut options = vec![
            "--unshare-pid",
            "--unshare-net",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--hostname",
            "sandbox",
            "--die-with-parent",
            "--new-session",
            "--cap-drop",
            "ALL",
        ];
        if self.unprivileged.is_some() {
            // setpriv needs these to change the user, and drops them.
            for capability in ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"] {
                options.extend(["--cap-add", capability]);
            }
        } else {
            options.push("--unshare-user");
        }
        options
    }

    /// The options of bwrap for files and folders.
    fn mounts(&self, jail: &Jail) -> Result<Vec<OsString>, JailError> {
        let mut mounts = Mounts::default();
        for folder in SYSTEM_FOLDERS {
            match fs::read_link(folder) {
                Ok(target) => mounts.add("--symlink", [target.as_os_str(), folder.as_ref()]),
                Err(_) => mounts.add("--ro-bind-try", [folder, folder]),
            }
        }
        mounts.add_folder("/etc");
        for file in LOADER_FILES {
            mounts.add("--ro-bind-try", [file, file]);
        }
        mounts.add("--proc", ["/proc"]);
        // The first process is bwrap. Without root it belongs to the same user as the program.
        mounts.add("--tmpfs", ["/proc/1"]);
        mounts.add("--remount-ro", ["/proc/1"]);
        mounts.add("--dev", ["/dev"]);
        // Terminals have buffers, and hanging up resumes a process that was stopped.
        mounts.add("--tmpfs", ["/dev/pts"]);
        mounts.add("--remount-ro", ["/dev/pts"]);
        // Shared mappings of this device are memory without a file.
        mounts.add("--dev-bind", ["/dev/null", "/dev/zero"]);
        for ScratchFolder { path, bytes } in jail.limits.scratch_folders() {
            mounts.add_scratch(path, bytes);
        }
        for path in jail.readable.iter().chain([&jail.program]) {
            let path = absolute(path)?;
            if fs::canonicalize(&path).is_ok_and(|real| Path::new(SCRATCH).starts_with(real)) {
                return Err(JailError::TooWide { path });
            }
            if self.unprivileged.is_some() && !others_may_read(&path) {
                return Err(JailError::Unreadable { path });
            }
            mounts.add_readable(path);
        }
        mounts.add_folders(&absolute(&jail.folder)?);
        // Mounts below these stay as they are.
        mounts.add("--remount-ro", ["/dev"]);
        mounts.add("--remount-ro", ["/"]);
        Ok(mounts.options)
    }
}

impl Unprivileged {
    /// The options of setpriv, with a new user ID for each program: the kernel counts processes per
    /// user.
    fn options(&self) -> [String; 6] {
        let number = self.used.fetch_add(1, Ordering::Relaxed) % 1000;
        // Each process that makes sandboxes has a block of 1000 IDs.
        let uid = FIRST_UID + std::process::id() % 100_000 * 1000 + number;
        [
            format!("--reuid={uid}"),
            format!("--regid={uid}"),
            "--clear-groups".into(),
            "--inh-caps=-all".into(),
            "--ambient-caps=-all".into(),
            "--bounding-set=-all".into(),
        ]
    }
}

/// The files and folders that a program sees, as options of bwrap.
#[derive(Default)]
struct Mounts {
    options: Vec<OsString>,
    readable: Vec<PathBuf>,
}

impl Mounts {
    fn add<T: AsRef<OsStr>>(&mut self, option: &str, args: impl IntoIterator<Item = T>) {
        self.options.push(option.into());
        self.options.extend(args.into_iter().map(|arg| arg.as_ref().to_os_string()));
    }

    fn add_scratch(&mut self, folder: &str, bytes: u64) {
        self.add("--perms", ["1777"]);
        self.add("--size", [bytes.to_string()]);
        self.add("--tmpfs", [folder]);
    }

    fn add_folder(&mut self, folder: impl AsRef<OsStr>) {
        self.add("--perms", ["0755"]);
        self.add("--dir", [folder]);
    }

    /// Whether a path is in a folder that the program sees.
    fn is_shown(&self, path: &Path) -> bool {
        let system = SYSTEM_FOLDERS.iter().map(Path::new);
        let mounted = self.readable.iter().map(PathBuf::as_path);
        system.chain(mounted).any(|folder| path.starts_with(folder))
    }

    fn add_readable(&mut self, path: PathBuf) {
        if self.is_shown(&path) {
            return;
        }
        self.add_folders(path.parent().unwrap_or(&path));
        self.add("--ro-bind", [&path, &path]);
        self.readable.push(path);
    }

    /// Makes a folder and those that it is in. bwrap would give them the permissions that they have outside.
    fn add_folders(&mut self, folder: &Path) {
        let folders = folder.ancestors().filter(|folder| folder.parent().is_some());
        let missing = folders.filter(|folder| !self.is_shown(folder));
        for folder in missing.collect::<Vec<_>>().into_iter().rev() {
            self.add_folder(folder);
        }
    }
}

fn environment(jail: &Jail) -> Vec<OsString> {
    let common =
        [("PATH", "/usr/bin:/bin"), ("HOME", SCRATCH), ("TMPDIR", SCRATCH), ("LANG", "C.UTF-8")];
    let common = common.map(|(name, value)| (name, OsStr::new(value)));
    let own = jail.environment.iter().map(|(name, value)| (name.as_str(), value.as_os_str()));
    let mut options = vec!["--clearenv".into()];
    for (name, value) in common.into_iter().chain(own) {
        options.extend(["--setenv".into(), name.into(), value.to_os_string()]);
    }
    options
}

/// The limits of bwrap, which everything inside inherits, as options of prlimit.
fn outer_limits(limits: &ResourceLimits) -> [String; 5] {
    let ResourceLimits { memory_bytes, cpu_seconds, scratch_bytes, .. } = limits;
    [
        format!("--data={memory_bytes}"),
        format!("--as={}", memory_bytes.saturating_mul(ADDRESS_SPACE_FACTOR)),
        format!("--cpu={cpu_seconds}:{}", cpu_seconds.saturating_add(1)),
        format!("--fsize={scratch_bytes}"),
        "--core=0".into(),
    ]
}

/// The limits of the program alone: outside, all processes of the user would count.
fn inner_limits(limits: &ResourceLimits) -> [String; 2] {
    [format!("--nproc={}", limits.tasks), format!("--nofile={}", limits.open_files)]
}

fn absolute(path: &Path) -> Result<PathBuf, JailError> {
    let failed =
        |error: std::io::Error| JailError::File { path: path.into(), text: error.to_string() };
    fs::metadata(path).map_err(failed)?;
    std::path::absolute(path).map_err(failed)
}

/// Whether this process is root outside of any user namespace. Inside of one, the kernel limits the
/// processes of root too.
fn is_root() -> bool {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let (status, map) = (read("/proc/self/status"), read("/proc/self/uid_map"));
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    // Real, effective, saved and file system user ID.
    let is_zero = user.and_then(|ids| ids.split_whitespace().nth(1)) == Some("0");
    is_zero && map.split_whitespace().eq(["0", "0", "4294967295"])
}

#[cfg(unix)]
fn others_may_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let needed = if path.is_dir() { 0o005 } else { 0o004 };
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & needed == needed)
}

#[cfg(not(unix))]
fn others_may_read(_: &Path) -> bool {
    true
}

/// What follows from having no sandbox.
const CONSEQUENCE: &str = "untrusted agents do not run without one";

/// Why there is no sandbox on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSandbox {
    /// There is no seccomp filter for this architecture.
    #[error("no sandbox: it needs Linux on x86-64 or 64-bit ARM; {CONSEQUENCE}")]
    Arch,
    /// A program is missing.
    #[error("no sandbox: {name} is not installed, try: apt install {package}; {CONSEQUENCE}")]
    Missing {
        /// The program.
        name: &'static str,
        /// Its package in Debian and most other distributions.
        package: &'static str,
    },
    /// The programs are installed, but the sandbox does not work.
    #[error("no sandbox: {text}; see docs/sandbox.md for what to do; {CONSEQUENCE}")]
    Refused {
        /// The message of bwrap or of the system.
        text: String,
    },
}

/// Why a program cannot run in the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JailError {
    /// A file or folder does not exist or cannot be read.
    #[error("{}: {text}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The message of the system.
        text: String,
    },
    /// The folder contains `/tmp` of the sandbox.
    #[error(
        "{} must not be visible in the sandbox as a whole, move the agent to a folder below it",
        path.display()
    )]
    TooWide {
        /// The folder.
        path: PathBuf,
    },
    /// Programs of root run as another user, who may not read this.
    #[error(
        "{0} is readable for root only, but in the sandbox no program runs as root, \
         try: chmod -R a+rX {0}",
        path.display()
    )]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
    },
    /// The seccomp filter cannot be passed to bwrap.
    #[error("the seccomp filter cannot be passed to bwrap: {text}")]
    Descriptors {
        /// The message of the system.
        text: String,
    },
}
