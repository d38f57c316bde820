//! For the tests of every crate: seeded random games, the values of positions found plainly,
//! programs that talk in lines, and folders that go away again.
//!
//! Only tests and chores depend on this crate; `cargo xtask layers` holds everybody to that.

#![forbid(unsafe_code)]

pub mod child;
pub mod folder;
pub mod plain;

use wane_board::Game;
pub use wane_random::Rng;

/// Plays random moves until the game is over or `plies` discs were placed.
#[must_use]
pub fn random_game<const N: usize>(rng: &mut Rng, plies: usize) -> Game<N> {
    let mut game = Game::new();
    for _ in 0..plies {
        let position = game.position();
        let here = position.legal_moves();
        let moves = if here.is_empty() { position.passed().legal_moves() } else { here };
        let Some(square) = rng.pick(moves) else {
            break;
        };
        game.play(square).expect("the move is one of the legal ones");
    }
    game
}
