//! `wane match` as people run it: what is kept, what is told, and what is refused.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use wane_board::{Colour, Objective};
use wane_files::{Journal, LineForm};
use wane_match::{FinishedGame, balanced_openings, openings_hash};
use wane_search::{Control, Solver, Table, Window};
use wane_testkit::temp_dir::TempDir;

fn wane(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wane")).args(args).output().expect("it can be started")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is text")
}

/// The games that are kept in a folder.
fn games(folder: &TempDir) -> Vec<FinishedGame> {
    let text = fs::read_to_string(folder.path().join("m/games.jsonl")).expect("there are some");
    text.lines().map(|line| FinishedGame::from_line(line).expect("it is a game")).collect()
}

#[test]
fn games_are_kept_told_and_gone_on_from() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let out = out.to_str().unwrap();
    let play =
        |games| wane(&["match", "random", "greedy", "--games", games, "--out", out, "--json"]);
    let run = play("4");
    let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((&summary["games"], &summary["first"]), (&4.into(), &"random".into()));
    let first = games(&folder);
    // A match may be made longer, and keeps what it has.
    let summary: Value = serde_json::from_slice(&play("6").stdout).unwrap();
    assert_eq!(summary["games"], 6);
    assert_eq!(games(&folder)[..4], first);
    assert!(fs::read_to_string(folder.path().join("m/games.ggf")).unwrap().lines().count() == 6);
    assert!(fs::read_to_string(folder.path().join("m/report.html")).unwrap().contains("greedy"));
    // Another one has no place in the folder.
    let other = wane(&["match", "random", "uct", "--games", "4", "--out", out]);
    assert_eq!(other.status.code(), Some(3));
    let words = "belongs to another match: uct instead of greedy. Choose another folder";
    assert!(text(&other.stderr).contains(words), "{other:?}");
}

#[test]
fn a_player_that_cannot_start_ends_the_match_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let broken = folder.write("broken.py", "import nosuchmodule\n").unwrap();
    for (player, code, words) in [
        ("nosuch.py", 3, "nosuch cannot play: nosuch.py cannot be started: there is no nosuch.py"),
        ("20,weights=/nonexistent", 3, "Wane 20 cannot play: it ended with status 3"),
        ("20,weights=/nonexistent", 3, "/nonexistent: No such file or directory (os error 2)\n"),
        ("20,selectivity=50", 2, "selectivity=50: write a number from 0 to 30"),
        ("ugi:nosuchprogram", 3, "nosuchprogram cannot play: nosuchprogram cannot be started: "),
        ("gtp:true", 3, "true cannot play: it ended"),
        (broken.to_str().unwrap(), 3, "broken cannot play: "),
    ] {
        let args = ["match", "random", player, "--games", "2", "--no-sandbox", "--out"];
        let run = wane(&[&args[..], &[out.to_str().unwrap()]].concat());
        assert_eq!(run.status.code(), Some(code), "{player}: {run:?}");
        assert!(text(&run.stderr).contains(words), "{player}: {run:?}");
        assert!(!out.exists(), "{player}: something was recorded");
    }
}

#[test]
fn a_match_is_not_resumed_with_a_player_that_has_changed() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let first = include_str!("../src/cmd/new/agent.py");
    folder.write("me.py", first).unwrap();
    let play = |games: &str| {
        // By its bare name, as people type it: that is not to be looked for in PATH.
        let args = ["match", "random", "me.py", "--size", "4", "--no-sandbox", "--games", games];
        let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
        command.current_dir(folder.path()).args(args).arg("--out").arg(&out);
        command.output().expect("it can be started")
    };
    assert!(play("2").status.success());
    assert!(play("4").status.success(), "nothing has changed");
    let before = fs::read(out.join("games.jsonl")).unwrap();
    for (name, change, words) in [
        ("me.py", format!("{first}\n# better\n"), "me has changed: its program"),
        ("me.py", first.to_owned(), ""),
        ("helper.py", String::new(), "me has changed: a file in its folder"),
    ] {
        folder.write(name, change).unwrap();
        let run = play("6");
        let expected = if words.is_empty() { Some(0) } else { Some(3) };
        assert_eq!(run.status.code(), expected, "{run:?}");
        assert!(text(&run.stderr).contains(words), "{run:?}");
        if !words.is_empty() && name == "me.py" {
            assert_eq!(fs::read(out.join("games.jsonl")).unwrap(), before);
        }
    }
}

/// The lines of a file of a match, without the first one.
fn rows(folder: &TempDir, file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("m").join(file)).expect("it was written");
    text.lines().skip(1).map(Into::into).collect()
}

#[test]
fn players_join_leave_and_change_and_only_what_is_missing_is_played() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let play = |players: &[&str], options: &[&str]| {
        let common = ["--size", "4", "--games", "2", "--out", out.to_str().unwrap()];
        wane(&[&["match"][..], players, &common, options].concat())
    };
    let names = || {
        let mut names: Vec<String> = rows(&folder, "standings.csv")
            .iter()
            .map(|row| row.split(',').nth(1).unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    let first = ["random,seed=1,name=ann", "greedy,name=ben", "random,seed=2,name=carl"];
    assert!(play(&first, &[]).status.success());
    assert_eq!((games(&folder).len(), rows(&folder, "games.csv").len()), (6, 6));
    let then = ["greedy,seed=9,name=ben", "random,seed=2,name=carl", "random,seed=3,name=dora"];
    let refused = play(&then, &[]);
    assert!(text(&refused.stderr).contains("--update takes them as they are"), "{refused:?}");
    let updated = play(&then, &["--update"]);
    assert!(updated.status.success(), "{updated:?}");
    assert_eq!(names(), ["ben", "carl", "dora"]);
    // Carl has met neither of the others as they are now.
    assert_eq!((games(&folder).len(), rows(&folder, "games.csv").len()), (12, 6));
    assert!(play(&then, &[]).status.success(), "it is this match now");
    // All come back as they were, and one joins them: it meets the three.
    let all = [&first[..], &then[2..]].concat();
    assert!(play(&all, &["--update"]).status.success());
    assert_eq!(names(), ["ann", "ben", "carl", "dora"]);
    // Dora has met Carl already.
    assert_eq!((games(&folder).len(), rows(&folder, "games.csv").len()), (16, 12));
    let json = fs::read_to_string(out.join("standings.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["scheduled"]), (&12.into(), &12.into()));
    let points: f64 =
        json["players"].as_array().unwrap().iter().map(|it| it["points"].as_f64().unwrap()).sum();
    assert!((points - 12.0).abs() < 1e-9);
}

#[test]
fn every_schedule_ends_with_its_number_of_games() {
    let players: Vec<String> = (1..=3).map(|it| format!("random,seed={it},name=p{it}")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    for (options, number) in [
        (&["--schedule", "swiss", "--games", "4"][..], 6),
        (&["--schedule", "ladder", "--games", "2"], 4),
        (&["--against", "greedy", "--against", "seed-001", "--games", "2"], 12),
        (&["--gauntlet", "--games", "2", "--concurrency", "auto"], 4),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("m");
        let common = ["--size", "4", "--out", out.to_str().unwrap()];
        let run = wane(&[&["match"][..], &players, options, &common].concat());
        assert!(run.status.success(), "{run:?}");
        assert_eq!(games(&folder).len(), number, "{options:?}");
        // Nothing is left to play.
        let again = wane(&[&["match"][..], &players, options, &common].concat());
        assert!(again.status.success(), "{again:?}");
        assert_eq!(games(&folder).len(), number, "{options:?}");
        let left = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(!left.into_iter().any(|name| name == "running.json"));
    }
}

#[test]
fn a_contest_has_its_rules_in_its_folder_and_grades_by_them() {
    let folder = TempDir::new().unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
        command.current_dir(folder.path()).args(args).output().expect("it can be started")
    };
    assert!(run(&["new", "m/contest.toml"]).status.success());
    let rules = folder.path().join("m/contest.toml");
    let preset = fs::read_to_string(&rules).unwrap();
    let rules_with = |changes: &[(&str, &str)]| {
        let mut text = preset.clone();
        for (before, after) in changes {
            assert!(text.contains(before), "{before}");
            text = text.replace(before, after);
        }
        fs::write(&rules, text).unwrap();
    };
    let play = || run(&["match", "--contest", "random", "seed-001", "--out", "m"]);
    for (change, words) in [
        (("games = 2", "games = 3"), "games: write an even number"),
        (("schedule = \"round-robin\"", "schedule = \"gauntlet\""), "a gauntlet needs one"),
        (("grace = 50", "grase = 50"), "unknown field `grase`"),
        (("time = \"5s/180s\"", "time = \"soon\""), "time"),
        (("references = []", "references = [\"nobody\"]"), "nobody"),
    ] {
        rules_with(&[change]);
        let refused = play();
        assert_eq!(refused.status.code(), Some(3), "{refused:?}");
        assert!(text(&refused.stderr).contains(words), "{words}: {refused:?}");
    }
    let grades = "[[grades]]\nname = \"A\"\npercent = 60\nagainst = \"greedy\"\n";
    rules_with(&[
        ("schedule = \"round-robin\"", "schedule = \"gauntlet\""),
        ("games = 2", "games = 20"),
        ("references = []", "references = [\"greedy\"]"),
        ("openings = \"start\"", "openings = \"balanced\""),
        ("time = \"5s/180s\"", "time = \"20ms\""),
        ("seed = 1", &format!("seed = 1\n{grades}")),
    ]);
    let played = play();
    assert!(played.status.success(), "{played:?}");
    assert_eq!(games(&folder).len(), 40);
    let standings = rows(&folder, "standings.csv");
    let grade = |name: &str| {
        let row = standings.iter().find(|row| row.split(',').nth(1) == Some(name)).unwrap();
        row.rsplit(',').next().unwrap().to_owned()
    };
    assert_eq!([grade("seed-001"), grade("greedy")], ["A", ""]);
    let page = fs::read_to_string(folder.path().join("m/report.html")).unwrap();
    assert!(page.contains("Grade"));
}

#[test]
fn a_recipe_plays_and_a_changed_one_does_not_resume() {
    let folder = TempDir::new().unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
        command.current_dir(folder.path()).args(args).output().expect("it can be started")
    };
    assert!(run(&["recipe", "new", "my.toml"]).status.success());
    let play = |games: &str| {
        run(&["match", "my.toml", "random", "--size", "4", "--games", games, "--out", "m"])
    };
    let first = play("2");
    assert!(text(&first.stdout).contains("my recipe"), "{first:?}");
    let recipe = fs::read_to_string(folder.path().join("my.toml")).unwrap();
    folder.write("my.toml", recipe.replace("mobility = 8", "mobility = 9")).unwrap();
    let changed = play("4");
    let words = "my recipe has changed: a file that its options name";
    assert!(text(&changed.stderr).contains(words), "{changed:?}");
    // A wrong one is refused before the first game, with its place.
    folder.write("my.toml", recipe.replace("mobility = 8", "mobilty = 8")).unwrap();
    let wrong = play("4");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("my.toml, line 22, column 1: unknown field"), "{wrong:?}");
    // It may play for a host too.
    folder.write("my.toml", recipe).unwrap();
    let host = |protocol: &str, line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wane"));
        command.current_dir(folder.path()).args([protocol, "--player", "my.toml"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
        text(&child.wait_with_output().unwrap().stdout).to_owned()
    };
    assert!(host("gtp", "name\nquit\n").contains("= my recipe"));
    let ugi = host("ugi", "ugi\nsetoption name player value my recipe\nquit\n");
    assert!(ugi.contains("default my recipe") && !ugi.contains("error"), "{ugi}");
    assert!(host("nboard", "nboard 2\nquit\n").contains("set myname my-recipe"));
}

#[test]
fn what_a_player_prints_is_kept_beside_its_games() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let first = include_str!("../src/cmd/new/agent.py");
    let talks = first.replace(
        "def go(self, chessboard):",
        "def go(self, chessboard):\n        print('I see', len(chessboard))",
    );
    assert_ne!(talks, first);
    let agent = folder.write("me.py", talks).unwrap();
    let args = ["match", "random", agent.to_str().unwrap(), "--size", "6", "--games", "2"];
    let run = wane(&[&args[..], &["--no-sandbox", "--out", out.to_str().unwrap()]].concat());
    assert!(run.status.success(), "{run:?}");
    // It was White in the first game and Black in the second, and the other one says nothing.
    let mut names: Vec<String> = fs::read_dir(out.join("logs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["000001-white.txt", "000002-black.txt"]);
    let log = fs::read_to_string(out.join("logs/000002-black.txt")).unwrap();
    assert!(log.starts_with("me, black in game 2\n\n[move 9]\nI see "), "{log}");
}

#[test]
fn a_pipe_gets_no_tables_while_games_are_played() {
    // Standings are shown every ten seconds, so it takes a match that is longer than that.
    let began = Instant::now();
    let run =
        wane(&["match", "20,time=200ms", "20,time=200ms", "--games", "4", "--openings", "start"]);
    assert!(began.elapsed() > Duration::from_secs(11), "too short to show anything");
    assert_eq!(text(&run.stderr), "");
}

#[test]
fn the_folder_says_on_which_board_and_where_games_begin() {
    let balanced = balanced_openings();
    let (count, all) = (balanced.len(), openings_hash(&balanced));
    let balanced = format!("balanced, {count} of 8 moves, {all}");
    for (args, size, openings) in [
        (&[][..], 8, balanced.as_str()),
        (&["--openings", "random"], 8, "random, 8 moves"),
        (&["--objective", "most"], 8, "random, 8 moves"),
        (&["--size", "6"], 6, "random, 8 moves"),
        (&["--size", "4"], 4, "random, 8 moves"),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("m");
        let rest = ["match", "random", "greedy", "--games", "2", "--out", out.to_str().unwrap()];
        let run = wane(&[&rest, args].concat());
        assert!(run.status.success(), "{run:?}");
        let settings = fs::read(out.join("match.json")).unwrap();
        let settings: Value = serde_json::from_slice(&settings).unwrap();
        assert_eq!((&settings["size"], &settings["openings"]), (&size.into(), &openings.into()));
        let [one, other] = &games(&folder)[..] else { panic!("two games") };
        // Before, a player took every game for one on 8x8.
        assert_eq!([&one.fault, &other.fault], [&None, &None], "{args:?}");
        let opening = |game: &FinishedGame| game.record.game.squares().take(8).collect::<Vec<_>>();
        assert_eq!(opening(one), opening(other));
    }
}

#[test]
fn a_judge_ends_games_with_their_exact_score() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let args = ["match", "random", "greedy", "--games", "6", "--adjudicate", "10", "--out"];
    let run = wane(&[&args[..], &[out.to_str().unwrap()]].concat());
    assert!(run.status.success(), "{run:?}");
    let table = Table::try_new(1).unwrap();
    let solver = Solver::new(Objective::FewestDiscs, &table);
    for game in games(&folder) {
        let position = game.record.game.position();
        assert!(!position.is_game_over());
        let solved = solver.solve(position.board(), Window::EXACT, &Control::new(), &|_| {});
        let score = solved.unwrap().bounds.lower;
        let for_black = if position.side() == Colour::Black { score } else { -score };
        assert_eq!(game.black_score(), for_black);
    }
}

#[test]
fn a_test_stops_when_it_is_decided_and_stands_by_what_it_said() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("m");
    let play = || {
        let players = ["match", "uct,time=2ms", "random", "--games", "2000", "--sprt", "0,400"];
        let run = wane(&[&players[..], &["--json", "--out", out.to_str().unwrap()]].concat());
        assert_eq!(run.status.code(), Some(0));
        serde_json::from_slice::<Value>(&run.stdout).unwrap()
    };
    let summary = play();
    assert!(summary["games"].as_u64().unwrap() < 200, "{summary}");
    assert!(summary["llr"].as_f64().unwrap() > 2.94, "{summary}");
    // A game that was under way at that moment, and that the weaker one has won.
    let path = out.join("games.jsonl");
    let (mut journal, kept) = Journal::open(&path, LineForm::Json).unwrap();
    let last: Value = serde_json::from_str(kept.last().unwrap()).unwrap();
    let mut late = last.clone();
    late["match"]["number"] = (kept.len() + 1).into();
    for (colour, other) in [("black", "white"), ("white", "black")] {
        late["players"][colour] = last["players"][other].clone();
    }
    journal.append(&late.to_string()).unwrap();
    drop(journal);
    let again = play();
    assert_eq!((&again["games"], &again["llr"]), (&summary["games"], &summary["llr"]));
}

#[test]
fn a_contest_file_plays_in_the_sandbox() {
    let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../wane-match/tests/hostile/writer.py");
    let run = wane(&["match", fake, "random", "--games", "2", "--time", "5s/180"]);
    // Where the kernel has Landlock, permission is denied before that.
    let refusals = ["Read-only file system", "Permission denied"];
    assert!(refusals.iter().any(|words| text(&run.stdout).contains(words)), "{run:?}");
}

#[test]
fn what_is_wrong_about_a_match_is_said() {
    for (args, code, words) in [
        (&["random"][..], 2, "a match needs two players"),
        (&["random", "greedy", "--games", "3"], 2, "write an even number"),
        (&["random", "greedy", "--games", "0"], 2, "write an even number"),
        (&["random", "greedy", "uct", "--sprt", "0,5"], 2, "one player against one other"),
        (&["random", "greedy", "--openings", "f5d6", "--size", "6"], 3, "turns over no disc"),
    ] {
        let run = wane(&[&["match"], args].concat());
        assert_eq!(run.status.code(), Some(code), "{run:?}");
        assert!(text(&run.stderr).contains(words), "{run:?}");
    }
}
