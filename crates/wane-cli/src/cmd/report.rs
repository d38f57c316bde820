//! `wane report`: the page and the tables of a match, at any time; with `--review`, what each move lost.

use anyhow::Result;
use wane_match::{Standings, StoredMatch};
use wane_text::Foreign;

use crate::arena::{results_files, reviews};
use crate::args::MatchReportArgs;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &MatchReportArgs, output: &mut Output) -> Result<Ending> {
    let stored = StoredMatch::read(&args.folder)?;
    let mut ending = Ending::Done;
    if args.review {
        let control = interrupt::control()?;
        reviews::complete(&args.folder, &stored.games, &args.engine.setup()?, &control)?;
        if control.is_stopped() {
            ending = Ending::Stopped;
        }
    }
    let page = results_files::write(&args.folder, &stored)?;
    if output.is_json() {
        output.json(&Standings::new(&stored, &results_files::grading(&args.folder)?))?;
    } else {
        let (games, all) = (stored.games.len(), stored.scheduled());
        output.text(&format!("{games} of {all} games\n{}\n", Foreign::path(&page)))?;
    }
    Ok(ending)
}
