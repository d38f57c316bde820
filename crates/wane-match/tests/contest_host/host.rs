//! [`Host`]: a host of a contest file with the real Python.

use std::ffi::OsStr;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use wane_board::{AnyPosition, Colour, Size};
use wane_match::contest::line::{
    AgentChoice, Answer, BoardKind, Command, Hello, Last, Question, Reply,
};
use wane_match::contest::{HostFailure, MoveClock, Python};
use wane_testkit::child::Child;
use wane_testkit::temp_dir::TempDir;

/// How long an answer may take that needs no thinking; the machine may be busy.
pub(crate) const PROMPT: Duration = Duration::from_mins(1);

/// A host with its agent, and the output of the agent.
pub(crate) struct Host {
    pub(crate) child: Child,
    pub(crate) folder: TempDir,
    pub(crate) hello: Hello,
    questions: u64,
}

impl Host {
    /// Starts a host for an agent of this text.
    pub(crate) fn start(agent: &str) -> Self {
        let folder = folder_with(agent);
        Self::start_in(folder, &[])
    }

    pub(crate) fn start_in(folder: TempDir, environment: &[(&str, &OsStr)]) -> Self {
        let mut command = python().command(&folder.path().join("agent.py")).expect("a folder");
        let printed = fs::File::create(folder.path().join("printed")).expect("a new file");
        command.stderr(Stdio::from(printed)).envs(environment.iter().copied());
        let child = Child::spawn(command).expect("Python starts");
        let Answer { token: None, reply: Reply::Hello(hello) } = answer(&child) else {
            panic!("no hello")
        };
        Self { child, folder, hello, questions: 0 }
    }

    /// One that is ready to play black on 8x8.
    pub(crate) fn ready(agent: &str) -> Self {
        let mut host = Self::start(agent);
        host.load(&new_game(Size::Eight, BoardKind::Array));
        host
    }

    /// Has it load the agent and begin a game.
    pub(crate) fn load(&mut self, new_game: &Command) {
        assert_eq!(self.ask(&Command::Load), Reply::Loaded);
        assert_eq!(self.ask(new_game), Reply::Ready);
    }

    pub(crate) fn ask(&mut self, command: &Command) -> Reply {
        self.questions += 1;
        let token = self.questions << 32;
        self.child.say(Question { token, command: command.clone() });
        let Answer { token: own, reply } = answer(&self.child);
        assert_eq!(own, Some(token), "{reply:?}");
        reply
    }

    /// Its choice in the start position.
    pub(crate) fn go(&mut self, limit_ms: u64) -> AgentChoice {
        self.go_by(MoveClock::Wall, limit_ms)
    }

    /// The same with a limit of this time.
    pub(crate) fn go_by(&mut self, clock: MoveClock, limit_ms: u64) -> AgentChoice {
        let position = AnyPosition::start(Size::Eight);
        match self.ask(&Command::Go { position, limit_ms, clock }) {
            Reply::Choice(choice) => choice,
            other => panic!("{other:?}"),
        }
    }

    /// Why an agent cannot play.
    pub(crate) fn refusal(agent: &str) -> HostFailure {
        let mut host = Self::start(agent);
        let answer = match host.ask(&Command::Load) {
            Reply::Loaded => host.ask(&new_game(Size::Eight, BoardKind::Array)),
            other => other,
        };
        let Reply::Failed { why } = answer else { panic!("{answer:?}") };
        why
    }

    pub(crate) fn printed(&self) -> String {
        fs::read_to_string(self.folder.path().join("printed")).expect("it was made")
    }
}

pub(crate) fn python() -> Python {
    Python::find("python3".as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn folder_with(agent: &str) -> TempDir {
    let folder = TempDir::new().expect("a new folder");
    folder.write("agent.py", agent).expect("a new file");
    folder
}

pub(crate) fn answer(child: &Child) -> Answer {
    let line = child.line(PROMPT).expect("the host does not answer");
    line.parse().unwrap_or_else(|error| panic!("{error}: {line}"))
}

pub(crate) fn new_game(size: Size, board: BoardKind) -> Command {
    Command::New { size, colour: Colour::Black, time_out_ms: 5000, board }
}

pub(crate) fn at(row: i64, column: i64) -> Last {
    Last::Move { row, column }
}

/// An agent whose `go` has these lines.
pub(crate) fn agent(go: &str) -> String {
    let head = "\
class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []
    def go(self, chessboard):
        self.candidate_list = []
        ";
    format!("{head}{}\n", go.replace('\n', "\n        "))
}
