//! For the tests of every crate: seeded random games, plain minimax and alpha-beta, child processes
//! that speak a line protocol, temporary directories, and files that are generated from the code.
//!
//! Only tests and `xtask` depend on this crate; `cargo xtask layers` enforces that.

#![forbid(unsafe_code)]

pub mod child;
pub mod generated;
pub mod plain;
pub mod temp_dir;

use wane_board::Game;
pub use wane_random::Rng;

/// Plays random moves until the game is over or `plies` discs have been placed.
#[must_use]
pub fn random_game<const N: usize>(rng: &mut Rng, plies: usize) -> Game<N> {
    let mut game = Game::new();
    for _ in 0..plies {
        let position = game.position();
        let own = position.legal_moves();
        let moves = if own.is_empty() { position.passed().legal_moves() } else { own };
        let Some(square) = rng.pick(moves) else {
            break;
        };
        game.play(square).expect("the move is one of the legal ones");
    }
    game
}
