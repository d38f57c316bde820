//! One game in four formats, which must all lead to the same final position.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use wane_board::{AnyGame, Colour, Objective, Score, Size};
use wane_formats::paste::{paste_bytes, read_bytes};
use wane_formats::{ClockInfo, Context, Format, Reason, ggf, json, sgf, transcript, wthor};

const TRANSCRIPT: &str = "c4e3f3g3f2c5g2e1e2h1g4g5f4d3h5c3h4g1h2h3e6e7d2c1b4a5h6d1c6g6d6f1a4h7c2f5e8b1a6b6c7b3b2d7b5f8g8c8b8b7d8f6a3a7a8f7a2";
const FINAL: &str = "-OOOOOOOXOOOOOOOXXOOOOOOXXXOOOOOXOOXOOOOXOXXXOOOXXXXXX-OXXXXXXX-";
const GGF: &str = "(;GM[Othello]PC[test]PB[a]PW[b]RE[+14.000]TI[05:00//02:00]TY[8a]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[C4]W[E3]B[F3]W[G3]B[F2]W[C5]B[G2]W[E1]B[E2]W[H1]B[G4]W[G5]B[F4]W[D3]B[H5]W[C3]B[H4]W[G1]B[H2]W[H3]B[E6]W[E7]B[D2]W[C1]B[B4]W[A5]B[H6]W[D1]B[C6]W[G6]B[D6]W[F1]B[A4]W[H7]B[C2]W[F5]B[E8]W[B1]B[A6]W[B6]B[C7]W[B3]B[B2]W[D7]B[B5]W[F8]B[G8]W[C8]B[B8]W[B7]B[D8]W[F6]B[A3]W[A7]B[A8]W[PA]B[F7]W[PA]B[A2];)";
const WTHOR: &str = "141a0b0e010000000000ea070800180000000100020019192b2324251a351b0f19122f392e223a2130111c26414b180d2a33440e3f434010294e1738550c3d3e4920164a34565753524854421f47514c15000000";

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn assert_is_the_game(game: &AnyGame) {
    let end = game.position();
    assert_eq!(wane_formats::board_text::write_squares(&end), FINAL);
    assert_eq!((end.discs(Colour::Black).len(), end.discs(Colour::White).len()), (25, 36));
    assert!(end.is_game_over());
    assert_eq!(game.history().len() - transcript::write(game).len() / 2, 2, "two passes");
}

#[test]
fn the_transcript_replays_to_its_end() {
    let game = transcript::parse(TRANSCRIPT, Size::Eight).unwrap();
    assert_is_the_game(&game);
    assert_eq!(transcript::write(&game), TRANSCRIPT);
}

#[test]
fn the_ggf_game_replays_to_its_result_and_is_written_with_the_same_bytes() {
    let records = ggf::parse(GGF, Context::default()).unwrap();
    let record = &records[0];
    assert_is_the_game(&record.game);
    assert_eq!(record.objective, Objective::FewestDiscs);
    let outcome = record.outcome().unwrap();
    assert_eq!((outcome.black_score, outcome.reason), (Score::new(14), Reason::Normal));
    assert_eq!(outcome.winner(), Some(Colour::Black));
    let clock = ClockInfo { main_ms: 300_000, increment_ms: 0, grace_ms: 120_000 };
    assert_eq!(record.black.clock, Some(clock));
    assert_eq!(ggf::write(record), GGF);
}

#[test]
fn the_same_game_as_a_normal_one_is_lost() {
    let text = GGF.replace("TY[8a]", "TY[8]").replace("RE[+14.000]", "RE[-14.000]");
    let records = ggf::parse(&text, Context::default()).unwrap();
    assert_eq!(records[0].outcome().unwrap().black_score, Score::new(-14));
    assert_eq!(ggf::write(&records[0]), text);
}

#[test]
fn the_game_survives_a_chain_of_formats() {
    let record = ggf::parse(GGF, Context::default()).unwrap().remove(0);
    let as_json = json::parse(&json::write(&record), Context::default()).unwrap();
    assert_eq!(ggf::write(&as_json[0]), GGF);
    let as_sgf = sgf::parse(&sgf::write(&record), Context::default()).unwrap();
    assert_is_the_game(&as_sgf[0].game);
    assert_eq!(as_sgf[0].outcome(), record.outcome());
}

#[test]
fn the_wthor_game_replays_to_its_score() {
    let database = wthor::parse(&bytes(WTHOR)).unwrap();
    assert_eq!((database.created, database.year), ((2026, 11, 14), 2026));
    let game = &database.games[0];
    assert_is_the_game(&game.record.game);
    assert_eq!((game.tournament, game.black, game.white), (0, 1, 2));
    assert_eq!((game.black_discs, game.theoretical_black_discs), (25, 25));
    assert_eq!(transcript::write(&game.record.game), TRANSCRIPT);
}

#[test]
fn a_wthor_file_is_recognised_by_its_bytes_and_read_if_it_is_named() {
    for pasted in [
        paste_bytes(&bytes(WTHOR), Context::default()).unwrap(),
        read_bytes(&bytes(WTHOR), Format::Wthor, Context::default()).unwrap(),
    ] {
        assert_eq!(pasted.format, Format::Wthor);
        assert_is_the_game(&pasted.into_games()[0].game);
    }
}

#[test]
fn the_first_bytes_of_a_real_wthor_file_are_understood() {
    let mut file = bytes(
        "140104050100000000 00bc0700000000 4600bd012c021f27 382e2318".replace(' ', "").as_str(),
    );
    file.resize(16 + 68, 0);
    let database = wthor::parse(&file).unwrap();
    assert_eq!((database.created, database.year), ((2001, 4, 5), 1980));
    let game = &database.games[0];
    assert_eq!((game.tournament, game.black, game.white), (70, 445, 556));
    assert_eq!((game.black_discs, game.theoretical_black_discs), (31, 39));
    assert_eq!(transcript::write(&game.record.game), "f5f4e3d2");
}
