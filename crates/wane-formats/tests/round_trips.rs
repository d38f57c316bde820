//! Every format, written and read back on 10,000 random games of both objectives and all sizes.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use serde_json::json;
use wane_board::{AnyGame, AnyPosition, Move, Objective, Score};
use wane_formats::obf::{self, Scored, Suite, SuiteEntry};
use wane_formats::paste::{Content, paste};
use wane_formats::{
    ClockInfo, Comment, Context, Eval, Format, GameRecord, MoveNote, Outcome, Reason, Remarks,
    Variation, board_text, ggf, json, sgf, transcript,
};
use wane_testkit::{Rng, random_game};

const GAMES: u64 = 10_000;

/// A context that contradicts the record, so that no default is right by chance.
fn wrong_context(record: &GameRecord) -> Context {
    let objective = match record.objective {
        Objective::FewestDiscs => Objective::MostDiscs,
        Objective::MostDiscs => Objective::FewestDiscs,
    };
    Context { objective, ..Context::default() }
}

fn right_context(record: &GameRecord) -> Context {
    Context { objective: record.objective, size: record.game.size() }
}

/// A random game: finished or not, from the start position or another one.
fn any_game(rng: &mut Rng) -> AnyGame {
    let plies = if rng.below(2) == 0 { 64 } else { rng.below(61) as usize };
    let mut game: AnyGame = match rng.below(3) {
        0 => random_game::<4>(rng, plies).into(),
        1 => random_game::<6>(rng, plies).into(),
        _ => random_game::<8>(rng, plies).into(),
    };
    if rng.below(4) == 0 {
        // The second half, from the position after the first half.
        let moves: Vec<Move> = game.history().iter().map(|played| played.mv).collect();
        let half = moves.len() / 2;
        for _ in half..moves.len() {
            game.undo();
        }
        game = AnyGame::from_position(game.position());
        for mv in &moves[half..] {
            match mv {
                Move::Place(square) => game.play(*square).unwrap(),
                Move::Pass => game.pass().unwrap(),
            }
        }
    }
    if game.position().must_pass() && rng.below(2) == 0 {
        game.pass().unwrap();
    }
    game
}

/// A transcript has no passes, so it cannot have one at the end.
fn without_last_passes(mut game: AnyGame) -> AnyGame {
    while game.history().last().is_some_and(|played| played.mv == Move::Pass) {
        game.undo();
    }
    game
}

fn any_record(seed: u64) -> GameRecord {
    let mut rng = Rng::new(seed);
    let objective =
        if seed.is_multiple_of(2) { Objective::FewestDiscs } else { Objective::MostDiscs };
    let mut record = GameRecord::new(any_game(&mut rng), objective);
    record.place = Some("Wane".into());
    if rng.below(2) == 0 {
        record.date = Some("2026-11-15 12:00:00 GMT".into());
    }
    for (player, name) in [(&mut record.black, "A. Student"), (&mut record.white, "학생 (2)")] {
        player.name = name.into();
        player.rating = (rng.below(2) == 0).then(|| f64::from(rng.below(300_000)) / 100.0);
    }
    let over = record.game.position().is_game_over();
    if !over && rng.below(2) == 0 {
        // SGF keeps only the winner of a game that was resigned, so the score is at most one disc.
        let [score, reason] = [rng.below(3), rng.below(3)];
        record.ended = Some(Outcome {
            black_score: Score::new(score.cast_signed() - 1),
            reason: match reason {
                _ if score == 1 => Reason::Normal,
                0 => Reason::Resigned,
                1 => Reason::Time,
                _ => Reason::Normal,
            },
        });
    }
    record
}

/// Clocks, evaluations and times, which GGF and JSON have.
fn with_times(mut record: GameRecord, seed: u64) -> GameRecord {
    let mut rng = Rng::new(!seed);
    let clock = ClockInfo {
        main_ms: u64::from(rng.below(400_000_000)),
        increment_ms: u64::from(rng.below(3)) * 500,
        grace_ms: u64::from(rng.below(2)) * 120_000,
    };
    match rng.below(3) {
        0 => {}
        1 => (record.black.clock, record.white.clock) = (Some(clock), Some(clock)),
        _ => record.black.clock = Some(clock),
    }
    for ply in 0..record.game.history().len() {
        let eval = (rng.below(3) == 0)
            .then(|| Eval { centidiscs: rng.below(12_801).cast_signed() - 6_400 });
        let time_ms = (rng.below(3) == 0).then(|| u64::from(rng.below(100_000)));
        if eval.is_some() || time_ms.is_some() {
            let note = MoveNote { eval, time_ms, ..MoveNote::default() };
            record.notes.insert(ply, note);
        }
    }
    record
}

/// Comments and variations of the main line, or of a variation that begins after some plies.
fn any_remarks(line: &AnyGame, before: Option<usize>, depth: usize, rng: &mut Rng) -> Remarks {
    let mut remarks = Remarks::default();
    let moves = line.history().len();
    // The position where a variation begins belongs to another line.
    let first = usize::from(before.is_some());
    let before = before.unwrap_or(0);
    for ply in first..=moves {
        if rng.below(8) == 0 {
            let comment = Comment::new("so: [this] \\ that\nand more");
            remarks.comments.insert(before + ply, comment);
        }
    }
    for ply in first..moves {
        if depth == 0 || rng.below(6) > 0 {
            continue;
        }
        let mut game = line.clone();
        while game.history().len() > ply {
            game.undo();
        }
        let mut game = AnyGame::from_position(game.position());
        for _ in 0..=rng.below(5) {
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(u32::try_from(moves.len()).unwrap()) as usize]).unwrap();
        }
        if !game.history().is_empty() {
            let there = any_remarks(&game, Some(before + ply), depth - 1, rng);
            remarks.variations.push(Variation { ply: before + ply, game, remarks: there });
        }
    }
    remarks
}

fn with_remarks(mut record: GameRecord, seed: u64) -> GameRecord {
    record.remarks = any_remarks(&record.game, None, 2, &mut Rng::new(seed ^ 0x5eed));
    record
}

#[test]
fn ggf_reads_what_it_writes() {
    for seed in 0..GAMES {
        let record = with_times(any_record(seed), seed);
        let text = ggf::write(&record);
        let read = ggf::parse(&text, wrong_context(&record)).unwrap();
        assert_eq!(read, [record], "seed {seed}: {text}");
        assert_eq!(ggf::write(&read[0]), text);
    }
}

#[test]
fn json_reads_what_it_writes() {
    for seed in 0..GAMES {
        let mut record = with_remarks(with_times(any_record(seed), seed), seed);
        record.extra.insert("event".into(), json!({"round": seed}));
        record.white.extra.insert("level".into(), json!(seed % 20));
        if let Some(note) = record.notes.values_mut().next() {
            note.extra.insert("pv".into(), json!(["a1", "b1"]));
        }
        let text = json::write(&record);
        let read = json::parse(&text, wrong_context(&record)).unwrap();
        assert_eq!(read, [record], "seed {seed}: {text}");
        assert_eq!(json::write(&read[0]), text);
    }
}

#[test]
fn sgf_reads_what_it_writes() {
    for seed in 0..GAMES {
        let mut record = with_remarks(any_record(seed), seed);
        record.black.name = "back\\slash [bracket]".into();
        let text = sgf::write(&record);
        let read = sgf::parse(&text, wrong_context(&record)).unwrap();
        assert_eq!(read, [record], "seed {seed}: {text}");
        assert_eq!(sgf::write(&read[0]), text);
    }
}

#[test]
fn transcripts_read_what_they_write() {
    for seed in 0..GAMES {
        let game = without_last_passes(any_record(seed).game);
        let text = transcript::write(&game);
        let read = transcript::parse(&text, game.size()).unwrap();
        assert_eq!(read, game, "seed {seed}: {text}");
    }
}

#[test]
fn boards_read_what_they_write() {
    for seed in 0..GAMES {
        let position = any_record(seed).game.position();
        assert_eq!(board_text::parse(&board_text::write(&position)), Ok(position), "seed {seed}");
    }
}

/// Some moves of a position with scores, best first.
fn any_scores(position: &AnyPosition, rng: &mut Rng) -> Vec<Scored> {
    let squares = position.size().squares().len().cast_signed();
    let mut score = squares;
    let mut scores = Vec::new();
    for square in position.legal_moves() {
        score -= rng.below(8).cast_signed();
        if score >= -squares {
            scores.push(Scored { mv: Some(Move::Place(square)), score: Score::new(score) });
        }
    }
    if scores.is_empty() {
        let mv = (rng.below(2) == 0).then_some(Move::Pass);
        scores.push(Scored { mv, score: Objective::default().final_score(2, 1, 1) });
    }
    scores
}

#[test]
fn obf_reads_what_it_writes() {
    let mut rng = Rng::new(3);
    for objective in [None, Some(Objective::FewestDiscs), Some(Objective::MostDiscs)] {
        let problems = (0..GAMES).map(|seed| {
            let position = any_record(seed).game.position();
            SuiteEntry {
                line: usize::try_from(seed).unwrap() + 1 + usize::from(objective.is_some()),
                position,
                scores: any_scores(&position, &mut rng),
                comment: if seed % 3 == 0 { format!("number {seed}") } else { String::new() },
            }
        });
        let suite = Suite { objective, problems: problems.collect() };
        let text = obf::write(&suite);
        assert_eq!(obf::parse(&text).as_ref(), Ok(&suite));
    }
}

#[test]
fn every_written_text_is_detected_when_pasted() {
    for seed in 0..GAMES {
        let record = any_record(seed);
        for format in Format::ALL {
            let Ok(text) = format.write_games(std::slice::from_ref(&record)) else {
                assert!(matches!(format, Format::Pgn | Format::Wthor));
                continue;
            };
            // An empty transcript has no format.
            if text.trim().is_empty() {
                continue;
            }
            let pasted = paste(&text, right_context(&record)).unwrap();
            assert_eq!(pasted.format, format, "seed {seed}: {text}");
            if let Content::Games(games) = &pasted.content {
                assert_eq!(games[0].objective, record.objective);
            }
            let position = pasted.into_games()[0].game.position();
            let expected = match format {
                Format::Transcript => without_last_passes(record.game.clone()).position(),
                _ => record.game.position(),
            };
            assert_eq!(position, expected, "seed {seed}: {text}");
        }
    }
}
