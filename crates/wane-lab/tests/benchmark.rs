//! The benchmark has the documented contents, and training skips it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeSet;

use wane_board::{Objective, Symmetry};
use wane_eval::Value;
use wane_lab::Record;
use wane_lab::benchmark::{Benchmark, LabelledPosition};
use wane_lab::train::{Data, Training, TrainingSettings};
use wane_search::{Control, Solver, Table, Window};
use wane_testkit::Rng;

fn record(position: &LabelledPosition, objective: Objective) -> Record {
    let LabelledPosition { board, score } = *position;
    let best = board.legal_moves().into_iter().next().unwrap();
    Record { board, value: Value::default(), score, best, is_exact: true, objective, game: 1 }
}

#[test]
fn there_are_5000_endgames_and_200_midgames_without_duplicates() {
    let benchmark = Benchmark::shipped();
    let Benchmark { exact, midgame, unlabelled } = &benchmark;
    assert_eq!((exact.len(), unlabelled.len(), midgame.len()), (5000, 0, 200));
    let different: BTreeSet<_> = benchmark.boards().map(|board| board.canonical().0).collect();
    assert_eq!(different.len(), 5200);
    let empties = |position: &LabelledPosition| position.board.empties().len();
    assert!(exact.iter().map(empties).all(|empties| (12..=24).contains(&empties)));
    assert!(midgame.iter().map(empties).all(|empties| (26..=50).contains(&empties)));
}

#[test]
fn a_sample_of_the_endgames_has_the_right_scores() {
    let exact = Benchmark::shipped().exact;
    let mut short: Vec<LabelledPosition> =
        exact.into_iter().filter(|position| position.board.empties().len() <= 14).collect();
    let table = Table::new(16);
    let solver = Solver::new(Benchmark::OBJECTIVE, &table);
    let mut rng = Rng::new(60);
    for _ in 0..60 {
        let left = u32::try_from(short.len()).unwrap();
        let LabelledPosition { board, score } = short.swap_remove(rng.below(left) as usize);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {}).unwrap();
        assert_eq!(solution.exact(), Some(score), "{board:?}");
    }
}

#[test]
fn training_skips_the_benchmark_in_all_symmetries() {
    let benchmark = Benchmark::shipped();
    let positions = benchmark.exact.iter().step_by(100).chain(&benchmark.midgame);
    let records: Vec<Record> =
        positions.map(|position| record(position, Objective::FewestDiscs)).collect();
    let mut data = Data::new();
    for (index, record) in records.iter().enumerate() {
        let symmetry = Symmetry::ALL[index % 8];
        let (board, best) =
            (symmetry.apply(&record.board), symmetry.apply_to_square::<8>(record.best));
        assert!(data.add(&Record { board, best, ..*record }));
    }
    assert_eq!((data.positions(), data.left_out()), ((0, 0), records.len() as u64));

    // The positions after them are used.
    let mut followed = 0;
    for record in &records {
        let mut board = record.board;
        board.play(record.best).unwrap();
        if let Some(best) = board.legal_moves().into_iter().next() {
            followed += 1;
            assert!(data.add(&Record { board, best, ..*record }));
        }
    }
    assert_eq!((data.positions(), data.left_out()), ((followed, 0), records.len() as u64));
    let trained =
        Training::new(data, TrainingSettings { epochs: 0, ..TrainingSettings::default() }, None)
            .finish();
    assert_eq!(trained.manifest.left_out, records.len() as u64);
    let expected = format!("\"left_out\":{},", records.len());
    assert!(trained.weights.manifest().contains(&expected));
}

#[test]
fn no_positions_of_the_other_objective_are_left_out() {
    let position = Benchmark::shipped().exact[0];
    let mut data = Data::new();
    assert!(data.add(&record(&position, Objective::MostDiscs)));
    assert_eq!((data.positions(), data.left_out()), ((1, 0), 0));
}
