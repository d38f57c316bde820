//! The program `wane`: a table of subcommands, and what their errors mean to the shell.
//!
//! Exit codes: 0 done; 1 the answer is no; 2 the command line is wrong; 3 the input is wrong;
//! 130 stopped by Ctrl-C.

#![forbid(unsafe_code)]

mod arena;
mod args;
mod checkpoint;
mod cmd;
mod draw;
mod input;
mod judgement;
mod opponent;
mod output;
mod pace;
mod play;
mod progress;
mod session;
mod told;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use args::{Args, Command};
use cmd::{analyze, check, climb, gate, matches, probcut, selfplay, solve, train};
use output::Output;

/// The answer is no.
const NO: u8 = 1;
/// The input, not the command line, is wrong. Clap itself ends with 2 for the latter.
const BAD_INPUT: u8 = 3;
/// Stopped by Ctrl-C, as shells have it.
const STOPPED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::stdout(args.json);
    match run(args.command, &mut output).and_then(|code| output.finish().map(|()| code)) {
        Ok(code) => code,
        // Whoever read our output has seen enough, as `head` has.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}: {error:#}", output::paint(output::ERROR, "error"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<ExitCode> {
    match command {
        Command::Perft(args) => cmd::perft::run(&args, output)?,
        Command::Show(args) => cmd::show::run(&args, output)?,
        Command::Moves(args) => cmd::moves::run(&args, output)?,
        Command::Analyze(args) => {
            return Ok(match analyze::run(&args, output)? {
                analyze::Ending::Done => ExitCode::SUCCESS,
                analyze::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Solve(args) => {
            return Ok(match solve::run(&args, output)? {
                solve::Ending::Right => ExitCode::SUCCESS,
                solve::Ending::Wrong => ExitCode::from(NO),
                solve::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Match(args) => {
            return Ok(match matches::run(&args, output)? {
                matches::Ending::Done => ExitCode::SUCCESS,
                matches::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Check(args) => {
            return Ok(match check::run(&args, output)? {
                check::Ending::Passed => ExitCode::SUCCESS,
                check::Ending::Failed => ExitCode::from(NO),
                check::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Selfplay(args) => {
            return Ok(match selfplay::run(&args, output)? {
                selfplay::Ending::Done => ExitCode::SUCCESS,
                selfplay::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Train(args) => {
            return Ok(match train::run(&args, output)? {
                train::Ending::Done => ExitCode::SUCCESS,
                train::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Gate(args) => {
            return Ok(match gate::run(&args, output)? {
                gate::Ending::Passed => ExitCode::SUCCESS,
                gate::Ending::Failed => ExitCode::from(NO),
                gate::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Climb(args) => {
            return Ok(match climb::run(&args, output)? {
                climb::Ending::Done => ExitCode::SUCCESS,
                climb::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Probcut(args) => {
            return Ok(match probcut::run(&args, output)? {
                probcut::Ending::Done => ExitCode::SUCCESS,
                probcut::Ending::Stopped => ExitCode::from(STOPPED),
            });
        }
        Command::Agent(args) => cmd::agent::run(args, output)?,
        Command::Judge => cmd::judge::run(output)?,
        Command::Play(args) => cmd::play::run(&args, output)?,
        Command::EvalReport(args) => cmd::eval_report::run(&args, output)?,
        Command::Bench(args) => cmd::bench::run(&args, output)?,
        Command::Convert(args) => cmd::convert::run(&args, output)?,
        Command::Nboard(args) => cmd::nboard::run(&args, output)?,
        Command::Gtp(args) => cmd::gtp::run(&args, output)?,
        Command::Ugi(args) => cmd::ugi::run(&args, output)?,
        Command::Version => cmd::version::run(output)?,
        Command::Completions(args) => cmd::completions::run(&args, output)?,
    }
    Ok(ExitCode::SUCCESS)
}
