//! For the tests of every crate: seeded random games, and the values of positions found plainly.
//!
//! Only tests depend on this crate; `cargo xtask layers` holds everybody to that.

#![forbid(unsafe_code)]

pub mod plain;

use wane_board::{Bitboard, Game, Square};

/// A small seeded generator (a Weyl sequence through a multiply-xorshift mixer). The same seed
/// gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let high_half = self.bits() >> 32;
        u32::try_from((high_half * u64::from(bound)) >> 32).expect("below a u32")
    }

    /// A member of a set, or `None` of the empty one.
    pub fn square(&mut self, set: Bitboard) -> Option<Square> {
        if set.is_empty() { None } else { set.into_iter().nth(self.below(set.len()) as usize) }
    }
}

/// Plays random moves until the game is over or `plies` discs were placed.
#[must_use]
pub fn random_game<const N: usize>(rng: &mut Rng, plies: usize) -> Game<N> {
    let mut game = Game::new();
    for _ in 0..plies {
        let position = game.position();
        let here = position.legal_moves();
        let moves = if here.is_empty() { position.passed().legal_moves() } else { here };
        let Some(square) = rng.square(moves) else {
            break;
        };
        game.play(square).expect("the move is one of the legal ones");
    }
    game
}
