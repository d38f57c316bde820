//! The checkpoint of `wane solve` after crashes and accidents.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use wane_files::{Journal, LineForm};
use wane_testkit::temp_dir::TempDir;

const HEADER: [&str; 2] = ["% wane checkpoint 1", "% variant: anti"];
const PROOFS: [&str; 2] = [
    "-----OX--XO----- X; -16; +16; b1; 1234567; 8901234567; 312;",
    "-----OX--XO----- X; -16; +15; b1; 1234567; 8901234568; 313;",
];

fn solve(checkpoint: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
    command.args(["solve", "--size", "4", "--json", "start", "--checkpoint"]).arg(checkpoint);
    command.output().expect("it can be started")
}

/// The total nodes of all runs, or the error.
fn nodes(run: &Output) -> Result<u64, String> {
    if run.status.code() == Some(3) {
        return Err(String::from_utf8_lossy(&run.stderr).into_owned());
    }
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let text = String::from_utf8_lossy(&run.stdout);
    let summary: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    Ok(summary["nodes"].as_u64().unwrap())
}

/// Writes a checkpoint with two proofs.
fn write(path: &Path) -> Vec<u8> {
    let _ = fs::remove_file(path);
    let (mut journal, _) = Journal::open(path, LineForm::Text).unwrap();
    journal.begin(&[&HEADER[..], &PROOFS].concat()).unwrap();
    drop(journal);
    fs::read(path).unwrap()
}

#[test]
fn a_damaged_tail_costs_its_own_proofs_only() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c");
    let whole = write(&path);
    let before = nodes(&solve(&path)).unwrap();
    assert!(before > 8_901_234_568, "{before}");
    for tail in [&b"----"[..], b"\xff\xfe", b"\0\0\0", b"\xff\n\0\n"] {
        fs::write(&path, [&whole, tail].concat()).unwrap();
        assert_eq!(nodes(&solve(&path)).unwrap(), before, "{tail:?}");
    }
    let mut zeroed = whole.clone();
    zeroed[whole.len() - 20..].fill(0);
    fs::write(&path, zeroed).unwrap();
    assert_eq!(nodes(&solve(&path)).unwrap(), before - 1, "the last proof is lost");
}

#[test]
fn checkpoints_of_older_versions_are_read() {
    let folder = TempDir::new().unwrap();
    let text = [&HEADER[..], &PROOFS].concat().join("\n") + "\n----";
    let path = folder.write("c", text).unwrap();
    assert!(nodes(&solve(&path)).unwrap() > 8_901_234_568);
}

#[test]
fn a_damaged_proof_in_front_of_a_good_one_is_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c");
    let whole = write(&path);
    let text = String::from_utf8(whole.clone()).unwrap();
    let at = text.find("+16").unwrap();
    for byte in [0, b'x', 0xff] {
        let mut damaged = whole.clone();
        damaged[at] = byte;
        fs::write(&path, &damaged).unwrap();
        let error = nodes(&solve(&path)).unwrap_err();
        assert!(error.contains("c, line 3: the line is damaged"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

#[test]
fn two_solves_do_not_write_to_one_checkpoint() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c");
    write(&path);
    let first = Journal::open(&path, LineForm::Text).unwrap();
    let error = nodes(&solve(&path)).unwrap_err();
    assert!(error.contains("another wane is writing here"), "{error}");
    drop(first);
    nodes(&solve(&path)).unwrap();
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let folder = TempDir::new().unwrap();
    for text in ["notes", "notes\n", "notes\nand more\nof them"] {
        let path = folder.write("c", text).unwrap();
        nodes(&solve(&path)).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let torn = folder.path().join("t");
    let whole = write(&torn);
    for length in [0, 5, HEADER[0].len() + 23] {
        fs::write(&torn, &whole[..length]).unwrap();
        nodes(&solve(&torn)).unwrap();
        assert!(fs::read_to_string(&torn).unwrap().starts_with(HEADER[0]), "{length}");
    }
}
