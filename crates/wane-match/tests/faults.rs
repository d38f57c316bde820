//! Players that misbehave, each in its own way: every one loses its game for the right reason, and the
//! match continues.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, FaultKind, FinishedGame, Hosting, Protocol, Referee, RunningAgent,
    Stop, TimeControl, Tolerance,
};

fn fake(how: &[&str]) -> AgentProgram {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/ugi.py");
    AgentProgram {
        name: how[0].into(),
        protocol: Protocol::Ugi,
        program: PathBuf::from("python3"),
        folder: None,
        args: [script].iter().chain(how).map(|&arg| arg.to_owned()).collect(),
        time: TimeControl::per_move(Duration::from_millis(200)),
        memory: Some(200 << 20),
        is_untrusted: false,
    }
}

fn play(black: &AgentProgram, white: &AgentProgram) -> FinishedGame {
    let tolerance = Tolerance::equal(Duration::from_millis(100));
    let referee = Referee { objective: Objective::FewestDiscs, tolerance };
    let runtime =
        Arc::new(AgentRuntime::for_agents(&[], &Hosting::default()).expect("it needs nothing"));
    let stop = Stop::default();
    let [mut black, mut white] =
        [black, white].map(|agent| RunningAgent::new(agent, &runtime, &stop));
    referee
        .play(1, &AnyGame::new(Size::Eight), &mut black, &mut white, None)
        .expect("it is not stopped")
}

#[test]
fn a_player_that_misbehaves_loses_with_a_reason() {
    use FaultKind::{Crash, Illegal, Memory, Output, TimeOut};
    for (how, kind, words) in [
        ("sleeper", TimeOut, "0.2 s are allowed for a move"),
        ("deaf", TimeOut, "0.2 s are allowed for a move"),
        ("crasher", Crash, "out of ideas"),
        ("quitter", Crash, "status 7"),
        ("killed", Crash, "signal 11"),
        ("liar", Illegal, "a1"),
        ("passer", Illegal, "pass"),
        ("babbler", Output, "somewhere nice"),
        ("binary", Output, "is no move"),
        ("silent", Crash, "closed its output"),
        ("chatterbox", Output, "without end"),
        ("endless-line", Output, "a line of more than 64 kB"),
        ("complainer", Output, "without end"),
        ("memory-bomb", Memory, "200 MB are allowed"),
    ] {
        // Too long for what is only slow to start.
        let patient = TimeControl::per_move(Duration::from_secs(20));
        let is_slow = [Output, Memory].contains(&kind);
        let mut agent = fake(&[how]);
        agent.time = if is_slow { patient } else { agent.time };
        let game = play(&agent, &fake(&["sleeper"]));
        let (colour, fault) = game.fault.clone().unwrap();
        assert_eq!((colour, fault.kind), (Colour::Black, kind), "{how}: {fault}");
        assert!(fault.text.contains(words), "{how}: {fault}");
        assert_eq!(game.black_score().discs(), -64, "{how}");
    }
}

#[test]
fn a_program_that_is_missing_or_never_ready_loses() {
    let mut missing = fake(&["missing"]);
    missing.program = "/nowhere/at/all".into();
    let (colour, fault) = play(&fake(&["sleeper"]), &missing).fault.unwrap();
    assert_eq!((colour, fault.kind), (Colour::White, FaultKind::Crash));
    assert!(fault.text.contains("cannot be started"), "{fault}");
    let (_, fault) = play(&fake(&["never-ready"]), &fake(&["sleeper"])).fault.unwrap();
    assert_eq!(fault.kind, FaultKind::TimeOut);
}

#[test]
fn what_a_player_has_started_ends_with_it() {
    let mark = format!("wane-test-{}", std::process::id());
    let (_, fault) = play(&fake(&["parent", &mark]), &fake(&["sleeper"])).fault.unwrap();
    assert!(fault.text.contains("status 3"), "{fault}");
    let is_alive = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let own = std::process::id().to_string();
        processes
            .filter(|entry| entry.file_name().to_string_lossy() != own)
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
            .any(|line| String::from_utf8_lossy(&line).contains(&mark))
    };
    let until = Instant::now() + Duration::from_secs(5);
    while is_alive() {
        assert!(Instant::now() < until, "a process is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_that_is_stopped_waits_for_no_player() {
    let stop = Stop::default();
    let mut agent = fake(&["sleeper"]);
    agent.time = TimeControl::per_move(Duration::from_secs(50));
    let runtime = Arc::new(AgentRuntime::for_agents(&[], &Hosting::default()).unwrap());
    let [mut black, mut white] =
        [RunningAgent::new(&agent, &runtime, &stop), RunningAgent::new(&agent, &runtime, &stop)];
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let began = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            stop.stop();
        });
        let opening = AnyGame::new(Size::Eight);
        assert_eq!(referee.play(1, &opening, &mut black, &mut white, None), None);
    });
    assert!(began.elapsed() < Duration::from_secs(5));
}
