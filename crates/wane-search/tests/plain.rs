//! The solver against plain minimax, and its lines against the rules.

use wane_board::{AnyBoard, Board, Move, Objective, Score};
use wane_search::{Control, Solution, Solver, Table, Window};
use wane_testkit::{Rng, plain, random_game};

const SEED: u64 = 20_261_115;
const POSITIONS: usize = 20_000;
const MOST_EMPTIES: u32 = 9;

/// Random positions with up to nine empty squares, finished games among them.
fn for_random_endgames<const N: usize>(mut check: impl FnMut(&mut Rng, Board<N>)) {
    let mut rng = Rng::new(SEED);
    let squares = Board::<N>::SQUARES.len();
    let mut positions = 0;
    while positions < POSITIONS {
        let empties = rng.below(MOST_EMPTIES + 1);
        let plies = squares.saturating_sub(4 + empties) as usize;
        let board = random_game::<N>(&mut rng, plies).position().board;
        if board.empties().len() <= MOST_EMPTIES {
            check(&mut rng, board);
            positions += 1;
        }
    }
}

/// The score at the end of the line, for the side to move at its beginning.
fn score_of_line<const N: usize>(
    mut board: Board<N>,
    line: &[Move],
    objective: Objective,
) -> Score {
    for mv in line {
        match mv {
            Move::Pass => {
                assert!(board.must_pass(), "{board:?}");
                board = board.passed();
            }
            Move::Place(square) => board.play(*square).expect("the line is legal"),
        }
    }
    assert!(board.is_game_over(), "the line goes to the end: {board:?}");
    let score = board.final_score(objective);
    if line.len().is_multiple_of(2) { score } else { -score }
}

/// Asserts that a solution is correct for the window, in a position of this value.
fn assert_true<const N: usize>(
    board: Board<N>,
    objective: Objective,
    window: Window,
    value: Score,
    solution: &Solution,
) {
    let (lower, upper) = (solution.bounds.lower, solution.bounds.upper);
    assert!(lower <= value && value <= upper, "{board:?} is {value}: {solution:?}");
    let is_answered = lower == upper || lower >= window.beta || upper <= window.alpha;
    assert!(is_answered, "{board:?} {window:?}: {solution:?}");
    let end = score_of_line(board, &solution.line, objective);
    let clipped = |score: Score| score.clamp(window.alpha, window.beta);
    assert_eq!(clipped(end), clipped(value), "{board:?} {window:?}: {solution:?}");
}

fn agrees<const N: usize>(objective: Objective)
where
    AnyBoard: From<Board<N>>,
{
    let table = Table::new(1);
    let solver = Solver::new(objective, &table);
    for_random_endgames::<N>(|rng, board| {
        let value = plain::minimax(&board, objective);
        let mut bound = || Score::new(rng.below(2 * 64 + 1).cast_signed() - 64);
        let (a, b) = (bound(), bound());
        let random = Window { alpha: a.min(b), beta: Score::new(a.max(b).discs() + 1) };
        for window in [Window::EXACT, Window::OUTCOME, random] {
            let solution = solver.solve(board, window, &Control::new(), &|_| {});
            let solution = solution.expect("the search is not stopped");
            assert_true(board, objective, window, value, &solution);
        }
    });
}

#[test]
fn the_solver_agrees_with_minimax_on_4x4_fewest() {
    agrees::<4>(Objective::FewestDiscs);
}

#[test]
fn the_solver_agrees_with_minimax_on_4x4_most() {
    agrees::<4>(Objective::MostDiscs);
}

#[test]
fn the_solver_agrees_with_minimax_on_6x6_fewest() {
    agrees::<6>(Objective::FewestDiscs);
}

#[test]
fn the_solver_agrees_with_minimax_on_6x6_most() {
    agrees::<6>(Objective::MostDiscs);
}

#[test]
fn the_solver_agrees_with_minimax_on_8x8_fewest() {
    agrees::<8>(Objective::FewestDiscs);
}

#[test]
fn the_solver_agrees_with_minimax_on_8x8_most() {
    agrees::<8>(Objective::MostDiscs);
}
