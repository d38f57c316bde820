//! Requirements of every agent: it plays legally on every size, is deterministic for a seed, moves
//! in time, and beats random moves.

use std::cell::Cell;
use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Colour, Game, Objective, Position};
use wane_gallery::{Agent, Kind, build};
use wane_testkit::{Rng, random_game};

const SEED: u64 = 20_261_115;
const BUDGET: Duration = Duration::from_millis(100);

/// A clock that advances by a millisecond with each reading.
fn ticking() -> impl Fn() -> Duration {
    let readings = Cell::new(0);
    move || {
        readings.set(readings.get() + 1);
        Duration::from_millis(readings.get())
    }
}

/// Plays a game to its end. An illegal move fails the test.
fn finish(mut game: AnyGame, [black, white]: [&mut dyn Agent; 2], budget: Duration) -> AnyGame {
    while !game.position().is_game_over() {
        let position = game.position();
        if position.must_pass() {
            game.pass().expect("the pass is forced");
            continue;
        }
        let agent = if position.side() == Colour::Black { &mut *black } else { &mut *white };
        let square = agent.choose(&position, budget, &ticking());
        game.play(square).unwrap_or_else(|error| panic!("{error}: {game:?}"));
    }
    game
}

/// A game of an agent against random moves, from a random opening.
fn against_random<const N: usize>(kind: Kind, side: Colour, seed: u64) -> AnyGame
where
    AnyGame: From<Game<N>>,
{
    let mut rng = Rng::new(seed);
    let opening = random_game::<N>(&mut rng, N / 2).into();
    let (mut agent, mut random) = (build(kind, seed), build(Kind::Random, rng.bits()));
    match side {
        Colour::Black => finish(opening, [&mut *agent, &mut *random], BUDGET),
        Colour::White => finish(opening, [&mut *random, &mut *agent], BUDGET),
    }
}

/// The points of an agent in games on 8x8 against random moves: 2 for a win, 1 for a draw.
fn points_against_random(kind: Kind, games: u64) -> i32 {
    let points = |index: u64| {
        let side = if index.is_multiple_of(2) { Colour::Black } else { Colour::White };
        let end = against_random::<8>(kind, side, SEED + index / 2).position();
        let score = end.final_score(Objective::FewestDiscs).discs().signum();
        1 + if end.side() == side { score } else { -score }
    };
    (0..games).map(points).sum()
}

#[test]
fn every_agent_plays_legal_games_on_every_size() {
    for kind in Kind::ALL {
        for (side, seed) in [(Colour::Black, SEED), (Colour::White, SEED + 1)] {
            against_random::<4>(kind, side, seed);
            against_random::<6>(kind, side, seed);
            against_random::<8>(kind, side, seed);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in Kind::ALL {
        let game = |seed| against_random::<8>(kind, Colour::White, seed);
        assert_eq!(game(SEED), game(SEED), "{kind}");
    }
    let game = |seed| {
        let (mut black, mut white) = (build(Kind::Uct, seed), build(Kind::Greedy, seed));
        finish(Game::<6>::new().into(), [&mut *black, &mut *white], BUDGET)
    };
    assert_ne!(game(1), game(2));
}

#[test]
fn no_agent_reads_the_clock_after_nine_tenths_of_its_budget() {
    let mut rng = Rng::new(SEED);
    for kind in Kind::ALL {
        for plies in 0..52 {
            let position: Position<8> = random_game(&mut rng, plies).position();
            if position.legal_moves().is_empty() {
                continue;
            }
            for budget_ms in [1, 10, 100] {
                let last = Cell::new(Duration::ZERO);
                let clock = ticking();
                let budget = Duration::from_millis(budget_ms);
                let square = build(kind, SEED).choose(&position.into(), budget, &|| {
                    last.set(clock());
                    last.get()
                });
                assert!(position.legal_moves().contains(square), "{kind} {position:?}");
                // The reading that reaches the deadline is the last one.
                let latest = (budget * 9 / 10).max(Duration::from_millis(1));
                assert!(last.get() <= latest, "{kind} {position:?} {:?} of {budget:?}", last.get());
            }
        }
    }
}

#[test]
fn without_any_time_there_is_still_a_move() {
    for kind in Kind::ALL {
        for size in wane_board::Size::ALL {
            let position = AnyPosition::start(size);
            let square = build(kind, SEED).choose(&position, Duration::ZERO, &|| Duration::MAX);
            assert!(position.legal_moves().contains(square), "{kind} on {size}");
        }
    }
}

#[test]
fn every_agent_that_searches_beats_random_moves_clearly() {
    for kind in Kind::ALL {
        // As Black, seed-004-literal wants the discs of the other side.
        if ![Kind::Random, Kind::Greedy, Kind::Seed004Literal].contains(&kind) {
            let points = points_against_random(kind, 20);
            assert!(points >= 30, "{kind}: {points} of 40 points");
        }
    }
}
