//! `wane selfplay`: games of the engine with itself, as records to learn from; docs/lab.md.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use wane_lab::selfplay::{Counts, GamesFile, Selfplay, SelfplaySettings, SelfplayWorker};
use wane_text::Foreign;

use crate::args::lab::SelfplayArgs;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::{Output, grouped};
use crate::place::{Place, honestly};
use crate::progress::Progress;

/// The games of a file of records.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GamesPlayed {
    /// The games in the file.
    games: u64,
    /// The positions in the file.
    positions: u64,
    /// The games of this run.
    new_games: u64,
    /// The positions of this run.
    new_positions: u64,
    /// The time of this run in seconds.
    seconds: f64,
}

pub(crate) fn run(args: &SelfplayArgs, output: &mut Output) -> Result<Ending> {
    honestly(Some(&args.out), || run_once(args, output))
}

fn run_once(args: &SelfplayArgs, output: &mut Output) -> Result<Ending> {
    let selfplay = selfplay(args)?;
    let mut file = GamesFile::open(&args.out, &selfplay.description())?;
    let before = file.counts();
    let stop = interrupt::stop()?;
    let place = Place::open(&args.place, args.course.threads.count(), Some(&args.out))?;

    place.expect(Selfplay::jobs(args.games - before.games.min(args.games)));
    let started = Instant::now();
    let (games, positions) = (AtomicU64::new(before.games), AtomicU64::new(before.positions));
    let note = || {
        let now = Counts { games: games.load(Relaxed), positions: positions.load(Relaxed) };
        note(args.games, before, now, started.elapsed())
    };
    let mut progress = Progress::new(1, "selfplay");
    let played = progress.during(note, || {
        let mut executor = place.executor(&stop, SelfplayWorker::threads);
        selfplay.play_into(&mut file, args.games, &mut *executor, &stop, &mut |now| {
            games.store(now.games, Relaxed);
            positions.store(now.positions, Relaxed);
        })
    });
    progress.finish();
    played?;
    place.check()?;
    let (now, seconds) = (file.counts(), started.elapsed().as_secs_f64());
    print(before, now, seconds, output)?;
    if now.games < args.games {
        anstream::eprintln!("stopped: the same command resumes from here");
        return Ok(Ending::Stopped);
    }
    Ok(Ending::Done)
}

fn selfplay(args: &SelfplayArgs) -> Result<Selfplay> {
    let weights = args.weights.as_deref().map(input::weights).transpose()?;
    if let (Some(weights), Some(path)) = (&weights, &args.weights)
        && weights.objective() != args.course.objective
    {
        let (path, theirs) = (Foreign::path(path), weights.objective());
        bail!("{path}: these weights are for another game, say --objective {theirs}");
    }
    let settings = SelfplaySettings {
        objective: args.course.objective,
        depth: args.depth,
        selectivity: args.selectivity,
        exact_from: args.course.exact,
        opening: args.course.opening,
        stray: args.course.stray,
        seed: args.course.seed,
    };
    Ok(Selfplay::new(settings, weights.map(Arc::new)))
}

fn print(before: Counts, now: Counts, seconds: f64, output: &mut Output) -> Result<()> {
    let new_positions = now.positions - before.positions;
    if output.is_json() {
        return output.json(&GamesPlayed {
            games: now.games,
            positions: now.positions,
            new_games: now.games - before.games,
            new_positions,
            seconds,
        });
    }
    output.text(&format!(
        "games {}  positions {}  new positions {}  seconds {seconds:.2}\n",
        grouped(now.games),
        grouped(now.positions),
        grouped(new_positions),
    ))
}

/// The text of the progress bar.
#[expect(clippy::cast_precision_loss, reason = "speeds for people")]
fn note(games: u64, before: Counts, now: Counts, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = (now.games - before.games) as f64 / seconds;
    let left = games.saturating_sub(now.games) as f64 / speed;
    let left = match Duration::try_from_secs_f64(left) {
        Ok(left) => {
            let seconds = left.as_secs();
            format!("{}:{:02}:{:02} to go", seconds / 3600, seconds / 60 % 60, seconds % 60)
        }
        Err(_) => "no end in sight yet".into(),
    };
    format!(
        "{} of {} games, {speed:.1} a second, {} positions, {:.0} a second, {left}",
        grouped(now.games),
        grouped(games),
        grouped(now.positions),
        (now.positions - before.positions) as f64 / seconds,
    )
}
