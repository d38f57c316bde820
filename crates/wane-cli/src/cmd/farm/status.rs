//! `wane farm status`: the workers and the runs of a farm.

mod metrics;

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use wane_farm::{Farm, FarmStatus};
use wane_text::Foreign;

use crate::args::farm::StatusArgs;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{Output, STRONG, grouped, paint};
use crate::place;

/// How often a live table is written anew.
const LIVE: Duration = Duration::from_secs(2);

/// The most workers in the table.
const MAX_ROWS: usize = 40;

/// To the upper left corner, and nothing below.
const CLEAR: &str = "\x1b[H\x1b[J";

/// A farm at a moment.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FarmStatusText {
    /// The runs that were heard of in the last minute.
    runs: Vec<RunText>,
    /// The workers that were heard of in the last minute.
    workers: Vec<WorkerText>,
    /// The messages with jobs that wait.
    waiting: u64,
    /// The messages with jobs that workers have.
    working: u64,
    /// The members whose results are not taken any more.
    excluded: Vec<ExcludedText>,
}

/// A run, in jobs since it was started or resumed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RunText {
    /// Its name.
    name: Foreign,
    /// The jobs that are done.
    done: u64,
    /// The jobs that were given away and are not done.
    open: u64,
    /// The jobs that are done in a second.
    rate: f64,
    /// How long it will take, in seconds, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    eta: Option<f64>,
    /// How often jobs were sent again.
    retries: u64,
    /// The jobs that nobody could do.
    parked: u64,
    /// Why workers refused jobs, and how often.
    refusals: BTreeMap<String, u64>,
}

/// A worker.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WorkerText {
    /// Its member and its name.
    name: Foreign,
    /// The threads.
    threads: usize,
    /// The messages with jobs that it has done.
    done: u64,
    /// Those that it has.
    now: u64,
    /// Whether it rests, since others need the machine.
    resting: bool,
    /// Why it refused a job, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Foreign>,
}

/// A member whose results are not taken any more.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExcludedText {
    /// The member.
    name: Foreign,
    /// What it has done.
    why: Foreign,
}

pub(crate) fn run(args: &StatusArgs, output: &mut Output) -> Result<Ending> {
    let farm = Farm::open(place::settings(&args.farm)?)?;
    let stop = interrupt::end()?;
    if let Some(listen) = args.metrics {
        metrics::serve(listen, &farm, &stop)?;
        return Ok(Ending::Done);
    }
    loop {
        let text = FarmStatusText::new(farm.status()?);
        if output.is_json() {
            output.json(&text)?;
        } else {
            let clear = if args.live { CLEAR } else { "" };
            output.text(&format!("{clear}{}", text.table()))?;
        }
        output.finish()?;
        if !args.live || stop.is_stopped() {
            return Ok(Ending::Done);
        }
        thread::sleep(LIVE);
    }
}

impl FarmStatusText {
    #[expect(clippy::cast_precision_loss, reason = "an estimate for people")]
    fn new(status: FarmStatus) -> Self {
        let runs = status.runs.into_iter().map(|(name, it)| {
            let left = it.expected.map(|all| all.saturating_sub(it.done));
            let eta = left.map(|left| left as f64 / it.rate).filter(|eta| eta.is_finite());
            RunText {
                name: name.into(),
                done: it.done,
                open: it.open,
                rate: it.rate,
                eta,
                retries: it.retries,
                parked: it.parked,
                refusals: it.refusals,
            }
        });
        let workers = status.workers.into_iter().map(|(name, it)| WorkerText {
            name: name.into(),
            threads: it.threads,
            done: it.done,
            now: it.now,
            resting: it.is_paused,
            refused: it.refused,
        });
        let excluded = status.excluded.into_iter();
        let excluded = excluded.map(|(name, why)| ExcludedText { name: name.into(), why });
        Self {
            runs: runs.collect(),
            workers: workers.collect(),
            waiting: status.queues.waiting,
            working: status.queues.working,
            excluded: excluded.collect(),
        }
    }

    fn table(&self) -> String {
        let threads: usize = self.workers.iter().map(|it| it.threads).sum();
        let title = format!("Workers {}, threads {threads}", self.workers.len());
        let mut text = format!("{}\n", paint(STRONG, &title));
        for WorkerText { name, threads, done, now, resting, refused } in
            self.workers.iter().take(MAX_ROWS)
        {
            let resting = if *resting { "  rests" } else { "" };
            let refused = refused.as_ref().map(|why| format!("  refused: {why}"));
            text += &format!(
                "  {name:<32} {threads:>3} threads {:>9} done {now:>3} now{resting}{}\n",
                grouped(*done),
                refused.unwrap_or_default()
            );
        }
        let more = self.workers.len().saturating_sub(MAX_ROWS);
        if more > 0 {
            text += &format!("  and {} more; --json lists all\n", grouped(more as u64));
        }
        text += &format!("{}\n", paint(STRONG, &format!("Runs {}", self.runs.len())));
        for run in &self.runs {
            let eta = run.eta.map_or_else(String::new, |eta| format!("  {} to go", time(eta)));
            text += &format!(
                "  {:<32} {:>9} done {:>6} given away {:>8.1}/s{eta}  {} sent again, {} parked\n",
                run.name,
                grouped(run.done),
                grouped(run.open),
                run.rate,
                grouped(run.retries),
                grouped(run.parked)
            );
            for (why, count) in &run.refusals {
                text += &format!("    {} refused: {}\n", grouped(*count), Foreign::from(&**why));
            }
        }
        text += &format!(
            "{} messages with jobs wait, {} are being done\n",
            grouped(self.waiting),
            grouped(self.working)
        );
        for ExcludedText { name, why } in &self.excluded {
            text += &format!("{name} is excluded: {why}\n");
        }
        text
    }
}

/// A time for people.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is finite")]
fn time(seconds: f64) -> String {
    let minutes = (seconds / 60.0) as u64;
    match minutes {
        0 => format!("{seconds:.0} s"),
        1..120 => format!("{minutes} min"),
        _ => format!("{} h", minutes / 60),
    }
}
