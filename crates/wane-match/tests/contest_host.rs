//! The host of contest files, with the real Python, and agents with all the habits of real ones.

use std::ffi::OsStr;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use wane_board::{AnyPosition, Colour, Size};
use wane_match::contest::Python;
use wane_match::contest::line::{Answer, BoardKind, Choice, Command, Hello, Last};
use wane_testkit::child::Child;
use wane_testkit::temp_dir::TempDir;

/// How long an answer may take that needs no thinking. Machines have other things to do.
const PROMPT: Duration = Duration::from_mins(1);

/// A host with its agent, and whatever the agent prints.
struct Host {
    child: Child,
    folder: TempDir,
    hello: Hello,
}

impl Host {
    /// Starts a host for an agent of this text.
    fn start(agent: &str) -> Self {
        let folder = folder_with(agent);
        Self::start_in(folder, &[])
    }

    fn start_in(folder: TempDir, environment: &[(&str, &OsStr)]) -> Self {
        let mut command = python().command(&folder.path().join("agent.py")).expect("a folder");
        let printed = fs::File::create(folder.path().join("printed")).expect("a new file");
        command.stderr(Stdio::from(printed)).envs(environment.iter().copied());
        let child = Child::spawn(command).expect("Python starts");
        let Answer::Hello(hello) = answer(&child) else { panic!("no hello") };
        Self { child, folder, hello }
    }

    /// One that is ready to play black on 8x8.
    fn ready(agent: &str) -> Self {
        let mut host = Self::start(agent);
        assert_eq!(host.ask(&new_game(Size::Eight, BoardKind::Array)), Answer::Ready);
        host
    }

    fn ask(&mut self, command: &Command) -> Answer {
        self.child.say(command);
        answer(&self.child)
    }

    /// What it chooses in the start position.
    fn go(&mut self, limit_ms: u64) -> Choice {
        let position = AnyPosition::start(Size::Eight);
        match self.ask(&Command::Go { position, limit_ms }) {
            Answer::Choice(choice) => choice,
            other => panic!("{other}"),
        }
    }

    /// Why there is no game.
    fn refusal(agent: &str) -> String {
        match Self::start(agent).ask(&new_game(Size::Eight, BoardKind::Array)) {
            Answer::Error { text } => text,
            other => panic!("{other}"),
        }
    }

    fn printed(&self) -> String {
        fs::read_to_string(self.folder.path().join("printed")).expect("it was made")
    }
}

fn python() -> Python {
    Python::find("python3".as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

fn folder_with(agent: &str) -> TempDir {
    let folder = TempDir::new().expect("a new folder");
    folder.write("agent.py", agent).expect("a new file");
    folder
}

fn answer(child: &Child) -> Answer {
    let line = child.line(PROMPT).expect("the host does not answer");
    line.parse().unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn new_game(size: Size, board: BoardKind) -> Command {
    Command::New { size, colour: Colour::Black, time_out_ms: 5000, board }
}

fn at(row: i64, column: i64) -> Last {
    Last::Move { row, column }
}

/// An agent whose `go` has these lines.
fn agent(go: &str) -> String {
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

/// What one agent chooses whose `go` does one of these after the other.
fn choices(cases: &[String]) -> Vec<Choice> {
    let go = "self.case = getattr(self, 'case', -1) + 1\nexec(CASES[self.case])";
    // A list of texts is written alike in JSON and in Python.
    let list = serde_json::to_string(cases).expect("texts");
    let mut host = Host::ready(&format!("import numpy\nCASES = {list}\n{}", agent(go)));
    cases.iter().map(|_| host.go(5000)).collect()
}

#[test]
fn the_host_says_what_there_is_before_the_agent() {
    let Hello { v, python, numpy, numba, resident_bytes } = Host::start(&agent("pass")).hello;
    assert_eq!(v, 1);
    assert!(python.starts_with("3."), "{python}");
    assert!(numpy.is_some(), "these tests need numpy: pip install numpy");
    assert_eq!(numba, None, "the agent does not mention it");
    assert!((5_000_000..200_000_000).contains(&resident_bytes), "{resident_bytes}");
}

#[test]
fn the_last_candidate_is_the_move() {
    let mut host = Host::ready(&agent("self.candidate_list += [(2, 3), (3, 2), (4, 5)]"));
    let choice = host.go(5000);
    assert_eq!((choice.last, choice.candidates), (at(4, 5), 3));
    assert_eq!((choice.interrupted, choice.raised), (false, None));
}

#[test]
fn what_does_not_count_is_told_too() {
    let mut host = Host::ready(&agent("self.candidate_list += [(2, 3), 'd3', (4.0, 5)]"));
    let choice = host.go(5000);
    assert_eq!((choice.candidates, choice.listed), (3, vec![(2, 3), (4, 5)]));
    assert_eq!((choice.returned, choice.changed_board), (None, false));
    let mut host = Host::ready(&agent("chessboard[0][7] = 1\nreturn (2, 3)"));
    for board in [BoardKind::Array, BoardKind::Lists] {
        assert_eq!(host.ask(&new_game(Size::Eight, board)), Answer::Ready);
        let choice = host.go(5000);
        assert_eq!((choice.listed, choice.changed_board), (vec![], true), "{board:?}");
        assert_eq!(choice.returned.as_deref(), Some("(2, 3)"));
    }
    let many = choices(&["self.candidate_list = [(1, 2)] * 100000".into()]).remove(0);
    assert_eq!((many.candidates, many.listed.len()), (100_000, 500));
}

#[test]
fn no_candidate_is_no_move() {
    let choice = Host::ready(&agent("pass")).go(5000);
    assert_eq!((choice.last, choice.candidates, choice.raised), (Last::None, 0, None));
}

#[test]
fn the_agent_is_told_its_size_colour_and_time() {
    let go = "self.candidate_list.append((self.chessboard_size, self.color, self.time_out))";
    let mut host = Host::start(&agent(go));
    for (size, colour, time_out_ms, told) in [
        (Size::Four, Colour::White, 5000, "(4, 1, 5)"),
        (Size::Six, Colour::Black, 250, "(6, -1, 0.25)"),
        (Size::Eight, Colour::Black, 5000, "(8, -1, 5)"),
    ] {
        let board = BoardKind::Array;
        assert_eq!(host.ask(&Command::New { size, colour, time_out_ms, board }), Answer::Ready);
        let go = Command::Go { position: AnyPosition::start(size), limit_ms: 5000 };
        let Answer::Choice(choice) = host.ask(&go) else { panic!() };
        assert_eq!(choice.last, Last::Bad(told.into()));
    }
}

#[test]
fn the_board_is_an_array_with_minus_one_for_black() {
    let go = "assert type(chessboard).__name__ == 'ndarray' and chessboard.shape == (8, 8)\n\
              assert chessboard[3, 3] == chessboard[4, 4] == 1\n\
              assert chessboard[3, 4] == chessboard[4, 3] == -1\n\
              assert (chessboard != 0).sum() == 4\n\
              chessboard[:] = 7";
    let mut host = Host::ready(&agent(go));
    for _ in 0..2 {
        assert_eq!(host.go(5000).raised, None);
    }
}

#[test]
fn the_board_is_lists_where_these_are_wanted_or_numpy_is_missing() {
    let go = "assert type(chessboard) is list and type(chessboard[0]) is list\n\
              assert chessboard[1][2] == -1 and len(chessboard) == 4";
    let go_on_four = Command::Go { position: AnyPosition::start(Size::Four), limit_ms: 5000 };
    let mut wanted = Host::start(&agent(go));
    assert_eq!(wanted.ask(&new_game(Size::Four, BoardKind::Lists)), Answer::Ready);

    let without = TempDir::new().unwrap();
    without.write("numpy.py", "raise ImportError('not here')").unwrap();
    let mut missing =
        Host::start_in(folder_with(&agent(go)), &[("PYTHONPATH", without.path().as_os_str())]);
    assert_eq!(missing.hello.numpy, None);
    assert_eq!(missing.ask(&new_game(Size::Four, BoardKind::Array)), Answer::Ready);

    for host in [&mut wanted, &mut missing] {
        let Answer::Choice(choice) = host.ask(&go_on_four) else { panic!() };
        assert_eq!(choice.raised, None);
    }
}

#[test]
fn what_the_agent_prints_does_not_reach_the_referee() {
    let text = "import ctypes, os, sys\n\
                print('printed while loading')\n\
                os.write(1, b'{\"is\":\"ready\"}\\n')\n"
        .to_string()
        + &agent(
            "print('printed in go \\u4e2d \\ud800')\n\
             sys.__stdout__.write('{\"is\":\"choice\"}\\n')\n\
             ctypes.CDLL(None).puts(b'printed by C')\n\
             ctypes.CDLL(None).fflush(None)\n\
             self.candidate_list.append((2, 3))",
        );
    let mut host = Host::ready(&text);
    assert_eq!(host.go(5000).last, at(2, 3));
    let printed = host.printed();
    for text in ["printed while loading", "{\"is\":\"ready\"}", "printed in go 中", "printed by C"]
    {
        assert!(printed.contains(text), "{text} is not in {printed}");
    }
}

#[test]
fn the_agent_cannot_read_what_the_referee_says() {
    let choice = Host::ready(&agent("input()")).go(5000);
    assert_eq!(choice.raised.unwrap(), "EOFError: EOF when reading a line (agent.py, line 7)");
}

#[test]
fn files_beside_the_agent_are_found_and_hide_no_standard_module() {
    let folder = TempDir::new().unwrap();
    // Some that the host needs, some that numpy needs, one that nobody has loaded before the agent.
    for name in ["glob.py", "inspect.py", "json.py", "random.py", "secrets.py", "colorsys.py"] {
        folder.write(name, "raise SystemExit('not the module that was meant')").unwrap();
    }
    folder.write("tables.py", "import agent\nWEIGHTS = [4, agent.EDGE]\n").unwrap();
    folder.write("weights.txt", "5 1").unwrap();
    let text = "import colorsys, numpy.random, random\nEDGE = 2\nfrom tables import WEIGHTS\n"
        .to_string()
        + &agent(
            "random.random()\n\
             self.candidate_list.append(WEIGHTS)\n\
             self.candidate_list.append([int(word) for word in open('weights.txt').read().split()])\n\
             self.candidate_list.append(WEIGHTS)",
        );
    folder.write("agent.py", text).unwrap();
    let mut host = Host::start_in(folder, &[]);
    assert_eq!(host.ask(&new_game(Size::Eight, BoardKind::Array)), Answer::Ready);
    let choice = host.go(5000);
    assert_eq!((choice.last, choice.raised), (at(4, 2), None));
}

#[test]
fn an_agent_may_have_the_name_of_a_standard_module() {
    let folder = TempDir::new().unwrap();
    let text = "import numpy.random\n".to_string() + &agent("self.candidate_list.append((1, 1))");
    let file = folder.write("random.py", text).unwrap();
    let mut child = Child::spawn(python().command(&file).unwrap()).unwrap();
    assert!(matches!(answer(&child), Answer::Hello(_)));
    child.say(new_game(Size::Eight, BoardKind::Array));
    assert_eq!(answer(&child), Answer::Ready);
}

#[test]
fn code_for_the_main_program_does_not_run() {
    let text = agent("self.candidate_list.append((2, 3))")
        + "\nif __name__ == '__main__':\n    raise SystemExit('run as a program')\n";
    assert_eq!(Host::ready(&text).go(5000).last, at(2, 3));
}

#[test]
fn at_the_limit_the_last_candidate_of_that_moment_counts() {
    for (habit, go) in [
        ("sleeps", "self.candidate_list.append((2, 3))\nimport time\ntime.sleep(60)"),
        ("computes", "self.candidate_list.append((2, 3))\nwhile True: pass"),
        ("computes in C", "self.candidate_list.append((2, 3))\nwhile True: sum(range(9999))"),
        (
            "catches errors",
            "self.candidate_list.append((2, 3))\nwhile True:\n    try: 1 / 0\n    except Exception: pass",
        ),
        (
            "catches everything and goes on",
            "self.candidate_list.append((2, 3))\n\
             for _ in range(20):\n    try:\n        while True: pass\n    except: self.candidate_list.append((7, 7))",
        ),
        (
            "appends in the end",
            "self.candidate_list.append((2, 3))\n\
             try:\n    while True: pass\nfinally: self.candidate_list.append((7, 7))",
        ),
        (
            "waits for a thread",
            "self.candidate_list.append((2, 3))\n\
             import threading, time\n\
             thread = threading.Thread(target=time.sleep, args=(60,), daemon=True)\n\
             thread.start()\nthread.join()",
        ),
    ] {
        let mut host = Host::ready(&agent(go));
        // The second time nothing is left of the first.
        for _ in 0..2 {
            let began = Instant::now();
            let choice = host.go(300);
            let took = began.elapsed();
            assert_eq!((&choice.last, choice.candidates), (&at(2, 3), 1), "{habit}");
            assert!(choice.interrupted && choice.raised.is_none(), "{habit}: {choice:?}");
            assert!((300..5000).contains(&choice.took_ms), "{habit}: {choice:?}");
            assert!((300..20_000).contains(&took.as_millis()), "{habit}: {took:?}");
        }
    }
}

#[test]
fn an_agent_at_the_end_of_the_stack_is_interrupted_too() {
    let text = agent("self.candidate_list.append((2, 3))\ndive()")
        + "\ndef dive():\n    try:\n        dive()\n    except RecursionError:\n        while True: pass\n";
    let mut host = Host::ready(&text);
    let choice = host.go(300);
    assert_eq!((choice.last, choice.interrupted), (at(2, 3), true));
    assert_eq!(host.go(300).last, at(2, 3));
}

#[test]
fn an_agent_that_catches_the_end_for_ever_is_ended_with_the_host() {
    let text = agent("self.candidate_list.append((2, 3))\ncling(50)")
        + "\nimport time\ndef cling(levels):\n    while True:\n        try:\n            \
               cling(levels - 1) if levels else time.sleep(60)\n        except: pass\n";
    let mut host = Host::ready(&text);
    assert_eq!(host.go(100).last, at(2, 3));
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(3)));
    let printed = fs::read_to_string(host.folder.path().join("printed")).unwrap();
    assert!(printed.contains("catches the end of its time"), "{printed}");
}

#[test]
fn a_single_step_that_takes_long_makes_the_answer_late_and_no_more() {
    // The sum is one step for Python. About four seconds of it, on any machine.
    let text = "import time\n".to_string()
        + &agent(
            "self.candidate_list.append((2, 3))\n\
             began = time.monotonic()\n\
             sum(range(10 ** 6))\n\
             sum(range(int(4 * 10 ** 6 / (time.monotonic() - began))))\n\
             self.candidate_list.append((7, 7))",
        );
    let mut host = Host::ready(&text);
    for _ in 0..2 {
        let choice = host.go(500);
        assert_eq!((&choice.last, choice.interrupted), (&at(2, 3), true), "{choice:?}");
    }
}

#[test]
fn an_agent_with_an_alarm_of_its_own_has_it_and_the_limit() {
    let text = "import signal, time\ndef ring(number, frame): raise TimeoutError('mine')\n"
        .to_string()
        + &agent(
            "assert signal.signal(signal.SIGALRM, ring) in (signal.SIG_DFL, ring)\n\
             signal.setitimer(signal.ITIMER_REAL, 0.2)\n\
             try: time.sleep(60)\n\
             except TimeoutError: self.candidate_list.append((2, 3))\n\
             signal.alarm(50)\n\
             assert signal.alarm(60) == 50\n\
             signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\n\
             signal.signal(signal.SIGALRM, signal.SIG_IGN)\n\
             signal.signal(signal.SIGALRM, ring)\n\
             while True: pass",
        );
    let mut host = Host::ready(&text);
    for _ in 0..2 {
        let choice = host.go(1000);
        assert_eq!((choice.last, choice.interrupted), (at(2, 3), true), "{:?}", choice.raised);
        assert!((1000..6000).contains(&choice.took_ms), "{}", choice.took_ms);
    }
}

#[test]
fn an_alarm_of_the_agent_does_not_outlive_its_move() {
    let text = "import signal\ndef ring(number, frame): raise TimeoutError('mine')\n".to_string()
        + &agent("signal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, 0.05)");
    let mut host = Host::ready(&text);
    assert_eq!(host.go(5000).raised, None);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(host.go(5000).raised, None);
}

#[test]
fn an_exception_is_told_with_the_candidates_until_then() {
    for (go, raised) in [
        ("1 / 0", "ZeroDivisionError: division by zero (agent.py, line 8)"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines (agent.py, line 8)"),
        ("import sys; sys.exit(3)", "SystemExit: 3 (agent.py, line 8)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt (agent.py, line 8)"),
        (
            "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd",
            "Odd (agent.py, line 10)",
        ),
    ] {
        let go = format!("self.candidate_list.append((2, 3))\n{go}");
        let choice = Host::ready(&agent(&go)).go(5000);
        assert_eq!(choice.raised.as_deref(), Some(raised));
        assert_eq!((choice.last, choice.candidates), (at(2, 3), 1));
        assert!(!choice.interrupted);
    }
}

#[test]
fn too_deep_a_recursion_is_an_exception_like_others() {
    let text = agent("self.go(chessboard)");
    let mut host = Host::ready(&text);
    let raised = host.go(20_000).raised.unwrap();
    assert!(raised.starts_with("RecursionError: maximum recursion depth exceeded"), "{raised}");
    assert!(host.printed().contains("RecursionError"));
}

#[test]
fn long_texts_are_cut() {
    let choice = Host::ready(&agent("raise ValueError('x' * 100000)")).go(5000);
    let raised = choice.raised.unwrap();
    assert!(raised.len() < 400 && raised.contains("xxx..."), "{raised}");
    let choice = Host::ready(&agent("self.candidate_list.append('y' * 100000)")).go(5000);
    assert!(matches!(choice.last, Last::Bad(text) if text.len() < 400));
}

#[test]
fn moves_of_all_kinds_are_understood() {
    let cases = [
        "(2, 3)",
        "[2, 3]",
        "numpy.array([2, 3])",
        "numpy.array([2.0, 3.0])",
        "(numpy.int64(2), numpy.int8(3))",
        "tuple(numpy.argwhere(numpy.eye(8, k=1))[2])",
        "(2.0, 3)",
        "iter((2, 3))",
    ]
    .map(|candidate| format!("self.candidate_list.append({candidate})"));
    for (case, choice) in cases.iter().zip(choices(&cases)) {
        assert_eq!(choice.last, at(2, 3), "{case}");
    }
}

#[test]
fn lists_of_all_kinds_are_understood() {
    let cases = [
        "[(1, 1), (2, 3)]",
        "((1, 1), (2, 3))",
        "numpy.array([[1, 1], [2, 3]])",
        "list(map(tuple, numpy.array([[1, 1], [2, 3]])))",
        "__import__('collections').deque([(1, 1), (2, 3)])",
    ]
    .map(|list| format!("self.candidate_list = {list}"));
    for (case, choice) in cases.iter().zip(choices(&cases)) {
        assert_eq!((choice.last, choice.candidates), (at(2, 3), 2), "{case}");
        assert_eq!(choice.listed, [(1, 1), (2, 3)], "{case}");
    }
    let empty = choices(&["self.candidate_list = numpy.zeros((0, 2), int)".into()]).remove(0);
    assert_eq!(empty.last, Last::None);
}

#[test]
fn anything_else_is_no_move() {
    let cases = [
        ("['d3']", "'d3'"),
        ("[(1, 2, 3)]", "(1, 2, 3)"),
        ("[(1, 2), 5]", "5"),
        ("[(0.5, 2)]", "(0.5, 2)"),
        ("[(None, 2)]", "(None, 2)"),
        ("[(10 ** 30, 0)]", "(1000000000000000000000000000000, 0)"),
        ("None", "candidate_list is None"),
        ("{(2, 3)}", "candidate_list is {(2, 3)}"),
        ("{1: (2, 3)}", "candidate_list is {1: (2, 3)}"),
    ];
    let texts = cases.map(|(candidates, _)| format!("self.candidate_list = {candidates}"));
    for ((_, shown), choice) in cases.into_iter().zip(choices(&texts)) {
        assert_eq!(choice.last, Last::Bad(shown.into()));
    }
    let choice = Host::ready(&agent("del self.candidate_list")).go(5000);
    let missing = "AttributeError: 'AI' object has no attribute 'candidate_list'";
    assert_eq!(choice.last, Last::Bad(format!("no candidate_list: {missing}")));
}

#[test]
fn files_that_are_no_agents_are_refused_in_plain_words() {
    let class = |rest: &str| format!("class AI:\n    {rest}\n");
    for (text, refusal) in [
        (String::new(), "the file has no class AI"),
        ("AI = 3".into(), "the file has no class AI"),
        (
            "x = 1\n1 / 0".into(),
            "loading the file raised ZeroDivisionError: division by zero (agent.py, line 2)",
        ),
        (
            "import sys\nsys.exit('bye')".into(),
            "loading the file raised SystemExit: bye (agent.py, line 2)",
        ),
        (
            "import nowhere".into(),
            "loading the file raised ModuleNotFoundError: No module named 'nowhere' (agent.py, line 1)",
        ),
        ("x = (".into(), "loading the file raised SyntaxError: "),
        (class("pass"), "AI takes (), the contest gives (chessboard_size, color, time_out)"),
        (
            class("def __init__(self, size, color): pass"),
            "AI takes (size, color), the contest gives (chessboard_size, color, time_out)",
        ),
        (class("def __init__(self, a, b, c): pass"), "class AI has no method go"),
        (
            class("def __init__(self, a, b, c): 1 / 0"),
            "making an AI raised ZeroDivisionError: division by zero (agent.py, line 2)",
        ),
        (
            class("def __init__(self, a, b, c): pass\n    def go(self): pass"),
            "AI.go takes (), the contest gives (chessboard)",
        ),
    ] {
        let said = Host::refusal(&text);
        assert!(said.starts_with(refusal), "{said}");
    }
}

#[test]
fn more_parameters_are_no_harm_if_they_need_not_be_given() {
    let text = "class AI:\n    candidate_list = [(2, 3)]\n    \
                def __init__(self, a, b, c, depth=4): pass\n    def go(self, board, *more): pass\n";
    assert_eq!(Host::ready(text).go(5000).last, at(2, 3));
}

#[test]
fn warming_up_leaves_the_agent_of_the_game_alone() {
    let go = "self.candidate_list.append((2, 3))\nself.calls = getattr(self, 'calls', 0) + 1\n\
              assert chessboard[3, 4] == -1 and self.color == -1\n\
              self.candidate_list.append((self.calls, 0))";
    let mut host = Host::ready(&agent(go));
    let Answer::Warmed { remark: None, .. } = host.ask(&Command::Warm { limit_ms: 60_000 }) else {
        panic!("{}", host.printed())
    };
    assert_eq!(host.go(5000).last, at(1, 0));
}

#[test]
fn what_goes_wrong_in_warming_up_is_a_remark() {
    for (go, expected) in [
        ("1 / 0", "ZeroDivisionError: division by zero (agent.py, line 7)"),
        ("while True: pass", "not done after 200 ms"),
    ] {
        let mut host = Host::ready(&agent(go));
        match host.ask(&Command::Warm { limit_ms: 200 }) {
            Answer::Warmed { remark, .. } => assert_eq!(remark.as_deref(), Some(expected)),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn an_agent_that_ends_the_process_is_seen_by_its_exit_code() {
    let mut host = Host::ready(&agent("import os\nos._exit(7)"));
    host.child.say(Command::Go { position: AnyPosition::start(Size::Eight), limit_ms: 5000 });
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(7)));
}

#[test]
fn the_host_ends_when_told_and_waits_for_no_thread() {
    let go = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()";
    for quit in [true, false] {
        let mut host = Host::ready(&agent(go));
        host.go(5000);
        if quit {
            host.child.say(Command::Quit);
        }
        let (lines, status) = host.child.end().unwrap();
        assert_eq!((lines, status.code()), (vec![], Some(0)));
    }
}

#[test]
fn commands_that_cannot_be_done_are_answered_and_the_host_goes_on() {
    let mut host = Host::start(&agent("self.candidate_list.append((2, 3))"));
    let go = Command::Go { position: AnyPosition::start(Size::Eight), limit_ms: 5000 };
    for line in [
        go.to_string().as_str(),
        r#"{"do":"warm","limit_ms":5}"#,
        "",
        "hello",
        "[]",
        "3",
        r#"{"do":"dance"}"#,
        r#"{"do":["new"]}"#,
        r#"{"do":"new","size":8}"#,
        r#"{"do":"new","size":8,"colour":"red","time_out_ms":5000}"#,
        r#"{"do":"new","size":8,"colour":"black","time_out_ms":"x"}"#,
    ] {
        host.child.say(line);
        assert!(matches!(answer(&host.child), Answer::Error { .. }), "{line}");
    }
    assert_eq!(host.ask(&new_game(Size::Eight, BoardKind::Array)), Answer::Ready);
    let small = Command::Go { position: AnyPosition::start(Size::Four), limit_ms: 5000 };
    assert_eq!(host.ask(&small), Answer::Error { text: "16 squares on a board of size 8".into() });
    assert_eq!(host.go(5000).last, at(2, 3));
}

/// Compiled code that runs for about three seconds and does not let go of Python.
const NUMBA_AGENT: &str = "
import numba
import time

@numba.njit
def work(rounds):
    x = 1
    for i in range(rounds):
        x = (x * 1103515245 + 12345 + i) & 0x7fffffff
    return x

class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list.append((2, 3))
        began = time.monotonic()
        while time.monotonic() < began + 1:
            self.candidate_list.append((4, int(work(200000000) > 100)))
";

#[test]
#[expect(clippy::print_stderr, reason = "a test that was skipped says so")]
fn candidates_that_native_code_finds_after_the_limit_do_not_count() {
    let mut host = Host::start(NUMBA_AGENT);
    if host.hello.numba.is_none() {
        eprintln!("skipped, since numba is not installed: pip install numba");
        return;
    }
    assert!(host.hello.resident_bytes > 50_000_000, "{}", host.hello.resident_bytes);
    assert_eq!(host.ask(&new_game(Size::Eight, BoardKind::Array)), Answer::Ready);
    let Answer::Warmed { remark: None, .. } = host.ask(&Command::Warm { limit_ms: 60_000 }) else {
        panic!("{}", host.printed())
    };
    let choice = host.go(20);
    assert_eq!((&choice.last, choice.candidates), (&at(2, 3), 1));
    assert!(choice.interrupted && choice.took_ms > 20, "{choice:?}");
}
