//! Training: known weights are recovered, and the file has the weights that were trained.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::sync::Arc;

use wane_board::{Board, Objective, Portable, Score, Symmetry};
use wane_eval::pattern::PATTERNS;
use wane_eval::weights::{OPP_MOVES, OWN_MOVES, PHASES, WEIGHTS, representatives};
use wane_eval::{Evaluator, Learned, Value, Weights};
use wane_lab::Record;
use wane_lab::selfplay::{Selfplay, SelfplaySettings, SelfplayWorker};
use wane_lab::train::{Data, Epoch, Losses, Trained, Training, TrainingSettings, loss_by_epoch};
use wane_match::Stop;
use wane_testkit::Rng;
use wane_testkit::temp_dir::TempDir;

fn never() -> bool {
    false
}

fn train(
    data: Data,
    settings: TrainingSettings,
    from: Option<&Weights>,
    threads: usize,
) -> Trained {
    let mut training = Training::new(data, settings, from);
    while training.epoch(threads, &never).is_some() {}
    training.finish()
}

fn data(records: &[Record]) -> Data {
    let mut data = Data::new();
    assert!(records.iter().all(|record| data.add(record)));
    data
}

/// Positions of random games with the scores of a function.
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

/// Two discs for each own corner.
fn corners(board: &Board<8>) -> Score {
    Score::new(2 * (board.own() & Board::<8>::CORNERS).len().cast_signed())
}

fn evaluate(weights: &Arc<Weights>, board: &Board<8>) -> Value {
    let learned = Learned::new(Arc::clone(weights));
    learned.value(Portable, board, board.legal_moves(), &learned.features(board))
}

/// Random weights for the patterns with few configurations and for mobility, the same in all phases.
fn known_weights() -> Arc<Weights> {
    let (mut rng, source) = (Rng::new(3), representatives());
    let is_small = |index: usize| {
        let mut end = 0;
        let pattern = PATTERNS.iter().find(|pattern| {
            end += pattern.configurations() as usize;
            index < end
        });
        pattern.is_none_or(|pattern| pattern.configurations() < 1000)
    };
    let mut weights = vec![0; WEIGHTS];
    for index in 0..WEIGHTS {
        let random = i16::try_from(rng.below(601)).unwrap() - 300;
        weights[index] = if is_small(index) { random } else { 0 };
        weights[index] = weights[source[index] as usize];
    }
    Arc::new(Weights::new(Objective::FewestDiscs, &vec![weights; PHASES], String::new()))
}

fn whole_discs(value: Value) -> Score {
    Score::new((value.parts() + Value::PER_DISC / 2).div_euclid(Value::PER_DISC))
}

#[test]
fn known_weights_are_recovered() {
    let known = known_weights();
    let records = random_records(1000, |board| whole_discs(evaluate(&known, board)));
    let settings = TrainingSettings { epochs: 4, shrink: 5.0, ..TrainingSettings::default() };
    let trained = train(data(&records), settings, None, 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(before.unwrap() > 5.0 && after.unwrap() < 1.5, "{before:?} {after:?}");

    // The weights of mobility, up to a constant, which other features can absorb.
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
fn the_file_has_the_trained_weights_and_symmetric_configurations_share_them() {
    let discs =
        |board: &Board<8>| board.own().len().cast_signed() - board.opp().len().cast_signed();
    let records = random_records(300, |board| Score::new(-discs(board)));
    let trained = train(
        data(&records),
        TrainingSettings { epochs: 3, ..TrainingSettings::default() },
        None,
        2,
    );
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
        let here = evaluate(&read, &record.board);
        for symmetry in Symmetry::ALL {
            assert_eq!(evaluate(&read, &symmetry.apply(&record.board)), here);
        }
    }
    // The error in the manifest is that of the weights in the file, and close to that before rounding.
    let losses = Losses::of(&Learned::new(Arc::clone(&read)), &data(&records));
    let rms = losses.total().rms().unwrap();
    assert!((rms - trained.manifest.rms_after.unwrap()).abs() < 0.001, "{rms}");
    let best = |epoch: &Epoch| epoch.validation.total().rms().unwrap();
    let best = trained.epochs.iter().map(best).fold(f64::INFINITY, f64::min);
    assert!((rms - best).abs() < 0.05, "{rms} {best}");
    assert_eq!(read.manifest(), trained.manifest.to_json());
}

#[test]
fn the_result_depends_on_the_seed_but_not_on_the_number_of_threads() {
    let records = random_records(200, corners);
    let run = |threads, seed| {
        let settings = TrainingSettings { epochs: 2, seed, ..TrainingSettings::default() };
        train(data(&records), settings, None, threads).weights.to_bytes()
    };
    assert!(run(1, 5) == run(2, 5));
    assert!(run(1, 5) != run(1, 6));
}

#[test]
fn a_short_training_on_self_play_lowers_the_error() {
    let settings = SelfplaySettings {
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
    let trained =
        train(data, TrainingSettings { epochs: 2, ..TrainingSettings::default() }, None, 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(after.unwrap() < 0.9 * before.unwrap(), "{before:?} {after:?}");
    // In the last phase the board nearly determines the score.
    let last = trained.manifest.phases[PHASES - 1].clone();
    assert!(last.rms_after.unwrap() < 0.7 * last.rms_before.unwrap(), "{last:?}");
}

#[test]
fn training_starts_from_other_weights_and_keeps_them_without_epochs() {
    let known = known_weights();
    let records = random_records(300, |board| whole_discs(evaluate(&known, board)));
    let settings = TrainingSettings { epochs: 3, ..TrainingSettings::default() };
    let trained = train(data(&records), settings, Some(&known), 2);
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    // Scores are whole discs: the error of the known weights is the rounding.
    assert!(before.unwrap() < 0.35 && after <= before, "{before:?} {after:?}");
    assert!(trained.manifest.from.is_some());
    let untrained =
        train(data(&records), TrainingSettings { epochs: 0, ..settings }, Some(&known), 1);
    for phase in 0..PHASES {
        assert!(untrained.weights.phase(phase) == known.phase(phase));
    }
}

#[test]
fn a_phase_without_training_data_gets_the_weights_of_the_nearest_phase() {
    let mut records = random_records(200, corners);
    records.retain(|record| record.board.empties().len() < 30);
    let settings = TrainingSettings { epochs: 1, reach: 4, ..TrainingSettings::default() };
    let trained = train(data(&records), settings, None, 2);
    let first = trained.manifest.phases.iter().position(|phase| phase.epochs > 0).unwrap();
    assert!((5..8).contains(&first), "{first}");
    for phase in 0..first {
        assert!(trained.weights.phase(phase) == trained.weights.phase(first));
    }
    assert!(trained.weights.phase(first) != trained.weights.phase(first + 1));
}

#[test]
fn the_target_blends_score_and_search_value() {
    let records = random_records(60, corners);
    let (mut search_only, mut half) = (records.clone(), records.clone());
    for record in &mut search_only {
        record.score = -record.score;
    }
    for record in &mut half {
        (record.score, record.value) = (Score::new(0), Value::new(2 * record.value.parts()));
    }
    let weights = |records: &[Record], search: f32| {
        let settings = TrainingSettings { epochs: 1, search, ..TrainingSettings::default() };
        let trained = train(data(records), settings, None, 1);
        (0..PHASES).map(|phase| trained.weights.phase(phase).to_vec()).collect::<Vec<_>>()
    };
    let score_only = weights(&records, 0.0);
    assert!(weights(&search_only, 1.0) == score_only);
    assert!(weights(&half, 0.5) == score_only);
    assert!(weights(&search_only, 0.0) != score_only);
}

#[test]
fn training_stops_early_and_keeps_the_best_weights() {
    // Random scores: whatever is learned increases the validation error.
    let random_score = |board: &Board<8>| {
        let bits = Rng::new(board.own().bits() ^ board.opp().bits().rotate_left(9)).bits();
        Score::new(if bits & 1 == 0 { 20 } else { -20 })
    };
    let records = random_records(400, random_score);
    let settings = TrainingSettings { epochs: 50, shrink: 5.0, ..TrainingSettings::default() };
    let zeros = vec![vec![0; WEIGHTS]; PHASES];
    let zeros = Weights::new(Objective::FewestDiscs, &zeros, String::new());
    let trained = train(data(&records), settings, Some(&zeros), 2);
    let error = |epoch: &Epoch| epoch.validation.total().rms().unwrap();
    assert!(error(&trained.epochs[1]) > error(&trained.epochs[0]) + 0.5);
    assert!(trained.epochs.len() < 12, "{}", trained.epochs.len());
    let (before, after) = (trained.manifest.rms_before, trained.manifest.rms_after);
    assert!(after <= before, "{before:?} {after:?}");
    // A training that starts with 0 keeps the best of its epochs.
    let trained = train(data(&records), settings, None, 2);
    assert!(trained.manifest.phases.iter().all(|phase| phase.epochs > 0));
    let best = trained.epochs[1..].iter().map(error).fold(f64::INFINITY, f64::min);
    assert!(trained.manifest.rms_after.unwrap() < best + 0.01);
}

#[test]
fn a_stopped_training_keeps_its_finished_epochs() {
    let records = random_records(100, corners);
    let mut training = Training::new(data(&records), TrainingSettings::default(), None);
    assert!(training.epoch(1, &never).is_some());
    assert!(training.epoch(1, &|| true).is_none());
    let trained = training.finish();
    assert_eq!(trained.epochs.len(), 2);
    assert!(trained.manifest.phases.iter().all(|phase| phase.epochs <= 1));
}

#[test]
fn several_files_are_read_and_named_as_sources() {
    let records = random_records(45, |_| Score::new(2));
    let bytes: Vec<u8> = records.iter().flat_map(Record::to_bytes).collect();
    let folder = TempDir::new().unwrap();
    let cut = bytes.len() / Record::BYTES / 3 * Record::BYTES;
    let (first, second) = bytes.split_at(cut);
    let (one, two) = (folder.write("one", first).unwrap(), folder.write("two", second).unwrap());
    let mut data = Data::new();
    data.read(&one).unwrap();
    data.read(&two).unwrap();
    // The validation set has games 0, 20 and 40 of the 45.
    let validation = records.iter().filter(|record| record.game % 20 == 0).count() as u64;
    assert_eq!(data.positions(), (records.len() as u64 - validation, validation));
    let names: Vec<&str> = data.sources().iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["one", "two"]);
    assert_eq!(data.sources()[0].bytes, cut as u64);
    assert_ne!(data.sources()[0].checksum, data.sources()[1].checksum);
}

#[test]
fn invalid_files_are_refused() {
    let records = random_records(3, |_| Score::new(2));
    let bytes: Vec<u8> = records.iter().flat_map(Record::to_bytes).collect();
    let folder = TempDir::new().unwrap();
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.write(name, bytes).unwrap();
        let error = Data::new().read(&path).unwrap_err().to_string();
        error.rsplit_once('/').unwrap().1.to_owned()
    };
    let cut = refused("cut", &bytes[..bytes.len() - 1]);
    assert_eq!(
        cut,
        format!(
            "cut: a length of {} bytes is not a multiple of a record, 24 bytes",
            bytes.len() - 1
        )
    );
    let mut damaged = bytes.clone();
    damaged[7 * Record::BYTES + 19] = 99;
    let error = refused("damaged", &damaged);
    assert!(error.starts_with("damaged, record 7: the record states 99 discs"), "{error}");
    let most = Record { objective: Objective::MostDiscs, ..records[0] };
    let mixed = [&bytes[..], &most.to_bytes()].concat();
    let error = refused("mixed", &mixed);
    assert_eq!(error, "mixed: the records before it have the other objective");
    assert!(Data::new().read(&folder.path().join("missing")).is_err());
    assert!(fs::read(folder.path().join("mixed")).unwrap() == mixed);
}

#[test]
fn the_chart_has_a_line_for_each_phase_with_validation_samples_and_two_for_all() {
    let records = random_records(60, corners);
    let trained = train(
        data(&records),
        TrainingSettings { epochs: 2, ..TrainingSettings::default() },
        None,
        1,
    );
    let validated = trained.manifest.phases.iter().filter(|phase| phase.held_out > 0).count();
    let chart = loss_by_epoch(&trained.epochs);
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
    assert_eq!(chart.matches("<polyline").count(), validated + 2);
    assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
    // A chart without epochs is valid too.
    assert!(!loss_by_epoch(&[]).contains("NaN"));
}
