//! The benchmark is what it says, and nobody learns from it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeSet;

use wane_board::{Objective, Symmetry};
use wane_eval::Value;
use wane_lab::Record;
use wane_lab::benchmark::{Benchmark, Known};
use wane_lab::train::{Data, Settings, Training};
use wane_search::{Control, Solver, Table, Window};
use wane_testkit::Rng;

fn record(known: &Known, objective: Objective) -> Record {
    let Known { board, score } = *known;
    let best = board.legal_moves().into_iter().next().unwrap();
    Record { board, value: Value::default(), score, best, is_exact: true, objective, game: 1 }
}

#[test]
fn there_are_five_thousand_endgames_and_two_hundred_midgames_and_no_two_are_alike() {
    let benchmark = Benchmark::shipped();
    let Benchmark { exact, midgame, unknown } = &benchmark;
    assert_eq!((exact.len(), unknown.len(), midgame.len()), (5000, 0, 200));
    let different: BTreeSet<_> = benchmark.boards().map(|board| board.canonical().0).collect();
    assert_eq!(different.len(), 5200);
    let empties = |known: &Known| known.board.empties().len();
    assert!(exact.iter().map(empties).all(|empties| (12..=24).contains(&empties)));
    assert!(midgame.iter().map(empties).all(|empties| (26..=50).contains(&empties)));
}

#[test]
fn a_sample_of_the_endgames_is_worth_what_the_benchmark_says() {
    let exact = Benchmark::shipped().exact;
    let mut short: Vec<Known> =
        exact.into_iter().filter(|known| known.board.empties().len() <= 14).collect();
    let table = Table::new(16);
    let solver = Solver::new(Benchmark::OBJECTIVE, &table);
    let mut rng = Rng::new(60);
    for _ in 0..60 {
        let left = u32::try_from(short.len()).unwrap();
        let Known { board, score } = short.swap_remove(rng.below(left) as usize);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {}).unwrap();
        assert_eq!(solution.exact(), Some(score), "{board:?}");
    }
}

#[test]
fn nobody_learns_from_the_benchmark_however_it_is_turned() {
    let benchmark = Benchmark::shipped();
    let known = benchmark.exact.iter().step_by(100).chain(&benchmark.midgame);
    let records: Vec<Record> = known.map(|it| record(it, Objective::FewestDiscs)).collect();
    let mut data = Data::new();
    for (index, record) in records.iter().enumerate() {
        let symmetry = Symmetry::ALL[index % 8];
        let (board, best) =
            (symmetry.apply(&record.board), symmetry.apply_to_square::<8>(record.best));
        assert!(data.add(&Record { board, best, ..*record }));
    }
    assert_eq!((data.positions(), data.left_out()), ((0, 0), records.len() as u64));

    // The positions that follow are like any others.
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
    let trained = Training::new(data, Settings { epochs: 0, ..Settings::default() }, None).finish();
    assert_eq!(trained.manifest.left_out, records.len() as u64);
    let told = format!("\"left_out\":{},", records.len());
    assert!(trained.weights.manifest().contains(&told));
}

#[test]
fn the_other_game_has_no_benchmark_and_leaves_nothing_out() {
    let known = Benchmark::shipped().exact[0];
    let mut data = Data::new();
    assert!(data.add(&record(&known, Objective::MostDiscs)));
    assert_eq!((data.positions(), data.left_out()), ((1, 0), 0));
}
