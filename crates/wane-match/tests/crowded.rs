//! A processor with far more work than it can do: by CPU time, that is no fault of an agent.

#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use wane_board::{AnyGame, Colour, Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, FaultKind, FinishedGame, Hosting, MoveClock,
    Protocol, Referee, RunningAgent, Stop, TimeControl, Tolerance,
};
use wane_testkit::temp_dir::TempDir;

/// How many others want the processor of the game: more than the limit on the wall has room for.
const OTHERS: u32 = 6;

const LIMIT: Duration = Duration::from_millis(250);
const TOLERANCE: Duration = Duration::from_millis(100);

/// The agents of the students, whose rules these here use.
const STUDENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/students");

/// An agent that does this on its first move.
fn agent(folder: &TempDir, name: &str, at_first: &str) -> AgentProgram {
    let text = format!(
        "import sys, time
sys.path.append({STUDENTS:?})
from rules import legal_moves

class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.color, self.candidate_list, self.is_first = color, [], True

    def go(self, board):
        self.candidate_list = legal_moves(board, self.color)
        if self.is_first:
            self.is_first = False
            {at_first}
"
    );
    let program = folder.write(&format!("{name}.py"), text).expect("it can be written");
    let rules = ContestRules { clock: MoveClock::Cpu, ..ContestRules::default() };
    let time = TimeControl::per_move(LIMIT);
    AgentProgram::new(name.into(), Protocol::Contest(rules), program, Vec::new(), time)
}

/// Keeps this thread, and what it starts, on the first processor that it may use.
fn stay_on_one_processor() {
    let allowed = sched_getaffinity(None).expect("it has processors");
    let first = (0..CpuSet::MAX_CPU).find(|&processor| allowed.is_set(processor));
    let mut one = CpuSet::new();
    one.set(first.expect("it has one"));
    sched_setaffinity(None, &one).expect("it is one of its own");
}

/// A game between these agents.
fn play(black: &AgentProgram, white: &AgentProgram) -> FinishedGame {
    let referee =
        Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::equal(TOLERANCE) };
    let agents = [black.clone(), white.clone()];
    let runtime = Arc::new(AgentRuntime::for_agents(&agents, &Hosting::TRUSTING).expect("Python"));
    let stop = Stop::default();
    let [mut black, mut white] = agents.map(|agent| RunningAgent::new(&agent, &runtime, &stop));
    let game = AnyGame::new(Size::Four);
    referee.play(1, &game, &mut black, &mut white, None).expect("it is not stopped")
}

/// A game on a processor that others want too, of an agent that does this on its first move, and how long it took.
fn play_among_others(at_first: &str) -> (FinishedGame, Duration) {
    let folder = TempDir::new().expect("a folder");
    let (black, white) = (agent(&folder, "black", at_first), agent(&folder, "white", "pass"));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let game = scope.spawn(|| {
            stay_on_one_processor();
            let begun = Instant::now();
            let game = play(&black, &white);
            (game, begun.elapsed())
        });
        for _ in 0..OTHERS {
            scope.spawn(|| {
                stay_on_one_processor();
                while !is_over.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let played = game.join();
        is_over.store(true, Relaxed);
        played.expect("no panic")
    })
}

#[test]
fn an_agent_that_keeps_to_its_cpu_time_has_as_long_as_it_takes() {
    let work = "
            begun, used = time.monotonic(), time.process_time()
            while time.process_time() < used + 0.15: pass
            print(time.monotonic() - begun)
";
    let (game, _) = play_among_others(work);
    assert_eq!(game.fault, None);
    let on_the_wall = game.logs[0].lines().last().and_then(|line| line.parse().ok());
    let on_the_wall = Duration::from_secs_f64(on_the_wall.expect("it has told"));
    let limit = LIMIT * MoveClock::CPU_SLACK + TOLERANCE;
    assert!(on_the_wall > limit, "the processor was not crowded: {on_the_wall:?}");
}

#[test]
fn one_that_sleeps_or_does_not_end_is_not_waited_for() {
    for forever in ["time.sleep(1000)", "sum(range(10 ** 12))"] {
        let (game, taken) = play_among_others(forever);
        let (colour, fault) = game.fault.unwrap();
        assert_eq!((colour, fault.kind), (Colour::Black, FaultKind::TimeOut), "{fault}");
        assert!(taken < Duration::from_secs(20), "{forever}: {taken:?}");
    }
}
