//! Nodes a second of the agents that search: `cargo run --release -p wane-gallery --example speed`.

use std::cell::Cell;
use std::time::{Duration, Instant};

use wane_board::{AnyPosition, Board, Colour};
use wane_gallery::{Kind, build};
use wane_random::Rng;

/// The clock is read once in this many nodes.
const NODES_PER_READING: u32 = 16;
const POSITIONS: u32 = 60;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    for kind in [Kind::Seed000, Kind::Seed001, Kind::Seed002, Kind::Seed003, Kind::Seed004] {
        let (mut nodes, mut time) = (0_u64, Duration::ZERO);
        for plies in 0..POSITIONS {
            let position = position(plies);
            if position.legal_moves().is_empty() {
                continue;
            }
            let readings = Cell::new(0_u32);
            let began = Instant::now();
            build(kind, 1).choose(&position, Duration::from_secs(2), &|| {
                readings.set(readings.get() + 1);
                Duration::from_micros(100) * readings.get()
            });
            time += began.elapsed();
            nodes += u64::from(readings.get() * NODES_PER_READING);
        }
        println!("{kind}  {} thousand nodes a second", u128::from(nodes) / time.as_millis().max(1));
    }
}

/// A position after random moves.
fn position(plies: u32) -> AnyPosition {
    let mut rng = Rng::new(u64::from(plies));
    let mut board = Board::<8>::START;
    for _ in 0..plies {
        match rng.pick(board.legal_moves()) {
            Some(square) => drop(board.play(square)),
            None => board = board.passed(),
        }
    }
    AnyPosition::new(board.into(), Colour::Black)
}
