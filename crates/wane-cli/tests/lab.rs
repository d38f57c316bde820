//! The commands of the lab, as a user runs them.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use wane_testkit::temp_dir::TempDir;

fn wane(folder: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
    command.current_dir(folder.path()).args(args).output().unwrap()
}

/// The lines of JSON that a run prints that must succeed.
fn json(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let output = wane(folder, &[args, &["--json"]].concat());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert_eq!(text(output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The error of a run that must fail because of its input.
fn complaint(folder: &TempDir, args: &[&str]) -> String {
    let output = wane(folder, args);
    assert_eq!(output.status.code(), Some(3));
    String::from_utf8(output.stderr).unwrap()
}

const SELFPLAY: [&str; 6] =
    ["selfplay", "--out=games", "--depth=1", "--exact=6", "--seed=3", "--games"];

/// A position with 16 empty squares.
const ENDGAME: &str = "--XXOXX--XXOOOOXOOOXOOOOOOOXOOO--OXOOXO---OOXOOO-OOXXXXX--X----X X;";

#[test]
fn games_are_played_on_learned_from_and_played_with_what_was_learned() {
    let folder = TempDir::new().unwrap();
    let first = json(&folder, &[&SELFPLAY[..], &["60"]].concat());
    let second = json(&folder, &[&SELFPLAY[..], &["200"]].concat());
    assert_eq!((&first[0]["games"], &second[0]["new_games"]), (&60.into(), &140.into()));
    let positions = second[0]["positions"].as_u64().unwrap();
    assert_eq!(
        first[0]["positions"].as_u64().unwrap() + second[0]["new_positions"].as_u64().unwrap(),
        positions
    );
    assert_eq!(fs::metadata(folder.path().join("games")).unwrap().len(), 24 * positions);

    let train = ["train", "games", "--out=weights", "--plot=loss.svg", "--epochs=2"];
    let told = json(&folder, &train);
    assert_eq!(told.len(), 4);
    let (before, manifest) = (&told[0], &told[3]);
    assert_eq!(
        before["positions"].as_u64().unwrap() + before["held_out_positions"].as_u64().unwrap(),
        positions
    );
    assert!(manifest["rms_after"].as_f64() < manifest["rms_before"].as_f64(), "{manifest}");
    assert_eq!(manifest["data"][0]["name"], "games");
    assert_eq!(manifest["settings"]["epochs"], 2);
    assert!(fs::read_to_string(folder.path().join("loss.svg")).unwrap().starts_with("<svg "));

    // The weights carry what was told about them.
    let weights = fs::read(folder.path().join("weights")).unwrap();
    let length = u32::from_le_bytes(weights[14..18].try_into().unwrap()) as usize;
    let mut inside: Value = serde_json::from_slice(&weights[18..18 + length]).unwrap();
    inside["v"] = 2.into();
    assert_eq!(&inside, manifest);

    let next = ["selfplay", "--out=next", "--depth=1", "--games=5", "--weights=weights"];
    assert_eq!(json(&folder, &next)[0]["games"], 5);
    let solve = ["solve", ENDGAME, "--threads=1"];
    let (plain, sorted) =
        (json(&folder, &solve), json(&folder, &[&solve[..], &["--weights=weights"]].concat()));
    assert_eq!(plain[0]["score"], sorted[0]["score"]);
    assert_ne!(plain[0]["nodes"], sorted[0]["nodes"]);
    let from = ["train", "next", "games", "--out=better", "--from=weights", "--epochs=1"];
    assert!(json(&folder, &from)[2]["from"].is_string());
}

#[test]
fn a_table_of_errors_is_for_people() {
    let folder = TempDir::new().unwrap();
    json(&folder, &[&SELFPLAY[..], &["100"]].concat());
    let output = wane(&folder, &["train", "games", "--out=weights", "--epochs=1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(" of other games to check with"), "{text}");
    assert!(
        lines.iter().any(|line| line.starts_with("epoch  learned  checked     4     8")),
        "{text}"
    );
    assert!(lines.last().unwrap().starts_with("weights: error "), "{text}");
}

#[test]
fn an_evaluation_is_held_against_the_benchmark_and_against_another() {
    let folder = TempDir::new().unwrap();
    let hand_made = json(&folder, &["eval-report", "--weights=hand-made"]);
    json(&folder, &[&SELFPLAY[..], &["300"]].concat());
    json(&folder, &["train", "games", "--out=weights", "--epochs=1"]);
    let both = json(&folder, &["eval-report", "--weights=hand-made", "--against=weights"]);
    let (first, second) = both.split_at(hand_made.len());
    assert_eq!(first, hand_made);
    assert_eq!(second.len(), hand_made.len());
    assert!(first.iter().all(|row| row["evaluation"] == "hand-made"));
    for (one, other) in first.iter().zip(second) {
        let part = |row: &Value| {
            ["set", "group", "discs", "empties", "positions"].map(|key| row[key].clone())
        };
        assert_eq!(part(one), part(other));
        assert_eq!(other["evaluation"], "weights");
    }
    let all = |set: &str| {
        let mut rows = first.iter().filter(|row| row["set"] == set && row["group"] == "all");
        rows.next().unwrap().clone()
    };
    assert_eq!(all("midgame")["positions"], 200);
    assert_eq!(all("exact")["positions"], 5000);
    // It is worth something, and less than a proof.
    let exact = all("exact");
    let number = |key: &str| exact[key].as_f64().unwrap();
    assert!(number("correlation") > 0.7 && number("winner") > 0.7, "{exact}");
    assert!(number("absolute") > 1.0 && number("rms") > number("absolute"), "{exact}");

    let output = wane(&folder, &["eval-report", "--weights=weights", "--against=weights"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("left weights, right weights"), "{text}");
    let row = text.lines().find(|line| line.starts_with("12 empty squares")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().skip(4).collect();
    assert_eq!(cells.len(), 10, "{row}");
    assert_eq!(cells[..5], cells[5..], "{row}");
}

#[test]
fn wrong_input_is_named() {
    let folder = TempDir::new().unwrap();
    json(&folder, &[&SELFPLAY[..], &["40"]].concat());
    let other = complaint(&folder, &["selfplay", "--out=games", "--games=50"]);
    assert!(other.contains("games has games with other settings"), "{other}");
    folder.write("text", "not a record").unwrap();
    let text = complaint(&folder, &["train", "text", "--out=weights"]);
    assert!(text.contains("text: a length of 12 bytes is not a multiple of a record"), "{text}");
    let missing = complaint(&folder, &["train", "missing", "--out=weights"]);
    assert!(missing.contains("missing: "), "{missing}");
    let weights = complaint(&folder, &["train", "games", "--out=weights", "--from=text"]);
    assert!(weights.contains("reading text: this is no file of weights"), "{weights}");
    folder.write("nothing", "").unwrap();
    let nothing = complaint(&folder, &["train", "nothing", "--out=weights"]);
    assert!(nothing.contains("there is no position to learn from"), "{nothing}");

    json(&folder, &["train", "games", "--out=weights", "--epochs=1"]);
    let most = ["selfplay", "--out=most", "--games=40", "--depth=1", "--objective=most"];
    let solve = ["solve", "start", "--size=4", "--objective=most", "--weights=weights"];
    let solve = complaint(&folder, &solve);
    assert!(solve.contains("are not for position 1, which is played for most"), "{solve}");
    let objective = complaint(&folder, &[&most[..], &["--weights=weights"]].concat());
    assert!(objective.contains("another game, say --objective fewest"), "{objective}");
    json(&folder, &most);
    let mixed = complaint(&folder, &["train", "games", "most", "--out=weights"]);
    assert!(mixed.contains("most: the records before it have the other objective"), "{mixed}");
    json(&folder, &["train", "most", "--out=most-weights", "--epochs=1"]);
    let report = complaint(&folder, &["eval-report", "--weights=most-weights"]);
    assert!(report.contains("the benchmark is about the fewest discs"), "{report}");
    let from = complaint(&folder, &["train", "most", "--out=other", "--from=weights"]);
    assert!(from.contains("for another game than the records"), "{from}");
    assert_eq!(
        wane(&folder, &["selfplay", "--out=x", "--games=1", "--opening=9-4"]).status.code(),
        Some(2)
    );
}

/// A climb with this number of generations, as short as possible.
fn climb(folder: &TempDir, out: &str, generations: &str) -> Vec<Value> {
    let (out, generations) = (format!("--out={out}"), format!("--generations={generations}"));
    let games = ["--games=40,60", "--depth=1", "--exact=6", "--fit-positions=2", "--fit-depth=3"];
    let gate = ["--gate-depth=1", "--gate-games=4", "--sprt=0,100"];
    json(folder, &[&["climb", &out, &generations], &games[..], &gate[..]].concat())
}

#[test]
fn a_climb_that_was_stopped_goes_on_to_the_same_end() {
    let folder = TempDir::new().unwrap();
    let at_once = climb(&folder, "once", "2");
    assert_eq!(at_once.len(), 2);
    assert_eq!(climb(&folder, "twice", "1").len(), 1);
    // Stopped between games and weights.
    fs::remove_file(folder.path().join("twice/1/manifest.json")).unwrap();
    fs::remove_file(folder.path().join("twice/1/weights.bin")).unwrap();
    let later = climb(&folder, "twice", "2");
    assert_eq!(later.len(), 2);
    for (one, other) in at_once.iter().zip(&later) {
        for key in ["generation", "games", "weights", "training", "gate"] {
            assert_eq!(one[key], other[key], "{key}");
        }
    }
    assert_eq!((&at_once[0]["games"], &at_once[1]["games"]), (&40.into(), &60.into()));
    assert_eq!(at_once[1]["training"]["data"].as_array().unwrap().len(), 2);
    for file in ["once/2/weights.bin", "once/ladder.svg", "once/2/loss.svg"] {
        let twin = file.replace("once", "twice");
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read(file), read(&twin), "{file}");
    }
    let told = String::from_utf8(wane(&folder, &["climb", "--out=once", "--generations=2"]).stdout)
        .unwrap();
    assert_eq!(told.lines().count(), 3, "{told}");
    let other = complaint(&folder, &["climb", "--out=once", "--objective=most"]);
    assert!(other.contains("say --objective fewest"), "{other}");
}

#[test]
fn weights_that_play_like_the_old_ones_do_not_pass_the_gate() {
    let folder = TempDir::new().unwrap();
    json(&folder, &[&SELFPLAY[..], &["60"]].concat());
    json(&folder, &["train", "games", "--out=weights", "--epochs=1"]);
    let gate = ["gate", "weights", "--against=weights", "--out=match", "--gate-games=6", "--json"];
    let output = wane(&folder, &[&gate[..], &["--gate-depth=1"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["games"], &told["passed"]), (&6.into(), &false.into()));
    assert_eq!(told["wins"], told["losses"], "each opening is won once by each colour");
    let odd = wane(&folder, &["gate", "weights", "--out=match", "--gate-games=5"]);
    assert_eq!(odd.status.code(), Some(2));
    assert!(String::from_utf8(odd.stderr).unwrap().contains("write an even number"));
    let other = complaint(&folder, &["gate", "weights", "--out=match", "--gate-games=6"]);
    assert!(other.contains("belongs to another match"), "{other}");
}

/// Runs wane in a shell where no file may grow beyond this number of blocks of 512 bytes, as on a full disk.
#[cfg(unix)]
fn wane_on_a_full_disk(folder: &TempDir, blocks: u32, args: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", &script, env!("CARGO_BIN_EXE_wane")]);
    command.args(args).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_weights_that_were_there() {
    let folder = TempDir::new().unwrap();
    json(&folder, &[&SELFPLAY[..], &["60"]].concat());
    let train = ["train", "games", "--out=weights", "--epochs=1", "--threads=1"];
    json(&folder, &train);
    let before = fs::read(folder.path().join("weights")).unwrap();
    let probcut = ["probcut", "games", "--weights=weights", "--out=weights", "--positions=1"];
    let names = || {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let all = names();
    for args in [&[&probcut[..], &["--depth=6", "--threads=1"]].concat()[..], &train] {
        let run = wane_on_a_full_disk(&folder, 4, args);
        assert_eq!(run.status.code(), Some(3), "{run:?}");
        let error = String::from_utf8(run.stderr).unwrap();
        assert!(error.starts_with("error: writing weights: File too large"), "{error}");
        assert!(fs::read(folder.path().join("weights")).unwrap() == before, "{args:?}");
        assert_eq!(names(), all, "{args:?}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_known_before_the_work() {
    let folder = TempDir::new().unwrap();
    // Files that are not there would be complained about first if they were read first.
    for args in [
        &["train", "games", "--out=missing/weights"][..],
        &["train", "games", "--out=weights", "--plot=missing/loss.svg"],
    ] {
        let error = complaint(&folder, args);
        assert!(error.starts_with("error: writing missing/"), "{error}");
        assert_eq!(error.matches("No such file").count(), 1, "{error}");
    }
    for args in [
        &["train", "games", "--out=weights"][..],
        &["selfplay", "--out=missing/games", "--games=1"],
    ] {
        let error = complaint(&folder, args);
        assert_eq!(error.matches("No such file").count(), 1, "{error}");
    }
}

#[test]
fn a_second_climb_in_a_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("climb");
    wane_files::create_folder(&path).unwrap();
    let first = wane_files::FolderLock::take(&path).unwrap();
    let error = complaint(&folder, &["climb", "--out=climb", "--generations=1", "--games=1"]);
    assert!(error.contains("another wane is writing here"), "{error}");
    drop(first);
}

#[test]
fn a_climb_whose_time_is_up_says_so_and_how_far_it_came() {
    let folder = TempDir::new().unwrap();
    let args = ["climb", "--out=climb", "--generations=9", "--minutes=0.005", "--depth=1"];
    let output = wane(&folder, &[&args[..], &["--games=100000", "--exact=8"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let words = "the time is up: 0 of 9 generations are done; the same command resumes from here";
    assert!(said.contains(words), "{said}");
}
