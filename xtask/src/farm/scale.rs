//! `cargo xtask farm-scale`: thousands of workers on one server, whose jobs sleep.
//!
//! Each worker always has two jobs, one that sleeps and one that waits for the thread; each result is followed by a new
//! job, which goes to the worker that has a place free. Measured are the jobs per second, how long a job waits at the
//! server until a worker has it, and what the server needs. Then the server is killed, and all come back.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use wane_farm::{Farm, FarmExecutor, FarmSettings, Layout, LocalServer, ServerSettings};
use wane_match::{Executor as _, Stop};
use wane_testkit::Rng;

use super::crew::{Crew, Said};
use super::run::say;
use super::site::{free_ports, signal};
use super::sleeping::{Nap, sleepers};
use crate::build;

/// What the jobs depend on: nothing.
pub(super) const SIGNATURE: &str = "naps";

/// The jobs that a worker with one thread has at a time.
const LANES: usize = 2;

/// How long workers may take to come, or to come back.
const PATIENCE: Duration = Duration::from_mins(5);

/// The disk of the server, in megabytes.
const DISK_MB: u64 = 4000;

#[derive(Args)]
pub(crate) struct ScaleArgs {
    /// The number of workers
    #[arg(long, default_value_t = 10_000)]
    workers: usize,
    /// The jobs that they do in a second, by the length of their sleep
    #[arg(long, default_value_t = 600)]
    rate: u64,
    /// How long it is measured, in seconds
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// The time within which 99 of 100 jobs must be handed out, in milliseconds
    #[arg(long, default_value_t = 100)]
    p99_ms: u64,
    /// The least number of jobs in a second
    #[arg(long, default_value_t = 500)]
    least: u64,
}

pub(crate) fn run(args: &ScaleArgs) -> Result<()> {
    let folder = build::target().join("farm-scale");
    let _ = fs::remove_dir_all(&folder);
    let listen = free_ports()?.local_addr()?;
    let mut server = LocalServer::start(ServerSettings {
        folder: folder.join("farm"),
        listen,
        cluster: None,
        program: "nats-server".into(),
        disk_mb: DISK_MB,
        public: None,
        tls: true,
    })?;
    let farm = open(&server)?;
    let began = Instant::now();
    let crew = Crew::start(&folder.join("farm/house.address"), &folder.join("crew"), args.workers)?;
    for _ in 0..args.workers {
        crew.said.recv_timeout(PATIENCE).context("a worker does not come")?;
    }
    say(&format!("{} workers came within {:.1} s", args.workers, began.elapsed().as_secs_f64()));
    let watch = Watch::default();
    thread::scope(|scope| {
        scope.spawn(|| watch.follow(&farm));
        let measured = measure(args, &mut server, &farm, &crew, &watch);
        watch.is_over.store(true, Relaxed);
        measured
    })
}

fn measure(
    args: &ScaleArgs,
    server: &mut LocalServer,
    farm: &Farm,
    crew: &Crew,
    watch: &Watch,
) -> Result<()> {
    let (stop, places) = (Stop::default(), LANES * args.workers);
    let mut jobs = Jobs::new(farm, &stop, args);
    jobs.submit(places);
    jobs.go_on(|done| done >= places)?;
    let steady = Steady::begin(server, crew, watch, &jobs)?;
    jobs.go_on(|_| steady.began.elapsed().as_secs() >= args.seconds)?;
    let (rate, p99) = steady.end(server, crew, watch, &jobs)?;
    signal("-9", server.process_id())?;
    sleep(Duration::from_millis(500));
    server.restart()?;
    let began = Instant::now();
    // The server knows nobody at first.
    watch.counts_workers.store(true, Relaxed);
    jobs.go_on(|_| watch.workers.load(Relaxed) == args.workers)?;
    say(&format!(
        "the server was killed; all workers were back within {:.1} s",
        began.elapsed().as_secs_f64()
    ));
    jobs.finish()?;
    #[expect(clippy::cast_precision_loss, reason = "some hundred")]
    let least = args.least as f64;
    ensure!(rate >= least, "fewer than {least} jobs a second");
    let limit = Duration::from_millis(args.p99_ms);
    ensure!(p99 <= limit, "99 of 100 jobs were not handed out within {limit:?}");
    Ok(())
}

/// What the server says about the farm.
struct Watch {
    is_over: AtomicBool,
    /// Whether it is asked who works: to list thousands takes it a moment in which it hands out no jobs.
    counts_workers: AtomicBool,
    /// The workers that it has heard of, and the fewest jobs that they had.
    workers: AtomicUsize,
    working: AtomicU64,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            is_over: AtomicBool::new(false),
            counts_workers: AtomicBool::new(false),
            workers: AtomicUsize::new(0),
            working: AtomicU64::new(u64::MAX),
        }
    }
}

impl Watch {
    /// Asks again and again.
    fn follow(&self, farm: &Farm) {
        while !self.is_over.load(Relaxed) {
            // It is away for a while.
            if let Ok(queues) = farm.queues() {
                self.working.fetch_min(queues.working, Relaxed);
            }
            if self.counts_workers.load(Relaxed)
                && let Ok(status) = farm.status()
            {
                self.workers.store(status.workers.len(), Relaxed);
            }
            sleep(Duration::from_secs(2));
        }
    }
}

/// The time in which every worker has jobs.
struct Steady {
    began: Instant,
    cpu_seconds: f64,
    stolen_seconds: f64,
    done: usize,
}

impl Steady {
    fn begin(server: &LocalServer, crew: &Crew, watch: &Watch, jobs: &Jobs) -> Result<Self> {
        let _ = crew.said.try_iter().count();
        watch.working.store(u64::MAX, Relaxed);
        Ok(Self {
            began: Instant::now(),
            cpu_seconds: cpu_seconds(server)?,
            stolen_seconds: stolen_seconds()?,
            done: jobs.done.len(),
        })
    }

    /// Says what was measured; the jobs in a second, and within which time 99 of 100 were handed out.
    fn end(
        &self,
        server: &LocalServer,
        crew: &Crew,
        watch: &Watch,
        jobs: &Jobs,
    ) -> Result<(f64, Duration)> {
        let seconds = self.began.elapsed().as_secs_f64();
        let cores = (cpu_seconds(server)? - self.cpu_seconds) / seconds;
        let stolen = (stolen_seconds()? - self.stolen_seconds) / seconds;
        #[expect(clippy::cast_precision_loss, reason = "some thousand jobs")]
        let rate = (jobs.done.len() - self.done) as f64 / seconds;
        let took = |said| if let Said::Took(waited) = said { Some(waited) } else { None };
        let mut waits: Vec<Duration> = crew.said.try_iter().filter_map(took).collect();
        waits.sort_unstable();
        ensure!(!waits.is_empty(), "no job was handed out");
        let within = |percent: usize| waits[(waits.len() - 1) * percent / 100];
        let ms = |percent| 1e3 * within(percent).as_secs_f64();
        say(&format!(
            "{rate:.0} jobs a second, half of them handed out within {:.1} ms, 99 % within {:.1} ms; {} jobs in \
             flight at the fewest; the server takes {cores:.2} cores and {} MB; other machines on this one took \
             {stolen:.2} cores",
            ms(50),
            ms(99),
            watch.working.load(Relaxed),
            memory_mb(server)?
        ));
        Ok((rate, within(99)))
    }
}

/// The time that a server has computed.
fn cpu_seconds(server: &LocalServer) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.process_id()))?;
    // The name of the program is in brackets; 11 fields further on are the times in hundredths.
    let (_, fields) = stat.rsplit_once(')').context("no name")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks: u64 = ticks.collect::<Result<Vec<_>, _>>()?.iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "some minutes")]
    Ok(ticks as f64 / 100.0)
}

/// The time for which a virtual machine had work and its host gave the processors to others.
fn stolen_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/stat")?;
    let ticks: u64 = stat.split_whitespace().nth(8).context("no stolen time")?.parse()?;
    #[expect(clippy::cast_precision_loss, reason = "some minutes")]
    Ok(ticks as f64 / 100.0)
}

/// The most memory that a server has had.
fn memory_mb(server: &LocalServer) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process_id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}

/// The farm, once the server answers.
fn open(server: &LocalServer) -> Result<Farm> {
    let settings = FarmSettings {
        address: server.owner()?,
        layout: Layout::default(),
        program: PathBuf::new(),
        signature: SIGNATURE.into(),
        ledger: None,
        // Each job travels alone.
        parcel: Duration::ZERO,
        kinds: vec![sleepers()],
    };
    let began = Instant::now();
    loop {
        match Farm::open(settings.clone()) {
            Err(_) if began.elapsed() < PATIENCE => sleep(Duration::from_millis(100)),
            opened => return Ok(opened?),
        }
    }
}

/// The jobs of a run, and those that are done.
struct Jobs<'f> {
    executor: FarmExecutor<'f, Nap>,
    stop: Stop,
    /// The mean length of a job.
    ms: u64,
    rng: Rng,
    next: u64,
    done: BTreeSet<u64>,
}

impl<'f> Jobs<'f> {
    fn new(farm: &'f Farm, stop: &Stop, args: &ScaleArgs) -> Self {
        let ms = 1000 * args.workers as u64 / args.rate;
        let executor = farm.executor(stop);
        let stop = stop.clone();
        Self { executor, stop, ms, rng: Rng::new(1), next: 0, done: BTreeSet::new() }
    }

    fn submit(&mut self, count: usize) {
        let mut naps = Vec::new();
        for _ in 0..count {
            let ms = self.ms / 2 + self.rng.bits() % self.ms.max(1);
            naps.push(Nap { number: self.next, ms });
            self.next += 1;
        }
        self.executor.submit(naps);
    }

    /// Follows each result by a new job until that is enough, by the number of results.
    fn go_on(&mut self, mut is_enough: impl FnMut(usize) -> bool) -> Result<()> {
        let began = Instant::now();
        while !is_enough(self.done.len()) {
            ensure!(began.elapsed() < 2 * PATIENCE, "it takes too long");
            self.take()?;
            self.submit(1);
        }
        Ok(())
    }

    /// Takes the results of all jobs.
    fn finish(&mut self) -> Result<()> {
        while self.executor.pending() > 0 {
            self.take()?;
        }
        let count = self.done.len() as u64;
        ensure!(count == self.next, "{count} results of {} jobs", self.next);
        say(&format!("{count} jobs, each with one result"));
        Ok(())
    }

    fn take(&mut self) -> Result<()> {
        let number = self.executor.next().context("no more results")?;
        ensure!(self.done.insert(number), "job {number} has two results");
        ensure!(!self.stop.is_stopped(), "stopped");
        Ok(())
    }
}
