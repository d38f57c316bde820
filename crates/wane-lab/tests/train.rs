//! Weights learned from records: what is known is found again, and what comes out is what the engine
//! will see.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::sync::Arc;

use wane_board::{Board, Objective, Portable, Score, Symmetry};
use wane_eval::pattern::PATTERNS;
use wane_eval::weights::{OPP_MOVES, OWN_MOVES, PHASES, WEIGHTS, representatives};
use wane_eval::{Evaluator, Learned, Value, Weights};
use wane_lab::Record;
use wane_lab::selfplay::{Selfplay, SelfplayWorker, Settings as GameSettings};
use wane_lab::train::{Data, Epoch, Losses, Settings, Trained, Training, loss_by_epoch};
use wane_match::Stop;
use wane_testkit::Rng;
use wane_testkit::temp_dir::TempDir;

fn never() -> bool {
    false
}

fn train(data: Data, settings: Settings, from: Option<&Weights>, threads: usize) -> Trained {
    let mut training = Training::new(data, settings, from);
    while training.epoch(threads, &never).is_some() {}
    training.finish()
}

fn data(records: &[Record]) -> Data {
    let mut data = Data::new();
    assert!(records.iter().all(|record| data.add(record)));
    data
}

/// Positions of random games, worth to their side what `score` says.
fn random_records(games: u16, score: impl Fn(&Board<8>) -> Score) -> Vec<Record> {
    let mut rng = Rng::new(11);
    let mut records = Vec::new();
    for game in 0..games {
        let mut board = Board::START;
        while !board.is_game_over() {
            let Some(best) = rng.pick(board.legal_moves()) else {
                board = board.passed();
                continue;
            };
            let score = score(&board);
            let (value, objective) = (Value::from(score), Objective::FewestDiscs);
            records.push(Record { board, value, score, best, is_exact: false, objective, game });
            board.play(best).unwrap();
        }
    }
    records
}

/// Two for each corner of one's own.
fn corners(board: &Board<8>) -> Score {
    Score::new(2 * (board.own() & Board::<8>::CORNERS).len().cast_signed())
}

fn judgement(weights: &Arc<Weights>, board: &Board<8>) -> Value {
    let learned = Learned::new(Arc::clone(weights));
    learned.value(Portable, board, board.legal_moves(), &learned.features(board))
}

/// Weights, the same in all phases, of the shapes with few states and of the numbers of moves.
fn known_weights() -> Arc<Weights> {
    let (mut rng, source) = (Rng::new(3), representatives());
    let few = |index: usize| {
        let mut end = 0;
        let shape = PATTERNS.iter().find(|shape| {
            end += shape.configurations() as usize;
            index < end
        });
        shape.is_none_or(|shape| shape.configurations() < 1000)
    };
    let mut weights = vec![0; WEIGHTS];
    for index in 0..WEIGHTS {
        let random = i16::try_from(rng.below(601)).unwrap() - 300;
        weights[index] = if few(index) { random } else { 0 };
        weights[index] = weights[source[index] as usize];
    }
    Arc::new(Weights::new(Objective::FewestDiscs, &vec![weights; PHASES], String::new()))
}

fn whole_discs(value: Value) -> Score {
    Score::new((value.parts() + Value::PER_DISC / 2).div_euclid(Value::PER_DISC))
}

#[test]
fn known_weights_are_found_again() {
    let known = known_weights();
    let records = random_records(1000, |board| whole_discs(judgement(&known, board)));
    let settings = Settings { epochs: 4, shrink: 5.0, ..Settings::default() };
    let trained = train(data(&records), settings, None, 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(before.unwrap() > 5.0 && after.unwrap() < 1.5, "{before:?} {after:?}");

    // The most seen weights one by one, up to what one feature can take over from another.
    let learned = trained.weights.phase(7);
    let known = known.phase(7);
    for begin in [OWN_MOVES, OPP_MOVES] {
        let at = |weights: &[i16], moves: u32| f64::from(weights[(begin + moves) as usize]) / 128.0;
        let mean = |weights: &[i16]| (6..=12).map(|moves| at(weights, moves)).sum::<f64>() / 7.0;
        for moves in 6..=12 {
            let known = at(known, moves) - mean(known);
            let learned = at(learned, moves) - mean(learned);
            assert!((known - learned).abs() < 0.8, "{moves} moves: {known:.2} {learned:.2}");
        }
    }
}

#[test]
fn what_is_written_is_what_was_learned_and_mirror_images_share_it() {
    let discs =
        |board: &Board<8>| board.own().len().cast_signed() - board.opp().len().cast_signed();
    let records = random_records(300, |board| Score::new(-discs(board)));
    let trained = train(data(&records), Settings { epochs: 3, ..Settings::default() }, None, 2);
    let file = trained.weights.to_bytes();
    let read = Arc::new(Weights::from_bytes(&file).unwrap());
    let source = representatives();
    let mut not_zero = 0;
    for phase in 0..PHASES {
        let weights = read.phase(phase);
        assert!(weights == trained.weights.phase(phase));
        assert!((0..WEIGHTS).all(|index| weights[index] == weights[source[index] as usize]));
        not_zero += weights.iter().filter(|&&weight| weight != 0).count();
    }
    assert!(not_zero > 100_000, "{not_zero}");
    for record in records.iter().step_by(97) {
        let here = judgement(&read, &record.board);
        for symmetry in Symmetry::ALL {
            assert_eq!(judgement(&read, &symmetry.apply(&record.board)), here);
        }
    }
    // The error that the manifest states is that of the file, as the engine judges by it, and next to
    // that of the numbers before they were rounded.
    let losses = Losses::of(&Learned::new(Arc::clone(&read)), &data(&records));
    let rms = losses.total().rms().unwrap();
    assert!((rms - trained.manifest.rms_after.unwrap()).abs() < 0.001, "{rms}");
    let best = |epoch: &Epoch| epoch.held_out.total().rms().unwrap();
    let best = trained.epochs.iter().map(best).fold(f64::INFINITY, f64::min);
    assert!((rms - best).abs() < 0.05, "{rms} {best}");
    assert_eq!(read.manifest(), trained.manifest.to_json());
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads_but_on_the_seed() {
    let records = random_records(200, corners);
    let run = |threads, seed| {
        let settings = Settings { epochs: 2, seed, ..Settings::default() };
        train(data(&records), settings, None, threads).weights.to_bytes()
    };
    assert!(run(1, 5) == run(2, 5));
    assert!(run(1, 5) != run(1, 6));
}

#[test]
fn a_short_real_run_is_better_than_nothing() {
    let settings = GameSettings {
        objective: Objective::FewestDiscs,
        depth: 2,
        selectivity: 0,
        exact_from: 9,
        opening: (4, 24),
        stray: 60,
        seed: 1,
    };
    let (selfplay, stop) = (Selfplay::new(settings, None), Stop::default());
    let mut data = Data::new();
    selfplay
        .play(0..400, &mut SelfplayWorker::threads(2, &stop), &stop, &mut |block| {
            assert!(block.records.iter().all(|record| data.add(record)));
            Ok(())
        })
        .unwrap();
    let trained = train(data, Settings { epochs: 2, ..Settings::default() }, None, 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(after.unwrap() < 0.9 * before.unwrap(), "{before:?} {after:?}");
    // In the last phases the score is nearly visible on the board.
    let last = trained.manifest.phases[PHASES - 1].clone();
    assert!(last.rms_after.unwrap() < 0.7 * last.rms_before.unwrap(), "{last:?}");
}

#[test]
fn training_goes_on_from_other_weights_and_keeps_them_where_it_learns_nothing() {
    let known = known_weights();
    let records = random_records(300, |board| whole_discs(judgement(&known, board)));
    let settings = Settings { epochs: 3, ..Settings::default() };
    let trained = train(data(&records), settings, Some(&known), 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    // Scores are whole discs: the known weights are wrong by what that costs.
    assert!(before.unwrap() < 0.35 && after <= before, "{before:?} {after:?}");
    assert!(trained.manifest.from.is_some());
    let nothing = train(data(&records), Settings { epochs: 0, ..settings }, Some(&known), 1);
    for phase in 0..PHASES {
        assert!(nothing.weights.phase(phase) == known.phase(phase));
    }
}

#[test]
fn a_phase_that_no_position_is_near_takes_over_the_weights_of_its_neighbour() {
    let mut records = random_records(200, corners);
    records.retain(|record| record.board.empties().len() < 30);
    let settings = Settings { epochs: 1, reach: 4, ..Settings::default() };
    let trained = train(data(&records), settings, None, 2);
    let first = trained.manifest.phases.iter().position(|phase| phase.epochs > 0).unwrap();
    assert!((5..8).contains(&first), "{first}");
    for phase in 0..first {
        assert!(trained.weights.phase(phase) == trained.weights.phase(first));
    }
    assert!(trained.weights.phase(first) != trained.weights.phase(first + 1));
}

#[test]
fn what_the_search_said_counts_for_its_share() {
    let records = random_records(60, corners);
    let (mut said, mut half) = (records.clone(), records.clone());
    for record in &mut said {
        record.score = -record.score;
    }
    for record in &mut half {
        (record.score, record.value) = (Score::new(0), Value::new(2 * record.value.parts()));
    }
    let weights = |records: &[Record], search: f32| {
        let settings = Settings { epochs: 1, search, ..Settings::default() };
        let trained = train(data(records), settings, None, 1);
        (0..PHASES).map(|phase| trained.weights.phase(phase).to_vec()).collect::<Vec<_>>()
    };
    let ended = weights(&records, 0.0);
    assert!(weights(&said, 1.0) == ended);
    assert!(weights(&half, 0.5) == ended);
    assert!(weights(&said, 0.0) != ended);
}

#[test]
fn training_ends_when_nothing_becomes_better_and_keeps_what_was_best() {
    // Scores that have nothing to do with the positions: whatever is learned is wrong elsewhere.
    let chance = |board: &Board<8>| {
        let bits = Rng::new(board.own().bits() ^ board.opp().bits().rotate_left(9)).bits();
        Score::new(if bits & 1 == 0 { 20 } else { -20 })
    };
    let records = random_records(400, chance);
    let settings = Settings { epochs: 50, shrink: 5.0, ..Settings::default() };
    let zeros = vec![vec![0; WEIGHTS]; PHASES];
    let zeros = Weights::new(Objective::FewestDiscs, &zeros, String::new());
    let trained = train(data(&records), settings, Some(&zeros), 2);
    let error = |epoch: &Epoch| epoch.held_out.total().rms().unwrap();
    assert!(error(&trained.epochs[1]) > error(&trained.epochs[0]) + 0.5);
    assert!(trained.epochs.len() < 12, "{}", trained.epochs.len());
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(after <= before, "{before:?} {after:?}");
    // Those that begin with nothing keep the best of what they learned.
    let trained = train(data(&records), settings, None, 2);
    assert!(trained.manifest.phases.iter().all(|phase| phase.epochs > 0));
    let best = trained.epochs[1..].iter().map(error).fold(f64::INFINITY, f64::min);
    assert!(trained.manifest.rms_after.unwrap() < best + 0.01);
}

#[test]
fn a_training_that_is_stopped_counts_as_far_as_it_came() {
    let records = random_records(100, corners);
    let mut training = Training::new(data(&records), Settings::default(), None);
    assert!(training.epoch(1, &never).is_some());
    assert!(training.epoch(1, &|| true).is_none());
    let trained = training.finish();
    assert_eq!(trained.epochs.len(), 2);
    assert!(trained.manifest.phases.iter().all(|phase| phase.epochs <= 1));
}

#[test]
fn files_are_read_one_after_another_and_noted() {
    let records = random_records(45, |_| Score::new(2));
    let bytes: Vec<u8> = records.iter().flat_map(Record::to_bytes).collect();
    let folder = TempDir::new().unwrap();
    let cut = bytes.len() / Record::BYTES / 3 * Record::BYTES;
    let (first, second) = bytes.split_at(cut);
    let (one, two) = (folder.write("one", first).unwrap(), folder.write("two", second).unwrap());
    let mut data = Data::new();
    data.read(&one).unwrap();
    data.read(&two).unwrap();
    // Games 0, 20 and 40 of the 45 are held out, and no other.
    let held_out = records.iter().filter(|record| record.game % 20 == 0).count() as u64;
    assert_eq!(data.positions(), (records.len() as u64 - held_out, held_out));
    let names: Vec<&str> = data.sources().iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["one", "two"]);
    assert_eq!(data.sources()[0].bytes, cut as u64);
    assert_ne!(data.sources()[0].checksum, data.sources()[1].checksum);
}

#[test]
fn files_that_hold_something_else_are_refused() {
    let records = random_records(3, |_| Score::new(2));
    let bytes: Vec<u8> = records.iter().flat_map(Record::to_bytes).collect();
    let folder = TempDir::new().unwrap();
    let wrong = |name: &str, bytes: &[u8]| {
        let path = folder.write(name, bytes).unwrap();
        let error = Data::new().read(&path).unwrap_err().to_string();
        error.rsplit_once('/').unwrap().1.to_owned()
    };
    let cut = wrong("cut", &bytes[..bytes.len() - 1]);
    assert_eq!(
        cut,
        format!("cut: {} bytes are not a number of whole records of 24 bytes", bytes.len() - 1)
    );
    let mut damaged = bytes.clone();
    damaged[7 * Record::BYTES + 19] = 99;
    let error = wrong("damaged", &damaged);
    assert!(error.starts_with("damaged, record 7: it says that there are 99 discs"), "{error}");
    let most = Record { objective: Objective::MostDiscs, ..records[0] };
    let mixed = [&bytes[..], &most.to_bytes()].concat();
    let error = wrong("mixed", &mixed);
    assert_eq!(error, "mixed: the games before were played for the other objective");
    assert!(Data::new().read(&folder.path().join("missing")).is_err());
    assert!(fs::read(folder.path().join("mixed")).unwrap() == mixed);
}

#[test]
fn the_picture_has_a_line_for_each_phase_that_was_checked_and_two_for_all() {
    let records = random_records(60, corners);
    let trained = train(data(&records), Settings { epochs: 2, ..Settings::default() }, None, 1);
    let checked = trained.manifest.phases.iter().filter(|phase| phase.held_out > 0).count();
    let picture = loss_by_epoch(&trained.epochs);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<polyline").count(), checked + 2);
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    // Nothing to draw is no reason to fail.
    assert!(!loss_by_epoch(&[]).contains("NaN"));
}
