//! The promises to callers besides the right score: threads, backends, weights, stopping, proofs.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use wane_board::{AnyBackend, AnyBoard, Board, Objective, Score, Square};
use wane_eval::{Value, Weights, weights};
use wane_search::{Bounds, Control, Event, Proof, Solution, Solver, Table, Window};
use wane_testkit::{Rng, random_game};

const SEED: u64 = 20_261_115;

/// Positions with `empties` empty squares, some won by the side to move, some lost.
fn positions(count: usize, empties: usize) -> Vec<Board<8>> {
    let mut rng = Rng::new(SEED);
    let random = std::iter::from_fn(|| Some(random_game::<8>(&mut rng, 60 - empties)));
    let boards = random.map(|game| game.position().board);
    boards.filter(|board| !board.is_game_over()).take(count).collect()
}

/// Positions with `empties` empty squares whose side to move must pass.
fn passes(count: usize, empties: usize) -> Vec<Board<8>> {
    let children = |board: Board<8>| {
        let child = move |square: Square| board.after(square.bitboard(), board.flips(square));
        board.legal_moves().into_iter().map(child)
    };
    let boards = positions(1000, empties + 1).into_iter().flat_map(children);
    let boards: Vec<Board<8>> = boards.filter(Board::must_pass).take(count).collect();
    assert_eq!(boards.len(), count, "there are enough");
    boards
}

fn solve(solver: &Solver<'_>, board: impl Into<AnyBoard>, window: Window) -> Solution {
    solver.solve(board, window, &Control::new(), &|_| {}).expect("the search is not stopped")
}

/// The bounds, clipped to the window.
fn clipped(solution: &Solution, window: Window) -> (Score, Score) {
    let Bounds { lower, upper } = solution.bounds;
    let clip = |score: Score| score.clamp(window.alpha, window.beta);
    (clip(lower), clip(upper))
}

#[test]
fn any_number_of_threads_finds_the_same_score() {
    for board in positions(10, 15) {
        for window in [Window::EXACT, Window::OUTCOME] {
            let table = Table::new(4);
            let one = solve(&Solver::new(Objective::FewestDiscs, &table), board, window);
            for threads in [2, 3, 8] {
                let table = Table::new(4);
                let solver = Solver::new(Objective::FewestDiscs, &table).threads(threads);
                let many = solve(&solver, board, window);
                assert_eq!(clipped(&many, window), clipped(&one, window), "{board:?} {threads}");
            }
        }
    }
}

#[test]
fn the_same_search_twice_takes_the_same_nodes_and_finds_the_same_line() {
    for board in positions(5, 14) {
        let run =
            || solve(&Solver::new(Objective::FewestDiscs, &Table::new(1)), board, Window::EXACT);
        assert_eq!(run(), run());
    }
}

#[test]
fn every_backend_searches_the_same_tree() {
    for board in positions(3, 12) {
        let mut solutions = AnyBackend::available().map(|backend| {
            solve(
                &Solver::new(Objective::FewestDiscs, &Table::new(1)).backend(backend),
                board,
                Window::EXACT,
            )
        });
        let first = solutions.next().expect("there is a backend");
        assert!(solutions.all(|solution| solution == first), "{board:?}");
    }
}

/// Random weights: the move ordering is as bad as can be, and the score must still be right.
fn arbitrary_weights(objective: Objective) -> Arc<Weights> {
    let mut rng = Rng::new(SEED);
    let source = weights::representatives();
    let mut phase = || {
        let numbers: Vec<i16> =
            source.iter().map(|_| i16::from(rng.below(256).to_le_bytes()[0]) - 128).collect();
        source.iter().map(|&index| numbers[index as usize]).collect()
    };
    let phases: Vec<Vec<i16>> = (0..weights::PHASES).map(|_| phase()).collect();
    Arc::new(Weights::new(objective, &phases, String::new()))
}

#[test]
fn weights_change_the_nodes_and_not_the_score() {
    for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
        let weights = arbitrary_weights(objective);
        for board in positions(5, 14).into_iter().chain(passes(3, 14)) {
            for window in [Window::EXACT, Window::OUTCOME] {
                let table = Table::new(1);
                let plain = solve(&Solver::new(objective, &table), board, window);
                for threads in [1, 3] {
                    let table = Table::new(1);
                    let solver = Solver::new(objective, &table).weights(&weights).threads(threads);
                    let sorted = solve(&solver, board, window);
                    assert_eq!(clipped(&sorted, window), clipped(&plain, window), "{board:?}");
                    assert_ne!(sorted.nodes, plain.nodes, "{board:?}");
                }
            }
        }
    }
}

#[test]
fn weights_of_another_game_or_size_change_nothing() {
    let weights = arbitrary_weights(Objective::MostDiscs);
    let nodes = |board: AnyBoard, objective, weights: Option<&Arc<Weights>>| {
        let table = Table::new(1);
        let mut solver = Solver::new(objective, &table);
        if let Some(weights) = weights {
            solver = solver.weights(weights);
        }
        solve(&solver, board, Window::EXACT).nodes
    };
    let board = positions(1, 13)[0].into();
    let fewest = Objective::FewestDiscs;
    assert_eq!(nodes(board, fewest, Some(&weights)), nodes(board, fewest, None));
    let (start, most) = (Board::<4>::START.into(), Objective::MostDiscs);
    assert_eq!(nodes(start, most, Some(&weights)), nodes(start, most, None));
}

#[test]
fn any_guess_leads_to_the_same_score() {
    for board in positions(5, 13) {
        for window in [Window::EXACT, Window::OUTCOME] {
            let table = Table::new(1);
            let plain = solve(&Solver::new(Objective::FewestDiscs, &table), board, window);
            for guess in [Value::MIN, Value::from(Score::new(-7)), Value::MAX] {
                let table = Table::new(1);
                let solver = Solver::new(Objective::FewestDiscs, &table).guess(guess);
                let guessed = solve(&solver, board, window);
                assert_eq!(
                    clipped(&guessed, window),
                    clipped(&plain, window),
                    "{board:?} {guess:?}"
                );
            }
        }
    }
}

#[test]
fn a_search_stops_within_20_ms_on_one_thread_and_on_several() {
    let board = positions(1, 34)[0];
    for threads in [1, 2, 4] {
        let mut delays: Vec<Duration> = (0..9)
            .map(|_| {
                let (table, control) = (Table::new(16), Control::new());
                let solver = Solver::new(Objective::FewestDiscs, &table).threads(threads);
                thread::scope(|scope| {
                    let search = scope.spawn(|| {
                        let stopped = solver.solve(board, Window::EXACT, &control, &|_| {});
                        (Instant::now(), stopped)
                    });
                    thread::sleep(Duration::from_millis(60));
                    let asked = Instant::now();
                    control.stop();
                    let (ended, stopped) = search.join().expect("the search does not panic");
                    let nodes = stopped.expect_err("it is far too hard").nodes;
                    assert!(nodes > 0 && nodes == control.nodes());
                    ended.saturating_duration_since(asked)
                })
            })
            .collect();
        delays.sort();
        // The median: the machine itself may pause a thread for longer than that.
        assert!(delays[4] < Duration::from_millis(20), "{threads} threads: {delays:?}");
    }
}

#[test]
fn events_report_bounds_that_tighten_to_the_score() {
    let board = positions(1, 14)[0];
    let seen = Mutex::new(Vec::new());
    let report = |event: Event| {
        if let Event::Bounds(bounds) = event {
            seen.lock().expect("no panic here").push(bounds);
        }
    };
    let table = Table::new(1);
    let solver = Solver::new(Objective::FewestDiscs, &table);
    let solution = solver.solve(board, Window::EXACT, &Control::new(), &report);
    let solution = solution.expect("the search is not stopped");
    let seen = seen.into_inner().expect("no panic here");
    assert!(seen.is_sorted_by(|a, b| a.lower <= b.lower && a.upper >= b.upper));
    assert_eq!(seen.last(), Some(&solution.bounds));
}

#[test]
fn proofs_are_true_and_save_the_next_search_nodes() {
    for board in positions(3, 15) {
        let proofs: Mutex<Vec<Proof>> = Mutex::new(Vec::new());
        let report = |event: Event| {
            if let Event::Proof(proof) = event {
                proofs.lock().expect("no panic here").push(proof);
            }
        };
        let table = Table::new(4);
        let solver = Solver::new(Objective::FewestDiscs, &table).report_proofs(5_000);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &report);
        let solution = solution.expect("the search is not stopped");
        let proofs = proofs.into_inner().expect("no panic here");
        assert!(!proofs.is_empty());

        let table = Table::new(4);
        let fresh = Solver::new(Objective::FewestDiscs, &table);
        for proof in proofs.iter().take(20) {
            let value = solve(&fresh, proof.board, Window::EXACT).exact().expect("it is exact");
            assert!(proof.bounds.lower <= value && value <= proof.bounds.upper, "{proof:?}");
        }

        let table = Table::new(4);
        let taught = Solver::new(Objective::FewestDiscs, &table);
        for proof in &proofs {
            taught.learn(proof);
        }
        let again = solve(&taught, board, Window::EXACT);
        assert_eq!(again.exact(), solution.exact());
        assert!(again.nodes * 2 < solution.nodes, "{} {}", again.nodes, solution.nodes);
    }
}

#[test]
fn the_4x4_board_is_solved() {
    let table = Table::new(1);
    let value = |solution: Result<Solution, _>| solution.ok().and_then(|solution| solution.exact());
    let start = Board::<4>::START;
    let (exact, control) = (Window::EXACT, Control::new());
    let reversed =
        Solver::new(Objective::FewestDiscs, &table).solve(start, exact, &control, &|_| {});
    assert_eq!(value(reversed), Some(Score::new(4)));
    let normal = Solver::new(Objective::MostDiscs, &table).solve(start, exact, &control, &|_| {});
    assert_eq!(value(normal), Some(Score::new(-10)));
}
