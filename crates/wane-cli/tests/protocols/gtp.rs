use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use wane_board::AnyGame;
use wane_formats::gtp::COMMANDS;
use wane_testkit::child::Child;
use wane_testkit::{Rng, random_game};

use super::{LONG, start};

/// The answer to a request, without the empty line that ends it.
fn ask(child: &mut Child, request: &str) -> String {
    child.say(request);
    child.lines_until(LONG, str::is_empty).unwrap().join("\n").trim_end().into()
}

#[test]
fn a_session_is_answered_byte_for_byte() {
    let mut child = start("gtp", &["--depth", "8"]);
    let session = "\
1 wane-variant anti
2 clear_board
3 play b f5
4 genmove w
5 play b a1
6 gogui-rules_side_to_move

# a comment
7 play b z9
8 castle
quit
";
    for line in session.lines() {
        child.say(line);
    }
    let (lines, status) = child.end().unwrap();
    assert!(status.success());
    let expected = "\
=1

=2

=3

=4 d6

?5 illegal move

=6 black

?7 \"z9\" is not a vertex

?8 unknown command

=
";
    assert_eq!(lines, expected.lines().chain([""]).collect::<Vec<_>>());
}

#[test]
fn the_program_says_who_it_is_and_what_it_knows() {
    let mut child = start("gtp", &[]);
    assert_eq!(ask(&mut child, "protocol_version"), "= 2");
    assert_eq!(ask(&mut child, "name"), "= Wane");
    assert_eq!(ask(&mut child, "version"), concat!("= ", env!("CARGO_PKG_VERSION")));
    assert_eq!(ask(&mut child, "list_commands"), format!("= {}", COMMANDS.join("\n")));
    for command in COMMANDS {
        assert_eq!(ask(&mut child, &format!("known_command {command}")), "= true");
    }
    assert_eq!(ask(&mut child, "known_command castle"), "= false");
    assert_eq!(ask(&mut child, "list_games"), "= Antiothello\nOthello");
    assert_eq!(ask(&mut child, "set_game Go"), "? unknown game");
    assert_eq!(ask(&mut child, "set_game Othello"), "=");
    assert_eq!(ask(&mut child, "gogui-rules_game_id"), "= Othello");
    assert_eq!(ask(&mut child, "komi 6.5"), "=");
}

#[test]
fn only_legal_moves_of_the_right_side_are_played() {
    let mut child = start("gtp", &["--depth", "4"]);
    for wrong in ["play b a1", "play w f4", "play b pass", "play w pass"] {
        assert_eq!(ask(&mut child, wrong), "? illegal move", "{wrong}");
    }
    assert_eq!(ask(&mut child, "genmove w"), "? wrong color");
    assert_eq!(ask(&mut child, "play BLACK F5"), "=");
    assert_eq!(ask(&mut child, "gogui-rules_legal_moves"), "= f4 d6 f6");
    assert_eq!(ask(&mut child, "undo"), "=");
    assert_eq!(ask(&mut child, "undo"), "? cannot undo");
    assert_eq!(ask(&mut child, "wane-legal"), "= d3 c4 f5 e6");
}

#[test]
fn a_forced_pass_may_be_left_out_and_is_taken_back_with_its_move() {
    let mut child = start("gtp", &[]);
    let board = "wane-setboard OX-------------- X";
    assert_eq!(ask(&mut child, board), "=");
    assert_eq!(ask(&mut child, "gogui-rules_legal_moves"), "= pass");
    assert_eq!(ask(&mut child, "play b c1"), "? illegal move");
    assert_eq!(ask(&mut child, "play w c1"), "=");
    assert_eq!(ask(&mut child, "gogui-rules_legal_moves"), "=");
    assert_eq!(ask(&mut child, "genmove b"), "= pass");
    // All sixteen squares are White's, the empty ones too, and so the game is Black's.
    assert_eq!(ask(&mut child, "final_score"), "= B+16");
    assert_eq!(ask(&mut child, "gogui-rules_final_result"), "= Black wins by 16");
    assert_eq!(ask(&mut child, "undo"), "=");
    assert_eq!(ask(&mut child, "gogui-rules_side_to_move"), "= black");
    assert_eq!(ask(&mut child, "final_score"), "? cannot score");
    assert_eq!(ask(&mut child, "genmove b"), "= pass");
    assert_eq!(ask(&mut child, "reg_genmove w"), "= c1");
    assert_eq!(ask(&mut child, "genmove w"), "= c1");
    for _ in 0..2 {
        assert_eq!(ask(&mut child, "undo"), "=");
    }
    assert_eq!(ask(&mut child, "undo"), "? cannot undo");
}

#[test]
fn random_games_are_followed_and_taken_back() {
    let mut child = start("gtp", &[]);
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let game = AnyGame::from(random_game::<8>(&mut rng, 60));
        assert_eq!(ask(&mut child, "clear_board"), "=");
        for played in game.history() {
            assert_eq!(ask(&mut child, &format!("play {} {}", played.side, played.mv)), "=");
        }
        assert_eq!(ask(&mut child, "gogui-rules_legal_moves"), "=");
        for _ in game.history() {
            assert_eq!(ask(&mut child, "undo"), "=");
        }
        assert_eq!(ask(&mut child, "undo"), "? cannot undo");
    }
}

#[test]
fn boards_are_drawn_for_people_and_for_gogui() {
    let mut child = start("gtp", &[]);
    assert_eq!(ask(&mut child, "boardsize 5"), "? unacceptable size");
    assert_eq!(ask(&mut child, "boardsize 4"), "=");
    assert_eq!(ask(&mut child, "play b b1"), "=");
    assert_eq!(ask(&mut child, "gogui-rules_board_size"), "= 4");
    // Row 1 is at the bottom.
    assert_eq!(ask(&mut child, "gogui-rules_board"), "= ....\n.XO.\n.XX.\n.X..");
    let drawn = ask(&mut child, "showboard");
    assert!(
        drawn.starts_with("=\n   a  b  c  d\n1  + [X] +  .") && !drawn.contains("[1m"),
        "{drawn}"
    );
}

#[test]
fn a_recorded_game_is_loaded_up_to_a_move() {
    let mut child = start("gtp", &["--depth", "2"]);
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games");
    let file = fs::canonicalize(fixtures.join("two-passes.sgf")).unwrap();
    let load = format!("loadsgf {}", file.display());
    assert_eq!(ask(&mut child, &load), "=");
    assert_eq!(ask(&mut child, "final_score"), "= B+14");
    assert_eq!(ask(&mut child, &format!("{load} 1")), "=");
    assert_eq!(ask(&mut child, "undo"), "? cannot undo");
    assert_eq!(ask(&mut child, &format!("{load} 2")), "=");
    assert_eq!(ask(&mut child, "gogui-rules_side_to_move"), "= white");
    assert!(ask(&mut child, "loadsgf nothing.sgf").starts_with("? cannot load file"));
}

#[test]
fn limits_levels_and_clocks_are_obeyed() {
    let mut child = start("gtp", &[]);
    for request in ["wane-limits depth 6", "wane-level 5", "wane-clear_hash"] {
        assert_eq!(ask(&mut child, request), "=", "{request}");
    }
    assert!(ask(&mut child, "wane-level 21").starts_with('?'));
    let analysed = ask(&mut child, "wane-analyze b 2").replacen("= ", "", 1);
    let lines: Vec<&str> = analysed.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.split(' ').nth(2) == Some("6")), "{analysed}");

    let mut child = start("gtp", &[]);
    for request in ["time_settings 4 0 0", "time_left b 0.3 0", "wane-time_control permove 0.1"] {
        assert_eq!(ask(&mut child, request), "=", "{request}");
        let asked = Instant::now();
        let mv = ask(&mut child, "reg_genmove b");
        let most = if request.starts_with("time_settings") { 1500 } else { 400 };
        assert!(asked.elapsed().as_millis() < most, "{request}: {:?}", asked.elapsed());
        assert!(["= d3", "= c4", "= f5", "= e6"].contains(&mv.as_str()), "{mv}");
    }
}

#[test]
fn a_clock_is_full_again_in_the_next_game() {
    let mut child = start("gtp", &[]);
    let mut think = |request: &str| {
        assert_eq!(ask(&mut child, request), "=");
        let asked = Instant::now();
        assert!(ask(&mut child, "reg_genmove b").starts_with("= "));
        asked.elapsed()
    };
    think("time_settings 10 0 0");
    let short = think("time_left b 0.1 0");
    let long = think("clear_board");
    assert!(short < long / 2, "{short:?} {long:?}");
}
