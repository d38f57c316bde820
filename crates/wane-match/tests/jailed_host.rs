//! The host of a contest file in the sandbox: what its agent sees, and what it may do.

use std::path::Path;
use std::time::Duration;

use wane_board::{AnyPosition, Colour, Size};
use wane_match::contest::line::{
    AgentChoice, Answer, BoardKind, Command, Hello, Last, Question, Reply,
};
use wane_match::contest::{MoveClock, Python};
use wane_match::sandbox::{ResourceLimits, Sandbox};
use wane_testkit::child::Child;
use wane_testkit::temp_dir::TempDir;

/// Starts a file in the sandbox, alone or with its folder, and asks it for a move in the start position.
fn go(file: &Path, folder: Option<&Path>) -> (Hello, AgentChoice) {
    let python = Python::find("python3".as_ref()).expect("Python");
    let jail = python.jail(file, folder, ResourceLimits::default()).expect("a jail");
    let sandbox = Sandbox::find().unwrap_or_else(|error| panic!("{error}"));
    let mut host = Child::spawn(sandbox.command(&jail).expect("a command")).expect("a host");
    let answer = |host: &Child| {
        let line = host.line(Duration::from_mins(1)).expect("a line");
        line.parse::<Answer>().expect("an answer").reply
    };
    let Reply::Hello(hello) = answer(&host) else { panic!() };
    let (size, colour, board) = (Size::Eight, Colour::Black, BoardKind::Array);
    let new = Command::New { size, colour, time_out_ms: 5000, board };
    let go =
        Command::Go { position: AnyPosition::start(size), limit_ms: 200, clock: MoveClock::Wall };
    let mut ask = |command| {
        host.say(Question { token: 1, command });
        answer(&host)
    };
    assert_eq!((ask(Command::Load), ask(new)), (Reply::Loaded, Reply::Ready));
    let Reply::Choice(choice) = ask(go) else { panic!() };
    assert_eq!(host.end().expect("it ends").1.code(), Some(0));
    (hello, choice)
}

/// An agent that executes these lines and then searches for ever.
fn agent(go: &str) -> String {
    format!(
        "
class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []
    def go(self, chessboard):
        import os
        {}
        while True: pass
",
        go.replace('\n', "\n        ")
    )
}

#[test]
fn a_contest_file_plays_in_the_sandbox() {
    let folder = TempDir::new().unwrap();
    folder.write("tables.py", "MOVE = (2, 3)").unwrap();
    let text = agent("from tables import MOVE\nself.candidate_list = [MOVE]");
    let file = folder.write("agent.py", text).unwrap();
    let (_, choice) = go(&file, Some(folder.path()));
    assert_eq!(choice.last, Last::Move { row: 2, column: 3 });
}

#[test]
fn a_file_that_is_named_alone_sees_no_other() {
    let folder = TempDir::new().unwrap();
    folder.write("opponent.py", "SECRET = 1").unwrap();
    let text = agent("self.candidate_list = [sorted(os.listdir('.'))]");
    let file = folder.write("agent.py", text).unwrap();
    let shown = |folder| match go(&file, folder).1.last {
        Last::NotAMove(shown) => shown,
        other => panic!("{other:?}"),
    };
    assert_eq!(shown(None), "['agent.py']");
    assert_eq!(shown(Some(folder.path())), "['agent.py', 'opponent.py']");
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that was skipped says so")]
fn where_the_kernel_has_landlock_an_agent_starts_no_program_and_signals_no_other_process() {
    let folder = TempDir::new().unwrap();
    let text = agent(
        "refused = []
for act in (
    lambda: os.execv('/bin/true', ['true']),
    lambda: os.kill(1, 0),
    lambda: open('/proc/1/mem', 'r+b'),
    lambda: open('/dev/full', 'w'),
):
    try: act()
    except OSError as error: refused.append(type(error).__name__)
with open('/tmp/mine', 'w') as file, open('/dev/null', 'w') as nothing:
    print('written', file=file)
self.candidate_list = [refused]",
    );
    let file = folder.write("agent.py", text).unwrap();
    let (hello, choice) = go(&file, None);
    if hello.landlock == Some(0) {
        eprintln!("skipped, since the kernel has no Landlock");
        return;
    }
    let refused = "['PermissionError', 'PermissionError', 'FileNotFoundError', 'PermissionError']";
    assert_eq!(choice.last, Last::NotAMove(refused.into()));
}
