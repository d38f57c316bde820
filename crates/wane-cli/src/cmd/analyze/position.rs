//! The report about a position: the best lines at each depth, then every move.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use anstyle::Style;
use anyhow::Result;
use serde::Serialize;
use wane_board::{AnyPosition, Score};
use wane_eval::Value;
use wane_formats::GameRecord;
use wane_search::{Certainty, Line, Report};
use wane_service::message::{LineText, discs};
use wane_service::{Analyst, Findings, MoveValue, loss};

use super::{Run, marked, squares, unsigned};
use crate::args::AnalyzeArgs;
use crate::draw;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{FAINT, Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// The time of a position if there is no other limit.
const TIME: Duration = Duration::from_secs(2);

/// A line of play, and the search that found it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DepthText {
    #[serde(flatten)]
    line: LineText,
    /// The depth of the search.
    depth: u32,
    /// The selectivity of the search in percent; 0 at full width.
    selectivity: u32,
    /// The number of nodes.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
}

impl DepthText {
    fn new(report: &Report, line: &Line) -> Self {
        Self {
            line: LineText::new(line, report.certainty),
            depth: report.depth,
            selectivity: report.selectivity,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
        }
    }
}

/// The best line, with nodes and seconds of the whole analysis, and all moves; the last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PositionSummary {
    #[serde(flatten)]
    best: DepthText,
    /// All moves, the best first.
    moves: Vec<ComparedText>,
}

/// A move, compared with the best one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ComparedText {
    #[serde(flatten)]
    line: LineText,
    /// The depth of the search.
    depth: u32,
    /// What it loses against the best move, in discs.
    loss: f64,
}

pub(super) fn run(args: &AnalyzeArgs, record: &GameRecord, output: &mut Output) -> Result<Ending> {
    let position = record.game.position();
    let run = Run::new(args, &interrupt::control()?)?;
    let clock = run.clock();
    let analyst = run.analyst(args, record.objective, Some(TIME), &clock);
    if !output.is_json() {
        output.text(&draw::game(record, output.has_colour()))?;
    }
    if !output.is_json() && !position.is_game_over() {
        let head = "depth   value            nodes      time  line";
        output.text(&format!("\n{}\n", paint(FAINT, head)))?;
    }
    let mut written = Ok(());
    let findings = analyst.analyse(&position, &mut |report| {
        if written.is_ok() {
            written = print_depth(report, output);
        } else {
            run.control.stop();
        }
    });
    written?;
    let values = findings.as_ref().map(|findings| compare(&analyst, &position, findings));
    let values = values.unwrap_or_default();
    let report = match &findings {
        Some(findings) => findings.report().clone(),
        None => finished(position.final_score(record.objective)),
    };
    if output.is_json() {
        output.json(&summary(&report, &values, &run))?;
    } else if !values.is_empty() {
        output.text(&table(&values))?;
    }
    Ok(if analyst.is_stopped() { Ending::Stopped } else { Ending::Done })
}

/// Every move with its value, with a note on a terminal of how deep it has got.
fn compare(analyst: &Analyst<'_>, position: &AnyPosition, findings: &Findings) -> Vec<MoveValue> {
    let depth = AtomicU32::new(0);
    let mut progress = Progress::new(1, "moves");
    let note = || format!("comparing all moves, depth {}", depth.load(Relaxed));
    let values = progress.during(note, || {
        analyst.compare_all(position, findings, &mut |report| depth.store(report.depth, Relaxed))
    });
    progress.finish();
    values
}

/// Prints the lines of a depth at once.
fn print_depth(report: &Report, output: &mut Output) -> Result<()> {
    for (index, line) in report.lines.iter().enumerate() {
        if output.is_json() {
            output.json(&DepthText::new(report, line))?;
            continue;
        }
        let depth = if index == 0 { report.depth.to_string() } else { String::new() };
        output.text(&format!(
            "{depth:>5}  {} {:>15}  {:>6.2} s  {}\n",
            paint(STRONG, &marked(line.value, report.certainty)),
            grouped(report.nodes),
            report.time.as_secs_f64(),
            squares(&line.moves),
        ))?;
    }
    output.finish()
}

/// The report about a game that is over.
fn finished(score: Score) -> Report {
    let line = Line { value: score.into(), moves: Vec::new() };
    let (depth, nodes, time) = (0, 0, Duration::ZERO);
    Report { depth, selectivity: 0, certainty: Certainty::Exact, lines: vec![line], nodes, time }
}

/// Every move with its value, what it loses, and its line.
pub(in super::super) fn table(values: &[MoveValue]) -> String {
    let mut text = format!("\n{}\n", paint(FAINT, "move    value    loss  line"));
    for MoveValue { line, certainty, .. } in values {
        let loss = loss(values[0].line.value, line.value);
        let style = if loss == Value::default() { STRONG } else { Style::new() };
        let numbers = format!(
            "{:<4}  {}  {:>6}",
            line.moves[0].to_string(),
            marked(line.value, *certainty),
            unsigned(loss)
        );
        text += &format!("{}  {}\n", paint(style, &numbers), paint(FAINT, &squares(&line.moves)));
    }
    text
}

fn summary(report: &Report, values: &[MoveValue], run: &Run) -> PositionSummary {
    let best = values.first().map(|value| value.line.value);
    let moves = values.iter().map(|MoveValue { line, depth, certainty }| ComparedText {
        line: LineText::new(line, *certainty),
        depth: *depth,
        loss: discs(loss(best.unwrap_or(line.value), line.value)),
    });
    PositionSummary {
        best: DepthText {
            nodes: run.control.nodes(),
            seconds: run.started.elapsed().as_secs_f64(),
            ..DepthText::new(report, report.best())
        },
        moves: moves.collect(),
    }
}
