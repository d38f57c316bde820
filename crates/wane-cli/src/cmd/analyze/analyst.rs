//! [`Analyst`]: asks the engine what positions and single moves are worth, within the limits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use wane_board::{AnyPosition, Move, Objective, Square, with_size};
use wane_eval::Value;
use wane_search::{Budget, Certainty, Control, Engine, Level, Limits, Line, Question, Report};

use crate::args::AnalyzeArgs;

/// An engine and what it may take for a position.
pub(super) struct Analyst {
    engine: Engine,
    objective: Objective,
    /// Of the first of two searches: half of what a position may take.
    limits: Limits,
    lines: usize,
    control: Arc<Control<'static>>,
    started: Instant,
}

/// What a move is worth, with what is expected to follow.
pub(super) struct Verdict {
    pub(super) line: Line,
    pub(super) certainty: Certainty,
}

impl Analyst {
    /// An analyst as the command line wants it, who takes `time` if there is no other limit.
    pub(super) fn new(args: &AnalyzeArgs, objective: Objective, time: Duration) -> Result<Self> {
        let engine = Engine::try_new(args.engine.hash).context("make it smaller with --hash")?;
        let control = Arc::new(Control::new());
        let handler = Arc::clone(&control);
        ctrlc::set_handler(move || handler.stop()).context("listening for Ctrl-C")?;
        Ok(Self {
            engine: engine.threads(args.engine.threads()),
            objective,
            limits: limits(args, time),
            lines: args.multipv,
            control,
            started: Instant::now(),
        })
    }

    /// What a position is worth, its best lines first. `heard` is told at every depth; a depth that
    /// was not finished does not count. `None` if the game is over.
    pub(super) fn judge(
        &self,
        position: &AnyPosition,
        heard: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.search(position, self.limits, self.lines, heard)
    }

    /// What one move of a position is worth, looking as far ahead as `best`, the report about the
    /// position, did. It may take one of `shares` parts of the second half of the time.
    pub(super) fn judge_move(
        &self,
        position: &AnyPosition,
        square: Square,
        best: &Report,
        shares: u32,
    ) -> Verdict {
        let after = with_size!(BySize: *position, position => {
            let mut after = position;
            after.board.play_flips(square, position.board.flips(square));
            after.side = !position.side;
            after
        });
        let limits = Limits {
            depth: Some(best.depth.saturating_sub(1).max(1)),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(shares.into())),
            time: self.limits.time.map(|time| Budget::exactly(time.hard / shares)),
        };
        let first = [Move::Place(square)];
        let Some(report) = self.search(&after, limits, 1, &mut |_| {}) else {
            let value = -Value::from(after.final_score(self.objective));
            return Verdict {
                line: Line { value, moves: first.into() },
                certainty: Certainty::Exact,
            };
        };
        let Line { value, moves } = report.best();
        // No move is better than the best, whatever a search of its own makes of it.
        let value = (-*value).min(best.best().value);
        let moves = first.iter().chain(moves).copied().collect();
        Verdict { line: Line { value, moves }, certainty: report.certainty }
    }

    /// Whether somebody pressed Ctrl-C.
    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Stops the analysis.
    pub(super) fn stop(&self) {
        self.control.stop();
    }

    /// How many nodes were searched for all positions.
    pub(super) fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// How long the analysis has taken.
    pub(super) fn time(&self) -> Duration {
        self.started.elapsed()
    }

    fn search(
        &self,
        position: &AnyPosition,
        limits: Limits,
        lines: usize,
        heard: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let board = position.board();
        let question = Question { board, objective: self.objective, limits, lines };
        let started = Instant::now();
        let mut known: Option<Report> = None;
        let last =
            self.engine.search(&question, &|| started.elapsed(), &self.control, &mut |new| {
                let is_cut = self.is_stopped()
                    || limits.nodes.is_some_and(|most| new.nodes >= most)
                    || limits.time.is_some_and(|time| new.time >= time.hard);
                if is_cut && new.certainty == Certainty::Judged && known.is_some() {
                    return;
                }
                let new = match (&known, new.certainty) {
                    (Some(judged), Certainty::Outcome) => with_sizes(new, judged),
                    _ => new.clone(),
                };
                heard(&new);
                known = Some(new);
            });
        known.or(last)
    }
}

/// What the command line says, halved for two searches.
fn limits(args: &AnalyzeArgs, default_time: Duration) -> Limits {
    let depth = args.depth.or_else(|| args.level.and_then(Level::depth));
    let is_open = depth.is_none() && args.nodes.is_none();
    let time = args.time.or_else(|| is_open.then_some(default_time));
    Limits {
        depth,
        nodes: args.nodes.map(|nodes| nodes.div_ceil(2)),
        time: time.map(|time| Budget::exactly(time / 2)),
    }
}

/// A report of who wins, with the judged sizes of the values where they agree with it.
fn with_sizes(outcome: &Report, judged: &Report) -> Report {
    let sized = |line: &Line| {
        let same = judged.lines.iter().find(|other| other.moves.first() == line.moves.first());
        let size = same.map_or(line.value, |same| same.value);
        let value = match line.value.cmp(&Value::default()) {
            std::cmp::Ordering::Less => line.value.min(size),
            std::cmp::Ordering::Equal => line.value,
            std::cmp::Ordering::Greater => line.value.max(size),
        };
        Line { value, moves: line.moves.clone() }
    };
    let mut lines: Vec<Line> = outcome.lines.iter().map(sized).collect();
    lines.sort_by_key(|line| -line.value);
    Report { lines, ..outcome.clone() }
}
