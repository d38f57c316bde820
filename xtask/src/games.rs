//! `cargo xtask games`: plays games through a protocol between two players, each in its own process.
//!
//! Openings are random and come from a seed; each is played twice, with the colours exchanged. An
//! illegal move, a missing answer or a timeout fails the run. The referee is the one of matches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use wane_board::{AnyGame, Colour, Objective, Size};
use wane_match::{
    AgentRuntime, EnginePlayer, FinishedGame, Hosting, Protocol, Referee, RunningAgent, Stop,
    Stopwatch, TimeControl, Tolerance,
};
use wane_testkit::{Rng, random_game};

/// The number of random moves in an opening.
const OPENING: usize = 8;

#[derive(Args)]
pub(crate) struct GamesArgs {
    /// How many games
    #[arg(long, default_value_t = 300)]
    games: usize,
    /// nboard, gtp or ugi
    #[arg(long)]
    protocol: Protocol,
    /// The first player, with a name that `wane nboard --player` takes
    #[arg(long, default_value = "20")]
    first: String,
    /// The second player, in the same way
    #[arg(long, default_value = "greedy")]
    second: String,
    /// Time for each move, in milliseconds
    #[arg(long, default_value_t = 20)]
    ms: u64,
    /// Time for each move of the second player, if it differs
    #[arg(long)]
    second_ms: Option<u64>,
    /// Time for each game, in milliseconds; no limit if left out
    #[arg(long)]
    game_ms: Option<u64>,
    /// How late a move may be, in milliseconds
    #[arg(long, default_value_t = 500)]
    slack_ms: u64,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &GamesArgs) -> Result<()> {
    let wane = crate::build::release()?.join("release/wane");
    let agent = |name: &str, player: &str, ms: u64| {
        let time = TimeControl {
            game: args.game_ms.map(Duration::from_millis),
            ..TimeControl::per_move(Duration::from_millis(ms))
        };
        let name = format!("{name} {player}");
        let player = EnginePlayer {
            player: Some(player.into()),
            hash_mb: Some(16),
            seed: Some(1),
            ..EnginePlayer::default()
        };
        player.speaking(args.protocol, &name, &wane, time)
    };
    let agents = [
        agent("the first,", &args.first, args.ms),
        agent("the second,", &args.second, args.second_ms.unwrap_or(args.ms)),
    ];
    let (runtime, stop) =
        (Arc::new(AgentRuntime::for_agents(&agents, &Hosting::default())?), Stop::default());
    let [mut first, mut second] =
        agents.each_ref().map(|agent| RunningAgent::new(agent, &runtime, &stop));
    let tolerance = Tolerance::equal(Duration::from_millis(args.slack_ms));
    let referee = Referee { objective: Objective::FewestDiscs, tolerance };
    let mut rng = Rng::new(args.seed);
    let (mut opening, mut totals) = (AnyGame::new(Size::Eight), Totals::default());
    let mut reported = Instant::now();
    for number in 1..=args.games {
        let is_first_black = number % 2 == 1;
        if is_first_black {
            opening = AnyGame::from(random_game::<8>(&mut rng, OPENING));
        }
        let (black, white) =
            if is_first_black { (&mut first, &mut second) } else { (&mut second, &mut first) };
        let stopwatch = Stopwatch::start();
        let game = referee.play(number, &opening, black, white, None);
        let game = game.expect("the match is never stopped");
        totals.add(&game, is_first_black, stopwatch.elapsed())?;
        if reported.elapsed() > Duration::from_secs(10) || number == args.games {
            let [won, drawn, lost] = totals.results;
            println!("{number} of {} games: {won} won, {drawn} drawn, {lost} lost", args.games);
            reported = Instant::now();
        }
    }
    totals.print(args);
    Ok(())
}

/// The results and times of all games.
#[derive(Default)]
struct Totals {
    /// Games that the first player won, drew and lost.
    results: [usize; 3],
    /// The longest moves of both players, in milliseconds.
    longest: [u64; 2],
    /// For each game, the time of a move beyond the thinking time.
    overheads: Vec<Duration>,
}

impl Totals {
    /// Adds a game, which must be without a fault.
    fn add(&mut self, game: &FinishedGame, is_first_black: bool, wall: Duration) -> Result<()> {
        if let Some((colour, fault)) = &game.fault {
            bail!("game {}: {}: {fault}", game.number, game.record.player(*colour).name);
        }
        let score = game.black_score().discs();
        let for_first = if is_first_black { score } else { -score };
        self.results[usize::try_from(1 - for_first.signum())?] += 1;
        let notes = &game.record.notes;
        for (ply, note) in notes {
            let is_black = game.record.game.history()[*ply].side == Colour::Black;
            let longest = &mut self.longest[usize::from(is_black != is_first_black)];
            *longest = note.time_ms.unwrap_or(0).max(*longest);
        }
        let thinking: u64 = notes.values().filter_map(|note| note.time_ms).sum();
        let rest = wall.saturating_sub(Duration::from_millis(thinking));
        self.overheads.push(rest / u32::try_from(notes.len().max(1))?);
        Ok(())
    }

    #[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
    fn print(self, args: &GamesArgs) {
        let Totals { longest, mut overheads, .. } = self;
        overheads.sort();
        let median = overheads.get(overheads.len() / 2).copied().unwrap_or_default();
        println!(
            "overhead of a move without thinking time: {} \u{b5}s in the median game",
            median.as_micros()
        );
        println!(
            "{}: no fault in {} games; longest moves {} ms by {}, {} ms by {}",
            args.protocol.name(),
            args.games,
            longest[0],
            args.first,
            longest[1],
            args.second
        );
    }
}
