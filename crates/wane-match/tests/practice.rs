//! Contest files that are asked for single moves.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, AnyPosition, Move, Size};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, FaultKind, Hosting, PracticePartner, Protocol,
    TimeControl,
};
use wane_testkit::temp_dir::TempDir;

/// Plays d3 as Black, and makes a mistake with the second move of a game; as White it thinks for a minute.
const ONE_MOVE: &str = r#"
import time

class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []
        self.color = color
        self.calls = 0

    def go(self, chessboard):
        self.candidate_list.clear()
        self.calls += 1
        if self.color == 1:
            time.sleep(60)
        if self.calls == 2:
            raise ValueError("the second call")
        self.candidate_list.append((2, 3))
"#;

fn partner(folder: &TempDir) -> PracticePartner {
    let file: PathBuf = folder.write("me.py", ONE_MOVE).expect("there is room");
    let protocol = Protocol::Contest(ContestRules::default());
    let agent = AgentProgram::new("me".into(), protocol, file, Vec::new(), TimeControl::CONTEST);
    let runtime = AgentRuntime::for_agents(std::slice::from_ref(&agent), &Hosting::TRUSTING)
        .expect("no sandbox is needed");
    PracticePartner::new(&agent, &Arc::new(runtime))
}

fn after(moves: &str) -> AnyPosition {
    let mut game = AnyGame::new(Size::Eight);
    for name in moves.split_whitespace() {
        game.play(name.parse().expect("a square")).expect("it is legal");
    }
    game.position()
}

#[test]
fn a_later_position_belongs_to_the_same_game_and_an_earlier_one_to_a_new_one() {
    let folder = TempDir::new().unwrap();
    let mut partner = partner(&folder);
    let mut ask = |moves| partner.choose(&after(moves), Duration::from_secs(5), &|| false);
    let d3 = Ok(Some(Move::Place("d3".parse().unwrap())));
    assert_eq!(ask(""), d3);
    assert_eq!(ask(""), d3, "the same position once more is a new game");
    let fault = ask("d3 c3").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Crash, "{fault:?}");
    let text = "go raised ValueError: the second call (me.py, line 16)";
    assert_eq!(fault.text.as_str(), text);
    assert_eq!(ask(""), d3, "after a mistake it begins again");
}

#[test]
fn a_move_that_is_not_wanted_any_more_is_stopped() {
    let folder = TempDir::new().unwrap();
    let mut partner = partner(&folder);
    let began = Instant::now();
    let is_stopped = || began.elapsed() > Duration::from_millis(300);
    assert_eq!(partner.choose(&after("d3"), Duration::from_mins(1), &is_stopped), Ok(None));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let next = partner.choose(&after(""), Duration::from_secs(5), &|| false);
    assert!(matches!(next, Ok(Some(_))), "{next:?}");
}
