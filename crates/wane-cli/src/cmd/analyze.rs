//! `wane analyze`: the value of every move of a position, or the loss of every move of a game.
//!
//! [`position`] and [`game`] are the two reports, [`graph`] draws the values of a game. `wane-service` does the
//! analysis.

pub(crate) mod game;
mod graph;
pub(crate) mod position;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use wane_board::{Move, Objective};
use wane_eval::Value;
use wane_search::{Budget, Certainty, Clock, Control, Engine, Level, Limits};
use wane_service::Analyst;

use crate::args::AnalyzeArgs;
use crate::exit::Ending;
use crate::output::Output;

pub(crate) fn run(args: &AnalyzeArgs, output: &mut Output) -> Result<Ending> {
    let games = args.begin.games()?;
    let [record] = games.as_slice() else {
        bail!("one game is analysed, the input has {}: pick one with --game", games.len());
    };
    if args.last || record.game.history().is_empty() {
        position::run(args, record, output)
    } else {
        game::run(args, record, output)
    }
}

/// An engine with its clock, and the control that Ctrl-C stops.
struct Run {
    engine: Engine,
    control: Arc<Control<'static>>,
    started: Instant,
}

impl Run {
    fn new(args: &AnalyzeArgs, control: &Arc<Control<'static>>) -> Result<Self> {
        let engine = args.engine.engine()?.selectivity(args.selectivity);
        Ok(Self { engine, control: Arc::clone(control), started: Instant::now() })
    }

    fn clock(&self) -> impl Fn() -> Duration + Sync + use<> {
        let started = self.started;
        move || started.elapsed()
    }

    /// An analyst with the limits of the command line, or with this time if there is no other limit.
    fn analyst<'d>(
        &'d self,
        args: &AnalyzeArgs,
        objective: Objective,
        time: Option<Duration>,
        clock: Clock<'d>,
    ) -> Analyst<'d> {
        let depth = args.depth.or_else(|| args.level.and_then(Level::depth));
        let is_open = depth.is_none() && args.nodes.is_none();
        let time = args.time.or(time.filter(|_| is_open)).map(Budget::exactly);
        let limits = Limits { depth, nodes: args.nodes, time };
        Analyst::new(&self.engine, objective, limits, args.multipv, clock, &self.control)
    }
}

/// A value, marked `=` if it is proved and `*` if only its sign is.
fn marked(value: Value, certainty: Certainty) -> String {
    let mark = match certainty {
        Certainty::Heuristic => ' ',
        Certainty::Outcome => '*',
        Certainty::Exact => '=',
    };
    format!("{value:>6}{mark}")
}

/// A loss, which needs no sign.
fn unsigned(loss: Value) -> String {
    loss.to_string().trim_start_matches('+').to_string()
}

/// The squares of a line, as in a transcript.
fn squares(moves: &[Move]) -> String {
    moves.iter().filter(|&&mv| mv != Move::Pass).map(Move::to_string).collect()
}
