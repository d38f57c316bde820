//! The session with a host: loading an agent, its board, its output, warming up, and the end.

use wane_board::{AnyPosition, Colour, Size};
use wane_match::contest::HostFailure;
use wane_match::contest::MoveClock;
use wane_match::contest::line::{
    Answer, BoardKind, Command, Hello, Last, Library, Question, Reply,
};
use wane_testkit::child::Child;
use wane_testkit::temp_dir::TempDir;

use crate::host::{Host, agent, answer, at, folder_with, new_game, python};

#[test]
fn the_host_reports_its_versions_before_it_loads_the_agent() {
    let Hello { v, python, numpy, numba, landlock } = Host::start(&agent("pass")).hello;
    assert_eq!((v, landlock), (2, None), "it is not in a sandbox");
    assert!(python.starts_with("3."), "{python}");
    assert!(numpy.version().is_some(), "these tests need numpy: pip install numpy");
    assert_eq!(numba, Library::NotNeeded, "the agent does not mention it");
}

#[test]
fn the_agent_is_told_its_size_colour_and_time() {
    let go = "self.candidate_list.append((self.chessboard_size, self.color, self.time_out))";
    let mut host = Host::ready(&agent(go));
    for (size, colour, time_out_ms, told) in [
        (Size::Four, Colour::White, 5000, "(4, 1, 5)"),
        (Size::Six, Colour::Black, 250, "(6, -1, 0.25)"),
        (Size::Eight, Colour::Black, 5000, "(8, -1, 5)"),
    ] {
        let board = BoardKind::Array;
        assert_eq!(host.ask(&Command::New { size, colour, time_out_ms, board }), Reply::Ready);
        let go = Command::Go {
            position: AnyPosition::start(size),
            limit_ms: 5000,
            clock: MoveClock::Wall,
        };
        let Reply::Choice(choice) = host.ask(&go) else { panic!() };
        assert_eq!(choice.last, Last::NotAMove(told.into()));
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
    let go_on_four = Command::Go {
        position: AnyPosition::start(Size::Four),
        limit_ms: 5000,
        clock: MoveClock::Wall,
    };
    let mut wanted = Host::start(&agent(go));
    wanted.load(&new_game(Size::Four, BoardKind::Lists));

    let without = TempDir::new().unwrap();
    without.write("numpy.py", "raise ImportError('not here')").unwrap();
    let mut missing =
        Host::start_in(folder_with(&agent(go)), &[("PYTHONPATH", without.path().as_os_str())]);
    let Library::Missing(error) = &missing.hello.numpy else { panic!("{:?}", missing.hello) };
    assert_eq!(error.to_string(), "ImportError: not here");
    missing.load(&new_game(Size::Four, BoardKind::Array));
    // The host itself prints nothing.
    assert_eq!(missing.printed(), "");

    for host in [&mut wanted, &mut missing] {
        let Reply::Choice(choice) = host.ask(&go_on_four) else { panic!() };
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
    let raised = choice.raised.unwrap().to_string();
    assert_eq!(raised, "EOFError: EOF when reading a line (agent.py, line 7)");
}

#[test]
fn files_beside_the_agent_are_found_and_hide_no_standard_module() {
    let folder = TempDir::new().unwrap();
    // Some that the host needs, some that numpy needs, one that no module has loaded before the agent.
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
    host.load(&new_game(Size::Eight, BoardKind::Array));
    let choice = host.go(5000);
    assert_eq!((choice.last, choice.raised), (at(4, 2), None));
}

#[test]
fn an_agent_may_have_the_name_of_a_standard_module() {
    let folder = TempDir::new().unwrap();
    let text = "import numpy.random\n".to_string() + &agent("self.candidate_list.append((1, 1))");
    let file = folder.write("random.py", text).unwrap();
    let mut child = Child::spawn(python().command(&file).unwrap()).unwrap();
    assert!(matches!(answer(&child).reply, Reply::Hello(_)));
    child.say(Question { token: 1, command: Command::Load });
    assert_eq!(answer(&child), Answer { token: Some(1), reply: Reply::Loaded });
}

#[test]
fn code_for_the_main_program_does_not_run() {
    let text = agent("self.candidate_list.append((2, 3))")
        + "\nif __name__ == '__main__':\n    raise SystemExit('run as a program')\n";
    assert_eq!(Host::ready(&text).go(5000).last, at(2, 3));
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
        let said = Host::refusal(&text).to_string();
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
    let Reply::Warmed { raised: None } = host.ask(&Command::Warm { limit_ms: 60_000 }) else {
        panic!("{}", host.printed())
    };
    assert_eq!(host.go(5000).last, at(1, 0));
}

#[test]
fn what_goes_wrong_in_warming_up_is_a_remark() {
    for (go, expected) in [
        ("1 / 0", Some("ZeroDivisionError: division by zero (agent.py, line 7)")),
        ("while True: pass", None),
    ] {
        let mut host = Host::ready(&agent(go));
        match host.ask(&Command::Warm { limit_ms: 200 }) {
            Reply::Warmed { raised } => {
                assert_eq!(raised.map(|error| error.to_string()).as_deref(), expected);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_agent_that_ends_the_process_is_seen_by_its_exit_code() {
    let mut host = Host::ready(&agent("import os\nos._exit(7)"));
    let command = Command::Go {
        position: AnyPosition::start(Size::Eight),
        limit_ms: 5000,
        clock: MoveClock::Wall,
    };
    host.child.say(Question { token: 1, command });
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(7)));
}

#[test]
fn the_host_ends_with_its_input_and_waits_for_no_thread() {
    let go = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()";
    let mut host = Host::ready(&agent(go));
    host.go(5000);
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(0)));
}

#[test]
fn commands_that_cannot_be_executed_are_answered_and_the_host_continues() {
    let mut host = Host::start(&agent("self.candidate_list.append((2, 3))"));
    let go = Command::Go {
        position: AnyPosition::start(Size::Eight),
        limit_ms: 5000,
        clock: MoveClock::Wall,
    };
    for line in [
        Question { token: 1, command: go }.to_string().as_str(),
        r#"{"token":1,"do":"new","size":8,"colour":"black","time_out_ms":5000}"#,
        r#"{"token":1,"do":"warm","limit_ms":5}"#,
        "",
        "hello",
        "[]",
        "3",
        r#"{"do":"load"}"#,
        r#"{"token":1}"#,
        r#"{"token":1,"do":"dance"}"#,
        r#"{"token":1,"do":["new"]}"#,
        r#"{"token":1,"do":"new","size":8}"#,
        r#"{"token":1,"do":"new","size":8,"colour":"red","time_out_ms":5000}"#,
        r#"{"token":1,"do":"new","size":8,"colour":"black","time_out_ms":"x"}"#,
    ] {
        host.child.say(line);
        let Answer { token, reply } = answer(&host.child);
        let why = HostFailure::NotACommand { detail: "".into() };
        let is_like = |other| std::mem::discriminant(&why) == std::mem::discriminant(other);
        assert!(matches!(&reply, Reply::Failed { why } if is_like(why)), "{line}: {reply:?}");
        assert_eq!(token.is_some(), line.contains("token"), "{line}");
    }
    host.load(&new_game(Size::Eight, BoardKind::Array));
    let small = Command::Go {
        position: AnyPosition::start(Size::Four),
        limit_ms: 5000,
        clock: MoveClock::Wall,
    };
    let Reply::Failed { why } = host.ask(&small) else { panic!() };
    assert!(why.to_string().contains("16 squares on a board of size 8"), "{why}");
    assert_eq!(host.go(5000).last, at(2, 3));
}
