//! `cargo xtask timekeeper`: a player that measures how long its opponent takes, from its own move to its next turn.
//!
//! It passes the lines of UGI on to an engine and back, and writes the times to standard error. What an agent gains is
//! seen so from the other side of the board, by a clock that is not the referee's.

use std::io::{self, BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use wane_match::{AgentProgram, Stopwatch};

/// The name of the command.
const COMMAND: &str = "timekeeper";

/// The first word of a line with the opponent's time for a move in microseconds.
const TOOK: &str = "took";

#[derive(Args)]
pub(crate) struct TimekeeperArgs {
    /// The engine and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    engine: Vec<String>,
}

/// The engine with a timekeeper before it.
pub(super) fn before(engine: AgentProgram) -> Result<AgentProgram> {
    let this = std::env::current_exe().context("finding this program itself")?;
    let mut args = vec![COMMAND.to_owned(), engine.program.display().to_string()];
    args.extend(engine.args);
    Ok(AgentProgram { program: this, args, ..engine })
}

/// The times of its opponent's moves, from its log.
pub(super) fn times(log: &str) -> impl Iterator<Item = Duration> {
    let times = log.lines().filter_map(|line| line.strip_prefix(TOOK)?.trim().parse().ok());
    times.map(Duration::from_micros)
}

pub(crate) fn run(args: &TimekeeperArgs) -> Result<()> {
    let mut engine = Command::new(&args.engine[0]);
    engine.args(&args.engine[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = engine.spawn().with_context(|| format!("starting {}", args.engine[0]))?;
    let mut questions = engine.stdin.take().expect("it is piped");
    let answers = BufReader::new(engine.stdout.take().expect("it is piped"));
    let clock = Mutex::new(None);
    thread::scope(|scope| -> Result<()> {
        scope.spawn(|| answer(answers, &clock));
        let mut moves = 0;
        for line in io::stdin().lines() {
            let line = line?;
            if line.starts_with("position") {
                let now = line.split_whitespace().count();
                // Otherwise it is another game.
                if let Some(stopwatch) = locked(&clock).take().filter(|_| now > moves) {
                    writeln!(io::stderr(), "{TOOK} {}", stopwatch.elapsed().as_micros())?;
                }
                moves = now;
            }
            writeln!(questions, "{line}")?;
        }
        drop(questions);
        Ok(())
    })?;
    engine.wait().context("waiting for the engine")?;
    Ok(())
}

/// Passes the lines of the engine on. After a move the clock runs.
#[expect(clippy::print_stdout, reason = "the referee reads it")]
fn answer(lines: impl BufRead, clock: &Mutex<Option<Stopwatch>>) {
    for line in lines.lines().map_while(Result::ok) {
        if line.starts_with("bestmove") {
            *locked(clock) = Some(Stopwatch::start());
        }
        println!("{line}");
    }
}

fn locked(clock: &Mutex<Option<Stopwatch>>) -> MutexGuard<'_, Option<Stopwatch>> {
    clock.lock().unwrap_or_else(PoisonError::into_inner)
}
