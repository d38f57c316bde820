//! The program `wane`: runs a command, and turns its errors into exit codes.

#![forbid(unsafe_code)]

mod arena;
mod args;
mod checkpoint;
mod cmd;
mod commands;
mod draw;
mod evaluation;
mod exit;
mod input;
mod interrupt;
mod man;
mod output;
mod pace;
mod parse;
mod place;
mod play;
mod progress;
mod protocol_values;
mod recipe_file;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod schemas;
mod session;
mod thinking;

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use clap::FromArgMatches;
use wane_text::clean;

use args::{Args, Command};
use exit::{Ending, Usage};
use output::Output;

/// The length of the longest error message, in characters. It may quote files, agents and names of files.
const MAX_ERROR: usize = 2000;

fn main() -> ExitCode {
    let given = args::escape_boards(env::args_os());
    let matches = commands::command().try_get_matches_from(given);
    let args = matches.and_then(|matches| {
        let args = Args::from_arg_matches(&matches)?;
        Ok((args, matches))
    });
    let (args, matches) = match args {
        Ok(args) => args,
        Err(error) => return exit::refused(&error),
    };
    let mut output = Output::stdout(args.json);
    let done = ensure_json(args.json, matches.subcommand_name())
        .and_then(|()| run(args.command, &mut output))
        .and_then(|ending| output.finish().map(|()| ending));
    match done {
        Ok(ending) => ending.into(),
        // The reader has closed the pipe, as `head` does.
        Err(error) if output::is_broken_pipe(&error) => Ending::Done.into(),
        Err(error) => {
            let text = clean(&format!("{error:#}"), MAX_ERROR);
            anstream::eprintln!("{}: {text}", output::paint(output::ERROR, "error"));
            exit::code_of(&error)
        }
    }
}

/// Refuses `--json` for a command that prints none.
fn ensure_json(is_json: bool, command: Option<&str>) -> Result<()> {
    let page = command.and_then(commands::page).filter(|_| is_json);
    match page.and_then(|page| page.instead_of_json.map(|instead| (page.name, instead))) {
        Some((name, instead)) => {
            Err(Usage(format!("wane {name} prints {instead}, not JSON: leave out --json")).into())
        }
        None => Ok(()),
    }
}

fn run(command: Command, output: &mut Output) -> Result<Ending> {
    match command {
        Command::Perft(args) => cmd::perft::run(&args, output)?,
        Command::Show(args) => cmd::show::run(&args, output)?,
        Command::Moves(args) => cmd::moves::run(&args, output)?,
        Command::Analyze(args) => return cmd::analyze::run(&args, output),
        Command::Solve(args) => return cmd::solve::run(&args, output),
        Command::Play(args) => cmd::play::run(&args, output)?,
        Command::Match(args) => return cmd::matches::run(&args, output),
        Command::Report(args) => return cmd::report::run(&args, output),
        Command::New(args) => cmd::new::run(&args, output)?,
        Command::Check(args) => return cmd::check::run(&args, output),
        Command::Ask(args) => return cmd::ask::run(&args, output),
        Command::Rank(args) => return cmd::rank::run(&args, output),
        Command::Agent(args) => cmd::agent::run(args, output)?,
        Command::Recipe(args) => return cmd::recipe::run(&args, output),
        Command::Judge => cmd::judge::run(output)?,
        Command::Selfplay(args) => return cmd::selfplay::run(&args, output),
        Command::Label(args) => return cmd::label::run(&args, output),
        Command::Train(args) => return cmd::train::run(&args, output),
        Command::Gate(args) => return cmd::gate::run(&args, output),
        Command::Climb(args) => return cmd::climb::run(&args, output),
        Command::Probcut(args) => return cmd::probcut::run(&args, output),
        Command::Tune(args) => return cmd::tune::run(&args, output),
        Command::Lab(args) => return cmd::lab::run(&args, output),
        Command::Farm(args) => return cmd::farm::run(&args, output),
        Command::EvalReport(args) => cmd::eval_report::run(&args, output)?,
        Command::Serve(args) => cmd::serve::run(&args, output)?,
        Command::Bench(args) => cmd::bench::run(&args, output)?,
        Command::Convert(args) => cmd::convert::run(&args, output)?,
        Command::Nboard(args) => cmd::nboard::run(&args, output)?,
        Command::Gtp(args) => cmd::gtp::run(&args, output)?,
        Command::Ugi(args) => cmd::ugi::run(&args, output)?,
        Command::SelfTest => return cmd::self_test::run(output),
        Command::Version => cmd::version::run(output)?,
        Command::Completions(args) => cmd::completions::run(&args, output)?,
        Command::Help(args) => cmd::help::run(&args, output)?,
    }
    Ok(Ending::Done)
}
