//! The command line: every command, argument and option, with its help. `commands` has the groups, the examples
//! and the manual pages.

mod analyse;
mod arena;
mod engine;
pub(crate) mod experiment;
pub(crate) mod farm;
mod input;
pub(crate) mod lab;
mod play;
pub(crate) mod recipe;
pub(crate) mod tune;

use std::ffi::{OsStr, OsString};

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use analyse::{AnalyzeArgs, BenchArgs, ConvertArgs, PerftArgs, SolveArgs};
pub(crate) use arena::{
    AgentArgs, AskArgs, CheckArgs, MatchArgs, MatchReportArgs, NewAgentArgs, RankArgs,
    ScheduleName, SingleAgentArgs,
};
pub(crate) use engine::HostArgs;
pub(crate) use input::GamesArgs;
pub(crate) use play::{PlayArgs, ServeArgs};

/// Reversed Reversi: the moves of Reversi, but the player with fewer discs wins.
#[derive(Parser)]
#[command(name = "wane", max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, in the order of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Serve the page and the engine to a browser
    Serve(ServeArgs),
    /// Draw a position, or the last one of a game
    Show(GamesArgs),
    /// List the legal moves of a position
    Moves(GamesArgs),
    /// Evaluate every move of a position or of a game
    #[command(visible_alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Solve endgames exactly, and check the scores of a suite
    Solve(SolveArgs),
    /// Play agents against each other with a referee, and rate them
    Match(MatchArgs),
    /// Write the report of a match at any time, with what each move lost
    Report(MatchReportArgs),
    /// Write an agent to begin with, for the contest or as a recipe
    New(NewAgentArgs),
    /// Check an agent for mistakes before a contest
    Check(CheckArgs),
    /// Ask an agent about a position, beside the engine's values
    Ask(AskArgs),
    /// Rate an agent by games against players of known strength
    Rank(RankArgs),
    /// Run an agent as a UGI engine, or list the agents
    Agent(AgentArgs),
    /// Write, check, explain and export agents that are recipes
    Recipe(recipe::RecipeArgs),
    /// Answer a referee with exact scores
    Judge,
    /// Play the engine against itself, for records to learn from
    Selfplay(lab::SelfplayArgs),
    /// Score many positions exactly, or by a search
    Label(lab::LabelArgs),
    /// Learn the weights of an evaluation from records
    Train(lab::TrainArgs),
    /// Measure how well shallow searches predict deep ones
    Probcut(lab::ProbcutArgs),
    /// Test by a match whether new weights beat old ones
    Gate(lab::GateArgs),
    /// Improve weights by generations of self-play, training and gate
    Climb(lab::ClimbArgs),
    /// Measure the error of an evaluation on the benchmark
    EvalReport(lab::EvalReportArgs),
    /// Tune the numbers of a recipe by games, and measure the gain
    Tune(tune::TuneArgs),
    /// Run experiments about the game and its agents, and report them
    Lab(experiment::LabArgs),
    /// Have jobs done by many machines: run a server, or work for one
    Farm(farm::FarmArgs),
    /// Run an engine for a host that speaks NBoard
    Nboard(HostArgs),
    /// Run an engine for a host that speaks GTP
    Gtp(HostArgs),
    /// Run an engine for a host that speaks UGI
    Ugi(HostArgs),
    /// Convert games and positions from one format to another
    Convert(ConvertArgs),
    /// Count the leaves of the game tree, to check the rules
    Perft(PerftArgs),
    /// Print the node signature of the search, or the depth it reaches
    Bench(BenchArgs),
    /// Check that Wane works on this machine, and say what is missing
    SelfTest,
    /// Print the version and the flip backends of this CPU
    Version,
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// Print the manual page of a command
    Help(HelpArgs),
}

#[derive(ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// Write the script for this shell
    pub(crate) shell: Shell,
}

#[derive(ClapArgs)]
pub(crate) struct HelpArgs {
    /// Print the page of this command; without it, list all commands
    pub(crate) command: Option<String>,
    /// Print it for the program man: wane help --roff solve | man -l -
    #[arg(long)]
    pub(crate) roff: bool,
}

/// The arguments with a space before each board that begins with `-`. Readers of boards skip it, and the parser of
/// the options does not take the board for an option.
pub(crate) fn escape_boards(
    given: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    given.map(|argument| {
        let text = argument.to_str();
        let is_board = text.is_some_and(|text| text.starts_with('-') && is_board(text));
        if is_board { [OsStr::new(" "), &argument].into_iter().collect() } else { argument }
    })
}

/// Whether a text begins with the squares of a board, at least of the smallest.
fn is_board(text: &str) -> bool {
    let mut squares = text.chars().filter(|c| !c.is_whitespace()).take(16);
    squares.by_ref().all(|c| "-._XxOo*0BbWw".contains(c)) && text.len() >= 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    #[test]
    fn boards_are_no_options_and_mistyped_options_are_no_boards() {
        let board = "---------------------------OX------XO--------------------------- X";
        let parse = |arguments: &[&str]| {
            let given = ["wane"].iter().chain(arguments).map(OsString::from);
            Args::try_parse_from(escape_boards(given))
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        for input in [board, "-----OX--XO----- X", "-", "f5d6"] {
            assert_eq!(parse(&["show", input]), Ok(()), "{input}");
            assert_eq!(parse(&["solve", "--wld", input]), Ok(()), "{input}");
            assert_eq!(parse(&["match", "1", "2", "--openings", input]), Ok(()), "{input}");
        }
        for (line, tip) in [
            (&["analyze", "--dept", "5", "f5"][..], "'--depth'"),
            (&["solve", "--weight", "x", "start"], "'--weights'"),
            (&["convert", "--too", "obf", "f5"], "'--to'"),
            (&["show", "--sizes", "6"], "'--size'"),
            (&["match", "1", "2", "--openings", "--gaunlet"], "'--gauntlet'"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(tip), "{line:?}: {error}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        commands::command().debug_assert();
    }
}
