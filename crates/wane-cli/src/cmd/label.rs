//! `wane label`: scores of many positions, for a file to learn from; docs/lab.md.

use anyhow::{Result, bail};
use serde::Serialize;
use wane_board::AnyPosition;
use wane_formats::GameRecord;
use wane_formats::paste::Content;
use wane_lab::scores::{ScoreRun, ScoreWorker, Scoring};

use crate::args::lab::LabelArgs;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::{Output, grouped};
use crate::place::{Place, honestly};
use crate::progress::Progress;

/// The end of a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Labelled {
    /// The positions in the file.
    positions: usize,
    /// How they were scored: `exact`, or `depth` and a number.
    how: String,
}

pub(crate) fn run(args: &LabelArgs, output: &mut Output) -> Result<Ending> {
    honestly(Some(&args.out), || run_once(args, output))
}

fn run_once(args: &LabelArgs, output: &mut Output) -> Result<Ending> {
    let how = args.depth.map_or(Scoring::Exact, Scoring::Depth);
    let positions = positions(args)?;
    let mut run = ScoreRun::open(positions, args.context.objective, how, &args.out)?;
    let stop = interrupt::stop()?;
    let place = Place::open(&args.place, args.threads.count(), Some(&args.out))?;
    let (before, all) = run.progress();
    let mut progress = Progress::new(all, "label");
    progress.advance(before);
    place.expect(run.jobs() as u64);
    let mut shown = before;
    let scored = {
        let mut executor = place.executor(&stop, ScoreWorker::threads);
        run.run(&mut *executor, &stop, &mut |done| {
            while shown < done {
                progress.step();
                shown += 1;
            }
        })
    };
    progress.finish();
    scored?;
    place.check()?;
    let (done, _) = run.progress();
    let how = how.to_string();
    if output.is_json() {
        output.json(&Labelled { positions: done, how })?;
    } else {
        output.text(&format!(
            "{} of {} positions, {how}\n",
            grouped(done as u64),
            grouped(all as u64)
        ))?;
    }
    if done < all {
        anstream::eprintln!("stopped: the same command resumes from here");
        return Ok(Ending::Stopped);
    }
    Ok(Ending::Done)
}

/// The positions of the input in which there is something to decide.
fn positions(args: &LabelArgs) -> Result<Vec<AnyPosition>> {
    let read = input::read(&args.input, None, args.context.context())?;
    let mut positions: Vec<AnyPosition> = match read.content {
        Content::Suite { suite, .. } => suite.problems.into_iter().map(|it| it.position).collect(),
        Content::Games(games) => games.iter().flat_map(positions_of).collect(),
    };
    let empties = |position: &AnyPosition| {
        use wane_board::Colour::{Black, White};
        let discs = position.discs(Black) | position.discs(White);
        (position.board().size().squares() - discs).len()
    };
    positions.retain(|it| !it.is_game_over() && args.most.is_none_or(|most| empties(it) <= most));
    if positions.is_empty() {
        bail!("there is no position to score");
    }
    Ok(positions)
}

/// Every position of a game; of a board, that board.
fn positions_of(record: &GameRecord) -> Vec<AnyPosition> {
    let mut game = record.game.clone();
    let mut positions = vec![game.position()];
    while game.undo().is_some() {
        positions.push(game.position());
    }
    positions.reverse();
    positions
}
