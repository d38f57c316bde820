//! `wane ask`: what an agent does in a position, beside the engine's values; docs/check.md.

use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_board::Move;
use wane_formats::GameRecord;
use wane_match::Tolerance;
use wane_match::check::Examiner;
use wane_search::{Budget, Limits};
use wane_service::message::{LineText, discs};
use wane_service::{Analyst, MoveValue, loss};

use super::analyze::position::table;
use super::check::Candidate;
use super::check::evidence::{AnswerText, Evidence};
use crate::args::AskArgs;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::Output;

/// The answer of an agent, and what the engine thinks of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AskedText {
    #[serde(flatten)]
    answer: AnswerText,
    /// What its move loses against the best one, in discs; null if there is none, or no values.
    loss: Option<f64>,
    /// All moves with the engine's values, the best first.
    moves: Vec<LineText>,
}

pub(crate) fn run(args: &AskArgs, output: &mut Output) -> Result<Ending> {
    let games = args.begin.games()?;
    let [record] = games.as_slice() else {
        bail!("one position is asked, the input has {}: pick one with --game", games.len());
    };
    if record.game.position().is_game_over() {
        bail!("the game is over");
    }
    let candidate = Candidate::new(&args.agent)?;
    let examiner =
        Examiner { size: record.game.position().size(), tolerance: Tolerance::default() };
    let Some(answer) = candidate.ask(&examiner, std::slice::from_ref(&record.game)) else {
        return Ok(Ending::Stopped);
    };
    let evidence = Evidence { agent: &candidate.agent, answer: &answer };
    if !output.is_json() {
        evidence.write(output)?;
        if answer.outcome.is_err() {
            evidence.write_script(output)?;
        }
        output.finish()?;
    }
    let values = if args.engine_time.is_zero() { Vec::new() } else { values(args, record)? };
    let loss = answer.outcome.as_ref().ok().and_then(|mv| lost(*mv, &values));
    if output.is_json() {
        let line = |value: &MoveValue| LineText::new(&value.line, value.certainty);
        let moves = values.iter().map(line).collect();
        output.json(&AskedText { answer: evidence.json(), loss, moves })?;
    } else if !values.is_empty() {
        output.text(&table(&values))?;
        if let (Ok(mv), Some(loss)) = (&answer.outcome, loss) {
            output.text(&format!("\n{mv} loses {loss:.1} discs against the best move\n"))?;
        }
    }
    Ok(if answer.outcome.is_ok() { Ending::Done } else { Ending::No })
}

/// The engine's value of every move.
fn values(args: &AskArgs, record: &GameRecord) -> Result<Vec<MoveValue>> {
    let (control, started) = (interrupt::control()?, Instant::now());
    let clock = move || started.elapsed();
    let engine = args.engine.engine()?;
    let time = Some(Budget::exactly(args.engine_time));
    let limits = Limits { time, ..Limits::default() };
    let analyst = Analyst::new(&engine, record.objective, limits, 1, &clock, &control);
    let position = record.game.position();
    let findings = analyst.analyse(&position, &mut |_| {});
    let compare = |findings| analyst.compare_all(&position, findings, &mut |_| {});
    Ok(findings.as_ref().map(compare).unwrap_or_default())
}

/// What a move loses against the best one, in discs.
fn lost(mv: Move, values: &[MoveValue]) -> Option<f64> {
    let own = values.iter().find(|value| value.line.moves.first() == Some(&mv))?;
    Some(discs(loss(values[0].line.value, own.line.value)))
}
