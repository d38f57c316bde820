//! The command line: every subcommand, argument and option, with its help.

pub(crate) mod lab;

use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Result;
use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;
use wane_board::{AnyBackend, Colour, Objective, Size};
use wane_formats::{Context, Format, GameRecord, TimeControl};
use wane_match::{Sprt, option};
use wane_search::{Engine, Level};
use wane_service::opponent::{Name, SELECTIVITY, Setup};

use crate::arena::entry::Entry;
use crate::exit;
use crate::input;
use crate::judgement::Judgement;
use crate::pace::Pace;
use crate::parse;

/// Where `wane serve` listens if nothing is said: only this machine can ask.
pub(crate) const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Reversed Reversi: the moves of Reversi, but the player with fewer discs wins.
#[derive(Parser)]
#[command(name = "wane", version, after_help = exit::help(), max_term_width = 100)]
pub(crate) struct Args {
    /// Print JSON, one object a line, for other programs
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count the ways to play the next moves, to check and time the rules
    Perft(PerftArgs),
    /// Draw a position, or the end of a game
    Show(GamesArgs),
    /// List the legal moves of a position
    Moves(GamesArgs),
    /// Judge every move of a position, or every move of a game
    #[command(visible_alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Find the exact scores of positions, and check those that a file knows
    Solve(SolveArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Let agents play against each other, with a referee, and rate them
    Match(MatchArgs),
    /// Look for what is wrong with an agent, before a contest does
    Check(CheckArgs),
    /// Play for a host that speaks UGI, as `wane ugi --player NAME`; without a name, list who there is
    Agent(AgentArgs),
    /// Answer with exact scores: for each line such as `anti BOARD SIDE` a line `score N`
    Judge,
    /// Let the engine play itself, for records to learn from
    Selfplay(lab::SelfplayArgs),
    /// Learn the weights of an evaluation from records
    Train(lab::TrainArgs),
    /// Find out by a match whether new weights are better than old ones
    Gate(lab::GateArgs),
    /// Let the engine teach itself: games, weights and a match, generation after generation
    Climb(lab::ClimbArgs),
    /// Measure how well shallow searches foretell deep ones, for weights
    Probcut(lab::ProbcutArgs),
    /// Tell how wrong an evaluation is about positions that nobody learns from
    EvalReport(lab::EvalReportArgs),
    /// Show the page for a browser on this machine, with this engine behind it
    Serve(ServeArgs),
    /// Search a fixed set of positions: the node count is the signature of the search
    Bench(BenchArgs),
    /// Turn games and positions from one format into another
    Convert(ConvertArgs),
    /// Play and analyse for a host that speaks NBoard, on standard input and output
    Nboard(HostArgs),
    /// Play and analyse for a host that speaks GTP, on standard input and output
    Gtp(HostArgs),
    /// Play and analyse for a host that speaks UGI, on standard input and output
    Ugi(HostArgs),
    /// Print the version, and how fast this CPU lets it be
    Version,
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
}

#[derive(ClapArgs)]
pub(crate) struct PerftArgs {
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Let a pass cost no ply
    #[arg(long)]
    pub(crate) free_pass: bool,
    /// The flip backend; the fastest for this CPU if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<AnyBackend>,
    #[command(flatten)]
    pub(crate) begin: GamesArgs,
}

#[derive(ClapArgs)]
pub(crate) struct BenchArgs {
    /// The flip backend; the fastest for this CPU if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<AnyBackend>,
    /// Find out how far ahead the engine looks with these weights, instead of the signature: a file, own or
    /// hand-made
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<Judgement>,
    /// How long it looks at each of 20 positions then
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse::seconds, requires = "weights")]
    pub(crate) time: Duration,
}

/// The games of an input, all of them or one.
#[derive(ClapArgs)]
pub(crate) struct GamesArgs {
    /// A transcript (f5d6c3), a board, OBF, GGF, SGF or JSON; a file of these; - for standard input;
    /// or the word start, which is what is taken if left out
    pub(crate) input: Option<String>,
    /// Only game K of the input, counted from 1
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<usize>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

impl GamesArgs {
    /// The games, or the start position if nothing is given.
    pub(crate) fn games(&self) -> Result<Vec<GameRecord>> {
        input::games(self.input.as_deref(), self.game, self.context.context())
    }
}

#[derive(ClapArgs)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) begin: GamesArgs,
    /// Of a game only the position at its end
    #[arg(long)]
    pub(crate) last: bool,
    /// How many moves to look ahead
    #[arg(long, value_name = "MOVES", value_parser = parse::depth)]
    pub(crate) depth: Option<u32>,
    /// Seconds for each position; 2, or 0.3 in a game, if there is no other limit
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds)]
    pub(crate) time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = parse::nodes)]
    pub(crate) nodes: Option<u64>,
    /// Look as far ahead as the engine does at this level, 1 to 20
    #[arg(long, value_name = "LEVEL", conflicts_with = "depth")]
    pub(crate) level: Option<Level>,
    /// How many lines to show at each depth
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = parse::lines)]
    pub(crate) multipv: usize,
    /// How many of a hundred lines that are left out may matter, for Multi-ProbCut; 0 looks at every move
    #[arg(long, value_name = "PERCENT", default_value_t = SELECTIVITY, value_parser = parse::selectivity)]
    pub(crate) selectivity: u32,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(ClapArgs)]
pub(crate) struct ServeArgs {
    /// Where to listen; another address than this lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = LOOPBACK)]
    pub(crate) host: IpAddr,
    /// The port; any that is free if 0
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    pub(crate) port: u16,
    /// A folder with the page, instead of the one in the program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
    /// Let pages of this origin ask, such as `http://localhost:5173`; more than once for several
    #[arg(long = "origin", value_name = "ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// How many tasks to do at a time, each on so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    pub(crate) engines: usize,
    /// How many browsers may be there at once
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) sessions: usize,
    /// How many tasks may wait; who comes later is told to try again
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) queue: usize,
    /// How long a task may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) longest: u64,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// What an engine runs on.
#[derive(ClapArgs)]
pub(crate) struct EngineArgs {
    /// How many threads; as many as the CPU runs at once if left out
    #[arg(long, value_name = "N", value_parser = parse::threads)]
    threads: Option<usize>,
    /// The size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = parse::megabytes)]
    pub(crate) hash: usize,
    #[command(flatten)]
    pub(crate) judgement: JudgementArgs,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_threads)
    }

    pub(crate) fn setup(&self) -> Result<Setup> {
        let weights = self.judgement.weights.weights()?;
        let (threads, hash_megabytes) = (self.threads(), self.hash);
        Ok(Setup { threads, hash_megabytes, seed: 0, weights, selectivity: None })
    }

    pub(crate) fn engine(&self) -> Result<Engine> {
        Ok(self.setup()?.engine()?)
    }
}

/// What an engine judges by.
#[derive(ClapArgs)]
pub(crate) struct JudgementArgs {
    /// What the engine judges by: a file of learned weights, its own, or hand-made
    #[arg(long = option::WEIGHTS, value_name = "FILE", default_value_t)]
    pub(crate) weights: Judgement,
}

#[derive(ClapArgs)]
pub(crate) struct SolveArgs {
    /// A suite of positions (OBF), a board, a game whose last position is solved, a file of these,
    /// - for standard input, or the word start
    pub(crate) input: String,
    /// Find only who wins, which is faster
    #[arg(long)]
    pub(crate) wld: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Keep what is proved in this file; if it exists, go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(ClapArgs)]
pub(crate) struct PlayArgs {
    /// A level of the engine from 1 to 20, or an agent: random, greedy, uct and others
    #[arg(long, value_name = "NAME", default_value = "5")]
    pub(crate) opponent: Name,
    /// Your own colour: black, who begins, or white
    #[arg(long, default_value = "black", value_parser = parse::colour)]
    pub(crate) colour: Colour,
    /// A clock for the game, such as 5m+3s for 5 minutes and 3 seconds a move; or a limit for the
    /// moves of the opponent only, such as 2s/move
    #[arg(long, default_value = "2s/move")]
    pub(crate) time: TimeControl,
    /// How many threads the engine has; as many as the CPU runs at once if left out
    #[arg(long, value_name = "N", value_parser = parse::threads)]
    pub(crate) threads: Option<usize>,
    /// The size of a transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = parse::megabytes)]
    pub(crate) hash: usize,
    #[command(flatten)]
    pub(crate) judgement: JudgementArgs,
    /// Where the chance in the opponent's moves begins; another each time if left out
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) game: GamesArgs,
}

#[derive(ClapArgs)]
pub(crate) struct MatchArgs {
    /// Two players or more: a level from 1 to 20, an agent of the gallery, a contest file (me.py), or
    /// another program as ugi:COMMAND, gtp:COMMAND or nboard:COMMAND; with what is special about it
    /// behind commas: uct,time=200ms,name=slow
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub(crate) players: Vec<Entry>,
    /// How many games each pairing plays; each opening is played twice, with the colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse::games)]
    pub(crate) games: usize,
    /// Only the first player meets the others; otherwise all meet all
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// The time of players without one of their own: 100ms/move, 5m+3s for a game and more for each
    /// move, or both: 5s/180s is the contest's
    #[arg(long, default_value = "100ms/move")]
    pub(crate) time: TimeControl,
    /// How many milliseconds later than that a move may be
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(crate) margin: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    pub(crate) concurrency: usize,
    /// Where games begin: games or positions in any format, a file of them, or the words start or random;
    /// if left out, positions that are level on 8x8 for fewest discs, and random ones otherwise
    #[arg(long, value_name = "INPUT")]
    pub(crate) openings: Option<String>,
    /// Where the order of the openings comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop as soon as it is clear whether the first player leads by so many normalised Elo: 0,5, or
    /// with the risks of an error 0,5,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse::sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// End games as soon as so many squares are empty, with the exact score that `wane judge` finds
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) adjudicate: Option<u32>,
    /// Run contest files and untrusted programs without a sandbox: they can then do whatever you can
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// Keep every game in this folder; the same command goes on where it was stopped
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

#[derive(ClapArgs)]
pub(crate) struct CheckArgs {
    /// A contest file (me.py), or any other player of `wane match`, with what is special about it
    /// behind commas: me.py,memory=200,warmup=yes
    pub(crate) agent: Entry,
    /// Its time, if it has none of its own: 100ms/move, 5m+3s for a game and more for each move, or
    /// both, as in the contest
    #[arg(long, default_value = "5s/180s")]
    pub(crate) time: TimeControl,
    /// The size of the board: 4, 6 or 8
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) size: Size,
    /// Run a contest file or an untrusted program without a sandbox: it can then do whatever you can
    #[arg(long)]
    pub(crate) no_sandbox: bool,
}

#[derive(ClapArgs)]
pub(crate) struct AgentArgs {
    /// A level of the engine from 1 to 20, or an agent of the gallery
    pub(crate) name: Option<Name>,
    #[command(flatten)]
    pub(crate) host: HostArgs,
}

#[derive(ClapArgs)]
pub(crate) struct ConvertArgs {
    /// What to convert: see `wane show --help`; standard input if left out
    pub(crate) inputs: Vec<String>,
    /// The format to write: transcript, board, obf, ggf, sgf or json
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Format,
    /// The format to read; recognised by itself if left out
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// How to play for a host that speaks a protocol, where it does not say itself.
#[derive(ClapArgs)]
pub(crate) struct HostArgs {
    /// Who plays: the engine at a level from 1 to 20, or an agent of the gallery, such as uct
    #[arg(long = option::PLAYER, value_name = "NAME", default_value = "20")]
    pub(crate) player: Name,
    /// The time for each move in milliseconds; the most for one where there is a clock. One second
    /// if nothing at all limits a move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// How many moves to look ahead, at most
    #[arg(long = option::DEPTH, value_name = "N", value_parser = parse::depth)]
    depth: Option<u32>,
    /// How many positions to look at, at most
    #[arg(long = option::NODES, value_name = "N", value_parser = parse::nodes)]
    nodes: Option<u64>,
    /// How many of a hundred lines that are left out may matter, for Multi-ProbCut; 0 looks at every move.
    /// The best level leaves out lines if nothing is said, the others do not
    #[arg(long = option::SELECTIVITY, value_name = "PERCENT", value_parser = parse::selectivity)]
    selectivity: Option<u32>,
    /// How many threads
    #[arg(long = option::THREADS, value_name = "N", default_value_t = 1, value_parser = parse::threads)]
    threads: usize,
    /// The size of the transposition table in megabytes
    #[arg(long = option::HASH, value_name = "MB", default_value_t = 256, value_parser = parse::megabytes)]
    hash: usize,
    #[command(flatten)]
    judgement: JudgementArgs,
    /// Where the moves come from that are left to chance; from the clock if left out
    #[arg(long = option::SEED, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

impl HostArgs {
    pub(crate) fn pace(&self) -> Pace {
        let move_time = self.movetime.map(Duration::from_millis);
        Pace { depth: self.depth, nodes: self.nodes, move_time }
    }

    pub(crate) fn setup(&self) -> Result<Setup> {
        let now = || UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let seed = self.seed.unwrap_or_else(now);
        let weights = self.judgement.weights.weights()?;
        let Self { threads, hash: hash_megabytes, selectivity, .. } = *self;
        Ok(Setup { threads, hash_megabytes, seed, weights, selectivity })
    }
}

#[derive(ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    pub(crate) shell: Shell,
}

/// What an input does not say about itself.
#[derive(ClapArgs)]
pub(crate) struct ContextArgs {
    /// The board size where the input does not tell: 4, 6 or 8
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) size: Size,
    /// Who wins where the input does not tell: fewest or most
    #[arg(long, value_name = "DISCS", default_value_t)]
    pub(crate) objective: Objective,
}

impl ContextArgs {
    pub(crate) fn context(&self) -> Context {
        Context { size: self.size, objective: self.objective }
    }
}

/// As many threads as the CPU runs at once.
pub(crate) fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The words of the command line. A board may begin with `-`, and is no option: a blank before it, which
/// readers of boards skip, makes that clear to the parser of the options.
pub(crate) fn words(given: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    given.map(|word| {
        let is_board = word.to_str().is_some_and(|text| text.starts_with('-') && is_board(text));
        if is_board { [OsStr::new(" "), &word].into_iter().collect() } else { word }
    })
}

/// Whether a text begins with the squares of a board, at least of the smallest.
fn is_board(text: &str) -> bool {
    let mut squares = text.chars().filter(|c| !c.is_whitespace()).take(16);
    squares.by_ref().all(|c| "-._XxOo*0BbWw".contains(c)) && text.len() >= 16
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn boards_are_no_options_and_mistyped_options_are_no_boards() {
        let board = "---------------------------OX------XO--------------------------- X";
        let parse = |words_: &[&str]| {
            let given = ["wane"].iter().chain(words_).map(OsString::from);
            Args::try_parse_from(words(given)).map(|_| ()).map_err(|error| error.to_string())
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
        Args::command().debug_assert();
    }
}
