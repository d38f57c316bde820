//! The choice of an agent: which candidate counts, at the limit and after an exception.

use std::time::{Duration, Instant};

use wane_board::Size;
use wane_match::contest::MoveClock;
use wane_match::contest::line::{AgentChoice, BoardKind, Command, Last, Reply};
use wane_testkit::temp_dir::TempDir;

use crate::host::{Host, agent, at, folder_with, new_game};

/// The choices of one agent whose `go` executes these cases one after the other.
fn choices(cases: &[String]) -> Vec<AgentChoice> {
    let go = "self.case = getattr(self, 'case', -1) + 1\nexec(CASES[self.case])";
    // A list of texts is written alike in JSON and in Python.
    let list = serde_json::to_string(cases).expect("texts");
    let mut host = Host::ready(&format!("import numpy\nCASES = {list}\n{}", agent(go)));
    cases.iter().map(|_| host.go(5000)).collect()
}

#[test]
fn the_last_candidate_is_the_move() {
    let mut host = Host::ready(&agent("self.candidate_list += [(2, 3), (3, 2), (4, 5)]"));
    let choice = host.go(5000);
    assert_eq!((choice.last, choice.candidates), (at(4, 5), 3));
    assert_eq!(choice.raised, None);
}

#[test]
fn what_does_not_count_is_told_too() {
    let mut host = Host::ready(&agent("self.candidate_list += [(2, 3), 'd3', (4.0, 5)]"));
    let choice = host.go(5000);
    assert_eq!((choice.candidates, choice.listed), (3, vec![(2, 3), (4, 5)]));
    assert_eq!((choice.returned, choice.changed_board), (None, false));
    let mut host = Host::ready(&agent("chessboard[0][7] = 1\nreturn (2, 3)"));
    for board in [BoardKind::Array, BoardKind::Lists] {
        assert_eq!(host.ask(&new_game(Size::Eight, board)), Reply::Ready);
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
            "catches everything and continues",
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
            assert_eq!(choice.raised, None, "{habit}");
            assert!((300..5000).contains(&took.as_millis()), "{habit}: {took:?}");
        }
    }
}

#[test]
fn a_limit_of_cpu_time_is_that_of_all_threads_and_of_nothing_else() {
    let burn = "self.candidate_list.append((2, 3))\n\
                import time\n\
                began = time.process_time()\n\
                while True: self.seen = time.process_time() - began";
    let mut host = Host::ready(&agent(burn));
    for _ in 0..2 {
        let choice = host.go_by(MoveClock::Cpu, 300);
        assert_eq!((&choice.last, &choice.raised), (&at(2, 3), &None));
        assert!(choice.stopped_at.is_some());
    }
    // A limit on the wall may come between.
    assert_eq!(host.go(100).last, at(2, 3));
    let threads = "import hashlib, threading\n\
                   self.candidate_list.append((2, 3))\n\
                   def work():\n    while True: hashlib.sha256(b'x' * 100000).digest()\n\
                   for _ in range(2): threading.Thread(target=work, daemon=True).start()\n\
                   work()";
    let choice = Host::ready(&agent(threads)).go_by(MoveClock::Cpu, 300);
    assert!(choice.stopped_at.is_some(), "{choice:?}");
    let sleep = "import time\ntime.sleep(0.5)\nself.candidate_list.append((2, 3))";
    let choice = Host::ready(&agent(sleep)).go_by(MoveClock::Cpu, 200);
    assert_eq!((choice.last, choice.stopped_at), (at(2, 3), None));
    let alarm = "import signal, time\n\
                 def ring(number, frame): raise TimeoutError\n\
                 signal.signal(signal.SIGALRM, ring)\n\
                 signal.setitimer(signal.ITIMER_REAL, 0.1)\n\
                 try: time.sleep(20)\n\
                 except TimeoutError: self.candidate_list.append((4, 5))";
    assert_eq!(Host::ready(&agent(alarm)).go_by(MoveClock::Cpu, 5000).last, at(4, 5));
}

/// A host on a system without a timer.
fn watched(text: &str) -> (Host, TempDir) {
    let system = TempDir::new().expect("a new folder");
    let without = "import signal\ndel signal.setitimer\n";
    system.write("sitecustomize.py", without).expect("a new file");
    let environment = [("PYTHONPATH", system.path().as_os_str())];
    let mut host = Host::start_in(folder_with(text), &environment);
    host.load(&new_game(Size::Eight, BoardKind::Array));
    (host, system)
}

#[test]
fn where_there_is_no_timer_a_thread_ends_the_agent() {
    for (habit, go) in [
        ("computes", "self.candidate_list.append((2, 3))\nwhile True: pass"),
        ("computes in C", "self.candidate_list.append((2, 3))\nwhile True: sum(range(9999))"),
        (
            "catches everything and continues",
            "self.candidate_list.append((2, 3))\n\
             for _ in range(20):\n    try:\n        while True: pass\n    except: self.candidate_list.append((7, 7))",
        ),
    ] {
        let (mut host, _system) = watched(&agent(go));
        for _ in 0..3 {
            let began = Instant::now();
            let choice = host.go(200);
            let took = began.elapsed();
            assert_eq!((&choice.last, choice.candidates), (&at(2, 3), 1), "{habit}");
            assert_eq!(choice.raised, None, "{habit}");
            assert!(choice.stopped_at.is_some(), "{habit}");
            assert!((200..5000).contains(&took.as_millis()), "{habit}: {took:?}");
        }
    }
    // One that ends just before the limit, again and again, and is never hit by an exception of another move.
    let until = "import time\n\
                 began = time.monotonic()\n\
                 self.candidate_list.append((2, 3))\n\
                 while time.monotonic() < began + 0.0199: pass";
    let (mut host, _system) = watched(&agent(until));
    for _ in 0..50 {
        let choice = host.go(20);
        assert_eq!((choice.last, choice.raised), (at(2, 3), None));
    }
    let cling = agent("self.candidate_list.append((2, 3))\ncling(50)")
        + "\ndef cling(levels):\n    while True:\n        try:\n            \
               cling(levels - 1) if levels else sum(range(9999))\n        except: pass\n";
    let (mut host, _system) = watched(&cling);
    assert_eq!(host.go(100).last, at(2, 3));
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(86)));
}

#[test]
fn an_agent_at_the_end_of_the_stack_is_interrupted_too() {
    let text = agent("self.candidate_list.append((2, 3))\ndive()")
        + "\ndef dive():\n    try:\n        dive()\n    except RecursionError:\n        while True: pass\n";
    let mut host = Host::ready(&text);
    for _ in 0..2 {
        assert_eq!(host.go(300).last, at(2, 3));
    }
}

#[test]
fn an_agent_that_catches_the_end_for_ever_is_ended_with_the_host() {
    let text = agent("self.candidate_list.append((2, 3))\ncling(50)")
        + "\nimport time\ndef cling(levels):\n    while True:\n        try:\n            \
               cling(levels - 1) if levels else time.sleep(60)\n        except: pass\n";
    let mut host = Host::ready(&text);
    assert_eq!(host.go(100).last, at(2, 3));
    let (lines, status) = host.child.end().unwrap();
    assert_eq!((lines, status.code()), (vec![], Some(86)));
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
        assert_eq!((&choice.last, choice.candidates), (&at(2, 3), 1), "{choice:?}");
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
        let began = Instant::now();
        let choice = host.go(1000);
        assert_eq!((choice.last, choice.raised), (at(2, 3), None));
        assert!((1000..6000).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
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
        assert_eq!(choice.raised.unwrap().to_string(), raised);
        assert_eq!((choice.last, choice.candidates), (at(2, 3), 1));
    }
}

#[test]
fn too_deep_a_recursion_is_an_exception_like_others() {
    let text = agent("self.go(chessboard)");
    let mut host = Host::ready(&text);
    let raised = host.go(20_000).raised.unwrap();
    assert!(raised.text.starts_with("maximum recursion depth exceeded"), "{raised}");
    assert!(raised.name == "RecursionError" && raised.traceback.contains("RecursionError"));
}

#[test]
fn long_texts_are_cut() {
    let choice = Host::ready(&agent("raise ValueError('x' * 100000)")).go(5000);
    let raised = choice.raised.unwrap();
    assert!(raised.text.len() < 400 && raised.text.ends_with("xxx..."), "{raised}");
    assert!(raised.traceback.len() <= 2000, "{}", raised.traceback);
    let choice = Host::ready(&agent("self.candidate_list.append('y' * 100000)")).go(5000);
    assert!(matches!(choice.last, Last::NotAMove(text) if text.len() < 400));
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
    ];
    let texts = cases.map(|(candidates, _)| format!("self.candidate_list = {candidates}"));
    for ((_, shown), choice) in cases.into_iter().zip(choices(&texts)) {
        assert_eq!(choice.last, Last::NotAMove(shown.into()));
    }
    let lists = ["None", "{(2, 3)}", "{1: (2, 3)}"];
    let texts = lists.map(|list| format!("self.candidate_list = {list}"));
    for (list, choice) in lists.into_iter().zip(choices(&texts)) {
        assert_eq!(choice.last, Last::NotAList(list.into()));
    }
    let choice = Host::ready(&agent("del self.candidate_list")).go(5000);
    let Last::NoList(error) = choice.last else { panic!("{choice:?}") };
    assert_eq!(error.to_string(), "AttributeError: 'AI' object has no attribute 'candidate_list'");
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
    if host.hello.numba.version().is_none() {
        eprintln!("skipped, since numba is not installed: pip install numba");
        return;
    }
    host.load(&new_game(Size::Eight, BoardKind::Array));
    let Reply::Warmed { raised: None } = host.ask(&Command::Warm { limit_ms: 60_000 }) else {
        panic!("{}", host.printed())
    };
    let choice = host.go(20);
    assert_eq!((&choice.last, choice.candidates), (&at(2, 3), 1));
}
