//! `wane gate`: whether new weights are better than old ones, by a match; docs/lab.md.

use std::env;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use wane_board::Objective;
use wane_lab::gate::{Gate, GatePlayer, GateResult};
use wane_match::{Decision, Estimate};

use crate::args::lab::{GateArgs, GateRules};
use crate::evaluation::EvaluationName;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::Output;
use crate::place::{Place, honestly};
use crate::progress::Progress;

/// The result of a gate, for the new weights.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GateText {
    /// The number of games.
    games: u32,
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// The lead in logistic Elo.
    elo: f64,
    /// Its 95 % error.
    elo_error: f64,
    /// The log-likelihood ratio of the test.
    llr: f64,
    /// Whether the new weights are better.
    passed: bool,
}

pub(crate) fn run(args: &GateArgs, output: &mut Output) -> Result<Ending> {
    honestly(Some(&args.out), || run_once(args, output))
}

fn run_once(args: &GateArgs, output: &mut Output) -> Result<Ending> {
    let weights = input::weights(&args.new)?;
    let objective = weights.objective();
    let new = GatePlayer {
        weights_arg: args.new.to_string_lossy().into_owned(),
        weights: Some(Arc::new(weights)),
    };
    let old = args.against.weights()?.get(objective).cloned();
    if old.is_none() && matches!(args.against, EvaluationName::File(_)) {
        bail!("{}: these weights are for another game than the new ones", args.against);
    }
    let old = GatePlayer { weights_arg: args.against.to_string(), weights: old };
    let gate = build(&args.rules, objective, args.seed)?;
    let place = Place::open(&args.place, args.threads.count(), Some(&args.out))?;
    let stop = interrupt::stop()?;
    let mut progress = Progress::new(gate.games, "match");
    let mut step = |_: &GateResult| progress.step();
    let result = gate.play(&new, &old, &args.out, &place, &stop, &mut step)?;
    progress.finish();
    place.check()?;
    let is_stopped = stop.is_stopped() && result.decision == Decision::Continue;
    print(&result, is_stopped, output)?;
    Ok(if is_stopped {
        Ending::Stopped
    } else if result.is_passed() {
        Ending::Done
    } else {
        Ending::No
    })
}

/// The match that the command line asks for.
pub(crate) fn build(rules: &GateRules, objective: Objective, seed: u64) -> Result<Gate> {
    let &GateRules { gate_depth: depth, sprt, gate_games: games } = rules;
    let program = env::current_exe().context("finding this program itself")?;
    Ok(Gate { program, objective, depth, sprt, games, seed })
}

fn print(result: &GateResult, is_stopped: bool, output: &mut Output) -> Result<()> {
    let GateResult { tally, llr, .. } = result;
    if output.is_json() {
        let Estimate { value, error } = tally.elo();
        return output.json(&GateText {
            games: tally.games(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            elo: value,
            elo_error: error,
            llr: *llr,
            passed: result.is_passed(),
        });
    }
    let word = if result.is_passed() {
        "passed"
    } else if is_stopped {
        "stopped: the same command resumes from here"
    } else {
        "not passed"
    };
    output.text(&format!("{}: {word}\n", summary(result)))
}

/// The results in a line.
pub(crate) fn summary(GateResult { tally, llr, .. }: &GateResult) -> String {
    let Estimate { value, error } = tally.elo();
    format!(
        "{} games, {} won, {} drawn, {} lost, {value:+.0} ± {error:.0} Elo, LLR {llr:.2}",
        tally.games(),
        tally.wins(),
        tally.draws(),
        tally.losses(),
    )
}
