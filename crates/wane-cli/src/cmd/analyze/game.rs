//! The report about a game: what every move has lost, a graph, and a summary.
//!
//! It goes from the end to the start, since what the engine finds out about a position helps with
//! those before it.

use std::time::Duration;

use anyhow::Result;
use serde_json::{Value as Json, json};
use wane_board::{AnyPosition, Colour, Move, Square};
use wane_eval::Value;
use wane_formats::GameRecord;
use wane_search::{Line, Report};

use super::analyst::Analyst;
use super::review::{Accuracy, Judged, for_black, turn, worst};
use super::{as_json, discs, graph, loss, marked, unsigned};
use crate::args::AnalyzeArgs;
use crate::cmd::Ending;
use crate::draw;
use crate::output::{ERROR, FAINT, Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// What a position takes if there is no other limit.
const TIME: Duration = Duration::from_millis(300);

/// A move that loses so much is shown in red.
const BLUNDER: Value = Value::new(4 * Value::PER_DISC);

/// What is known of a game.
struct Review {
    /// The moves that were looked at, the first first.
    moves: Vec<Judged>,
    /// What the position after the last move is worth to Black.
    end: Option<Value>,
}

pub(super) fn run(args: &AnalyzeArgs, record: &GameRecord, output: &mut Output) -> Result<Ending> {
    let analyst = Analyst::new(args, record.objective, TIME)?;
    let review = review(record, &analyst, output)?;
    if output.is_json() {
        output.json(&summary_json(&review, &analyst))?;
    } else {
        output.text(&table(&review))?;
        output.text(&format!(
            "\n{}\n",
            paint(FAINT, "Black is ahead above the line, White below; discs by move")
        ))?;
        output.text(&graph::draw(&review.graph(record.game.squares().count())))?;
        output.text(&summary(&review, &analyst))?;
    }
    Ok(if analyst.is_stopped() { Ending::Stopped } else { Ending::Done })
}

/// Looks at every move, from the last to the first, or as far as it comes before Ctrl-C.
fn review(record: &GameRecord, analyst: &Analyst, output: &mut Output) -> Result<Review> {
    let mut game = record.game.clone();
    let mut number = game.squares().count();
    let mut progress = Progress::new(number, "moves");
    let mut review = Review { moves: Vec::new(), end: None };
    let last = game.position();
    let end = match analyst.judge(&last, &mut |_| {}) {
        Some(report) => report.best().value,
        None => last.final_score(record.objective).into(),
    };
    if !analyst.is_stopped() {
        review.end = Some(for_black(end, last.side()));
    }
    while let Some(mv) = game.undo() {
        let Move::Place(square) = mv else {
            continue;
        };
        let position = game.position();
        let Some(report) = analyst.judge(&position, &mut |_| {}) else {
            continue;
        };
        let lost = lost(&position, square, &report, analyst);
        if analyst.is_stopped() {
            break;
        }
        let Line { value, moves } = report.best();
        let judged = Judged {
            number,
            side: position.side(),
            played: mv,
            best: moves[0],
            value: *value,
            certainty: report.certainty,
            loss: lost,
        };
        if output.is_json() {
            output.json(&move_json(&judged, &report))?;
            output.finish()?;
        }
        review.moves.push(judged);
        number -= 1;
        progress.step();
    }
    progress.finish();
    review.moves.reverse();
    Ok(review)
}

/// What a move loses against the best one of `report`, which is about the position before it.
fn lost(position: &AnyPosition, square: Square, report: &Report, analyst: &Analyst) -> Value {
    let known = report.lines.iter().find(|line| line.moves[0] == Move::Place(square));
    let value = match known {
        Some(line) => line.value,
        None => analyst.judge_move(position, square, report, 1).line.value,
    };
    loss(report.best().value, value)
}

impl Review {
    /// A value for each position of a game of so many moves.
    fn graph(&self, moves: usize) -> Vec<Option<Value>> {
        let unknown = moves - self.moves.len();
        let known = self.moves.iter().map(|judged| Some(judged.black_value()));
        std::iter::repeat_n(None, unknown).chain(known).chain([self.end]).collect()
    }

    /// The move after which one side was ahead for good, and that side.
    fn turn(&self) -> Option<(&Judged, Colour)> {
        let end = self.end?;
        let values = self.moves.iter().map(Judged::black_value).chain([end]);
        let index = turn(&values.collect::<Vec<_>>())?;
        let ahead = if end > Value::default() { Colour::Black } else { Colour::White };
        Some((&self.moves[index], ahead))
    }
}

fn table(review: &Review) -> String {
    let mut text = paint(FAINT, "move  side   played    value    loss  better") + "\n";
    for judged in &review.moves {
        let Judged { number, side, played, best, certainty, loss, .. } = judged;
        let value = marked(judged.black_value(), *certainty);
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

fn summary(review: &Review, analyst: &Analyst) -> String {
    let mut text = "\n".to_string();
    for side in [Colour::Black, Colour::White] {
        let accuracy = Accuracy::of(side, &review.moves);
        text += &format!(
            "{}  {} of {} moves good ({} %), {} discs lost a move\n",
            paint(STRONG, draw::name(side)),
            accuracy.good,
            accuracy.moves,
            accuracy.percent(),
            unsigned(accuracy.average()),
        );
    }
    for (index, judged) in worst(&review.moves).iter().enumerate() {
        let Judged { number, side, played, best, loss, .. } = judged;
        let head = if index == 0 { "Worst" } else { "" };
        text += &format!(
            "{}  move {number}, {} {played}, lost {}; {best} was better\n",
            paint(STRONG, &format!("{head:5}")),
            draw::name(*side),
            unsigned(*loss),
        );
    }
    if let Some((judged, ahead)) = review.turn() {
        let Judged { number, side, played, .. } = judged;
        text += &format!(
            "{}   after move {number}, {} {played}, {} stays ahead\n",
            paint(STRONG, "Turn"),
            draw::name(*side),
            draw::name(ahead),
        );
    }
    let seconds = analyst.time().as_secs_f64();
    let end = format!("{} nodes in {seconds:.2} s", grouped(analyst.nodes()));
    text + &paint(FAINT, &end) + "\n"
}

/// A move for other programs: the report about the position before it, and the move.
fn move_json(judged: &Judged, report: &Report) -> Json {
    let mut event = as_json(report, report.best());
    event["number"] = json!(judged.number);
    event["side"] = json!(judged.side.to_string());
    event["played"] = json!(judged.played.to_string());
    event["loss"] = json!(discs(judged.loss));
    event
}

fn summary_json(review: &Review, analyst: &Analyst) -> Json {
    let accuracy = |side| {
        let accuracy = Accuracy::of(side, &review.moves);
        json!({
            "moves": accuracy.moves,
            "good": accuracy.good,
            "percent": accuracy.percent(),
            "average_loss": discs(accuracy.average()),
        })
    };
    let numbers = worst(&review.moves).iter().map(|judged| judged.number).collect::<Vec<_>>();
    json!({
        "black": accuracy(Colour::Black),
        "white": accuracy(Colour::White),
        "worst": numbers,
        "turn": review.turn().map(|(judged, _)| judged.number),
        "score": review.end.map(discs),
        "nodes": analyst.nodes(),
        "seconds": analyst.time().as_secs_f64(),
    })
}
