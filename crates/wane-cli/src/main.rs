//! The program `wane`: a table of subcommands, and what their errors mean to the shell.
//!
//! Exit codes: 0 done; 1 the answer is no; 2 the command line is wrong; 3 the input is wrong.

#![forbid(unsafe_code)]

mod args;
mod cmd;
mod draw;
mod input;
mod output;
mod progress;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use args::{Args, Command};
use output::Output;

/// The input, not the command line, is wrong. Clap itself ends with 2 for the latter.
const BAD_INPUT: u8 = 3;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::stdout(args.json);
    match run(args.command, &mut output).and_then(|()| output.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough, as `head` has.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}: {error:#}", output::paint(output::ERROR, "error"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<()> {
    match command {
        Command::Perft(args) => cmd::perft::run(&args, output),
        Command::Show(args) => cmd::show::run(&args, output),
        Command::Moves(args) => cmd::moves::run(&args, output),
        Command::Convert(args) => cmd::convert::run(&args, output),
        Command::Version => cmd::version::run(output),
        Command::Completions(args) => cmd::completions::run(&args, output),
    }
}
