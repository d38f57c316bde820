//! [`FarmSite`]: a farm in a folder, with a server and workers that are processes.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use wane_farm::{Cluster, Farm, FarmSettings, Layout, LocalServer, ServerSettings};
use wane_lab::job_kinds;

/// The disk of a server, in megabytes.
const DISK_MB: u64 = 4000;

/// A farm on this machine.
pub(super) struct FarmSite {
    folder: PathBuf,
    servers: Vec<LocalServer>,
    listen: Vec<SocketAddr>,
    wane: PathBuf,
    workers: Vec<Child>,
    /// Where workers connect, if not to the servers themselves.
    detour: Option<SocketAddr>,
}

impl FarmSite {
    /// Starts a server in an empty folder, and no worker yet.
    pub(super) fn new(folder: PathBuf, wane: PathBuf, layout: Layout) -> Result<Self> {
        Self::with_servers(folder, wane, layout, 1)
    }

    /// Starts several servers as a cluster.
    pub(super) fn with_servers(
        folder: PathBuf,
        wane: PathBuf,
        layout: Layout,
        count: usize,
    ) -> Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let free: Vec<TcpListener> =
            (0..count).map(|_| free_ports()).collect::<Result<Vec<_>>>()?;
        let listen = free.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
        drop(free);
        let mut site =
            Self { folder, servers: Vec::new(), listen, wane, workers: Vec::new(), detour: None };
        for node in 0..count {
            site.start_server(node)?;
        }
        site.wait_for_servers()?;
        // It makes the streams, once the servers of a cluster have found each other.
        let began = Instant::now();
        while let Err(error) = site.farm(layout, None, wane_farm::PARCEL) {
            if began.elapsed() > Duration::from_secs(30) {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(200));
        }
        Ok(site)
    }

    fn server_folder(&self, node: usize) -> PathBuf {
        self.folder.join(format!("farm-{node}"))
    }

    fn start_server(&mut self, node: usize) -> Result<()> {
        let folder = self.server_folder(node);
        if node > 0 {
            // All servers know the same members, and prove themselves with the same certificate.
            fs::create_dir_all(&folder)?;
            for file in [
                "members.json",
                "members.conf",
                "owner.address",
                "house.address",
                "certificate.pem",
                "key.pem",
            ] {
                fs::copy(self.server_folder(0).join(file), folder.join(file))?;
            }
        }
        let servers: Vec<String> = self.listen.iter().map(ToString::to_string).collect();
        let cluster = (servers.len() > 1).then_some(Cluster { servers, node });
        self.servers.push(LocalServer::start(ServerSettings {
            folder,
            listen: self.listen[node],
            cluster,
            program: "nats-server".into(),
            disk_mb: DISK_MB,
            public: None,
            tls: true,
        })?);
        Ok(())
    }

    fn wait_for_servers(&self) -> Result<()> {
        let began = Instant::now();
        for listen in &self.listen {
            while TcpStream::connect(listen).is_err() {
                ensure!(began.elapsed() < Duration::from_secs(20), "a server does not answer");
                thread::sleep(Duration::from_millis(50));
            }
        }
        Ok(())
    }

    /// Where a server listens.
    pub(super) fn listens(&self, node: usize) -> SocketAddr {
        self.listen[node]
    }

    /// Workers that are started from now on connect here.
    pub(super) fn workers_connect_to(&mut self, address: SocketAddr) {
        self.detour = Some(address);
    }

    /// The farm, as a run of this process uses it.
    pub(super) fn farm(
        &self,
        layout: Layout,
        ledger: Option<PathBuf>,
        parcel: Duration,
    ) -> Result<Farm> {
        let settings = FarmSettings {
            address: self.servers[0].owner()?,
            layout,
            program: self.wane.clone(),
            signature: signature(&self.wane)?,
            ledger,
            parcel,
            kinds: job_kinds(),
        };
        Ok(Farm::open(settings)?)
    }

    /// Starts workers with one thread each.
    pub(super) fn start_workers(&mut self, count: usize) -> Result<()> {
        (0..count).try_for_each(|_| self.start_worker_with(1))
    }

    /// Starts one with several threads.
    pub(super) fn start_worker_with(&mut self, threads: usize) -> Result<()> {
        let worker = self.start_worker(self.workers.len(), threads)?;
        self.workers.push(worker);
        Ok(())
    }

    /// The address of the owner.
    pub(super) fn owner(&self) -> Result<String> {
        Ok(self.servers[0].owner()?.to_string())
    }

    fn start_worker(&self, number: usize, threads: usize) -> Result<Child> {
        let name = format!("worker-{number}");
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.join(format!("{name}.log")))?;
        let mut house = self.servers[0].house()?;
        if let Some(detour) = self.detour {
            house.servers = vec![detour.to_string()];
        }
        let worker = Command::new(&self.wane)
            .args(["farm", "worker", "--threads", &threads.to_string()])
            .env("WANE_FARM", house.to_string())
            .arg("--dir")
            .arg(self.folder.join(name))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        worker.context("starting a worker")
    }

    /// Kills a worker and starts it again.
    pub(super) fn kill_worker(&mut self, number: usize) -> Result<()> {
        self.workers[number].kill()?;
        self.workers[number].wait()?;
        self.workers[number] = self.start_worker(number, 1)?;
        Ok(())
    }

    /// The process of a worker.
    pub(super) fn worker(&self, number: usize) -> u32 {
        self.workers[number].id()
    }

    /// Sends a signal to all workers.
    pub(super) fn signal_workers(&self, name: &str) -> Result<()> {
        self.workers.iter().try_for_each(|worker| signal(name, worker.id()))
    }

    /// Kills a server with `-9`.
    pub(super) fn kill_server(&self, node: usize) -> Result<()> {
        signal("-9", self.servers[node].process_id())
    }

    /// Starts a server that was killed; before that, deletes its store if that is asked for.
    pub(super) fn revive_server(&mut self, node: usize, forgets: bool) -> Result<()> {
        thread::sleep(Duration::from_millis(300));
        if forgets {
            fs::remove_dir_all(self.server_folder(node).join("store"))?;
        }
        self.servers[node].restart()?;
        self.wait_for_servers()
    }

    /// How often workers have said something, by their first words.
    pub(super) fn lines(&self, words: &str) -> Result<usize> {
        let mut count = 0;
        for number in 0..self.workers.len() {
            let log = File::open(self.folder.join(format!("worker-{number}.log")))?;
            let lines = BufReader::new(log).lines().map_while(Result::ok);
            count += lines.filter(|line| line.starts_with(words)).count();
        }
        Ok(count)
    }
}

impl Drop for FarmSite {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// A port that is free, and so is the one on which a server speaks to others.
pub(super) fn free_ports() -> Result<TcpListener> {
    loop {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        if let Some(route) = port.checked_add(2000)
            && TcpListener::bind(("127.0.0.1", route)).is_ok()
        {
            return Ok(listener);
        }
    }
}

/// Sends a signal to a process.
pub(super) fn signal(signal: &str, process: u32) -> Result<()> {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status()?;
    ensure!(sent.success(), "kill {signal} {process}: {sent}");
    Ok(())
}

/// What the jobs of a program depend on.
fn signature(wane: &Path) -> Result<String> {
    let output = Command::new(wane).args(["version", "--json"]).output()?;
    let about: Value = serde_json::from_slice(&output.stdout).context("wane version")?;
    let text = |value: &Value| value.as_str().map(str::to_owned).context("wane version");
    let (version, weights) = (text(&about["version"])?, text(&about["weights"]["fewest"])?);
    Ok(format!("{version} {} {weights}", about["signature"]))
}
