//! The page as a whole: what it says about games is what the records say, and no text gets out of
//! its place.

use serde_json::Value;
use wane_board::{AnyGame, AnyPosition, Colour, Objective, Score, Size};
use wane_formats::{GameRecord, MoveNote, Outcome, Reason, board_text, transcript};
use wane_testkit::{Rng, random_game};

use super::*;
use crate::{Fault, FaultKind};

/// A random game with times, of `plies` plies at most.
fn game(rng: &mut Rng, number: usize, size: Size, plies: usize) -> FinishedGame {
    let game: AnyGame = match size {
        Size::Four => random_game::<4>(rng, plies).into(),
        Size::Six => random_game::<6>(rng, plies).into(),
        Size::Eight => random_game::<8>(rng, plies).into(),
    };
    let mut record = GameRecord::new(game, Objective::FewestDiscs);
    for ply in 0..record.game.history().len() {
        let time_ms = Some(u64::from(rng.below(2000)));
        record.notes.insert(ply, MoveNote { time_ms, ..MoveNote::default() });
    }
    record.black.name = "one".into();
    record.white.name = "two".into();
    FinishedGame { number, record, fault: None, remarks: Vec::new(), logs: Default::default() }
}

/// The same game, lost by Black by a fault.
fn faulty(mut finished: FinishedGame, text: &str) -> FinishedGame {
    let black_score = Score::new(-64);
    finished.record.ended = Some(Outcome { black_score, reason: Reason::Illegal });
    finished.fault = Some((Colour::Black, Fault::new(FaultKind::Illegal, text)));
    finished
}

fn standing(name: &str) -> PlayerSummary {
    let tally = Tally::from_games(3, 1, 2);
    PlayerSummary {
        name: name.into(),
        rating: 1500.0,
        rating_low: 1450.0,
        rating_high: 1560.0,
        tally,
        faults: 1,
        grade: None,
    }
}

fn report<'a>(names: &[&str], games: &'a [FinishedGame]) -> MatchReport<'a> {
    let tally = Tally::from_games(3, 1, 2);
    let met = |row: usize| (0..names.len()).map(move |column| (row != column).then_some(tally));
    let pairing = |second: &&str| PairingSummary {
        first: names[0].into(),
        second: (*second).into(),
        games: 6,
        wins: 3,
        draws: 1,
        losses: 2,
        score: 0.5833,
        elo: 58.0,
        elo_error: 40.0,
        los: 0.91,
        llr: Some(1.25),
        pairs: [0, 1, 1, 1, 0],
    };
    MatchReport {
        title: "Club evening".into(),
        when: "3 March 2026".into(),
        settings: vec![("Time a move".into(), "0.500 s".into())],
        standings: names.iter().map(|name| standing(name)).collect(),
        cross: (0..names.len()).map(|row| met(row).collect()).collect(),
        pairings: names.iter().skip(1).map(pairing).collect(),
        games,
        comments: BTreeMap::new(),
    }
}

/// The data of the script of a page.
fn data(page: &str) -> Value {
    serde_json::from_str(data_text(page)).unwrap()
}

fn data_text(page: &str) -> &str {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    rest.split_once("</script>").unwrap().0
}

/// Goes through a game as the script does, without the rules, to the squares at its end.
fn replayed(data: &Value, game: &Value) -> String {
    let start = &data["starts"][number(&game["start"])];
    let mut squares: Vec<u8> = start["board"].as_str().unwrap().bytes().collect();
    let rows = squares.len().isqrt();
    let mut side = number(&start["side"]);
    for ply in game["plies"].as_str().unwrap().split_whitespace().map(str::as_bytes) {
        if ply != b"-" {
            for name in ply.chunks(2) {
                squares[usize::from(name[1] - b'1') * rows + usize::from(name[0] - b'a')] =
                    b"XO"[side];
            }
        }
        side = 1 - side;
    }
    String::from_utf8(squares).unwrap()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The transcript that the script offers.
fn transcribed(data: &Value, game: &Value) -> String {
    let start = &data["starts"][number(&game["start"])];
    let plies = game["plies"].as_str().unwrap().split_whitespace().filter(|ply| *ply != "-");
    let prefix = start["transcript"].as_str().unwrap();
    std::iter::once(prefix).chain(plies.map(|ply| &ply[..2])).collect()
}

fn assert_data_has(page: &str, games: &[FinishedGame]) {
    let data = data(page);
    assert_eq!(data["games"].as_array().unwrap().len(), games.len());
    for (game, finished) in data["games"].as_array().unwrap().iter().zip(games) {
        let last = finished.record.game.position();
        assert_eq!(number(&game["number"]), finished.number);
        assert_eq!(replayed(&data, game), board_text::write_squares(&last));
        assert_eq!(transcribed(&data, game), transcript::write(&finished.record.game));
        assert_eq!(game["score"], finished.black_score().discs());
        for (side, colour) in [Colour::Black, Colour::White].into_iter().enumerate() {
            assert_eq!(game["discs"][side], last.discs(colour).len());
            let name = &data["players"][number(&game["players"][side])];
            assert_eq!(name, finished.record.player(colour).name.as_str());
        }
        let plies = 0..finished.record.game.history().len();
        let times: Vec<_> = plies.map(|ply| finished.record.notes[&ply].time_ms.unwrap()).collect();
        let written = game["ms"].as_array();
        assert_eq!(written.map_or(0, Vec::len), times.len());
        assert!(written.into_iter().flatten().zip(times).all(|(written, time)| *written == time));
    }
}

#[test]
fn every_game_replays_to_its_end_on_every_size_with_passes() {
    let mut rng = Rng::new(20_270_301);
    for size in Size::ALL {
        let games: Vec<_> = (1..=60).map(|number| game(&mut rng, number, size, 70)).collect();
        let page = report(&["one", "two"], &games).to_html();
        assert!(page.contains(&format!("{size}\u{d7}{size}")));
        assert_data_has(&page, &games);
        let data = data(&page);
        let is_pass = |game: &Value| game["plies"].as_str().unwrap().contains('-');
        assert!(data["games"].as_array().unwrap().iter().any(is_pass), "{size}");
        assert_eq!(data["starts"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn games_from_other_starts_replay_too() {
    let mut rng = Rng::new(7);
    let mut games = vec![game(&mut rng, 1, Size::Eight, 70)];
    for number in 2..20 {
        let opening = random_game::<8>(&mut rng, number);
        let mut other = game(&mut rng, number, Size::Eight, 0);
        let mut played = AnyGame::from_position(AnyPosition::from(opening.position()));
        while let Some(square) = rng.pick(played.position().legal_moves()) {
            played.play(square).unwrap();
            other.record.notes.insert(
                played.history().len() - 1,
                MoveNote { time_ms: Some(1), ..MoveNote::default() },
            );
        }
        other.record.game = played;
        games.push(other);
    }
    let page = report(&["one", "two"], &games).to_html();
    assert_data_has(&page, &games);
    assert!(data(&page)["starts"].as_array().unwrap().len() > 10);
}

#[test]
fn names_and_texts_never_become_markup() {
    let nasty = "</script><script>alert(1)</script>";
    let quotes = "\" onfocus=\"alert(2)' onblur='alert(3)";
    let mut rng = Rng::new(3);
    let mut finished = faulty(game(&mut rng, 1, Size::Eight, 9), &format!("{nasty}{quotes}<!--"));
    finished.record.black.name = nasty.into();
    finished.record.white.name = quotes.into();
    finished.remarks = vec![(Colour::White, nasty.into())];
    let games = [finished];
    let mut report = report(&[nasty, quotes], &games);
    report.title = format!("{nasty}{quotes}");
    report.when = report.title.clone();
    report.settings = vec![(nasty.into(), quotes.into())];
    let page = report.to_html();
    assert_eq!(page.matches("<script").count(), 2, "the data and the script");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<!--"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    let markup = page.replace(data_text(&page), "");
    assert!(!markup.contains("\" onfocus") && !markup.contains("' onblur"));
    assert!(markup.contains("&quot; onfocus=&quot;alert(2)&#39; onblur=&#39;alert(3)"));
    let data = data(&page);
    assert_eq!(data["players"], serde_json::json!([nasty, quotes]));
    assert_eq!(data["games"][0]["fault"][2], format!("{nasty}{quotes}<!--"));
    assert_eq!(data["games"][0]["remarks"], serde_json::json!([[1, nasty]]));
}

#[test]
fn a_fault_before_any_move_is_a_game_without_moves() {
    let games = [faulty(game(&mut Rng::new(1), 4, Size::Six, 0), "could not be started")];
    let page = report(&["one", "two"], &games).to_html();
    assert_data_has(&page, &games);
    let game = &data(&page)["games"][0];
    assert_eq!(game["plies"], "");
    assert_eq!(game["fault"], serde_json::json!([0, 0, "could not be started"]));
    assert_eq!(game["end"], Value::Null, "the fault says it");
    assert!(page.contains("illegal move of one: 1 game. Show them."), "the table of faults");
}

#[test]
fn a_game_that_the_board_did_not_end_says_why() {
    let mut resigned = game(&mut Rng::new(1), 1, Size::Eight, 20);
    resigned.record.ended = Some(Outcome { black_score: Score::new(12), reason: Reason::Resigned });
    let whole = game(&mut Rng::new(1), 2, Size::Eight, 70);
    let games = [resigned, whole];
    let data = data(&report(&["one", "two"], &games).to_html());
    assert_eq!(data["games"][0]["end"], "resigned");
    assert_eq!(data["games"][1]["end"], Value::Null);
}

#[test]
fn without_games_or_with_one_player_the_page_is_still_a_page() {
    for names in [&[][..], &["one"], &["one", "two"]] {
        let page = report(names, &[]).to_html();
        assert!(page.contains("No game was played."));
        assert!(page.contains("No game was lost by a fault."));
        assert!(!page.contains("id=\"board\""));
        assert_eq!(data(&page)["games"], serde_json::json!([]));
        assert_eq!(page.contains("class=\"plot\""), !names.is_empty());
        assert_eq!(page.contains("class=\"cross\""), names.len() == 2);
    }
}

#[test]
fn a_cross_table_with_missing_rows_has_empty_cells() {
    let mut report = report(&["one", "two", "three"], &[]);
    report.cross.pop();
    report.cross[0].pop();
    let page = report.to_html();
    let cells = page.matches("data-against=").count();
    assert_eq!(cells, 3, "two rows of two cells but one");
}

#[test]
fn players_who_are_not_in_the_standings_keep_their_names() {
    let games = [game(&mut Rng::new(1), 1, Size::Four, 70)];
    let page = report(&["two"], &games).to_html();
    assert_data_has(&page, &games);
    assert_eq!(data(&page)["players"], serde_json::json!(["two", "one"]));
}

#[test]
fn columns_without_numbers_are_left_out() {
    let mut report = report(&["one", "two"], &[]);
    let page = report.to_html();
    assert!(page.contains("LLR</th>") && page.contains("class=\"pair\""));
    report.pairings[0].llr = None;
    report.pairings[0].pairs = [0; 5];
    let page = report.to_html();
    assert!(!page.contains("LLR</th>") && !page.contains("class=\"pair\""));
}

#[test]
fn the_page_asks_for_nothing_outside_of_itself() {
    let games = [game(&mut Rng::new(1), 1, Size::Eight, 70)];
    let page = report(&["one", "two"], &games).to_html();
    for outside in ["http:", "https:", " src=", "url(", "@import", "<link", "fetch(", "import "] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_thousand_games_are_less_than_a_million_and_a_half_bytes() {
    let mut rng = Rng::new(11);
    let games: Vec<_> = (1..=1000).map(|number| game(&mut rng, number, Size::Eight, 70)).collect();
    let bytes = report(&["one", "two"], &games).to_html().len();
    assert!((100_000..1_500_000).contains(&bytes), "{bytes}");
}

#[test]
fn losses_and_prints_stand_beside_their_moves_and_prints_have_a_bound() {
    let mut rng = Rng::new(8);
    let games: Vec<FinishedGame> =
        (1..=4000).map(|number| game(&mut rng, number, Size::Four, 12)).collect();
    let long = "x".repeat(1000);
    let comments = GameComments {
        logs: [format!("loaded\n[move 1]\n{long}\n[move 3]\n</script>"), String::new()],
        losses: vec![
            MoveLoss { ply: 1, centidiscs: 420, best: "a1".parse().unwrap() },
            MoveLoss { ply: 3, centidiscs: 0, best: "b1".parse().unwrap() },
            MoveLoss { ply: 99, centidiscs: 1, best: "b1".parse().unwrap() },
        ],
        turn: Some((1, Colour::White)),
    };
    let comments = games.iter().map(|game| (game.number, comments.clone())).collect();
    let page = MatchReport { comments, ..report(&["one", "two"], &games) }.to_html();
    let data = data(&page);
    let first = &data["games"][0];
    assert_eq!(first["losses"].as_array().unwrap()[..3], [420, -1, 0].map(Value::from));
    assert_eq!(first["best"], serde_json::json!([[1, "a1"]]));
    assert_eq!(first["turn"], serde_json::json!([1, 1]));
    let text = format!("{}\u{2026} [700 more characters]", &long[..300]);
    let printed = serde_json::json!([[0, 0, "loaded"], [1, 0, text], [3, 0, "</script>"]]);
    assert_eq!(first["printed"], printed);
    assert_eq!(data["games"][3999]["printed"], Value::Null, "there is no room left");
    assert!(page.len() < 3 << 20, "{}", page.len());
}
