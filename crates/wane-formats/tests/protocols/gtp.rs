//! GTP.

use wane_board::{AnyPosition, Colour, Move, Objective, Score, Size};
use wane_formats::gtp::{
    AnalysedMove, COMMANDS, ClockSetting, Command, FinalScore, GeneratedMove, Limit, Request,
    Response, Seconds,
};
use wane_formats::nboard::Depth;
use wane_formats::{Eval, LineError};
use wane_testkit::Rng;

use super::{
    VALUES, any_eval, any_game, any_move, any_moves, any_number, any_objective, any_small,
    any_text, any_word, maybe, place,
};

fn request(line: &str) -> Request {
    Request::parse(line).unwrap().unwrap()
}

fn command(line: &str) -> Command {
    request(line).command
}

fn refusal(line: &str) -> String {
    Request::parse(line).unwrap_err().to_response().to_string()
}

#[test]
fn a_session_reads_line_by_line() {
    let variant = Command::Variant { objective: Objective::FewestDiscs };
    let f5 = Command::Play { colour: Colour::Black, mv: place("f5") };
    let a1 = Command::Play { colour: Colour::Black, mv: place("a1") };
    for (line, id, command, answer) in [
        ("1 wane-variant anti", Some(1), variant, "=1"),
        ("2 clear_board", Some(2), Command::ClearBoard, "=2"),
        ("3 play b f5", Some(3), f5, "=3"),
        ("4 genmove w", Some(4), Command::GenMove { colour: Colour::White }, "=4 d6"),
        ("5 play b a1", Some(5), a1, "?5 illegal move"),
        ("6 gogui-rules_side_to_move", Some(6), Command::GoguiSideToMove, "=6 black"),
        ("quit", None, Command::Quit, "="),
    ] {
        assert_eq!(request(line), Request { id, command });
        let answer = format!("{answer}\n\n");
        let response = Response::parse(&answer, id).unwrap();
        assert_eq!((response.id, response.to_string()), (id, answer));
    }
}

#[test]
fn comments_control_characters_and_blank_lines_are_dropped() {
    let expected = Request { id: Some(7), command: Command::Undo };
    for line in ["7 undo", "7\tundo\r\n", "\u{7} 7 un\u{1}do # back", "007 undo#", "7 undo twice"] {
        assert_eq!(request(line), expected, "{line:?}");
    }
    for line in ["", "\n", " \t\r\n", "# a comment", "  # 7 undo"] {
        assert_eq!(Request::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn unknown_commands_are_values() {
    let unknown = |id, line: &str| Request { id, command: Command::Unknown(line.into()) };
    assert_eq!(request("3 castle short"), unknown(Some(3), "castle short"));
    assert_eq!(request("PLAY b f5"), unknown(None, "PLAY b f5"));
    assert_eq!(request("12"), unknown(Some(12), ""));
    assert_eq!(request("99999999999999999999 name"), unknown(None, "99999999999999999999 name"));
}

#[test]
fn colours_and_vertices_are_read_in_either_case() {
    for line in ["play b pass", "play BLACK PASS", "play Black Pass"] {
        assert_eq!(command(line), Command::Play { colour: Colour::Black, mv: Move::Pass });
    }
    assert_eq!(command("play W H8"), Command::Play { colour: Colour::White, mv: place("h8") });
}

#[test]
fn times_may_have_decimals_and_whole_seconds_are_written_without() {
    let settings = command("time_settings 300 12.5 0");
    let main = Seconds { ms: 300_000 };
    let byo_yomi = Seconds { ms: 12_500 };
    assert_eq!(settings, Command::TimeSettings { main, byo_yomi, stones: 0 });
    assert_eq!(settings.to_string(), "time_settings 300 12.50 0");
}

#[test]
fn extensions_read_their_arguments() {
    let position = AnyPosition::start(Size::Eight);
    let board = "---------------------------OX------XO---------------------------";
    assert_eq!(command(&format!("wane-setboard {board} X")), Command::SetBoard { position });
    let limit = |limit| Command::Limits { limit };
    assert_eq!(command("wane-limits depth 12"), limit(Limit::Depth(12)));
    assert_eq!(command("wane-limits nodes 1000"), limit(Limit::Nodes(1000)));
    assert_eq!(command("wane-limits movetime 50"), limit(Limit::MoveTime { ms: 50 }));
    let (main, increment) = (Seconds { ms: 60_000 }, Seconds { ms: 100 });
    let control = ClockSetting::Fischer { main, increment };
    assert_eq!(command("wane-time_control fischer 60 0.1"), Command::SetTimeControl { control });
    let control = ClockSetting::PerMove { time: main };
    assert_eq!(command("wane-time_control permove 60"), Command::SetTimeControl { control });
    let colour = Colour::White;
    assert_eq!(command("wane-analyze w 3"), Command::Analyze { colour, count: 3 });
}

#[test]
fn the_response_to_wrong_arguments_has_a_message_and_the_id() {
    assert_eq!(refusal("8 play b"), "?8 a vertex is missing\n\n");
    assert_eq!(refusal("play b i9"), "? \"i9\" is not a vertex\n\n");
    assert_eq!(refusal("8 genmove red"), "?8 \"red\" is not a colour\n\n");
    assert_eq!(refusal("8 boardsize large"), "?8 \"large\" is not a whole number\n\n");
    assert_eq!(refusal("8 wane-limits time 3"), "?8 \"time\" is not a limit\n\n");
    assert_eq!(refusal("8 loadsgf a.sgf x"), "?8 \"x\" is not a whole number\n\n");
    assert!(
        refusal("8 wane-setboard XO X").starts_with("?8 in the board: 3 squares make no board")
    );
    let long = "x".repeat(64 * 1024 + 1);
    assert_eq!(refusal(&long), "? 65537 bytes are too long, 65536 fit\n\n");
    let error = Response::parse(&format!("= {long}"), None).unwrap_err();
    assert!(matches!(error, LineError::TooLong { .. }));
}

#[test]
fn every_command_of_the_table_is_known_and_writes_its_name() {
    assert_eq!(COMMANDS.len(), 34);
    for name in COMMANDS {
        match Request::parse(name) {
            Ok(read) => assert_eq!(read.unwrap().to_string(), *name),
            Err(refused) => {
                assert!(matches!(refused.why, LineError::Missing { .. } | LineError::Board(_)));
            }
        }
    }
}

#[test]
fn an_id_after_a_space_is_distinguished_from_a_number_in_the_text() {
    let parse = |text, asked| Response::parse(text, asked).unwrap();
    assert_eq!(parse("= 5 d6\n\n", Some(5)), Response::success(Some(5), "d6"));
    assert_eq!(parse("=5 d6\n\n", Some(5)), Response::success(Some(5), "d6"));
    assert_eq!(parse("= 2\n\n", None), Response::success(None, "2"));
    assert_eq!(parse("= 2 2\n\n", Some(2)), Response::success(Some(2), "2"));
    assert_eq!(parse("=3 2\n\n", Some(2)), Response::success(Some(3), "2"));
    assert_eq!(parse("?  5  no\n\n", Some(5)), Response::failure(Some(5), "no"));
    assert_eq!(parse("\n\r\n=\r\n\r\n", Some(5)), Response::success(None, ""));
    assert_eq!(parse("=5x\n\n", Some(5)), Response::success(None, "5x"));
    assert!(Response::parse("d6\n\n", None).is_err());
    assert!(Response::parse("", None).is_err());
}

#[test]
fn a_response_has_no_empty_line_but_may_begin_on_the_next() {
    let board = Response::success(Some(1), "\n  a b\n\n1 . X\t\r\n \n2 O .\n");
    assert_eq!(board.to_string(), "=1\n  a b\n1 . X\n2 O .\n\n");
    assert_eq!(Response::parse(&board.to_string(), Some(1)), Ok(board));
    assert_eq!(Response::success(None, "\n\n").to_string(), "=\n\n");
    let many = Response::success(None, &"line\n".repeat(20_000)).to_string();
    assert!(Response::parse(&many, None).is_ok() && many.ends_with("line\n\n"));
}

#[test]
fn responses_with_a_grammar_read_and_write() {
    assert_eq!(" D6 ".parse(), Ok(GeneratedMove::Move(place("d6"))));
    assert_eq!("Resign".parse(), Ok(GeneratedMove::Resign));
    assert_eq!(
        "i9".parse::<GeneratedMove>().unwrap_err().to_string(),
        "\"i9\" is not a vertex or resign"
    );
    for (text, discs, written) in [
        ("B+10", 10, "B+10"),
        ("W+4", -4, "W+4"),
        ("0", 0, "0"),
        ("B10", 10, "B+10"),
        ("w64", -64, "W+64"),
    ] {
        let score: FinalScore = text.parse().unwrap();
        assert_eq!((score.black_score, score.to_string().as_str()), (Score::new(discs), written));
    }
    for text in ["", "B", "10", "B-3", "X+3", "B+999", "B++1"] {
        assert!(text.parse::<FinalScore>().is_err(), "{text}");
    }
    let line = "d6 +1.25 22@91% 81234 d6 pass c3";
    let analysed = AnalysedMove {
        mv: place("d6"),
        eval: Eval { centidiscs: 125 },
        depth: Depth::Selective { plies: 22, percent: 91 },
        nodes: 81_234,
        pv: vec![place("d6"), Move::Pass, place("c3")],
    };
    assert_eq!((line.parse(), analysed.to_string().as_str()), (Ok(analysed), line));
    assert!("d6 1 12".parse::<AnalysedMove>().is_err());
}

#[test]
fn requests_read_as_they_were_written() {
    for seed in 0..VALUES {
        let mut rng = Rng::new(seed);
        let request = Request { id: maybe(&mut rng, any_number), command: any_command(&mut rng) };
        let line = request.to_string();
        assert_eq!(Request::parse(&line), Ok(Some(request)), "seed {seed}: {line}");
    }
}

#[test]
fn responses_read_as_they_were_written() {
    for seed in 0..VALUES {
        let mut rng = Rng::new(seed);
        let id = maybe(&mut rng, any_number);
        let lines: Vec<String> =
            (0..rng.below(4)).map(|_| any_text(&mut rng).to_string()).collect();
        let text = lines.join("\n");
        let response = if rng.below(2) == 0 {
            Response::success(id, &text)
        } else {
            Response::failure(id, &text)
        };
        let written = response.to_string();
        assert_eq!(written.find("\n\n"), Some(written.len() - 2), "seed {seed}: {written}");
        assert_eq!(Response::parse(&written, id), Ok(response), "seed {seed}: {written}");
    }
}

#[test]
fn analysed_moves_read_as_they_were_written() {
    for seed in 0..VALUES {
        let rng = &mut Rng::new(seed);
        let (mv, eval, nodes) = (any_move(rng), any_eval(rng), any_number(rng));
        let depth = Depth::Plies(any_small(rng));
        let analysed = AnalysedMove { mv, eval, depth, nodes, pv: any_moves(rng) };
        assert_eq!(analysed.to_string().parse(), Ok(analysed), "seed {seed}");
    }
}

fn any_colour(rng: &mut Rng) -> Colour {
    if rng.below(2) == 0 { Colour::Black } else { Colour::White }
}

fn any_seconds(rng: &mut Rng) -> Seconds {
    Seconds { ms: any_number(rng) }
}

fn any_limit(rng: &mut Rng) -> Limit {
    match rng.below(3) {
        0 => Limit::Depth(any_small(rng)),
        1 => Limit::Nodes(any_number(rng)),
        _ => Limit::MoveTime { ms: any_number(rng) },
    }
}

fn any_control(rng: &mut Rng) -> ClockSetting {
    match rng.below(2) {
        0 => ClockSetting::Fischer { main: any_seconds(rng), increment: any_seconds(rng) },
        _ => ClockSetting::PerMove { time: any_seconds(rng) },
    }
}

fn any_command(rng: &mut Rng) -> Command {
    let colour = any_colour(rng);
    match rng.below(18) {
        0 => Command::KnownCommand { name: any_word(rng) },
        1 => Command::BoardSize { rows: any_small(rng) },
        2 => Command::Komi { komi: any_word(rng) },
        3 => Command::Play { colour, mv: any_move(rng) },
        4 => Command::GenMove { colour },
        5 => {
            let (main, byo_yomi) = (any_seconds(rng), any_seconds(rng));
            Command::TimeSettings { main, byo_yomi, stones: any_small(rng) }
        }
        6 => Command::TimeLeft { colour, time: any_seconds(rng), stones: any_small(rng) },
        7 => Command::RegGenMove { colour },
        8 => Command::LoadSgf { file: any_word(rng), number: maybe(rng, any_small) },
        9 => Command::SetGame { name: any_word(rng) },
        10 => Command::Variant { objective: any_objective(rng) },
        11 => Command::SetBoard { position: any_game(rng).position() },
        12 => Command::Level { level: any_small(rng) },
        13 => Command::Limits { limit: any_limit(rng) },
        14 => Command::SetTimeControl { control: any_control(rng) },
        15 => Command::Analyze { colour, count: any_small(rng) },
        16 => rng.pick([Command::Legal, Command::ClearHash, Command::Name, Command::Quit]).unwrap(),
        _ => Command::Unknown(format!("un{}", any_text(rng)).as_str().into()),
    }
}
