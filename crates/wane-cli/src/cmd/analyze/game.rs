//! The report about a game: the loss of every move, a graph, and a summary.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use wane_board::Colour;
use wane_eval::Value;
use wane_formats::GameRecord;
use wane_search::{Control, NoMemory, Report};
use wane_service::message::{MoveReviewText, Summary};
use wane_service::{Effort, MoveReview, PlayedMove, Review, Severity, judge, loss, played_moves};

use super::{Run, graph, marked, unsigned};
use crate::args::AnalyzeArgs;
use crate::draw;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{ERROR, FAINT, Output, STRONG, grouped, paint};
use crate::progress::Progress;

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
    let control = interrupt::control()?;
    let started = Instant::now();
    let mut progress = Progress::new(record.game.squares().count(), "moves");
    let mut written = Ok(());
    let mut on_move = |reviewed: &MoveReview, report: &Report| {
        if output.is_json() && written.is_ok() {
            written = output.json(&MoveText::new(reviewed, report)).and_then(|()| output.finish());
        }
        if written.is_err() {
            control.stop();
        }
        progress.step();
    };
    let moves = if args.has_limits() {
        within_limits(args, record, &control, &mut on_move)?
    } else {
        judged(args, record, &control, &mut on_move)?
    };
    progress.finish();
    written?;
    let review = Review::new(&record.game, record.objective, moves);
    let (nodes, seconds) = (control.nodes(), started.elapsed().as_secs_f64());
    if output.is_json() {
        output.json(&GameSummary { summary: Summary::from(&review), nodes, seconds })?;
    } else {
        output.text(&table(&review))?;
        output.text(&format!(
            "\n{}\n",
            paint(FAINT, "Black is ahead above the line, White below; discs by move")
        ))?;
        output.text(&graph::draw(&review.graph(record.game.squares().count())))?;
        output.text(&summary(&review))?;
        let end = format!("{} nodes in {seconds:.2} s", grouped(nodes));
        output.text(&format!("{}\n", paint(FAINT, &end)))?;
    }
    Ok(if control.is_stopped() { Ending::Stopped } else { Ending::Done })
}

/// Gets every move that was reviewed, in the order of the game.
type OnMove<'a> = &'a mut dyn FnMut(&MoveReview, &Report);

/// The review that is the same on every machine. Each thread takes one position after another.
fn judged(
    args: &AnalyzeArgs,
    record: &GameRecord,
    control: &Control<'_>,
    on_move: OnMove<'_>,
) -> Result<Vec<MoveReview>> {
    let setup = args.engine.setup()?;
    let moves = played_moves(&record.game);
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    let clock = || started.elapsed();
    let work = |send: Sender<Judged>| {
        while let Some(played) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (position, effort) = (&played.position, Effort::FULL);
            let report = judge(&setup, position, record.objective, effort, &clock, control);
            let is_last = !matches!(report, Ok(Some(_)));
            if send.send((*played, report)).is_err() || is_last {
                break;
            }
        }
    };
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..args.engine.threads().min(moves.len()) {
            let send = send.clone();
            scope.spawn(|| work(send));
        }
        drop(send);
        in_order(receive, on_move)
    })
}

/// A move and the values of all moves of its position, unless the search was stopped.
type Judged = (PlayedMove, Result<Option<Report>, NoMemory>);

/// The reviews of moves in the order of the game, up to the first that is missing.
fn in_order(judged: Receiver<Judged>, on_move: OnMove<'_>) -> Result<Vec<MoveReview>> {
    let mut waiting = BTreeMap::new();
    let mut moves = Vec::new();
    for (played, report) in judged {
        if let Some(report) = report? {
            waiting.insert(played.number, (MoveReview::judged(&played, &report), report));
        }
        while let Some((reviewed, report)) = waiting.remove(&(moves.len() + 1)) {
            on_move(&reviewed, &report);
            moves.push(reviewed);
        }
    }
    Ok(moves)
}

/// The review with the limits of the command line, one position after another.
fn within_limits(
    args: &AnalyzeArgs,
    record: &GameRecord,
    control: &Arc<Control<'static>>,
    on_move: OnMove<'_>,
) -> Result<Vec<MoveReview>> {
    let run = Run::new(args, control)?;
    let clock = run.clock();
    let analyst = run.analyst(args, record.objective, None, &clock);
    let mut moves = Vec::new();
    // The transposition table then knows the positions that follow.
    for played in played_moves(&record.game).iter().rev() {
        let Some(findings) = analyst.analyse(&played.position, &mut |_| {}) else { continue };
        let values = analyst.compare_with_best(&played.position, played.square, &findings);
        if analyst.is_stopped() {
            break;
        }
        let lost = loss(values[0].line.value, values[1].line.value);
        let reviewed = MoveReview::new(played, findings.report(), lost);
        on_move(&reviewed, findings.report());
        moves.push(reviewed);
    }
    moves.reverse();
    Ok(moves)
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
            let style = if reviewed.severity() == Severity::Blunder { ERROR } else { STRONG };
            let lost = paint(style, &format!("{:>6}", unsigned(*loss)));
            format!("{start}  {value}  {lost}  {best}\n")
        };
    }
    text
}

/// Hundredths of a disc as a number of discs.
fn hundredths(centidiscs: i32) -> String {
    format!("{}.{:02}", centidiscs / 100, centidiscs % 100)
}

fn summary(review: &Review) -> String {
    let mut text = "\n".to_string();
    for side in [Colour::Black, Colour::White] {
        let accuracy = review.accuracy(side);
        text += &format!(
            "{}  {} of {} moves good ({} %), {} discs lost a move\n",
            paint(STRONG, draw::name(side)),
            accuracy.good,
            accuracy.moves,
            accuracy.percent(),
            hundredths(accuracy.average()),
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
    text
}
