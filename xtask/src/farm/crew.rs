//! [`Crew`]: many workers in a few processes. They are real workers with connections of their own, and their jobs sleep.

use std::io::{BufRead as _, BufReader, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use wane_farm::{FarmAddress, Fingerprint, WorkerEvent, WorkerSettings, work_together};
use wane_match::{JobNeeds, Stop};

use super::scale::SIGNATURE;
use super::sleeping::sleepers;

/// The most workers of a process: each has a connection and a lock, and a system has limits.
const PER_PROCESS: usize = 2500;

/// The words that a process says to the other, a line each.
const READY: &str = "ready";
const TOOK: &str = "took ";

#[derive(Args)]
pub(crate) struct CrewArgs {
    /// The file with the address of the farm
    #[arg(long)]
    farm: PathBuf,
    /// Where the workers keep their folders
    #[arg(long)]
    folder: PathBuf,
    /// The number of workers
    #[arg(long)]
    workers: usize,
}

/// Works until the standard input ends.
pub(crate) fn run(args: &CrewArgs) -> Result<()> {
    let address = FarmAddress::read(&args.farm)?;
    let settings = |number: usize| WorkerSettings {
        address: address.clone(),
        threads: 1,
        folder: args.folder.join(number.to_string()),
        disk_mb: 1,
        kinds: vec![sleepers()],
        signature: SIGNATURE.into(),
        build: Fingerprint::of(SIGNATURE.as_bytes()),
        program: PathBuf::new(),
        has: JobNeeds::default(),
        patience: Duration::ZERO,
        only_idle: false,
        bytes_per_second: None,
    };
    let crew = (0..args.workers).map(settings).collect();
    let stop = Stop::default();
    thread::spawn({
        let stop = stop.clone();
        move || {
            let _ = stdin().lines().count();
            stop.stop();
        }
    });
    // The other process may be gone.
    let say = |text: &str| drop(writeln!(stdout(), "{text}"));
    work_together(crew, &stop, &mut |event| match event {
        WorkerEvent::Ready => say(READY),
        WorkerEvent::Took(_, waited) => say(&format!("{TOOK}{}", waited.as_micros())),
        _ => {}
    })?;
    Ok(())
}

/// What a crew says.
pub(super) enum Said {
    /// A worker is there.
    Ready,
    /// A worker has taken a job that had waited for this time.
    Took(Duration),
}

/// Workers in other processes, which end with this value.
pub(super) struct Crew {
    processes: Vec<Child>,
    pub(super) said: Receiver<Said>,
}

impl Crew {
    /// Starts workers.
    pub(super) fn start(address: &Path, folder: &Path, workers: usize) -> Result<Self> {
        let (tell, said) = mpsc::channel();
        let mut crew = Self { processes: Vec::new(), said };
        for first in (0..workers).step_by(PER_PROCESS) {
            let count = PER_PROCESS.min(workers - first);
            let mut process = Command::new(std::env::current_exe()?)
                .args(["farm-crew", "--workers", &count.to_string(), "--farm"])
                .arg(address)
                .arg("--folder")
                .arg(folder.join(first.to_string()))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .context("starting workers")?;
            let lines = BufReader::new(process.stdout.take().context("its output")?).lines();
            crew.processes.push(process);
            let tell = tell.clone();
            thread::spawn(move || {
                for said in lines.map_while(Result::ok).filter_map(|line| read(&line)) {
                    let _ = tell.send(said);
                }
            });
        }
        Ok(crew)
    }
}

fn read(line: &str) -> Option<Said> {
    if line == READY {
        return Some(Said::Ready);
    }
    line.strip_prefix(TOOK)?.parse().ok().map(|it| Said::Took(Duration::from_micros(it)))
}

impl Drop for Crew {
    fn drop(&mut self) {
        // They end with their input, all at the same time.
        for process in &mut self.processes {
            process.stdin = None;
        }
        for process in &mut self.processes {
            let _ = process.wait();
        }
    }
}
