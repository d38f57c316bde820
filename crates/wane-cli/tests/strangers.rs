//! Agents, game files and names of files that try to command the terminal, forge lines or flood the screen: what
//! `wane` prints and writes of them, with colours forced so that nothing is filtered on the way.

use std::fs;
use std::process::{Command, Output};

use wane_testkit::temp_dir::TempDir;
use wane_text::is_hidden;

/// Sets the clipboard and the title, clears the screen, forges a line, reverses text, hides a letter.
const EVIL: &str = "\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\n\rwane: all good\u{202e}gnp\u{200b}";

/// More than the longest line of an honest answer.
const LONGEST_LINE: usize = 2100;

fn wane(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wane"))
        .args(args)
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("it can be started")
}

/// The text without our own colours; fails if something else is hidden in it, or if a line is long or forged.
#[track_caller]
fn harmless(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).expect("it is text");
    let mut plain = String::new();
    for (index, part) in text.split("\u{1b}[").enumerate() {
        let style = part.find('m').filter(|&end| {
            index > 0 && part[..end].bytes().all(|byte| byte.is_ascii_digit() || byte == b';')
        });
        match style {
            Some(end) => plain += &part[end + 1..],
            None if index == 0 => plain += part,
            None => plain += &format!("\u{1b}[{part}"),
        }
    }
    assert_harmless(&plain);
    plain
}

#[track_caller]
fn assert_harmless(text: &str) {
    let hidden = text.chars().find(|&symbol| symbol != '\n' && is_hidden(symbol));
    assert_eq!(hidden, None, "{text:?}");
    for line in text.lines() {
        assert!(!line.starts_with("wane: all good"), "a forged line: {text:?}");
        assert!(line.chars().count() <= LONGEST_LINE, "{} characters", line.len());
    }
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.write(name, text).expect("it can be written");
    path.to_str().expect("it is text").to_owned()
}

/// A contest file whose `go` runs this line.
fn agent(folder: &TempDir, name: &str, line: &str) -> String {
    let text = format!(
        "import os, sys\nEVIL = {EVIL:?}\nclass AI:\n    def __init__(self, chessboard_size, color, time_out):\n        \
         self.candidate_list = []\n    def go(self, chessboard):\n        {line}\n"
    );
    // Rust writes a character as \u{9b}, Python as \u009b.
    let text = EVIL.chars().filter(|symbol| is_hidden(*symbol)).fold(text, |text, symbol| {
        text.replace(&format!("\\u{{{:x}}}", symbol as u32), &format!("\\u{:04x}", symbol as u32))
    });
    write(folder, name, &text)
}

#[test]
fn the_faults_of_agents_do_nothing_to_the_terminal_the_report_or_the_folder() {
    let folder = TempDir::new().unwrap();
    let shown = "raised ValueError: \\u{1b}]52;c;ZXZpbA==\\u{7}";
    for (number, (line, words)) in [
        ("raise ValueError(EVIL)", shown),
        (
            "raise ValueError('<img src=x>' + 'A' * 60000 + EVIL)",
            "raised ValueError: <img src=x>AAA",
        ),
        ("self.candidate_list = [EVIL]", "no pair of whole numbers"),
        ("sys.stderr.write(EVIL); sys.stderr.flush(); os._exit(1)", "its last words: "),
    ]
    .into_iter()
    .enumerate()
    {
        let player = agent(&folder, &format!("{number}.py"), line);
        let out = folder.path().join(format!("m{number}"));
        let run =
            wane(&["match", &player, "random", "--games", "2", "--out", out.to_str().unwrap()]);
        let text = harmless(&run.stdout);
        assert!(text.contains("game 1: ") && text.contains(words), "{line}: {text}");
        harmless(&run.stderr);
        for file in ["games.ggf", "match.json"] {
            assert_harmless(&fs::read_to_string(out.join(file)).unwrap());
        }
        for line in fs::read_to_string(out.join("games.jsonl")).unwrap().lines() {
            assert!(!line.contains(is_hidden) && line.len() < 8000, "{line:?}");
        }
        let report = fs::read_to_string(out.join("report.html")).unwrap();
        assert!(!report.contains(|symbol| symbol != '\n' && is_hidden(symbol)));
        assert!(!report.contains("<img src=x>"));
    }
}

#[test]
fn a_name_of_a_file_does_nothing_to_the_terminal() {
    let folder = TempDir::new().unwrap();
    let name = format!("{EVIL}{}.py", "x".repeat(100)).replace('/', "");
    let player = agent(&folder, &name, "raise ValueError");
    let run = wane(&["match", &player, "random", "--games", "2"]);
    assert!(harmless(&run.stdout).contains(r"\u{1b}]52;c;ZXZpbA==\u{7}"), "{run:?}");
    let missing = format!("{player}.py");
    for args in [
        &["match", &missing, "random"][..],
        &["check", &missing],
        &["show", &missing],
        &["train", &missing, "--out", &missing],
        &["solve", "--size", EVIL, "start"],
        &["match", EVIL, "random"],
        &[EVIL],
    ] {
        let run = wane(args);
        assert!(!run.status.success(), "{run:?}");
        harmless(&run.stdout);
        let error = harmless(&run.stderr);
        assert!(error.contains("error: "), "{args:?}: {error}");
    }
}

#[test]
fn the_check_of_an_agent_quotes_it_harmlessly() {
    let folder = TempDir::new().unwrap();
    for (name, line, words) in [
        ("a.py", "raise ValueError(EVIL)", "ZXZpbA=="),
        ("b.py", "self.candidate_list = (EVIL,)", "ZXZpbA=="),
        ("c.py", "print(EVIL + 'A' * 60000, file=sys.stderr); return EVIL", "go returned"),
    ] {
        let player = agent(&folder, name, line);
        for json in [&[][..], &["--json"]] {
            let run = wane(&[&["check", &player, "--time", "1s"][..], json].concat());
            let text = harmless(&run.stdout);
            assert!(text.contains(words), "{text}");
            harmless(&run.stderr);
        }
    }
}

/// Game files in all formats that have names, with a hostile one.
fn files(folder: &TempDir) -> [String; 4] {
    let long = "B".repeat(3000);
    let json = serde_json::json!({"format": "wane-game", "v": 1, "moves": ["f5"], "evil": EVIL,
        "players": {"black": {"name": EVIL}, "white": {"name": long}}, "place": EVIL, "date": EVIL});
    [
        ("a.ggf", format!(
            "(;GM[Othello]PC[{EVIL}]DT[{EVIL}]PB[{EVIL}]PW[{long}]TI[5:00]TY[8]BO[8 ---------------------------O*------*O\
             --------------------------- *]B[F5];)"
        )),
        ("a.sgf", format!("(;GM[2]SZ[8]PB[{EVIL}]PW[{long}]PC[{EVIL}]DT[{EVIL}];B[fe])")),
        ("a.pgn", format!("[Site \"{EVIL}\"]\n[Black \"{EVIL}\"]\n[White \"{long}\"]\n\n1. f5\n")),
        ("a.json", json.to_string()),
    ]
    .map(|(name, text)| write(folder, name, &text))
}

#[test]
fn names_in_game_files_are_shown_and_converted_harmlessly() {
    let folder = TempDir::new().unwrap();
    for file in files(&folder) {
        let run = wane(&["show", &file]);
        let text = harmless(&run.stdout);
        // PGN has no line breaks in its tags, so ours ends there.
        assert!(
            text.contains(r"\u{1b}]52;c;ZXZpbA==\u{7}") || run.status.code() == Some(3),
            "{run:?}"
        );
        harmless(&run.stderr);
        harmless(&wane(&["show", "--json", &file]).stdout);
        for format in ["ggf", "sgf", "json", "transcript"] {
            let run = wane(&["convert", "--to", format, &file]);
            harmless(&run.stdout);
            harmless(&run.stderr);
        }
    }
}

#[test]
fn broken_game_files_are_quoted_harmlessly() {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        ("a.ggf", format!("(;GM[{EVIL}{0}]PB[a];)", "C".repeat(9000))),
        ("b.ggf", format!("(;GM[Othello]BO[8 {EVIL}]B[{EVIL}];)")),
        ("a.sgf", format!("(;GM[2]SZ[{EVIL}];B[{EVIL}])")),
        ("b.sgf", format!("(;GM[{EVIL}])")),
        ("a.pgn", format!("[Black \"a\"]\n\n1. {EVIL}\n")),
        ("a.json", serde_json::json!({"format": EVIL, "v": 1}).to_string()),
        ("b.json", serde_json::json!({"format": "wane-game", "v": 1, "variant": EVIL}).to_string()),
        ("c.json", serde_json::json!({"format": "wane-game", "v": 1, "moves": [EVIL]}).to_string()),
        ("d.json", serde_json::json!({"format": "wane-game", "v": 1, "players": EVIL}).to_string()),
        ("a.obf", format!("{EVIL};")),
        ("a.txt", format!("f5{EVIL}d6")),
    ] {
        let file = folder.write(name, &text).unwrap();
        for command in ["show", "analyze", "solve", "convert"] {
            let to: &[&str] = if command == "convert" { &["--to", "ggf"] } else { &[] };
            let run = wane(&[&[command], to, &[file.to_str().unwrap()]].concat());
            assert_eq!(run.status.code(), Some(3), "{name}: {run:?}");
            harmless(&run.stdout);
            assert_eq!(harmless(&run.stderr).lines().count(), 1, "{name}: {run:?}");
        }
    }
}
