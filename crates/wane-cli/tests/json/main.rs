//! Every command prints with `--json` what its schema in docs/schemas says.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod validate;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use wane_testkit::temp_dir::TempDir;

const WANE: &str = env!("CARGO_BIN_EXE_wane");
const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas");

/// A run of a command, and how many lines it prints. Later runs use the files of earlier ones.
type Case = (&'static [&'static str], usize);

const CASES: &[Case] = &[
    (&["agent"], 1),
    // A position at two depths and once more at the end; a game of two moves and its summary.
    (&["analyze", "--depth=2", "--threads=1", "--hash=1"], 3),
    (&["analyze", "--depth=1", "--threads=1", "--hash=1", "f5d6"], 3),
    // The end of a game.
    (&["analyze", "--last", "--size=4", "b1a3b4c1d2a1a2d3a4d1d4c4"], 1),
    (&["bench"], 1),
    (&["bench", "--weights=hand-made", "--time=0.001"], 2),
    // A good agent, one that cannot be loaded, and one with findings on boards.
    (&["new", "me.py"], 1),
    (&["check", "random", "--board=2"], 1),
    (&["ask", "greedy", "f5d6", "--engine-time=0.1", "--hash=1"], 1),
    (&["rank", "random", "--minutes=0.2"], 1),
    (&["check", "random", "--size=4", "--time=1s/move", "--no-sandbox"], 10),
    (
        &[
            "check",
            concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../wane-match/tests/students/timeless.py,folder=yes"
            ),
        ],
        2,
    ),
    (
        &[
            "check",
            concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../wane-match/tests/students/past_the_edge.py,folder=yes"
            ),
            "--no-sandbox",
        ],
        10,
    ),
    (&["completions", "bash"], 1),
    (&["convert", "--to=json", "f5", "f5d6"], 2),
    (&["eval-report", "--weights=hand-made"], 51),
    (&["label", "--size=4", "--out=labels", "b1a3b4c1d2a1a2d3a4"], 1),
    (&["lab", "list"], 16),
    (&["lab", "run", "mobility", "--quick"], 1),
    (&["lab", "report", "--quick"], 1),
    (&["match", "random", "greedy", "--games=2", "--size=4"], 1),
    (&["match", "random", "greedy", "--games=2", "--size=4", "--sprt=0,5"], 1),
    (&["match", "random", "greedy", "--games=2", "--size=4", "--out=cup"], 1),
    (&["report", "cup", "--review"], 1),
    (&["moves", "f5"], 1),
    (&["moves", "XO-------------- O"], 1),
    (&["perft", "2"], 1),
    (&["perft", "2", "--free-pass"], 1),
    (&["recipe", "new", "my.toml"], 1),
    (&["recipe", "check", "my.toml"], 1),
    (&["recipe", "show", "seed-003"], 1),
    (&["recipe", "explain", "my.toml", "f5d6c3"], 1),
    (&["recipe", "export", "my.toml"], 1),
    (&["recipe", "export", "my.toml", "--out=my.py"], 1),
    (&["recipe", "schema"], 1),
    (&["tune", "my.toml", "--generations=1", "--games=2", "--fresh=4", "--nodes=100"], 1),
    (&["show"], 1),
    (&["show", "--size=4", "--objective=most", "b1a3b4c1d2a1a2d3a4d1d4c4"], 1),
    (&["solve", "--size=4", "--threads=1", "--hash=1", "b1a3b4c1d2a1a2d3a4"], 2),
    (&["solve", "--wld", "--threads=1", "--hash=1", "-----OX--XO----- X; +4;"], 2),
    (&["self-test"], 8),
    (&["version"], 1),
    (&["selfplay", "--out=games", "--games=60", "--depth=1", "--exact=6"], 1),
    (&["train", "games", "--out=weights", "--epochs=2"], 4),
    (&["train", "games", "--out=again", "--from=weights", "--epochs=1"], 3),
    (&["probcut", "games", "--weights=weights", "--out=fitted", "--positions=1", "--depth=6"], 22),
    (&["gate", "weights", "--out=gate", "--gate-games=2", "--gate-depth=1"], 1),
    (
        &[
            "climb",
            "--out=climb",
            "--generations=1",
            "--games=40",
            "--depth=1",
            "--exact=6",
            "--fit-positions=2",
            "--fit-depth=3",
            "--gate-depth=1",
            "--gate-games=2",
        ],
        1,
    ),
];

/// The lines that a run prints.
fn lines(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = Command::new(WANE).current_dir(folder).args(args).arg("--json").output().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The line that a server prints when it listens; it ends only when it is told to.
fn line_of_a_server() -> String {
    let mut server = Command::new(WANE)
        .args(["serve", "--json", "--port=0", "--hash=1", "--threads=1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    line
}

/// The lines of a farm: where it is, its members, one more, and what it does.
fn lines_of_a_farm(folder: &Path) -> Vec<String> {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = Command::new(WANE)
        .current_dir(folder)
        .args(["farm", "up", "--json", "--listen", &free.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let up: Value = serde_json::from_str(&line).unwrap();
    let status = ["farm", "status", "--farm", up["owner"].as_str().unwrap()];
    let all = [&["farm", "members"][..], &["farm", "add", "lisa"], &status];
    let mut found: Vec<String> = all.iter().flat_map(|args| lines(folder, args)).collect();
    found.push(line);
    // It ends its own server.
    Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap();
    assert!(server.wait().unwrap().success());
    found
}

/// Holds a line against the schema of its command.
fn check(command: &str, line: &str) {
    let schema = fs::read_to_string(format!("{SCHEMAS}/{command}.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let object: Value = serde_json::from_str(line).unwrap();
    if let Err(why) = validate::validate(&schema, &object) {
        panic!("wane {command} --json: {line}\n{why}");
    }
    assert!(line.starts_with(r#"{"v":2,"#), "{line}");
}

#[test]
fn every_command_prints_what_its_schema_says() {
    let folder = TempDir::new().unwrap();
    let mut checked = BTreeSet::from(["farm.json", "serve.json"].map(str::to_owned));
    check("serve", &line_of_a_server());
    let farm = lines_of_a_farm(folder.path());
    assert_eq!(farm.len(), 5, "{farm:#?}");
    for line in &farm {
        check("farm", line);
    }
    for (args, count) in CASES {
        let lines = lines(folder.path(), args);
        assert_eq!(lines.len(), *count, "{args:?}: {lines:#?}");
        for line in &lines {
            check(args[0], line);
        }
        checked.insert(format!("{}.json", args[0]));
    }
    let schemas = fs::read_dir(SCHEMAS).unwrap();
    let schemas: BTreeSet<String> =
        schemas.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(checked, schemas, "every schema needs a case");
}
