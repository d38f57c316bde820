//! `wane climb`: games, weights and a match, generation after generation; docs/lab.md.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Result;
use wane_lab::climb::{
    Climb, ClimbEvent, GenerationManifest, Plan, RatedGeneration, ladder, ladder_chart,
};
use wane_lab::{probcut, train};
use wane_match::Stop;
use wane_service::opponent::SELECTIVITY;

use super::gate;
use crate::args::lab::ClimbArgs;
use crate::cmd::version::{COMMIT, VERSION};
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{Output, grouped, write_file};
use crate::place::{Place, honestly};
use crate::progress::Progress;

pub(crate) fn run(args: &ClimbArgs, output: &mut Output) -> Result<Ending> {
    honestly(Some(&args.out), || run_once(args, output))
}

fn run_once(args: &ClimbArgs, output: &mut Output) -> Result<Ending> {
    let mut climb = Climb::open(&args.out, plan(args)?)?;
    let stop = interrupt::stop()?;
    let place = Place::open(&args.place, args.course.threads.count(), Some(&args.out))?;
    let (started, timer) = (Instant::now(), stop.clone());
    if let Some(time) = args.minutes {
        thread::spawn(move || {
            thread::sleep(time);
            timer.stop();
        });
    }
    print_finished(&climb, output)?;
    while climb.finished().len() < args.generations && !stop.is_stopped() {
        if run_generation(&mut climb, &place, &stop)? {
            print_last(&climb, output)?;
            let picture = args.out.join("ladder.svg");
            write_file(&picture, ladder_chart(&ladder(climb.finished())))?;
        }
    }
    if climb.finished().len() >= args.generations {
        return Ok(Ending::Done);
    }
    let is_time_up = args.minutes.is_some_and(|time| started.elapsed() >= time);
    let why = if is_time_up { "the time is up" } else { "stopped" };
    let done = climb.finished().len();
    anstream::eprintln!(
        "{why}: {done} of {} generations are done; the same command resumes from here",
        args.generations
    );
    Ok(if is_time_up { Ending::Done } else { Ending::Stopped })
}

fn plan(args: &ClimbArgs) -> Result<Plan> {
    let threads = args.course.threads.count();
    Ok(Plan {
        objective: args.course.objective,
        games: args.games.clone(),
        depth: args.depth.clone(),
        selectivity: SELECTIVITY,
        exact_from: args.course.exact,
        opening: args.course.opening,
        stray: args.course.stray,
        train: train::TrainingSettings::default(),
        probcut: probcut::ProbcutSettings {
            positions: args.fit_positions,
            depth: args.fit_depth,
            seed: args.course.seed,
        },
        gate: gate::build(&args.gate, args.course.objective, args.course.seed)?,
        seed: args.course.seed,
        threads,
        code: format!("{VERSION}+{COMMIT}"),
    })
}

/// Runs the next generation, with its state on a terminal; whether it was finished.
fn run_generation(climb: &mut Climb, place: &Place, stop: &Stop) -> Result<bool> {
    let number = climb.finished().len() + 1;
    let note = Mutex::new(String::new());
    let write = |text: String| *note.lock().unwrap_or_else(PoisonError::into_inner) = text;
    let read = || {
        let text = note.lock().unwrap_or_else(PoisonError::into_inner);
        format!("generation {number}: {text}")
    };
    let mut progress = Progress::new(1, "climb");
    let is_finished = progress.during(read, || {
        let generation = climb.generation(place, stop, &mut |event| write(note_text(&event)));
        generation.map(|manifest| manifest.is_some())
    });
    progress.finish();
    let is_finished = is_finished?;
    place.check()?;
    Ok(is_finished)
}

/// Prints the head of the table and the generations of earlier runs.
fn print_finished(climb: &Climb, output: &mut Output) -> Result<()> {
    if output.is_json() {
        return Ok(());
    }
    output.text(HEAD)?;
    let ratings = ladder(climb.finished());
    for (manifest, rating) in climb.finished().iter().zip(ratings.iter().skip(1)) {
        output.text(&line(manifest, rating))?;
    }
    output.finish()
}

/// The text of the progress bar.
fn note_text(event: &ClimbEvent<'_>) -> String {
    match event {
        ClimbEvent::Played(counts, games) => {
            let (played, positions) = (grouped(counts.games), grouped(counts.positions));
            format!("{played} of {} games played, {positions} positions", grouped(*games))
        }
        ClimbEvent::EpochFinished(epoch) => {
            let rms = epoch.validation.total().rms();
            rms.map_or("learning".into(), |rms| format!("learning, error {rms:.3} discs"))
        }
        ClimbEvent::Measured(done, of) => format!("measuring, {done} of {of} positions"),
        ClimbEvent::GateGamePlayed(result) => format!("match: {}", gate::summary(result)),
    }
}

const HEAD: &str = "generation  games   positions  error  against     won  drawn   lost    LLR  passed  Elo above hand-made\n";

fn line(manifest: &GenerationManifest, rating: &RatedGeneration) -> String {
    let GenerationManifest { generation, games, gate, .. } = manifest;
    let [won, drawn, lost] = gate.games;
    let against = if gate.against == 0 { "hand-made".into() } else { gate.against.to_string() };
    let passed = if gate.is_passed { "yes" } else { "no" };
    format!(
        "{generation:>10} {:>6} {:>11}  {:>5.2}  {against:<9} {won:>5} {drawn:>6} {lost:>6} {:>6.2}  {passed:<6}  {:+.0} ± {:.0}\n",
        grouped(*games),
        grouped(manifest.positions()),
        manifest.rms().unwrap_or_default(),
        gate.llr,
        rating.lead.value,
        rating.lead.error,
    )
}

/// Prints the generation that has just finished.
fn print_last(climb: &Climb, output: &mut Output) -> Result<()> {
    let ratings = ladder(climb.finished());
    let (Some(manifest), Some(rating)) = (climb.finished().last(), ratings.last()) else {
        return Ok(());
    };
    if output.is_json() {
        output.json(manifest)?;
    } else {
        output.text(&line(manifest, rating))?;
    }
    output.finish()
}
