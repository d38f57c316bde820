//! What earlier versions have written is still read, and what is written now can be read by what was made for them.
//!
//! fixtures/golden has a folder for each release, which is never changed again. A new version makes its own with
//! `UPDATE=1 cargo nextest run -p wane-cli golden`.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod compatible;
mod make;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compatible::compatible;
use serde_json::Value;
use wane_service::message::{ToEngine, VERSION, Versioned};
use wane_testkit::temp_dir::TempDir;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/golden");

/// Runs `wane` in a folder; it must end well.
fn wane(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
    let run = command.current_dir(folder).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "wane {arguments:?}: {errors}");
    String::from_utf8(run.stdout).unwrap()
}

/// The folders of all versions, with that of this version.
fn versions() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(GOLDEN).unwrap().map(|it| it.unwrap().path()).collect();
    folders.sort();
    folders
}

/// A copy of a folder, in which the program can write.
fn copy(folder: &Path) -> TempDir {
    let to = TempDir::new().unwrap();
    let copied =
        Command::new("cp").arg("--recursive").arg(folder.join(".")).arg(to.path()).status();
    assert!(copied.unwrap().success());
    to
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Whether messages and `--json` had this version already; another one promises nothing.
fn has_these_messages(folder: &Path) -> bool {
    json(&folder.join("openapi.json"))["info"]["version"].as_str() == Some(&VERSION.to_string())
}

#[test]
fn this_version_has_golden_files() {
    let folder = Path::new(GOLDEN).join(env!("CARGO_PKG_VERSION"));
    if std::env::var_os("UPDATE").is_some() && !folder.exists() {
        make::make(&folder);
    }
    assert!(folder.exists(), "make them: UPDATE=1 cargo nextest run -p wane-cli golden");
}

#[test]
fn games_are_read() {
    for folder in versions() {
        let moves = fs::read_to_string(folder.join("game.txt")).unwrap();
        for name in ["game.json", "game.sgf", "game.ggf", "game.txt"] {
            assert_eq!(wane(&folder, &["convert", "--to=transcript", name]), moves, "{folder:?}");
        }
        let games = wane(&folder, &["convert", "--to=transcript", "match.ggf"]);
        assert_eq!(games.lines().count(), 2, "{folder:?}");
        let sgf = fs::read_to_string(folder.join("game.sgf")).unwrap();
        assert_eq!(
            wane(&folder, &["convert", "--to=sgf", "game.json"]),
            sgf,
            "with its variations"
        );
    }
}

#[test]
fn interrupted_work_is_resumed() {
    for folder in versions() {
        let here = copy(&folder);
        let read = |name: &str| fs::read(here.path().join(name)).unwrap();
        let before = ["records.bin", "records.bin.journal"].map(read);
        wane(here.path(), make::SELFPLAY);
        let after = ["records.bin", "records.bin.journal"].map(read);
        assert!(before == after, "{folder:?}: work that was done is not done again");
        let solved =
            wane(here.path(), &["solve", "--size=4", "--json", "--checkpoint=checkpoint", "start"]);
        let summary: Value = serde_json::from_str(solved.lines().last().unwrap()).unwrap();
        assert!(summary["nodes"].as_u64() > Some(make::NODES), "{folder:?}: {solved}");
    }
}

#[test]
fn records_train_weights_and_weights_play() {
    for folder in versions() {
        let here = copy(&folder);
        wane(here.path(), &["train", "records.bin", "--out=weights.bin", "--epochs=1"]);
        wane(here.path(), &["bench", "--weights=weights.bin", "--time=0.001"]);
    }
}

#[test]
fn messages_to_the_engine_are_read() {
    for folder in versions().iter().filter(|folder| has_these_messages(folder)) {
        let text = fs::read_to_string(folder.join("messages.jsonl")).unwrap();
        for line in text.lines() {
            let message: Result<Versioned<ToEngine>, _> = serde_json::from_str(line);
            assert!(message.is_ok(), "{folder:?}: {line}: {message:?}");
        }
    }
}

#[test]
fn what_is_printed_and_answered_has_all_that_it_had() {
    let docs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas"));
    let server = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../wane-server/src"));
    for folder in versions().iter().filter(|folder| has_these_messages(folder)) {
        for schema in fs::read_dir(folder.join("schemas")).unwrap() {
            let schema = schema.unwrap();
            let (old, new) = (json(&schema.path()), json(&docs.join(schema.file_name())));
            compatible(&old, &new, "").unwrap_or_else(|why| panic!("{schema:?}: {why}"));
        }
        let (old, new) = (json(&folder.join("openapi.json")), json(&server.join("openapi.json")));
        for answer in ["Answer", "EventText"] {
            compatible(&old, &new, &format!("/components/schemas/{answer}"))
                .unwrap_or_else(|why| panic!("{answer}: {why}"));
        }
    }
}
