//! `cargo run --release -p wane-eval --example batch -- FILE`: the time of evaluating each board of a file from scratch.
//!
//! The file has two little-endian words for a board: the discs of the side to move and those of the other side. Prints
//! the nanoseconds of a board, in the fastest of several rounds, and the sum of the values, in 1/128 disc.

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use wane_board::{AnyBackend, Backend, Bitboard, Board, Kernel, Objective};
use wane_eval::{Evaluator, Learned, Value, shipped};

const ROUNDS: usize = 5;

/// The loop that the Python package is measured against.
struct Loop<'a> {
    boards: &'a [Board<8>],
    evaluator: &'a Learned,
}

impl Kernel for Loop<'_> {
    type Output = Vec<Value>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Vec<Value> {
        let Self { boards, evaluator } = self;
        let value = |board: &Board<8>| {
            let moves = board.legal_moves_by(backend);
            if moves.is_empty() && board.passed().legal_moves_by(backend).is_empty() {
                return board.final_score(Objective::FewestDiscs).into();
            }
            evaluator.value(backend, board, moves, &evaluator.features(board))
        };
        boards.iter().map(value).collect()
    }
}

#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a file of boards")?;
    let bytes = fs::read(path)?;
    let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
    let words: Vec<Bitboard> = words.map(Bitboard::from_bits).collect();
    let boards = words.as_chunks::<2>().0.iter().map(|&[own, opp]| Board::try_from((own, opp)));
    let boards: Vec<Board<8>> = boards.collect::<Result<_, _>>()?;
    let evaluator = Learned::new(Arc::new(shipped(Objective::FewestDiscs)));
    let mut fastest = f64::INFINITY;
    let mut sum = 0;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let values = AnyBackend::best().run(Loop { boards: &boards, evaluator: &evaluator });
        fastest = fastest.min(began.elapsed().as_secs_f64());
        sum = values.iter().map(|value| i64::from(value.parts())).sum();
    }
    let count = u32::try_from(boards.len())?;
    println!("{:.2} {sum}", fastest * 1e9 / f64::from(count));
    Ok(())
}
