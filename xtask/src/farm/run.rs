//! [`FarmRun`]: the jobs of a trial, and what their result must be.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::Value;
use wane_board::Objective;
use wane_farm::Layout;
use wane_lab::selfplay::{GamesFile, Selfplay, SelfplayJob, SelfplaySettings, SelfplayWorker};
use wane_match::{Executor, Stop};

use super::site::FarmSite;

/// The games of a job.
const GAMES: u64 = 32;

/// The workers.
pub(super) const WORKERS: usize = 4;

/// A job of a worker that is not heard of is given to another after this time.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(5);

/// A run that takes longer hangs: it is stopped, and the trial fails.
const LIMIT: Duration = Duration::from_mins(15);

/// Messages are short, so that most jobs survive a worker.
const PARCEL: Duration = Duration::from_millis(100);

/// Some jobs, and the file with their results.
pub(super) struct FarmRun {
    pub(super) folder: PathBuf,
    pub(super) wane: PathBuf,
    pub(super) jobs: u64,
}

/// How far a run is.
pub(super) struct Course {
    jobs: u64,
    /// It counts each result. The file of games has only those before the first job that is missing.
    ledger: PathBuf,
    is_over: AtomicBool,
}

impl Course {
    /// Whether jobs are left.
    pub(super) fn goes_on(&self) -> bool {
        !self.is_over.load(Relaxed)
    }

    /// The part that is done, in hundredths.
    pub(super) fn percent(&self) -> u64 {
        // There is no ledger before the run begins.
        let done = results_of_jobs(&self.ledger).map_or(0, |counts| counts.len() as u64);
        100 * done / self.jobs
    }
}

impl FarmRun {
    /// Does the jobs on this machine.
    pub(super) fn new(folder: PathBuf, wane: PathBuf, jobs: u64) -> Result<Self> {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let run = Self { folder, wane, jobs };
        let began = Instant::now();
        let threads = &mut SelfplayWorker::threads(2, &Stop::default());
        play(&run.folder.join("here.bin"), jobs, threads, &Stop::default())?;
        say(&format!("{jobs} jobs here: {:.1} s", began.elapsed().as_secs_f64()));
        Ok(run)
    }

    /// A farm with workers, in an empty folder.
    pub(super) fn site(&self, layout: Layout) -> Result<FarmSite> {
        FarmSite::new(self.folder.join("site"), self.wane.clone(), layout)
    }

    /// Does the jobs on a farm while `disturb` runs, which says in the end what it has done.
    pub(super) fn far(
        &self,
        site: &mut FarmSite,
        layout: Layout,
        disturb: impl FnOnce(&mut FarmSite, &Course) -> Result<String> + Send,
    ) -> Result<()> {
        let began = Instant::now();
        let (out, ledger) = (self.folder.join("far.bin"), self.folder.join("far.farm"));
        for file in [&out, &ledger, &self.folder.join("far.bin.journal")] {
            let _ = fs::remove_file(file);
        }
        let farm = site.farm(layout, Some(ledger.clone()), PARCEL)?;
        let course =
            Course { jobs: self.jobs, ledger: ledger.clone(), is_over: AtomicBool::new(false) };
        let stop = Stop::default();
        let (played, done) = thread::scope(|scope| {
            let disturbed = scope.spawn(|| disturb(site, &course));
            scope.spawn(|| stop_a_hanging_run(&course, &stop));
            let played = play(&out, self.jobs, &mut farm.executor(&stop), &stop);
            course.is_over.store(true, Relaxed);
            (played, disturbed.join())
        });
        if let Some(failure) = farm.failure() {
            return Err(failure.into());
        }
        played?;
        let done = done.map_err(|_| anyhow!("the disturbance has failed"))??;
        ensure!(fs::read(&out)? == fs::read(self.folder.join("here.bin"))?, "another result");
        ensure_once(&ledger, self.jobs)?;
        let (seconds, spooled) = (began.elapsed().as_secs_f64(), site.lines("a result waits")?);
        say(&format!(
            "{done}, {spooled} results spooled; the same result, each job once; {seconds:.1} s"
        ));
        Ok(())
    }
}

/// Stops a run that has reached its limit.
fn stop_a_hanging_run(course: &Course, stop: &Stop) {
    let began = Instant::now();
    while course.goes_on() {
        if began.elapsed() > LIMIT {
            return stop.stop();
        }
        thread::sleep(Duration::from_millis(100));
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn say(text: &str) {
    println!("{text}");
}

/// Plays games of self-play into a file.
fn play(
    out: &Path,
    jobs: u64,
    executor: &mut dyn Executor<SelfplayJob>,
    stop: &Stop,
) -> Result<()> {
    let settings = SelfplaySettings {
        objective: Objective::FewestDiscs,
        depth: 1,
        selectivity: 0,
        exact_from: 6,
        opening: (8, 24),
        stray: 60,
        seed: 1,
    };
    let selfplay = Selfplay::new(settings, None);
    let mut file = GamesFile::open(out, &selfplay.description())?;
    let games = jobs * GAMES;
    selfplay.play_into(&mut file, games, executor, stop, &mut |_| {})?;
    ensure!(file.counts().games == games, "{} of {games} games", file.counts().games);
    Ok(())
}

/// Checks that the ledger has each job once.
fn ensure_once(ledger: &Path, jobs: u64) -> Result<()> {
    let counts = results_of_jobs(ledger)?;
    let twice = counts.values().filter(|&&count| count != 1).count();
    ensure!(counts.len() as u64 == jobs && twice == 0, "{} jobs, {twice} not once", counts.len());
    Ok(())
}

/// How many results of each job the ledger has, by the number of the job.
fn results_of_jobs(ledger: &Path) -> Result<BTreeMap<u64, u32>> {
    let mut counts = BTreeMap::new();
    let text = fs::read_to_string(ledger)?;
    // The last line may be being written.
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    for line in complete.lines().skip(1) {
        let line: Value = serde_json::from_str(line)?;
        for number in line["numbers"].as_array().context("numbers")? {
            *counts.entry(number.as_u64().context("a number")?).or_default() += 1;
        }
    }
    Ok(counts)
}
