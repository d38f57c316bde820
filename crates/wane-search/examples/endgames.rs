//! Writes `fixtures/endgame/selfplay.anti.obf`: a thousand endgames of the reversed game.
//!
//! ```text
//! cargo run --release -p wane-search --example endgames > fixtures/endgame/selfplay.anti.obf
//! ```
//!
//! Two players who leave each other few moves, and now and then play at random, reach positions
//! with 10 to 16 empty squares. Their scores come from plain alpha-beta without any table, bound or
//! shortcut of the solver, which is what makes the file a check on it. Takes a minute or two.

#![expect(clippy::print_stdout, reason = "the file is the output")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use wane_board::{Board, Colour, Objective, Position, Square};
use wane_formats::obf::{self, Scored, Suite, SuiteEntry};
use wane_testkit::{Rng, plain, random_game};

const HEADER: &str = "\
% 1,000 endgames of the reversed game from seeded self-play, 10 to 16 empty squares. Scores for the
% side to move by plain alpha-beta without any table, bound or shortcut. Written by:
% cargo run --release -p wane-search --example endgames
";
const SEED: u64 = 20_261_115;
const POSITIONS: usize = 1000;
/// Plies that are played at random at the beginning of a game.
const OPENING: usize = 8;
/// One move in six is random.
const RANDOM_MOVE: u32 = 6;

fn main() {
    let mut rng = Rng::new(SEED);
    let empties = (10..=16).cycle().take(POSITIONS);
    let boards: Vec<Board<8>> = empties.map(|empties| self_play(&mut rng, empties)).collect();
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(vec![None; POSITIONS]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(board) = boards.get(index) else { break };
                    let problem = problem(board);
                    problems.lock().expect("no thread panics")[index] = Some(problem);
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no thread panics").into_iter().flatten();
    let suite = Suite { objective: Some(Objective::FewestDiscs), problems: problems.collect() };
    print!("{HEADER}{}", obf::write(&suite));
}

/// A position with `empties` empty squares and a legal move.
fn self_play(rng: &mut Rng, empties: u32) -> Board<8> {
    loop {
        let mut board = random_game::<8>(rng, OPENING).position().board;
        while board.empties().len() > empties && !board.is_game_over() {
            if board.must_pass() {
                board = board.passed();
            }
            let square = choose(rng, &board);
            board.play(square).expect("the move is one of the legal ones");
        }
        if !board.legal_moves().is_empty() {
            return board;
        }
    }
}

/// The move that leaves the fewest replies, with a little noise, or any move.
fn choose(rng: &mut Rng, board: &Board<8>) -> Square {
    let moves = board.legal_moves();
    if rng.below(RANDOM_MOVE) == 0 {
        return rng.pick(moves).expect("there is a move");
    }
    let replies = |square: Square| {
        let mut child = *board;
        child.play_flips(square, board.flips(square));
        child.legal_moves().len()
    };
    let rated = moves.into_iter().map(|square| (4 * replies(square) + rng.below(6), square));
    rated.min().expect("there is a move").1
}

fn problem(board: &Board<8>) -> SuiteEntry {
    let score = plain::alpha_beta(board, Objective::FewestDiscs);
    SuiteEntry {
        line: 0,
        position: Position { board: *board, side: Colour::Black }.into(),
        scores: vec![Scored { mv: None, score }],
        comment: format!("empties {}", board.empties().len()),
    }
}
