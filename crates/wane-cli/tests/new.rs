//! What `wane new` writes: files that are well, and an agent that wins.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use wane_testkit::temp_dir::TempDir;

/// Runs the program in a folder.
fn wane(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
    command.args(arguments).current_dir(folder.path()).output().expect("it can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_agent_to_begin_with_passes_the_check_and_beats_greedy() {
    let folder = TempDir::new().unwrap();
    assert_eq!(wane(&folder, &["new", "me.py"]).status.code(), Some(0));
    let check = wane(&folder, &["check", "me.py"]);
    let check = text(&check.stdout);
    assert!(check.contains("me is ready to play: no warnings"), "{check}");
    // Neither of them plays at random, and neither comes near its limit.
    let games = ["--games", "20", "--time", "60s/move", "--json"];
    let played = wane(&folder, &[&["match", "me.py", "greedy"], &games[..]].concat());
    let line: Value = serde_json::from_str(text(&played.stdout).lines().last().unwrap()).unwrap();
    assert!(line["score"].as_f64().unwrap() >= 0.8, "{line}");
}

#[test]
fn no_file_is_replaced() {
    let folder = TempDir::new().unwrap();
    for (arguments, file) in [(&["new", "me.py"][..], "me.py"), (&["new", "my", "--recipe"], "my")]
    {
        folder.write(file, "mine").unwrap();
        let again = wane(&folder, arguments);
        assert_eq!(again.status.code(), Some(3));
        assert!(text(&again.stderr).contains("exists already"), "{again:?}");
        assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), "mine");
    }
    let other = wane(&folder, &["new", "me.txt"]);
    assert!(text(&other.stderr).contains("a contest file ends with .py"), "{other:?}");
}
