//! The program in a pipe and with files, as shells and scripts use it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn wane(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wane"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// The output of a run that must succeed and print nothing on standard error.
fn answer(args: &[&str], input: &str) -> String {
    let output = wane(args, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert_eq!(text(output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(output.stdout)
}

fn game_file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games");
    folder.join(name).to_str().unwrap().to_string()
}

#[test]
fn a_transcript_in_a_pipe_is_drawn_without_colours() {
    let drawn = answer(&["show", "-"], "f5d6c3d3c4\n");
    assert!(drawn.contains("4  .  . [X] X  X  +  .  .    Fewest discs win\n"), "{drawn}");
    assert!(!drawn.contains('\x1b') && !drawn.contains('●'));
}

#[test]
fn a_game_file_of_any_format_converts_to_any_other() {
    let names = ["two-passes.ggf", "two-passes.json", "two-passes.sgf", "two-passes.txt"];
    let ggf = std::fs::read_to_string(game_file("two-passes.ggf")).unwrap();
    assert_eq!(answer(&["convert", "--to", "ggf", &game_file("two-passes.json")], ""), ggf);
    let last = answer(&["convert", "--to", "board", &game_file("two-passes.ggf")], "");
    for from in names.into_iter().chain(["two-passes.wtb"]) {
        assert_eq!(answer(&["convert", "--to", "board", &game_file(from)], ""), last, "{from}");
    }
    let transcript = std::fs::read_to_string(game_file("two-passes.txt")).unwrap();
    let all: Vec<String> = names.iter().map(|name| game_file(name)).collect();
    let mut args = vec!["convert", "--to", "transcript"];
    args.extend(all.iter().map(String::as_str));
    assert_eq!(answer(&args, ""), transcript.repeat(4));
}

#[test]
fn what_convert_prints_it_can_read() {
    let mut text = "f5d6c3d3c4".to_string();
    for format in ["json", "ggf", "sgf", "json", "sgf", "ggf", "transcript"] {
        text = answer(&["convert", "--to", format], &text);
    }
    assert_eq!(text, "f5d6c3d3c4\n");
}

#[test]
fn wrong_input_ends_with_3_and_a_wrong_command_line_with_2() {
    let code = |args: &[&str], input: &[u8]| wane(args, input).status.code();
    assert_eq!(code(&["show", "-"], b"f5f5"), Some(3));
    assert_eq!(code(&["show", "-"], b"\xff\xfe"), Some(3));
    assert_eq!(code(&["show", "-"], b""), Some(3));
    assert_eq!(code(&["show", "--size", "5"], b""), Some(2));
    assert_eq!(code(&["dance"], b""), Some(2));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wane"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn a_long_count_shows_no_bar_in_a_pipe() {
    // The plain backend takes longer than the two seconds after which a terminal would see a bar.
    let count = answer(&["perft", "10", "--json", "--backend", "reference"], "");
    assert!(count.contains("\"leaves\":24571284"), "{count}");
}

#[test]
fn a_checkpoint_is_about_one_objective() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let checkpoint = folder.join("objectives.checkpoint");
    let _ = std::fs::remove_file(&checkpoint);
    let reversed = std::fs::read_to_string(game_file("two-passes.ggf")).unwrap();
    let normal = reversed.replace("TY[8a]", "TY[8]");
    assert_ne!(reversed, normal);
    let solve = ["solve", "--checkpoint", checkpoint.to_str().unwrap(), "-"];

    let both = wane(&solve, (reversed.clone() + &normal).as_bytes());
    assert_eq!(both.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&both.stderr).contains("the input has games of both"));

    assert_eq!(wane(&solve, reversed.as_bytes()).status.code(), Some(0));
    let other = wane(&solve, normal.as_bytes());
    assert_eq!(other.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&other.stderr).contains("is about fewest discs"));
}

#[cfg(unix)]
#[test]
fn a_check_that_is_stopped_ends_at_once_with_130() {
    // It searches for ever, on each of some seventy moves.
    let agent = "../wane-match/tests/students/deepening.py,folder=yes";
    let mut child = Command::new(env!("CARGO_BIN_EXE_wane"))
        .args(["check", agent, "--time", "50s"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    stdout.read_line(&mut printed).unwrap();
    assert!(printed.starts_with("passed   load "), "{printed}");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let began = Instant::now();
    stdout.read_to_string(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(20), "{printed}");
    assert_eq!(printed.lines().count(), 1, "{printed}");
}

#[cfg(unix)]
#[test]
fn an_analysis_that_is_stopped_says_what_it_knows_and_ends_with_130() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wane"))
        .args(["analyze", "--time", "600", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains("    2   ") {
        assert_ne!(stdout.read_line(&mut printed).unwrap(), 0, "{printed}");
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    stdout.read_to_string(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(printed.contains("\nmove    value    loss  line\nd3 "), "{printed}");
}
