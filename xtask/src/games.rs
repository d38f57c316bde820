//! `cargo xtask games`: games through a protocol between two players in processes of their own.
//!
//! Openings are random and come from a seed; each is played twice, with the colours exchanged. Any
//! illegal move, a silence or a clock that ran out fails the run.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use wane_board::{AnyGame, Colour, Size};
use wane_testkit::seat::{Protocol, Seat, Time, play};
use wane_testkit::{Rng, random_game};

/// How many discs of an opening are placed by chance.
const OPENING: usize = 8;

#[derive(Args)]
pub(crate) struct GamesArgs {
    /// How many
    #[arg(long, default_value_t = 300)]
    games: usize,
    /// nboard, gtp or ugi
    #[arg(long)]
    protocol: Protocol,
    /// The one player, by the names of `wane nboard --player`
    #[arg(long, default_value = "20")]
    first: String,
    /// The other player
    #[arg(long, default_value = "greedy")]
    second: String,
    /// The time for each move, in milliseconds
    #[arg(long, default_value_t = 20)]
    ms: u64,
    /// The same for the other player, if it has not as much as the first
    #[arg(long)]
    second_ms: Option<u64>,
    /// The time for each game, in milliseconds; not limited if left out
    #[arg(long)]
    game_ms: Option<u64>,
    /// How much later than that a move may be, in milliseconds
    #[arg(long, default_value_t = 500)]
    slack_ms: u64,
    /// Where the openings come from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[expect(clippy::print_stdout, reason = "a chore talks to the person who runs it")]
pub(crate) fn run(args: &GamesArgs) -> Result<()> {
    let wane = crate::build::release()?.join("release/wane");
    let options = ["--hash", "16", "--seed", "1"];
    let start = |player: &str, ms: u64| {
        let time = Time {
            game: args.game_ms.map(Duration::from_millis),
            per_move: Duration::from_millis(ms),
            slack: Duration::from_millis(args.slack_ms),
        };
        Seat::start(&wane, args.protocol, player, time, &options).context("starting a player")
    };
    let mut first = start(&args.first, args.ms)?;
    let mut second = start(&args.second, args.second_ms.unwrap_or(args.ms))?;
    let mut rng = Rng::new(args.seed);
    let (mut opening, mut points) = (AnyGame::new(Size::Eight), [0, 0, 0]);
    let mut told = Instant::now();
    for number in 1..=args.games {
        let is_first_black = number % 2 == 1;
        if is_first_black {
            opening = AnyGame::from(random_game::<8>(&mut rng, OPENING));
        }
        let (black, white) =
            if is_first_black { (&mut first, &mut second) } else { (&mut second, &mut first) };
        let score = match play(opening.clone(), black, white) {
            Ok(score) => score.discs(),
            Err((colour, fault)) => {
                let player = if (colour == Colour::Black) == is_first_black {
                    &args.first
                } else {
                    &args.second
                };
                bail!("game {number}: {player} as {colour}: {fault}");
            }
        };
        let for_first = if is_first_black { score } else { -score };
        points[usize::try_from(1 - for_first.signum())?] += 1;
        if told.elapsed() > Duration::from_secs(10) || number == args.games {
            let [won, drawn, lost] = points;
            println!("{number} of {} games: {won} won, {drawn} drawn, {lost} lost", args.games);
            told = Instant::now();
        }
    }
    let ms = |seat: &Seat| seat.longest.as_millis();
    println!(
        "{}: no fault in {} games; longest moves {} ms by {}, {} ms by {}",
        args.protocol.name(),
        args.games,
        ms(&first),
        args.first,
        ms(&second),
        args.second
    );
    Ok(())
}
