use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wane_board::{AnyGame, Objective};
use wane_match::{
    AgentRuntime, EnginePlayer, Hosting, Protocol, Referee, RunningAgent, Stop, TimeControl,
    Tolerance,
};
use wane_testkit::{Rng, random_game};

/// Two games between the engine and an agent; more of them with `cargo xtask games`.
fn games(protocol: Protocol, agent: &str) {
    let start = |name: &str| {
        let time = TimeControl {
            game: Some(Duration::from_secs(2)),
            ..TimeControl::per_move(Duration::from_millis(30))
        };
        let player = EnginePlayer {
            player: Some(name.into()),
            hash_mb: Some(4),
            seed: Some(1),
            ..EnginePlayer::default()
        };
        player.speaking(protocol, name, Path::new(env!("CARGO_BIN_EXE_wane")), time)
    };
    // The tests run side by side.
    let tolerance = Tolerance::equal(Duration::from_millis(500));
    let referee = Referee { objective: Objective::FewestDiscs, tolerance };
    let agents = [start("20"), start(agent)];
    let (runtime, stop) = (
        Arc::new(AgentRuntime::for_agents(&agents, &Hosting::default()).unwrap()),
        Stop::default(),
    );
    let [mut engine, mut agent] =
        agents.each_ref().map(|agent| RunningAgent::new(agent, &runtime, &stop));
    let opening = AnyGame::from(random_game::<8>(&mut Rng::new(11), 8));
    for number in 1..=2 {
        let game = referee.play(number, &opening, &mut engine, &mut agent, None).unwrap();
        assert_eq!(game.fault, None);
        std::mem::swap(&mut engine, &mut agent);
    }
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
