//! `wane analyze`: what every move of a position is worth, or what every move of a game has lost.
//!
//! [`analyst`] asks the engine; [`position`] and [`game`] are the two reports. [`review`] is what a
//! game says about its players, [`graph`] draws its values.

mod analyst;
mod game;
mod graph;
mod position;
mod review;

use anyhow::{Result, bail};
use serde_json::{Value as Json, json};
use wane_board::Move;
use wane_eval::Value;
use wane_search::{Certainty, Line, Report};

use super::Ending;
use crate::args::AnalyzeArgs;
use crate::input;
use crate::output::Output;

pub(crate) fn run(args: &AnalyzeArgs, output: &mut Output) -> Result<Ending> {
    let games = input::games(&args.begin)?;
    let [record] = games.as_slice() else {
        bail!("one game is analysed, the input has {}: pick one with --game", games.len());
    };
    if args.last || record.game.history().is_empty() {
        position::run(args, record, output)
    } else {
        game::run(args, record, output)
    }
}

/// A value, marked `=` if it is proved and `*` if only its sign is.
fn marked(value: Value, certainty: Certainty) -> String {
    let mark = match certainty {
        Certainty::Judged => ' ',
        Certainty::Outcome => '*',
        Certainty::Exact => '=',
    };
    format!("{value:>6}{mark}")
}

/// What a move of this value loses against the best.
fn loss(best: Value, value: Value) -> Value {
    Value::new(best.parts() - value.parts())
}

/// A loss, which needs no sign.
fn unsigned(loss: Value) -> String {
    loss.to_string().trim_start_matches('+').to_string()
}

/// The squares of a line, as in a transcript.
fn squares(moves: &[Move]) -> String {
    moves.iter().filter(|&&mv| mv != Move::Pass).map(Move::to_string).collect()
}

/// A line of a report for other programs.
fn as_json(report: &Report, line: &Line) -> Json {
    let mut event = line_json(line, report.certainty);
    event["depth"] = json!(report.depth);
    event["selectivity"] = json!(report.selectivity);
    event["nodes"] = json!(report.nodes);
    event["seconds"] = json!(report.time.as_secs_f64());
    event
}

fn line_json(line: &Line, certainty: Certainty) -> Json {
    let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
    json!({
        "score": discs(line.value),
        "exact": certainty == Certainty::Exact,
        "wld": certainty != Certainty::Judged,
        "move": moves.first(),
        "pv": moves,
    })
}

/// A value in discs, with two decimals.
fn discs(value: Value) -> f64 {
    f64::from(value.centidiscs()) / 100.0
}
