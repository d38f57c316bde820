//! UGI.

use wane_board::{AnyPosition, Colour, Move, Size};
use wane_formats::ugi::{
    Command, EngineOption, GameQuery, GoLimits, Info, OptionType, PositionCommand, QueryResponse,
    Response,
};
use wane_formats::{Eval, LineError};
use wane_testkit::Rng;

use super::{
    VALUES, any_eval, any_game, any_move, any_moves, any_name, any_number, any_small, any_text,
    maybe, place,
};

fn command(line: &str) -> Command {
    line.parse().unwrap()
}

fn response(line: &str) -> Response {
    line.parse().unwrap()
}

fn option(name: &str, kind: OptionType) -> Response {
    Response::Option(EngineOption { name: name.into(), kind })
}

#[test]
fn a_session_reads_line_by_line() {
    for (line, expected) in [
        ("ugi", Command::Ugi),
        (
            "setoption name hash value 512",
            Command::SetOption { name: "hash".into(), value: Some("512".into()) },
        ),
        ("isready", Command::IsReady),
        ("uginewgame", Command::UgiNewGame),
        ("position startpos", Command::Position(PositionCommand { start: None, moves: vec![] })),
        ("query p1turn", Command::Query(GameQuery::P1Turn)),
        ("go depth 4", Command::Go(GoLimits { depth: Some(4), ..GoLimits::default() })),
        (
            "position startpos moves f5 d6",
            Command::Position(PositionCommand {
                start: None,
                moves: ["f5", "d6"].map(place).into(),
            }),
        ),
        ("query gameover", Command::Query(GameQuery::GameOver)),
        ("query result", Command::Query(GameQuery::Result)),
        ("stop", Command::Stop),
        ("quit", Command::Quit),
    ] {
        assert_eq!(command(line), expected);
        assert_eq!(expected.to_string(), line);
    }
    for (line, expected) in [
        ("id name Wane 0.1", Response::Name("Wane 0.1".into())),
        ("id author A. Student", Response::Author("A. Student".into())),
        (
            "option name hash type spin default 128 min 1 max 2048",
            option("hash", OptionType::Spin { default: 128, min: 1, max: 2048 }),
        ),
        ("ugiok", Response::UgiOk),
        ("readyok", Response::ReadyOk),
        ("response true", Response::Answer(true.into())),
        ("response none", Response::Answer(QueryResponse::None)),
        ("bestmove f5", Response::BestMove(Some(place("f5")))),
        ("bestmove pass", Response::BestMove(Some(Move::Pass))),
        ("bestmove none", Response::BestMove(None)),
        ("info string hello there", Response::InfoString("hello there".into())),
    ] {
        assert_eq!(response(line), expected);
        assert_eq!(expected.to_string(), line);
    }
    let line = "info depth 2 seldepth 2 score cp -107 time 3 nodes 50 tthits 1 hashfull 0 pv f5 d6";
    let info = Response::Info(Info {
        depth: Some(2),
        score: Some(Eval { centidiscs: -107 }),
        nodes: Some(50),
        time_ms: Some(3),
        pv: ["f5", "d6"].map(place).into(),
    });
    assert_eq!(response(line), info);
    assert_eq!(info.to_string(), "info depth 2 score cp -107 nodes 50 time 3 pv f5 d6");
}

#[test]
fn a_position_is_a_board_and_moves_and_plays_to_a_game() {
    let board = "XO-------------- O";
    let Command::Position(position) = command(&format!("position fen {board} moves pass C1"))
    else {
        panic!()
    };
    assert_eq!(position.to_string(), format!("fen {board} moves pass c1"));
    let game = position.play(Size::Eight).unwrap();
    assert_eq!((game.size(), game.history().len()), (Size::Four, 2));
    let Command::Position(start) = command("position startpos moves f5") else { panic!() };
    assert_eq!(start.play(Size::Eight).unwrap().position().side(), Colour::White);
    let error = start.play(Size::Four).unwrap_err().to_string();
    assert!(error.starts_with("move 1 for black: "), "{error}");
    let Command::Position(start) = command("position startpos moves") else { panic!() };
    assert_eq!(start.play(Size::Six).unwrap().position(), AnyPosition::start(Size::Six));
}

#[test]
fn limits_come_in_any_order_and_combination() {
    let limits = GoLimits {
        p1_time_ms: Some(1000),
        p2_time_ms: Some(2000),
        p1_increment_ms: Some(10),
        p2_increment_ms: Some(20),
        ..GoLimits::default()
    };
    let clocks = "go p1time 1000 p2time 2000 p1inc 10 p2inc 20";
    assert_eq!(command(clocks), Command::Go(limits.clone()));
    let mixed = "go ponder p2inc 20 p2time 2000 movestogo 3 p1time 1000 p1inc 10";
    assert_eq!(command(mixed), Command::Go(limits));
    let all = "go movetime 5 depth 6 nodes 7 infinite";
    assert_eq!(command("go infinite nodes 7 depth 6 movetime 5").to_string(), all);
    assert_eq!(command("go"), Command::Go(GoLimits::default()));
}

#[test]
fn options_have_five_types() {
    for (line, kind) in [
        ("option name a type check default true", OptionType::Check { default: true }),
        (
            "option name a type combo default anti var anti var standard",
            OptionType::Combo {
                default: "anti".into(),
                values: vec!["anti".into(), "standard".into()],
            },
        ),
        ("option name a type button", OptionType::Button),
        ("option name a type string default <empty>", OptionType::String { default: "".into() }),
        (
            "option name a type string default a min b",
            OptionType::String { default: "a min b".into() },
        ),
    ] {
        let expected = option("a", kind);
        assert_eq!(response(line), expected);
        assert_eq!(expected.to_string(), line);
    }
    let line = "option name Clear Hash type spin max 3 min 1 default 2";
    assert_eq!(
        response(line),
        option("Clear Hash", OptionType::Spin { default: 2, min: 1, max: 3 })
    );
}

#[test]
fn unknown_and_blank_lines_are_values() {
    for line in ["", "\r\n", "register", "p1turn", "GO"] {
        assert_eq!(command(line), Command::Unknown(line.into()), "{line:?}");
    }
    for line in ["", " \n", "id", "id name2 x", "copyprotection ok"] {
        assert_eq!(response(line), Response::Unknown(line.into()), "{line:?}");
    }
}

#[test]
fn malformed_arguments_are_errors_that_can_be_shown() {
    let error = |line: &str| line.parse::<Command>().unwrap_err().to_string();
    assert_eq!(error("setoption hash 3"), "\"hash\" is not the word name");
    assert_eq!(error("setoption name value 3"), "the name of an option is missing");
    assert_eq!(error("position"), "startpos or fen is missing");
    assert_eq!(error("position f5"), "\"f5\" is not startpos or fen");
    assert_eq!(error("position startpos f5"), "\"f5\" is not the word moves");
    assert_eq!(error("position startpos moves f5 i9"), "\"i9\" is not a move");
    assert!(error("position fen XO X moves a1").starts_with("in the board: 3 squares"));
    assert_eq!(error("go depth"), "a depth is missing");
    assert_eq!(error("go p1time -5"), "\"-5\" is not a number of milliseconds");
    assert_eq!(error("query winner"), "\"winner\" is not a question");
    let moves = " a1".repeat(129);
    assert_eq!(error(&format!("position startpos moves{moves}")), "129 moves are too many");
    let error = |line: &str| line.parse::<Response>().unwrap_err().to_string();
    assert_eq!(error("bestmove i9"), "\"i9\" is not a move");
    assert_eq!(error("response maybe"), "\"maybe\" is not an answer");
    assert_eq!(error("option name a type colour"), "\"colour\" is not a type of option");
    assert_eq!(error("option name a type spin default 1 min 1"), "max is missing");
    assert_eq!(error("option name a type check default 1"), "\"1\" is not a value of this type");
    let long = "x".repeat(64 * 1024 + 1);
    assert!(matches!(long.parse::<Command>(), Err(LineError::TooLong { .. })));
    assert!(matches!(long.parse::<Response>(), Err(LineError::TooLong { .. })));
}

#[test]
fn commands_read_as_they_were_written() {
    for seed in 0..VALUES {
        let command = any_command(&mut Rng::new(seed));
        let line = command.to_string();
        assert_eq!(line.parse(), Ok(command), "seed {seed}: {line}");
    }
}

#[test]
fn responses_read_as_they_were_written() {
    for seed in 0..VALUES {
        let response = any_response(&mut Rng::new(seed));
        let line = response.to_string();
        assert_eq!(line.parse(), Ok(response), "seed {seed}: {line}");
    }
}

fn any_limits(rng: &mut Rng) -> GoLimits {
    GoLimits {
        p1_time_ms: maybe(rng, any_number),
        p2_time_ms: maybe(rng, any_number),
        p1_increment_ms: maybe(rng, any_number),
        p2_increment_ms: maybe(rng, any_number),
        move_time_ms: maybe(rng, any_number),
        depth: maybe(rng, any_small),
        nodes: maybe(rng, any_number),
        infinite: rng.below(2) == 0,
    }
}

fn any_command(rng: &mut Rng) -> Command {
    match rng.below(10) {
        0 => Command::Ugi,
        1 => Command::IsReady,
        2 => Command::UgiNewGame,
        3 => Command::SetOption { name: any_name(rng), value: maybe(rng, any_text) },
        4 => {
            let start = maybe(rng, |rng| any_game(rng).position());
            Command::Position(PositionCommand { start, moves: any_moves(rng) })
        }
        5 => Command::Go(any_limits(rng)),
        6 => Command::Stop,
        7 => {
            let questions = [GameQuery::GameOver, GameQuery::P1Turn, GameQuery::Result];
            Command::Query(rng.pick(questions).unwrap())
        }
        8 => Command::Quit,
        _ => Command::Unknown(format!("un{}", any_text(rng)).as_str().into()),
    }
}

fn any_kind(rng: &mut Rng) -> OptionType {
    let mut number = || rng.bits().cast_signed();
    let (default, min, max) = (number(), number(), number());
    match rng.below(5) {
        0 => OptionType::Check { default: rng.below(2) == 0 },
        1 => OptionType::Spin { default, min, max },
        2 => {
            let values = (0..rng.below(5)).map(|_| any_name(rng)).collect();
            OptionType::Combo { default: any_name(rng), values }
        }
        3 => OptionType::Button,
        _ => OptionType::String { default: any_text(rng) },
    }
}

fn any_response(rng: &mut Rng) -> Response {
    match rng.below(10) {
        0 => Response::Name(any_text(rng)),
        1 => Response::Author(any_text(rng)),
        2 => Response::Option(EngineOption { name: any_name(rng), kind: any_kind(rng) }),
        3 => Response::UgiOk,
        4 => Response::ReadyOk,
        5 => Response::Info(Info {
            depth: maybe(rng, any_small),
            score: maybe(rng, any_eval),
            nodes: maybe(rng, any_number),
            time_ms: maybe(rng, any_number),
            pv: any_moves(rng),
        }),
        6 => Response::InfoString(any_text(rng)),
        7 => Response::BestMove(maybe(rng, any_move)),
        8 => {
            let answers = [
                QueryResponse::True,
                QueryResponse::P1Win,
                QueryResponse::P2Win,
                QueryResponse::Draw,
                QueryResponse::None,
            ];
            Response::Answer(rng.pick(answers).unwrap())
        }
        _ => Response::Unknown(format!("un{}", any_text(rng)).as_str().into()),
    }
}
