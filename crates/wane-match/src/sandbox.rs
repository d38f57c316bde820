//! [`Sandbox`]: a program that nobody trusts, made into a command that runs it where it can do no
//! harm: no network, no files but its own, no processes but its own, and limits on all the rest.
//!
//! The work is done by bubblewrap (`bwrap`), which builds a small world from namespaces of the
//! kernel, by a filter of system calls, and by `prlimit`. docs/sandbox.md says what is protected and
//! what is not. What a program may use of its time, and of its memory within the limits, is for the
//! referee to watch.

mod descriptors;
mod filter;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use filter::Machine;
use thiserror::Error;

/// Where the programs are that make the sandbox. Not from `PATH`, which is anybody's.
const PROGRAM_FOLDERS: [&str; 5] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];
/// What every program sees of the system; on many systems most are links into `/usr`.
const SYSTEM_FOLDERS: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// What the loader of shared libraries reads.
const LOADER_FILES: [&str; 4] =
    ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];
/// Where a program may write.
const SCRATCH: &str = "/tmp";
/// For the locks of Python's `multiprocessing`.
const SHARED_MEMORY_BYTES: u64 = 1 << 20;
/// Programs reserve more memory than they use: so many times as much address space they may have.
const RESERVE: u64 = 4;
/// The first user that root lends to programs. By the table of systemd nobody gives out these.
const FIRST_USER: u32 = 1_900_000_000;

/// What a program may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Children {
    /// Threads and no processes.
    Threads,
    /// Threads and processes.
    Processes,
}

/// How much a program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of each process, as a last resort: a referee should see to less. Address space may be
    /// four times as much.
    pub memory_bytes: u64,
    /// Time on processors of each process, of all its threads together. Then it is killed.
    pub cpu_seconds: u64,
    /// What it may start.
    pub children: Children,
    /// Threads and processes together.
    pub tasks: u32,
    /// Open files.
    pub open_files: u32,
    /// The folder for scratch files, which is in memory; also the longest file.
    pub scratch_bytes: u64,
}

/// An hour, a gigabyte, 64 threads and files, 64 megabytes of scratch.
impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 1 << 30,
            cpu_seconds: 3600,
            children: Children::Threads,
            tasks: 64,
            open_files: 64,
            scratch_bytes: 64 << 20,
        }
    }
}

/// A program, and what it gets to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jail {
    /// The program, by its absolute path.
    pub program: PathBuf,
    /// Its arguments. Paths are the same inside and outside.
    pub args: Vec<OsString>,
    /// The folder that it is started in, and may read with everything below.
    pub folder: PathBuf,
    /// What else it may read, beside the system.
    pub also_readable: Vec<PathBuf>,
    /// Its environment, beside `PATH`, `HOME`, `TMPDIR`, `LANG` and `PWD`.
    pub environment: Vec<(String, OsString)>,
    /// How much it may have.
    pub limits: Limits,
}

impl Jail {
    /// A program in a folder, with the usual limits.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            folder: folder.into(),
            also_readable: Vec::new(),
            environment: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The sandbox of this machine.
#[derive(Debug)]
pub struct Sandbox {
    bwrap: PathBuf,
    prlimit: PathBuf,
    machine: &'static Machine,
    /// What root needs besides.
    as_root: Option<AsRoot>,
}

/// Root becomes somebody else for each program, since the kernel does not count the processes of root.
#[derive(Debug)]
struct AsRoot {
    setpriv: PathBuf,
    /// How many users were lent.
    lent: AtomicU32,
}

impl Sandbox {
    /// The sandbox of this machine, after programs have run in it.
    ///
    /// # Errors
    /// If there is none: something is not installed, or the kernel refuses.
    pub fn find() -> Result<Self, NoSandbox> {
        let machine = Machine::here().ok_or(NoSandbox::Machine)?;
        let find = |name, package| {
            let mut paths = PROGRAM_FOLDERS.iter().map(|folder| Path::new(folder).join(name));
            paths.find(|path| path.is_file()).ok_or(NoSandbox::Missing { name, package })
        };
        let as_root = if is_root() {
            let setpriv = find("setpriv", "util-linux")?;
            Some(AsRoot { setpriv, lent: AtomicU32::new(0) })
        } else {
            None
        };
        let sandbox = Self {
            bwrap: find("bwrap", "bubblewrap")?,
            prlimit: find("prlimit", "util-linux")?,
            machine,
            as_root,
        };
        sandbox.try_out()?;
        Ok(sandbox)
    }

    /// Runs a program that starts another one, where it may, and where it may not.
    fn try_out(&self) -> Result<(), NoSandbox> {
        let refused = |text: String| NoSandbox::Refused { text };
        let run = |tasks| {
            let mut jail = Jail::new("/bin/sh", "/usr");
            jail.args = vec!["-c".into(), "(exit 0); exit 0".into()];
            jail.limits.children = Children::Processes;
            jail.limits.tasks = tasks;
            let command = self.command(&jail).map_err(|error| refused(error.to_string()));
            command?.stdin(Stdio::null()).output().map_err(|error| refused(error.to_string()))
        };
        let good = run(Limits::default().tasks)?;
        if !good.status.success() {
            let text = String::from_utf8_lossy(&good.stderr);
            return Err(refused(format!("{} ({})", text.trim(), good.status)));
        }
        if run(1)?.status.success() {
            return Err(refused("the kernel does not count the processes of this user".into()));
        }
        Ok(())
    }

    /// The command that runs the program in the sandbox.
    ///
    /// Standard input, output and error are the program's own. Its exit code is passed on; ended by
    /// a signal, it is 128 and the number of the signal. When the process of the command ends, in
    /// whatever way, everything inside is killed.
    ///
    /// That holds for its parent too, and the parent is the thread that starts the command: it has to
    /// live as long as the program shall.
    ///
    /// The command is for one start: bwrap reads the filter of system calls to its end.
    ///
    /// # Errors
    /// If the program cannot be given its folder, or bwrap its filter.
    pub fn command(&self, jail: &Jail) -> Result<Command, JailError> {
        let limits = &jail.limits;
        let filter = filter::program(self.machine, limits.children);
        let mut command = Command::new(&self.bwrap);
        command.env_clear().current_dir("/");
        descriptors::pass_only(&filter, &mut command)
            .map_err(|error| JailError::Descriptors { text: error.to_string() })?;
        command.args(self.namespaces()).args(self.view(jail)?);
        command.args(environment(jail)).arg("--chdir").arg(absolute(&jail.folder)?).arg("--");
        command.arg(&self.prlimit).args(limit_options(limits)).arg("--");
        if let Some(as_root) = &self.as_root {
            command.arg(&as_root.setpriv).args(as_root.options()).arg("--");
        }
        command.arg(absolute(&jail.program)?).args(&jail.args);
        Ok(command)
    }

    /// Which parts of the kernel the program has for itself alone.
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
        if self.as_root.is_some() {
            // Only to become somebody else, which drops these too.
            for capability in ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"] {
                options.extend(["--cap-add", capability]);
            }
        } else {
            options.push("--unshare-user");
        }
        options
    }

    /// Which files there are.
    fn view(&self, jail: &Jail) -> Result<Vec<OsString>, JailError> {
        let mut view = View::default();
        for folder in SYSTEM_FOLDERS {
            match fs::read_link(folder) {
                Ok(target) => view.add("--symlink", [target.as_os_str(), folder.as_ref()]),
                Err(_) => view.add("--ro-bind-try", [folder, folder]),
            }
        }
        view.add_folder("/etc");
        for file in LOADER_FILES {
            view.add("--ro-bind-try", [file, file]);
        }
        view.add("--proc", ["/proc"]);
        view.add("--dev", ["/dev"]);
        view.add_scratch("/dev/shm", SHARED_MEMORY_BYTES);
        view.add_scratch(SCRATCH, jail.limits.scratch_bytes);
        for path in jail.also_readable.iter().chain([&jail.folder, &jail.program]) {
            let path = absolute(path)?;
            if fs::canonicalize(&path).is_ok_and(|it| Path::new(SCRATCH).starts_with(it)) {
                return Err(JailError::TooWide { path });
            }
            if self.as_root.is_some() && !others_may_read(&path) {
                return Err(JailError::Unreadable { path });
            }
            view.add_readable(path);
        }
        // Not the mounts below them.
        view.add("--remount-ro", ["/dev"]);
        view.add("--remount-ro", ["/"]);
        Ok(view.options)
    }
}

impl AsRoot {
    /// Another user for each program, so that their processes are not counted together.
    fn options(&self) -> [String; 6] {
        let number = self.lent.fetch_add(1, Ordering::Relaxed) % 1000;
        // Another process lends others, so far as there are enough.
        let user = FIRST_USER + std::process::id() % 100_000 * 1000 + number;
        [
            format!("--reuid={user}"),
            format!("--regid={user}"),
            "--clear-groups".into(),
            "--inh-caps=-all".into(),
            "--ambient-caps=-all".into(),
            "--bounding-set=-all".into(),
        ]
    }
}

/// What bwrap is to show.
#[derive(Default)]
struct View {
    options: Vec<OsString>,
    readable: Vec<PathBuf>,
}

impl View {
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

    fn add_readable(&mut self, path: PathBuf) {
        let system = SYSTEM_FOLDERS.iter().map(Path::new);
        let shown = self.readable.iter().map(PathBuf::as_path);
        if system.chain(shown).any(|folder| path.starts_with(folder)) {
            return;
        }
        // Without this the folders on the way would be as closed as they are outside.
        let mut way: Vec<_> = path.ancestors().skip(1).filter(|it| it.parent().is_some()).collect();
        way.reverse();
        for folder in way {
            self.add_folder(folder);
        }
        self.add("--ro-bind", [&path, &path]);
        self.readable.push(path);
    }
}

fn environment(jail: &Jail) -> Vec<OsString> {
    let always =
        [("PATH", "/usr/bin:/bin"), ("HOME", SCRATCH), ("TMPDIR", SCRATCH), ("LANG", "C.UTF-8")];
    let own = jail.environment.iter().map(|(name, value)| (name.as_str(), value.as_os_str()));
    let mut options = vec!["--clearenv".into()];
    for (name, value) in always.map(|(name, value)| (name, value.as_ref())).into_iter().chain(own) {
        options.extend(["--setenv".into(), name.into(), value.to_os_string()]);
    }
    options
}

fn limit_options(limits: &Limits) -> [String; 7] {
    let Limits { memory_bytes, cpu_seconds, children: _, tasks, open_files, scratch_bytes } =
        limits;
    [
        format!("--data={memory_bytes}"),
        format!("--as={}", memory_bytes.saturating_mul(RESERVE)),
        format!("--cpu={cpu_seconds}:{}", cpu_seconds.saturating_add(1)),
        format!("--nproc={tasks}"),
        format!("--nofile={open_files}"),
        format!("--fsize={scratch_bytes}"),
        "--core=0".into(),
    ]
}

fn absolute(path: &Path) -> Result<PathBuf, JailError> {
    let lost =
        |error: std::io::Error| JailError::Lost { path: path.into(), text: error.to_string() };
    fs::metadata(path).map_err(lost)?;
    std::path::absolute(path).map_err(lost)
}

/// Whether this is root of the whole machine, not only of a namespace: there the kernel counts.
fn is_root() -> bool {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let (status, map) = (read("/proc/self/status"), read("/proc/self/uid_map"));
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    // The second number is the user that counts.
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
const UNLESS: &str = "without it no agent is run that is not trusted, unless you insist";

/// Why there is no sandbox on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSandbox {
    /// The machine is none of those that the filter is written for.
    #[error("no sandbox here: it needs Linux on x86-64 or 64-bit ARM; {UNLESS}")]
    Machine,
    /// A program is missing.
    #[error("no sandbox here: {name} is not installed, try: apt install {package}; {UNLESS}")]
    Missing {
        /// Which one.
        name: &'static str,
        /// The package that has it, in Debian and most others.
        package: &'static str,
    },
    /// All is installed, and does not work.
    #[error("no sandbox here: {text}; docs/sandbox.md says what to do; {UNLESS}")]
    Refused {
        /// What was said about it.
        text: String,
    },
}

/// Why a program cannot be put into the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JailError {
    /// There is no such file or folder.
    #[error("{}: {text}", path.display())]
    Lost {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        text: String,
    },
    /// The folder would show everything, or hide the one for scratch files.
    #[error("{} is too much to show, take a folder below it", path.display())]
    TooWide {
        /// Which one.
        path: PathBuf,
    },
    /// The program will be somebody else than root, who may not read this.
    #[error(
        "{0} can be read by root only, and in the sandbox nobody is root, try: chmod -R a+rX {0}",
        path.display()
    )]
    Unreadable {
        /// What.
        path: PathBuf,
    },
    /// The filter of system calls cannot be handed to bwrap.
    #[error("the seccomp filter cannot be passed to bwrap: {text}")]
    Descriptors {
        /// What the system said.
        text: String,
    },
}
