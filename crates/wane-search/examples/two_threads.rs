//! Searches on two threads for a number of seconds, for the sanitizers of `cargo xtask sanitize`.
//!
//! ```text
//! cargo run --release -p wane-search --example two_threads -- 60
//! ```
//!
//! One engine and one table serve all searches: solves whose scores are compared with those of one
//! thread, midgame searches, and searches that a third thread stops.

#![expect(clippy::print_stdout, reason = "the figures are the output")]

use std::env;
use std::thread;
use std::time::{Duration, Instant};

use wane_board::{AnyBoard, Board, Objective};
use wane_search::{Control, Engine, Limits, Question, Solver, Table, Window};
use wane_testkit::{Rng, random_game};

const SEED: u64 = 20_261_116;
const OBJECTIVES: [Objective; 2] = [Objective::FewestDiscs, Objective::MostDiscs];

fn main() {
    let seconds = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let (begun, time) = (Instant::now(), Duration::from_secs(seconds));
    let mut rng = Rng::new(SEED);
    let table = Table::new(4);
    let engine = Engine::try_new(4).expect("there is memory for 4 MB").threads(2);
    let (mut solves, mut searches, mut stops) = (0, 0, 0);
    while begun.elapsed() < time {
        for objective in OBJECTIVES {
            solve(&mut rng, &table, objective);
            solves += 1;
            search(&mut rng, &engine, objective, begun);
            searches += 1;
            stop(&mut rng, &engine, objective, begun);
            stops += 1;
        }
    }
    println!("{solves} solves, {searches} searches and {stops} stopped searches on two threads");
}

/// A position of a random game with this number of empty squares, and not over.
fn position(rng: &mut Rng, empties: usize) -> Board<8> {
    loop {
        let board = random_game::<8>(rng, 60 - empties).position().board;
        if !board.is_game_over() {
            return board;
        }
    }
}

/// Solves a position on two threads with the table of all solves, and on one with its own.
fn solve(rng: &mut Rng, table: &Table, objective: Objective) {
    // Two threads are used from 13 empty squares on.
    let board = position(rng, 14);
    let score = |table: &Table, threads| {
        let solver = Solver::new(objective, table).threads(threads);
        let solved = solver.solve(board, Window::EXACT, &Control::new(), &|_| {});
        solved.expect("nothing stops it").bounds
    };
    assert_eq!(score(table, 2), score(&Table::new(1), 1), "{board:?}");
}

fn question(board: Board<8>, objective: Objective, depth: u32) -> Question {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Question { board: AnyBoard::from(board), objective, limits, lines: 1, only: None }
}

/// A midgame search to its end.
fn search(rng: &mut Rng, engine: &Engine, objective: Objective, begun: Instant) {
    let question = question(position(rng, 40), objective, 8);
    let clock = || begun.elapsed();
    engine.search(&question, &clock, &Control::new(), &mut |_| {});
}

/// A search that another thread stops after a moment.
fn stop(rng: &mut Rng, engine: &Engine, objective: Objective, begun: Instant) {
    let question = question(position(rng, 30), objective, 60);
    let wait = Duration::from_millis(rng.below(50).into());
    let (clock, control) = (|| begun.elapsed(), Control::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(wait);
            control.stop();
        });
        engine.search(&question, &clock, &control, &mut |_| {});
    });
}
