//! The engine against plain minimax of evaluations, and its promises to callers besides the value.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use wane_board::{AnyBoard, Bitboard, Board, Move, Objective, Portable, Score};
use wane_eval::fits::{Depths, Fit, Fits};
use wane_eval::weights::{MOBILITY_WEIGHTS, MOVE_COUNTS, OPP_MOVES, OWN_MOVES, PHASES, WEIGHTS};
use wane_eval::{Evaluator, HandMade, Learned, Value, Weights, weights};
use wane_search::{
    Budget, Certainty, Control, Engine, GameClock, Limits, Line, Question, Report, Solver, Table,
    Window,
};
use wane_testkit::{Rng, plain, random_game};

const SEED: u64 = 20_261_115;
const NO_CLOCK: &(dyn Fn() -> Duration + Sync) = &|| Duration::ZERO;

fn engine() -> Engine {
    Engine::try_new(4).expect("there is memory for 4 MB")
}

/// The question for a value at a depth.
fn to_depth(board: impl Into<AnyBoard>, depth: u32) -> Question {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Question {
        board: board.into(),
        objective: Objective::FewestDiscs,
        limits,
        lines: 1,
        only: None,
    }
}

fn answer(engine: &Engine, question: &Question) -> Report {
    let control = Control::new();
    engine.search(question, NO_CLOCK, &control, &mut |_| {}).expect("the game is not over")
}

/// The value by plain minimax. A pass takes no depth.
fn minimax<const N: usize, E: Evaluator<N>>(
    evaluator: &E,
    board: &Board<N>,
    objective: Objective,
    depth: u32,
) -> Value {
    if board.is_game_over() {
        return board.final_score(objective).into();
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return -minimax(evaluator, &board.passed(), objective, depth);
    }
    if depth == 0 {
        return evaluator.value(Portable, board, moves, &evaluator.features(board));
    }
    let values = moves.into_iter().map(|square| {
        let mut child = *board;
        child.play_flips(square, board.flips(square));
        -minimax(evaluator, &child, objective, depth - 1)
    });
    values.max().expect("there is a move")
}

/// The position at the end of a line, all of whose moves must be legal.
fn end_of_line<const N: usize>(mut board: Board<N>, line: &[Move]) -> Board<N> {
    for mv in line {
        match mv {
            Move::Pass => {
                assert!(board.must_pass(), "{board:?}");
                board = board.passed();
            }
            Move::Place(square) => board.play(*square).expect("the line is legal"),
        }
    }
    board
}

fn agrees_with_minimax<const N: usize, E: Evaluator<N>>(
    make: impl Fn() -> Engine,
    evaluator: &E,
    objective: Objective,
) where
    AnyBoard: From<Board<N>>,
{
    let mut rng = Rng::new(SEED);
    let plies = Board::<N>::SQUARES.len() - 4;
    for _ in 0..150 {
        let played = rng.below(plies - 8) as usize;
        let board = random_game::<N>(&mut rng, played).position().board;
        if board.is_game_over() {
            continue;
        }
        let depth = 1 + rng.below(5);
        let question = Question { objective, ..to_depth(board, depth) };
        let report = answer(&make(), &question);
        let value = minimax(evaluator, &board, objective, depth);
        assert_eq!(report.best().value, value, "{board:?} {depth}");
        let end = end_of_line(board, &report.best().moves);
        let evaluation = minimax(evaluator, &end, objective, 0);
        let passes_on = report.best().moves.len() % 2 == 1;
        assert_eq!(if passes_on { -evaluation } else { evaluation }, value, "{board:?} {report:?}");
    }
}

#[test]
fn the_engine_agrees_with_minimax_on_4x4() {
    for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
        agrees_with_minimax::<4, _>(engine, &HandMade::new(objective), objective);
    }
}

#[test]
fn the_engine_agrees_with_minimax_on_6x6() {
    for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
        agrees_with_minimax::<6, _>(engine, &HandMade::new(objective), objective);
    }
}

#[test]
fn the_engine_agrees_with_minimax_on_8x8() {
    for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
        agrees_with_minimax::<8, _>(engine, &HandMade::new(objective), objective);
    }
}

#[test]
fn the_engine_agrees_with_minimax_on_learned_weights() {
    let mut rng = Rng::new(SEED);
    let source = weights::representatives();
    let phases: Vec<Vec<i16>> = (0..weights::PHASES)
        .map(|_| {
            let mut phase: Vec<i16> =
                source.iter().map(|_| i16::try_from(rng.below(81)).unwrap() - 40).collect();
            for index in 0..phase.len() {
                phase[index] = phase[source[index] as usize];
            }
            phase
        })
        .collect();
    let weights = Arc::new(Weights::new(Objective::FewestDiscs, &phases, String::new()));
    let learned = Learned::new(Arc::clone(&weights));
    let make = || engine().weights(Arc::clone(&weights));
    agrees_with_minimax::<8, _>(make, &learned, Objective::FewestDiscs);
    // Weights of one game are not taken for the other.
    let objective = Objective::MostDiscs;
    agrees_with_minimax::<8, _>(make, &HandMade::new(objective), objective);
}

/// Unfinished positions after `plies` random moves.
fn positions(count: usize, plies: usize) -> Vec<Board<8>> {
    let mut rng = Rng::new(SEED);
    let random = std::iter::from_fn(|| Some(random_game::<8>(&mut rng, plies).position().board));
    random.filter(|board| !board.is_game_over()).take(count).collect()
}

#[test]
fn the_same_search_twice_takes_the_same_nodes_and_finds_the_same_line() {
    for board in positions(5, 20) {
        let run = || answer(&engine(), &to_depth(board, 8));
        assert_eq!(run(), run());
    }
}

#[test]
fn as_deep_as_the_game_is_long_means_exact() {
    for board in positions(10, 48) {
        let value = plain::alpha_beta(&board, Objective::FewestDiscs);
        let report = answer(&engine(), &to_depth(board, 60));
        assert_eq!(report.certainty, Certainty::Exact);
        assert_eq!(report.best().value, value.into(), "{board:?}");
        assert!(end_of_line(board, &report.best().moves).is_game_over());
    }
}

#[test]
fn without_limits_a_game_is_searched_until_it_is_solved() {
    for board in positions(3, 44) {
        let table = Table::new(4);
        let solver = Solver::new(Objective::FewestDiscs, &table);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {});
        let score =
            solution.ok().and_then(|solution| solution.exact()).expect("the search is not stopped");
        let question = Question { limits: Limits::default(), ..to_depth(board, 0) };
        let report = answer(&engine(), &question);
        assert_eq!((report.certainty, report.best().value), (Certainty::Exact, score.into()));
    }
}

#[test]
fn a_side_without_a_move_passes_and_a_finished_game_has_no_report() {
    let text = "a1b1c1d1e1f1g1h1";
    let own: wane_board::Bitboard =
        (0..4).map(|at| text[4 * at..4 * at + 2].parse().expect("a square")).collect();
    // White has no disc left: the game is over. With one black disc to jump over, it is not.
    let over = Board::<8>::new(own, wane_board::Bitboard::EMPTY);
    let control = Control::new();
    assert_eq!(engine().search(&to_depth(over, 5), NO_CLOCK, &control, &mut |_| {}), None);

    let mut rng = Rng::new(SEED);
    let must_pass = |board: &Board<8>| board.must_pass();
    let boards = std::iter::from_fn(|| Some(random_game::<8>(&mut rng, 44).position().board));
    for board in boards.filter(must_pass).take(5) {
        for depth in [3, 60] {
            let passed = answer(&engine(), &to_depth(board.passed(), depth));
            let report = answer(&engine(), &to_depth(board, depth));
            assert_eq!(report.best().moves[0], Move::Pass);
            assert_eq!(report.best().moves[1..], passed.best().moves);
            assert_eq!(report.best().value, -passed.best().value);
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_each_with_its_own_value() {
    for (plies, depth) in [(20, 5), (50, 60)] {
        for board in positions(4, plies) {
            let all = board.legal_moves().len() as usize;
            let report = answer(&engine(), &Question { lines: 99, ..to_depth(board, depth) });
            assert_eq!(report.lines.len(), all);
            assert!(report.lines.is_sorted_by_key(|line| -line.value));
            for line in &report.lines {
                let child = end_of_line(board, &line.moves[..1]);
                let value = if depth > 10 {
                    plain::alpha_beta(&child, Objective::FewestDiscs).into()
                } else {
                    minimax(
                        &HandMade::new(Objective::FewestDiscs),
                        &child,
                        Objective::FewestDiscs,
                        depth - 1,
                    )
                };
                assert_eq!(line.value, -value, "{board:?} {line:?}");
            }
            let three = answer(&engine(), &Question { lines: 3, ..to_depth(board, depth) });
            let values = |report: &Report| -> Vec<Value> {
                report.lines.iter().take(3).map(|line| line.value).collect()
            };
            assert_eq!(values(&three), values(&report));
        }
    }
}

#[test]
fn a_part_of_the_moves_has_the_values_that_they_have_among_all() {
    for (plies, depth) in [(20, 5), (50, 60)] {
        for board in positions(4, plies) {
            let all = answer(&engine(), &Question { lines: 99, ..to_depth(board, depth) });
            let part: Bitboard = board.legal_moves().into_iter().step_by(2).collect();
            let in_part = |line: &&Line| line.moves[0].square().is_some_and(|it| part.contains(it));
            let expected: Vec<Value> =
                all.lines.iter().filter(in_part).map(|it| it.value).collect();
            for lines in [1, 99] {
                let only = Some(part);
                let report = answer(&engine(), &Question { lines, only, ..to_depth(board, depth) });
                assert!(report.lines.iter().all(|line| in_part(&line)), "{board:?}");
                let values: Vec<Value> = report.lines.iter().map(|line| line.value).collect();
                assert_eq!(values, expected[..lines.min(expected.len())], "{board:?}");
            }
            // Where none of them is a move, there is nothing to leave out.
            let only = Some(board.own());
            let report = answer(&engine(), &Question { lines: 99, only, ..to_depth(board, depth) });
            assert_eq!(report.lines.len(), all.lines.len());
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_values() {
    // A full-width search of a position has one value at each depth.
    let values =
        |report: &Report| -> Vec<Value> { report.lines.iter().map(|line| line.value).collect() };
    for board in positions(8, 20) {
        for (depth, lines) in [(9, 1), (8, 3)] {
            let question = Question { lines, ..to_depth(board, depth) };
            let one = answer(&engine(), &question);
            for threads in [2, 3, 8] {
                let many = answer(&engine().threads(threads), &question);
                assert_eq!(values(&many), values(&one), "{board:?} {threads}");
                for line in &many.lines {
                    end_of_line(board, &line.moves);
                }
            }
        }
    }
    for board in positions(3, 20) {
        let engine = engine().threads(3).selectivity(10);
        let report = answer(&engine, &to_depth(board, 12));
        assert_eq!(report.depth, 12);
        end_of_line(board, &report.best().moves);
    }
    for board in positions(3, 46) {
        let one = answer(&engine(), &to_depth(board, 60));
        let three = answer(&engine().threads(3), &to_depth(board, 60));
        assert_eq!(one.best().value, three.best().value);
    }
}

#[test]
fn a_search_ends_within_20_ms_of_its_time_and_of_being_stopped() {
    let board = positions(1, 20)[0];
    let millis = Duration::from_millis;
    for threads in [1, 2] {
        let mut delays: Vec<Duration> = [1, 5, 20, 60, 100, 1, 5, 20, 60]
            .map(|budget| {
                let engine = engine().threads(threads);
                let asked = Instant::now();
                let time = Some(Budget::exactly(millis(budget)));
                let limits = Limits { time, ..Limits::default() };
                let question = Question { limits, ..to_depth(board, 0) };
                let clock = move || asked.elapsed();
                let report = engine.search(&question, &clock, &Control::new(), &mut |_| {});
                end_of_line(board, &report.expect("the game is not over").best().moves);
                asked.elapsed().saturating_sub(millis(budget))
            })
            .to_vec();
        delays.extend((0..8).map(|_| {
            let (engine, control) = (engine().threads(threads), Control::new());
            let question = Question { limits: Limits::default(), ..to_depth(board, 0) };
            thread::scope(|scope| {
                let search = scope.spawn(|| {
                    let report = engine.search(&question, NO_CLOCK, &control, &mut |_| {});
                    (Instant::now(), report)
                });
                thread::sleep(millis(30));
                let asked = Instant::now();
                control.stop();
                let (ended, report) = search.join().expect("the search does not panic");
                assert_ne!(report, None);
                ended.saturating_duration_since(asked)
            })
        }));
        delays.sort();
        // The median: the machine itself may pause a thread for longer than that.
        assert!(delays[8] < millis(20), "{threads} threads: {delays:?}");
    }
}

#[test]
fn a_forced_move_or_pass_takes_no_time_in_a_game() {
    let mut rng = Rng::new(SEED);
    let mut boards = std::iter::from_fn(|| Some(random_game::<8>(&mut rng, 30).position().board));
    let mut forced: Vec<Board<8>> =
        boards.by_ref().filter(|board| board.legal_moves().len() == 1).take(3).collect();
    forced.extend(boards.filter(Board::must_pass).take(3));
    for board in forced {
        let (soft, hard) = (Duration::from_secs(5), Duration::from_secs(20));
        let time = Some(Budget { soft, hard, forced_at_once: true });
        let limits = Limits { time, ..Limits::default() };
        let asked = Instant::now();
        let clock = move || asked.elapsed();
        let question = Question { limits, ..to_depth(board, 0) };
        let report = engine().search(&question, &clock, &Control::new(), &mut |_| {});
        assert_eq!(report.expect("the game is not over").depth, 1);
        assert!(asked.elapsed() < Duration::from_secs(1));
    }
}

/// Both sides of a game on one clock each; the least that was left of them. At the end moves are known at once, and
/// increments fill the clocks again.
fn play_on_clocks(
    left: Duration,
    increment: Duration,
    per_move: Option<Duration>,
) -> [Duration; 2] {
    let engine = engine();
    let mut board = random_game::<8>(&mut Rng::new(SEED), 10).position().board;
    let mut clocks = [left; 2];
    let mut least = clocks;
    let mut side = 0;
    while !board.is_game_over() {
        if board.must_pass() {
            (board, side) = (board.passed(), 1 - side);
            continue;
        }
        let clock = GameClock { left: Some(clocks[side]), increment, per_move };
        let limits = Limits { time: clock.budget(board.empties().len()), ..Limits::default() };
        let asked = Instant::now();
        let question = Question { limits, ..to_depth(board, 0) };
        let report =
            engine.search(&question, &move || asked.elapsed(), &Control::new(), &mut |_| {});
        let line = report.expect("the game is not over").lines.swap_remove(0);
        let taken = asked.elapsed();
        assert!(taken <= clocks[side], "{taken:?} of {:?}", clocks[side]);
        clocks[side] = clocks[side].saturating_sub(taken) + increment;
        least[side] = least[side].min(clocks[side]);
        board = end_of_line(board, &line.moves[..1]);
        side = 1 - side;
    }
    least
}

#[test]
fn a_whole_game_keeps_to_its_clock_and_makes_use_of_it() {
    let ms = Duration::from_millis;
    for (left, increment, per_move) in
        [(ms(1_500), ms(0), None), (ms(300), ms(20), None), (ms(3_000), ms(0), Some(ms(60)))]
    {
        for rest in play_on_clocks(left, increment, per_move) {
            assert!(rest < left * 9 / 10, "{rest:?} of {left:?} are left");
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_repeats() {
    for board in positions(3, 20) {
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let question = Question { limits, ..to_depth(board, 0) };
        let run = || answer(&engine(), &question);
        let report = run();
        assert!((200_000..230_000).contains(&report.nodes), "{}", report.nodes);
        assert_eq!(report, run());
    }
}

#[test]
fn a_won_game_is_known_as_won_before_it_is_known_by_how_much() {
    let mut outcomes = 0;
    for board in positions(6, 44) {
        let mut seen = Vec::new();
        let question = to_depth(board, 60);
        let control = Control::new();
        let mut report = |report: &Report| seen.push((report.certainty, report.best().value));
        engine().search(&question, NO_CLOCK, &control, &mut report);
        let &[.., (Certainty::Outcome, outcome), (Certainty::Exact, exact)] = &seen[..] else {
            panic!("{seen:?}");
        };
        let one = Value::from(Score::new(1));
        assert_eq!(outcome, exact.clamp(-one, one));
        outcomes += 1;
    }
    assert_eq!(outcomes, 6);
}

/// Weights of mobility alone, with fits of this sigma for all depths up to 8.
fn weights_with_fits(sigma: u16) -> Arc<Weights> {
    let mut phase = vec![0; WEIGHTS];
    for state in 0..MOBILITY_WEIGHTS {
        let moves = state % MOVE_COUNTS;
        let worth = 40 * i16::try_from(moves).expect("a small number");
        phase[(OWN_MOVES + state) as usize] = -worth;
        phase[(OPP_MOVES + state) as usize] = worth;
    }
    let mut fits = Fits::new();
    for deep in 1..=8 {
        for shallow in 0..deep {
            let fit = Fit { slope: Fit::ONE, offset: 0, sigma };
            fits.insert(Depths { deep, shallow }, [fit; PHASES]);
        }
    }
    let weights = Weights::new(Objective::FewestDiscs, &vec![phase; PHASES], String::new());
    Arc::new(weights.with_fits(fits, String::new()))
}

#[test]
fn probcut_with_a_huge_sigma_changes_no_value_and_with_a_small_one_saves_nodes() {
    let (mut full, mut bold) = (0, 0);
    for board in positions(8, 20) {
        let question = to_depth(board, 8);
        let plain = answer(&engine().weights(weights_with_fits(0)), &question);
        let never = weights_with_fits(20_000);
        let cautious = answer(&engine().weights(never).selectivity(9), &question);
        assert_eq!(cautious.best().value, plain.best().value);
        let selective = answer(&engine().weights(weights_with_fits(100)).selectivity(9), &question);
        end_of_line(board, &selective.best().moves);
        assert_eq!((plain.selectivity, selective.selectivity), (0, 9));
        full += plain.nodes;
        bold += selective.nodes;
    }
    assert!(bold * 3 < full * 2, "{bold} of {full}");
}

#[test]
fn without_fits_the_search_is_full_width_and_the_hand_made_evaluation_has_one_selectivity() {
    let question = to_depth(Board::<8>::START, 5);
    let none = Weights::new(Objective::FewestDiscs, &vec![vec![0; WEIGHTS]; PHASES], String::new());
    let answers = [engine().weights(Arc::new(none)), engine()]
        .map(|engine| answer(&engine.selectivity(7), &question).selectivity);
    assert_eq!(answers, [0, 3]);
}
