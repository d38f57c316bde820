//! NBoard.

use wane_board::{Colour, Move, Objective, Size};
use wane_formats::nboard::{
    Command, Depth, EvalPair, Hint, HintSource, Info, MoveItem, Response, Setting,
};
use wane_formats::{ClockInfo, Eval, GameRecord, LineError, MoveNote};
use wane_testkit::Rng;

use super::{
    VALUES, any_eval, any_game, any_move, any_moves, any_number, any_objective, any_small,
    any_text, any_word, maybe, place,
};

/// The maximum length of a line that is written, in bytes.
const MAX_LINE_BYTES: usize = 4096;

fn command(line: &str) -> Command {
    line.parse().unwrap()
}

fn response(line: &str) -> Response {
    line.parse().unwrap()
}

fn game(line: &str) -> GameRecord {
    let Command::Set(Setting::Game(record)) = command(line) else { panic!("{line}") };
    *record
}

fn item(mv: Move, value: Option<i32>, time_ms: Option<u64>) -> MoveItem {
    let value = value.map(|centidiscs| Eval { centidiscs }.into());
    MoveItem { mv, value, time_ms }
}

#[test]
fn a_session_reads_line_by_line() {
    assert_eq!(command("nboard 2"), Command::NBoard { version: 2.try_into().unwrap() });
    assert_eq!(command("set depth 10"), Command::Set(Setting::Depth(10)));
    let record = game(
        "set game (;GM[Othello]PC[NBoard]DT[2026-11-14 20:00:00 GMT]PB[me]PW[Wane10]RE[?]TI[5:00//2:00]TY[8a]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
    );
    assert_eq!(record.objective, Objective::FewestDiscs);
    assert_eq!(record.white.name, "Wane10");
    let clock = ClockInfo { main_ms: 300_000, increment_ms: 0, grace_ms: 120_000 };
    assert_eq!(record.black.clock, Some(clock));
    assert_eq!(record.game.squares().map(Move::Place).collect::<Vec<_>>(), [place("f5")]);
    assert_eq!(record.game.position().side(), Colour::White);
    assert_eq!(command("ping 1"), Command::Ping(1));
    assert_eq!(command("hint 2"), Command::Hint { count: 2 });
    assert_eq!(command("go"), Command::Go);
    let best = item(place("d6"), Some(85), Some(190));
    assert_eq!(command("move D6/0.85/0.19"), Command::Move(best));
    assert_eq!(command("quit"), Command::Quit);

    for (line, expected) in [
        ("set myname Wane", Response::MyName("Wane".parse().unwrap())),
        ("set myname Wane10", Response::MyName("Wane10".parse().unwrap())),
        ("pong 1", Response::Pong(1)),
        ("status thinking", Response::Status("thinking".into())),
        ("nodestats 81234 0.05", Response::NodeStats { nodes: 81_234, time_ms: 50 }),
        ("nodestats 905112 0.41", Response::NodeStats { nodes: 905_112, time_ms: 410 }),
        ("status", Response::Status("".into())),
        ("=== D6/0.85/0.19", Response::Best(best)),
    ] {
        assert_eq!(response(line), expected);
        assert_eq!(expected.to_string(), line);
    }
    let line = "search D6-C3-D3 +0.85 0 10";
    let hint = Hint {
        source: HintSource::Search,
        pv: ["d6", "c3", "d3"].map(place).into(),
        value: Some(Eval { centidiscs: 85 }.into()),
        depth: Depth::Plies(10),
        text: "".into(),
    };
    assert_eq!(response(line), Response::Hint(hint));
    for line in ["search D6-C3 +1.20 0 6", "search F4-E3 -0.40 0 6", line] {
        assert_eq!(response(line).to_string(), line);
    }
}

#[test]
fn unknown_and_blank_lines_are_values() {
    for line in ["", " ", "\r\n", "set", "set colour blue", "set myname x", "castle", "F9", "move2"]
    {
        assert_eq!(command(line), Command::Unknown(line.into()), "{line:?}");
    }
    for line in
        ["", "\n", "warning slow", "set depth 3", "info depth 3", "infojson {}", "searching"]
    {
        assert_eq!(response(line), Response::Unknown(line.into()), "{line:?}");
    }
}

#[test]
fn a_line_may_end_with_carriage_return_and_have_extra_spaces_and_words() {
    assert_eq!(command("  set \t depth   6  please\r\n"), Command::Set(Setting::Depth(6)));
    assert_eq!(response("pong  7\r"), Response::Pong(7));
}

#[test]
fn a_bare_move_is_a_move() {
    assert_eq!(command("F5"), command("move F5"));
    assert_eq!(command("f5\n"), command("move F5"));
    assert_eq!(command("pa"), command("move PA"));
    assert_eq!(command("--"), command("move PA"));
}

#[test]
fn value_and_time_of_a_move_may_be_omitted_in_each_way() {
    let f5 = place("f5");
    for (line, expected) in [
        ("F5", item(f5, None, None)),
        ("f5/1.20", item(f5, Some(120), None)),
        ("F5//0.35", item(f5, None, Some(350))),
        ("F5/1.20/0.35", item(f5, Some(120), Some(350))),
        ("F5/", item(f5, None, None)),
        ("F5//", item(f5, None, None)),
        ("F5/-3/", item(f5, Some(-300), None)),
        ("PA/NaN/1", item(Move::Pass, None, Some(1000))),
        ("F5/?/soon", item(f5, None, None)),
        ("F5/1e2/1", item(f5, None, Some(1000))),
    ] {
        assert_eq!(command(&format!("move {line}")), Command::Move(expected), "{line}");
        assert_eq!(response(&format!("=== {line}")), Response::Best(expected), "{line}");
    }
    let draw = EvalPair {
        draw_seeking: Eval { centidiscs: 200 },
        draw_avoiding: Eval { centidiscs: -200 },
    };
    let expected = MoveItem { value: Some(draw), ..f5.into() };
    assert_eq!(command("move F5/2,-2"), Command::Move(expected));
    assert_eq!(expected.to_string(), "F5/2.00,-2.00");
}

#[test]
fn a_pass_has_many_spellings_and_is_written_in_one() {
    for spelling in ["PA", "pa", "P", "PAS", "pass", "Pass", "PASS", "--"] {
        let line = format!("move {spelling}");
        assert_eq!(command(&line).to_string(), "move PA", "{spelling}");
    }
}

#[test]
fn the_word_set_may_be_missing() {
    assert_eq!(command("depth 6"), command("set depth 6"));
    assert_eq!(command("game (;TY[8]B[F5];)"), command("set game (;TY[8]B[F5];)"));
}

#[test]
fn a_board_reads_with_and_without_spaces() {
    let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    let with = format!("set game (;GM[Othello]TY[8a]BO[8 {rows} O]W[F4];)");
    let without = with.replace(rows, &rows.replace(' ', ""));
    assert_eq!(game(&with), game(&without));
    assert_eq!(game(&with).game.start().side(), Colour::White);
}

#[test]
fn the_type_of_the_game_reaches_the_caller() {
    for (tag, size, objective) in [
        ("TY[8]", Size::Eight, Objective::MostDiscs),
        ("TY[8a]", Size::Eight, Objective::FewestDiscs),
        ("TY[s8a]", Size::Eight, Objective::FewestDiscs),
        ("TY[8ar18]", Size::Eight, Objective::FewestDiscs),
        ("TY[6a]", Size::Six, Objective::FewestDiscs),
        ("", Size::Eight, Objective::MostDiscs),
    ] {
        let record = game(&format!("set game (;GM[Othello]{tag};)"));
        assert_eq!((record.game.size(), record.objective), (size, objective), "{tag}");
    }
}

#[test]
fn settings_that_are_extensions_of_wane_are_read() {
    assert_eq!(command("set variant anti"), Command::Set(Setting::Variant(Objective::FewestDiscs)));
    assert_eq!(
        command("set variant standard"),
        Command::Set(Setting::Variant(Objective::MostDiscs))
    );
    assert_eq!(command("set level 12"), Command::Set(Setting::Level(12)));
    assert_eq!(command("set movetime 500"), Command::Set(Setting::MoveTime { ms: 500 }));
    assert_eq!(command("set nodes 1000"), Command::Set(Setting::Nodes(1000)));
    assert_eq!(command("clear"), Command::Clear);
    let contempt = Command::Set(Setting::Contempt(Eval { centidiscs: -250 }));
    assert_eq!(command("set contempt -2.5"), contempt);
    assert_eq!(contempt.to_string(), "set contempt -2.5");
    assert_eq!(command("set contempt +3").to_string(), "set contempt 3");
    let line = r#"info json {"depth":12,"moves":["f5","d6"]}"#;
    assert_eq!(response(line).to_string(), line);
}

#[test]
fn malformed_arguments_are_errors_that_can_be_shown() {
    let error = |line: &str| line.parse::<Command>().unwrap_err().to_string();
    assert_eq!(error("nboard"), "a version is missing");
    assert_eq!(error("nboard 0"), "\"0\" is not a version");
    assert_eq!(error("set depth deep"), "\"deep\" is not a depth");
    assert_eq!(error("set contempt 101"), "\"101\" is not a contempt");
    assert_eq!(error("set variant chess"), "\"chess\" is not a variant");
    assert_eq!(error("move"), "a move is missing");
    assert_eq!(error("move I9/1"), "\"I9\" is not a move");
    assert_eq!(error("hint -1"), "\"-1\" is not a number of moves");
    assert!(error("set game (;TY[8]B[A1];)").starts_with("in the game: line 1, column 10: move 1"));
    assert_eq!(error("set game (;TY[8];)(;TY[8];)"), "2 games are too many");
    let error = |line: &str| line.parse::<Response>().unwrap_err().to_string();
    assert_eq!(error("search"), "a line of play is missing");
    assert_eq!(error("search x 0 0 0"), "\"x\" is not a line of play");
    assert_eq!(error("search F5 high 0 12"), "\"high\" is not a value in discs");
    assert_eq!(error("search F5 -1,1 0 12"), "\"-1,1\" is not a value in discs");
    assert_eq!(error("search F5 1 0"), "a depth is missing");
    assert_eq!(error("info json [1]"), "\"[1]\" is not a JSON object");
    assert_eq!(error("=== resign"), "\"resign\" is not a move");
}

#[test]
fn a_line_that_is_too_long_is_refused() {
    let line = format!("status {}", "x".repeat(64 * 1024));
    let error = LineError::TooLong { bytes: line.len(), most: 64 * 1024 };
    assert_eq!(line.parse::<Response>(), Err(error.clone()));
    assert_eq!(line.parse::<Command>(), Err(error));
}

#[test]
fn what_edax_and_ntest_write_is_read() {
    assert_eq!(
        response("=== d6 -1.00 0.0"),
        Response::Best(item(place("d6"), Some(-100), Some(0)))
    );
    assert_eq!(response("===   PA"), Response::Best(Move::Pass.into()));
    let Response::Hint(hint) = response("book PA 0 0 0 0") else { panic!() };
    assert_eq!((hint.source, hint.pv), (HintSource::Book { games: 0 }, vec![Move::Pass]));
    assert_eq!((hint.depth, hint.text), (Depth::Plies(0), "0".into()));
    let Response::Hint(hint) = response("search  f5d6   +2  0   22@91%  and more") else {
        panic!()
    };
    assert_eq!(hint.to_string(), "search F5-D6 +2.00 0 22@91% and more");
    let Response::Hint(hint) = response("book F5 2.00,-2.00 31 100%W") else { panic!() };
    assert_eq!((hint.source, hint.depth), (HintSource::Book { games: 31 }, Depth::WinLossDraw));
    let Response::Hint(hint) = response("search PA NaN 0 100%") else { panic!() };
    assert_eq!((hint.value, hint.depth), (None, Depth::Exact));
    assert_eq!(response("learn"), Response::Learned);
    assert_eq!(response("set myname Edax 4.4"), Response::MyName("Edax".parse().unwrap()));
    let analysed = Response::Analysis { ply: 3, value: Some(Eval { centidiscs: -150 }.into()) };
    assert_eq!(response("analysis 3 -1.5"), analysed);
}

#[test]
fn commands_read_as_they_were_written() {
    for seed in 0..VALUES {
        let command = any_command(&mut Rng::new(seed));
        let line = command.to_string();
        assert_eq!(line.parse(), Ok(command), "seed {seed}: {line}");
        assert!(line.len() < MAX_LINE_BYTES && !line.contains('\n'), "seed {seed}: {line}");
    }
}

#[test]
fn responses_read_as_they_were_written() {
    for seed in 0..VALUES {
        let response = any_response(&mut Rng::new(seed));
        let line = response.to_string();
        assert_eq!(line.parse(), Ok(response), "seed {seed}: {line}");
        assert!(line.len() < MAX_LINE_BYTES && !line.contains('\n'), "seed {seed}: {line}");
    }
}

fn any_value(rng: &mut Rng) -> EvalPair {
    let (one, two) = (any_eval(rng), any_eval(rng));
    match rng.below(3) {
        0 => EvalPair { draw_seeking: one.max(two), draw_avoiding: one.min(two) },
        _ => one.into(),
    }
}

fn any_item(rng: &mut Rng) -> MoveItem {
    MoveItem { mv: any_move(rng), value: maybe(rng, any_value), time_ms: maybe(rng, any_number) }
}

/// A game with a note on every move, the longest that a host can send.
fn any_record(rng: &mut Rng) -> GameRecord {
    let mut record = GameRecord::new(any_game(rng), any_objective(rng));
    record.place = Some("Wane".into());
    for ply in 0..record.game.history().len() {
        let time_ms = Some(u64::from(any_small(rng)));
        let eval = Some(any_eval(rng));
        record.notes.insert(ply, MoveNote { eval, time_ms, ..MoveNote::default() });
    }
    record
}

fn any_command(rng: &mut Rng) -> Command {
    match rng.below(16) {
        0 => Command::NBoard { version: any_small(rng).saturating_add(1).try_into().unwrap() },
        1 => Command::Set(Setting::Depth(any_small(rng))),
        2 => Command::Set(Setting::Game(Box::new(any_record(rng)))),
        3 => Command::Set(Setting::Contempt(any_eval(rng))),
        4 => Command::Set(Setting::Variant(any_objective(rng))),
        5 => Command::Set(Setting::Level(any_small(rng))),
        6 => Command::Set(Setting::MoveTime { ms: any_number(rng) }),
        7 => Command::Set(Setting::Nodes(any_number(rng))),
        8 => Command::Move(any_item(rng)),
        9 => Command::Hint { count: any_small(rng) },
        10 => Command::Go,
        11 => Command::Ping(any_number(rng).cast_signed()),
        12 => rng.pick([Command::Learn, Command::Analyze]).unwrap(),
        13 => Command::Clear,
        14 => Command::Quit,
        _ => Command::Unknown(format!("un{}", any_text(rng)).as_str().into()),
    }
}

fn any_depth(rng: &mut Rng) -> Depth {
    match rng.below(5) {
        0 => Depth::Plies(any_small(rng)),
        1 => Depth::Selective { plies: any_small(rng), percent: rng.below(101) },
        2 => Depth::Exact,
        3 => Depth::WinLossDraw,
        _ => Depth::Other(any_word(rng)),
    }
}

fn any_hint(rng: &mut Rng) -> Hint {
    let mut pv = any_moves(rng);
    if pv.is_empty() {
        pv.push(any_move(rng));
    }
    let source = match rng.below(2) {
        0 => HintSource::Search,
        _ => HintSource::Book { games: any_number(rng) },
    };
    let (value, depth) = (maybe(rng, any_value), any_depth(rng));
    Hint { source, pv, value, depth, text: any_text(rng) }
}

fn any_info(rng: &mut Rng) -> Info {
    let mut fields = serde_json::Map::new();
    for _ in 0..rng.below(4) {
        fields.insert(any_word(rng).to_string(), any_number(rng).into());
        fields.insert(any_word(rng).to_string(), any_word(rng).as_str().into());
    }
    fields.try_into().unwrap()
}

fn any_response(rng: &mut Rng) -> Response {
    match rng.below(10) {
        0 => Response::MyName(any_word(rng)),
        1 => Response::Status(any_text(rng)),
        2 => Response::NodeStats { nodes: any_number(rng), time_ms: any_number(rng) },
        3 => Response::Hint(any_hint(rng)),
        4 => Response::Best(any_item(rng)),
        5 => Response::Pong(any_number(rng).cast_signed()),
        6 => Response::Analysis { ply: any_small(rng), value: maybe(rng, any_value) },
        7 => Response::Learned,
        8 => Response::Info(any_info(rng)),
        _ => Response::Unknown(format!("un{}", any_text(rng)).as_str().into()),
    }
}

#[test]
fn information_that_does_not_fit_on_a_line_is_refused() {
    let mut fields = serde_json::Map::new();
    fields.insert("text".into(), "x".repeat(4000).into());
    assert!(matches!(Info::try_from(fields), Err(LineError::TooLong { most: 3000, .. })));
}
