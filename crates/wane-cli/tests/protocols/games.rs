use std::path::Path;
use std::time::Duration;

use wane_board::AnyGame;
use wane_testkit::seat::{Protocol, Seat, Time, play};
use wane_testkit::{Rng, random_game};

/// Two games between the engine and an agent; more of them with `cargo xtask games`.
fn games(protocol: Protocol, agent: &str) {
    let time = Time {
        game: Some(Duration::from_secs(2)),
        per_move: Duration::from_millis(30),
        // The tests run side by side.
        slack: Duration::from_millis(500),
    };
    let wane = Path::new(env!("CARGO_BIN_EXE_wane"));
    let start = |name| Seat::start(wane, protocol, name, time, &["--hash", "4", "--seed", "1"]);
    let (mut engine, mut agent) = (start("20").unwrap(), start(agent).unwrap());
    let opening = AnyGame::from(random_game::<8>(&mut Rng::new(11), 8));
    play(opening.clone(), &mut engine, &mut agent).unwrap();
    play(opening, &mut agent, &mut engine).unwrap();
}

#[test]
fn games_through_nboard_end_without_a_fault() {
    games(Protocol::NBoard, "greedy");
}

#[test]
fn games_through_gtp_end_without_a_fault() {
    games(Protocol::Gtp, "uct");
}

#[test]
fn games_through_ugi_end_without_a_fault() {
    games(Protocol::Ugi, "seed-001");
}
