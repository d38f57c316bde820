//! The report about a game: the loss of every move, a graph, and a summary.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use wane_board::Colour;
use wane_eval::Value;
use wane_formats::GameRecord;
use wane_search::Report;
use wane_service::message::{MoveReviewText, Summary};
use wane_service::{MoveReview, Review};

use super::{Run, graph, marked, unsigned};
use crate::args::AnalyzeArgs;
use crate::draw;
use crate::exit::Ending;
use crate::output::{ERROR, FAINT, Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// The time of a position if there is no other limit.
const TIME: Duration = Duration::from_millis(300);

/// A move that loses at least this is shown in red.
const BLUNDER: Value = Value::new(4 * Value::PER_DISC);

/// A move of a game, and the search of the position before it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MoveText {
    #[serde(flatten)]
    reviewed: MoveReviewText,
    /// The selectivity of the search in percent; 0 at full width.
    selectivity: u32,
    /// The number of nodes.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
}

impl MoveText {
    fn new(reviewed: &MoveReview, report: &Report) -> Self {
        Self {
            reviewed: MoveReviewText::new(reviewed, report),
            selectivity: report.selectivity,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
        }
    }
}

/// How well both sides played; the last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GameSummary {
    #[serde(flatten)]
    summary: Summary,
    /// The number of nodes of all searches.
    nodes: u64,
    /// The time of all searches in seconds.
    seconds: f64,
}

pub(super) fn run(args: &AnalyzeArgs, record: &GameRecord, output: &mut Output) -> Result<Ending> {
    let run = Run::new(args)?;
    let clock = run.clock();
    let analyst = run.analyst(args, record.objective, TIME, &clock);
    let mut progress = Progress::new(record.game.squares().count(), "moves");
    let mut written = Ok(());
    let review = Review::of(&record.game, &analyst, &mut |reviewed, report| {
        if output.is_json() && written.is_ok() {
            written = output.json(&MoveText::new(reviewed, report)).and_then(|()| output.finish());
        }
        if written.is_err() {
            run.control.stop();
        }
        progress.step();
    });
    progress.finish();
    written?;
    if output.is_json() {
        output.json(&GameSummary {
            summary: Summary::from(&review),
            nodes: run.control.nodes(),
            seconds: run.started.elapsed().as_secs_f64(),
        })?;
    } else {
        output.text(&table(&review))?;
        output.text(&format!(
            "\n{}\n",
            paint(FAINT, "Black is ahead above the line, White below; discs by move")
        ))?;
        output.text(&graph::draw(&review.graph(record.game.squares().count())))?;
        output.text(&summary(&review, &run))?;
    }
    Ok(if analyst.is_stopped() { Ending::Stopped } else { Ending::Done })
}

fn table(review: &Review) -> String {
    let mut text = paint(FAINT, "move  side   played    value    loss  better") + "\n";
    for reviewed in &review.moves {
        let MoveReview { number, side, played, best, certainty, loss, .. } = reviewed;
        let value = marked(reviewed.black_value(), *certainty);
        let start = format!("{number:>4}  {:<5}  {:<6}", draw::name(*side), played.to_string());
        text += &if *loss == Value::default() {
            format!("{start}  {}\n", value.trim_end())
        } else {
            let style = if *loss >= BLUNDER { ERROR } else { STRONG };
            let lost = paint(style, &format!("{:>6}", unsigned(*loss)));
            format!("{start}  {value}  {lost}  {best}\n")
        };
    }
    text
}

fn summary(review: &Review, run: &Run) -> String {
    let mut text = "\n".to_string();
    for side in [Colour::Black, Colour::White] {
        let accuracy = review.accuracy(side);
        text += &format!(
            "{}  {} of {} moves good ({} %), {} discs lost a move\n",
            paint(STRONG, draw::name(side)),
            accuracy.good,
            accuracy.moves,
            accuracy.percent(),
            unsigned(accuracy.average()),
        );
    }
    for (index, reviewed) in review.worst().iter().enumerate() {
        let MoveReview { number, side, played, best, loss, .. } = reviewed;
        let head = if index == 0 { "Worst" } else { "" };
        text += &format!(
            "{}  move {number}, {} {played}, lost {}; {best} was better\n",
            paint(STRONG, &format!("{head:5}")),
            draw::name(*side),
            unsigned(*loss),
        );
    }
    if let Some((reviewed, ahead)) = review.turn() {
        let MoveReview { number, side, played, .. } = reviewed;
        text += &format!(
            "{}   after move {number}, {} {played}, {} stays ahead\n",
            paint(STRONG, "Turn"),
            draw::name(*side),
            draw::name(ahead),
        );
    }
    let seconds = run.started.elapsed().as_secs_f64();
    let end = format!("{} nodes in {seconds:.2} s", grouped(run.control.nodes()));
    text + &paint(FAINT, &end) + "\n"
}
