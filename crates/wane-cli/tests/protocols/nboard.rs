use std::time::Instant;

use wane_board::{AnyGame, AnyPosition, Move, Objective};
use wane_formats::nboard::{Command, Depth, Response, Setting};
use wane_formats::{GameRecord, board_text};
use wane_testkit::child::Child;
use wane_testkit::{Rng, random_game};

use super::{AT_ONCE, LONG, answers, assert_at_once, position, start};

fn nboard(options: &[&str]) -> Child {
    let mut child = start("nboard", options);
    answers(&mut child, &["nboard 2"], "set myname Wane");
    child
}

fn set_game(game: &AnyGame) -> String {
    let record = GameRecord::new(game.clone(), Objective::FewestDiscs);
    Command::Set(Setting::Game(Box::new(record))).to_string()
}

fn set_position(text: &str) -> String {
    set_game(&AnyGame::from_position(position(text)))
}

/// The lines up to the answer to `go`, that answer, and the `status` behind it.
fn go(child: &mut Child) -> (Vec<String>, Move) {
    let mut lines = answers(child, &["go"], "===");
    let Ok(Response::Best(best)) = lines.pop().unwrap().parse() else { panic!("no move") };
    assert_eq!(child.line(LONG).unwrap(), "status");
    (lines, best.mv)
}

/// The answer of a fresh engine to `hint`, which tells positions apart.
fn hints(child: &mut Child) -> Vec<String> {
    answers(child, &["clear", "ping 0"], "pong 0");
    let lines = answers(child, &["hint 2"], "status");
    lines.into_iter().filter(|line| line.starts_with("search")).collect()
}

#[test]
fn what_is_not_known_is_ignored_and_what_is_wrong_gets_a_status() {
    let mut child = nboard(&[]);
    let lines = ["", "castle short", "set colour blue", "set depth deep", "move z9", "ping 7"];
    let heard = answers(&mut child, &lines, "pong");
    assert_eq!(heard, ["status \"deep\" is not a depth", "status \"z9\" is not a move", "pong 7"]);
    child.say("ping 8".repeat(20_000));
    assert!(child.line(LONG).unwrap().starts_with("status"));
    assert_eq!(answers(&mut child, &["set depth 10"], "set"), ["set myname Wane10"]);
    assert_eq!(answers(&mut child, &["learn"], "learned"), ["learned"]);
}

#[test]
fn a_move_is_understood_in_every_spelling() {
    let mut child = nboard(&["--depth", "4"]);
    let mut after = |moves: &[&str]| {
        child.say(set_position(&board_text::write(&AnyPosition::start(wane_board::Size::Eight))));
        for mv in moves {
            child.say(mv);
        }
        hints(&mut child)
    };
    let expected = after(&["move F5/1.20/0.35", "move D6"]);
    for first in ["F5", "f5", "move f5", "move F5/1.20", "move F5//0.35", "move F5/", "move f5 1 2"]
    {
        assert_eq!(after(&[first, "D6"]), expected, "{first}");
    }
    assert_ne!(after(&["F5", "F6"]), expected);
}

#[test]
fn a_forced_pass_is_played_in_every_spelling_and_no_other_pass_is() {
    let mut child = nboard(&["--depth", "4"]);
    let passes = set_position("OX-------------- X");
    let expected = {
        child.say(set_position("OX-------------- O"));
        hints(&mut child)
    };
    for pass in ["move PA", "PA", "move pass", "move p", "move --", "move PA/0.00/1.5"] {
        child.say(&passes);
        child.say(pass);
        assert_eq!(hints(&mut child), expected, "{pass}");
        assert!(answers(&mut child, &["move PA"], "status")[0].contains("not allowed"));
    }
}

#[test]
fn a_side_without_a_move_passes_and_a_finished_game_has_no_answer() {
    let mut child = nboard(&[]);
    child.say(set_position("OX-------------- X"));
    assert_eq!(go(&mut child).1, Move::Pass);
    assert!(hints(&mut child).iter().all(|line| line.starts_with("search PA")));
    child.say(set_position("XXXXXXXXXXXXXXXX O"));
    for question in ["go", "hint 1"] {
        assert_eq!(answers(&mut child, &[question], "status"), ["status"], "{question}");
    }
}

#[test]
fn a_ping_during_a_hint_is_answered_at_once_and_nothing_old_follows() {
    let mut child = nboard(&[]);
    answers(&mut child, &["set depth 30", "ping 1"], "pong 1");
    let mut times = Vec::new();
    for number in 2..12 {
        answers(&mut child, &["hint 3"], "nodestats");
        let asked = Instant::now();
        let last = answers(&mut child, &[&format!("ping {number}")], "pong");
        times.push(asked.elapsed());
        assert_eq!(last.last(), Some(&format!("pong {number}")));
        assert_eq!(child.line(AT_ONCE), None);
    }
    assert_at_once(times);
    // The search of the new position is that of a fresh engine.
    child.say("move f5");
    let first = answers(&mut child, &["ping 12", "hint 1"], "search").pop().unwrap();
    assert!(["D6", "F4", "F6"].iter().any(|mv| first.starts_with(&format!("search {mv}"))));
}

#[test]
fn a_move_that_is_no_longer_wanted_is_never_told() {
    let mut child = nboard(&["--movetime", "300"]);
    let lines = answers(&mut child, &["go", "ping 1"], "pong");
    assert!(lines.iter().all(|line| !line.starts_with("===")));
    assert_eq!(child.line(5 * AT_ONCE), None);
}

#[test]
fn games_by_moves_are_the_same_as_games_at_once() {
    let mut child = nboard(&["--depth", "2"]);
    let mut rng = Rng::new(20_261_115);
    for number in 0..100 {
        let plies = rng.below(60) as usize;
        let game = AnyGame::from(random_game::<8>(&mut rng, plies));
        child.say(set_game(&game));
        let at_once = hints(&mut child);
        child.say(set_game(&AnyGame::from_position(game.start())));
        for played in game.history() {
            child.say(Command::Move(played.mv.into()));
        }
        assert_eq!(hints(&mut child), at_once, "game {number}");
    }
}

#[test]
fn every_move_that_is_chosen_is_legal() {
    let mut child = nboard(&["--nodes", "2000", "--player", "10"]);
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        let plies = rng.below(61) as usize;
        let mut game = AnyGame::from(random_game::<8>(&mut rng, plies));
        if game.position().is_game_over() {
            continue;
        }
        child.say(set_game(&game));
        match go(&mut child).1 {
            Move::Place(square) if !game.position().must_pass() => game.play(square).unwrap(),
            Move::Place(square) => panic!("{square} instead of a pass"),
            Move::Pass => game.pass().unwrap(),
        }
    }
}

#[test]
fn the_game_says_what_is_played_for_and_a_plain_one_leaves_it_to_us() {
    // White must pass and Black takes every disc: good for White in the one game only.
    let board = "BO[4 **** **** ***O ---- O]";
    let value = |child: &mut Child, kind: &str| {
        child.say(format!("set game (;GM[Othello]PC[test]TY[{kind}]{board};)"));
        let hint = hints(child).pop().unwrap();
        let Ok(Response::Hint(hint)) = hint.parse() else { panic!("{hint}") };
        assert_eq!(hint.depth, Depth::Exact);
        hint.value.unwrap().draw_seeking.centidiscs.signum()
    };
    let mut child = nboard(&[]);
    for kind in ["4a", "s4a", "4ar18"] {
        assert_eq!(value(&mut child, kind), 1, "{kind}");
    }
    assert_eq!(value(&mut child, "4"), 1);
    child.say("set variant standard");
    assert_eq!(value(&mut child, "4"), -1);
    assert_eq!(value(&mut child, "4a"), 1);
    assert_eq!(value(&mut nboard(&["--objective", "most"]), "4"), -1);
}

#[test]
fn a_board_is_read_with_blanks_and_without_and_white_may_begin() {
    let mut child = nboard(&["--depth", "3"]);
    let mut hints_of = |board: &str| {
        child.say(format!("set game (;GM[Othello]PC[test]TY[8a]BO[8 {board}];)"));
        hints(&mut child)
    };
    let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    let black = hints_of(&format!("{rows} *"));
    assert_eq!(hints_of(&format!("{} *", rows.replace(' ', ""))), black);
    let white = hints_of(&format!("{rows} O"));
    assert!(
        ["D6", "C5", "F4", "E3"].iter().any(|mv| white[0].starts_with(&format!("search {mv}")))
    );
    assert_ne!(white, black);
}

#[test]
fn every_position_of_a_game_is_analysed() {
    let mut child = nboard(&["--depth", "4"]);
    let mut rng = Rng::new(3);
    let game = AnyGame::from(random_game::<8>(&mut rng, 60));
    child.say(set_game(&game));
    let mut lines = answers(&mut child, &["analyze"], "status");
    assert_eq!(lines.pop().unwrap(), "status");
    let plies: Vec<u32> = lines
        .iter()
        .map(|line| match line.parse() {
            Ok(Response::Analysis { ply, value: Some(_) }) => ply,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(plies.iter().rev().copied().eq(0..=u32::try_from(game.history().len()).unwrap()));
}

#[test]
fn a_clock_in_the_game_is_kept_with_what_its_moves_have_taken() {
    let mut child = nboard(&[]);
    // Of four minutes White has used nearly all, and must answer in a moment, not in seconds.
    child.say("set game (;GM[Othello]PC[test]TI[4:00]TY[8a]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//0.5];)");
    child.say("move D6//239.8");
    child.say("move C3");
    let asked = Instant::now();
    go(&mut child);
    assert!(asked.elapsed().as_millis() < 500, "{:?}", asked.elapsed());
}

#[test]
fn an_agent_plays_and_hints_without_values() {
    let mut child = start("nboard", &["--player", "greedy"]);
    assert_eq!(answers(&mut child, &["nboard 2"], "set"), ["set myname greedy"]);
    assert!(matches!(go(&mut child).1, Move::Place(_)));
    let hint = hints(&mut child).pop().unwrap();
    assert!(hint.ends_with(" NaN 0 0"), "{hint}");
}

#[test]
fn the_end_of_the_input_is_the_end_even_during_a_search() {
    let mut child = nboard(&[]);
    answers(&mut child, &["set depth 40", "hint 1"], "nodestats");
    let asked = Instant::now();
    let (_, status) = child.end().unwrap();
    assert!(status.success() && asked.elapsed() < 20 * AT_ONCE, "{:?}", asked.elapsed());
    let mut child = nboard(&[]);
    child.say("quit");
    assert!(child.end().unwrap().1.success());
}
