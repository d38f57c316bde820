//! The openings from which games start, so that they are not all the same.

mod balanced;

use std::collections::BTreeSet;

use wane_board::{AnyGame, Objective, Size};
use wane_formats::{board_text, transcript};
use wane_random::Rng;

pub use balanced::{BalancedOpenings, OpeningSearch};

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The openings in the order in which they are played; at least one.
    pub games: Vec<AnyGame>,
    /// A name that tells them from others, whatever their order.
    pub name: String,
}

/// How many moves a random opening has.
const PLIES: usize = 8;

impl Openings {
    /// Balanced openings for the reversed game on 8x8, otherwise `count` random ones; in an order that depends on
    /// the seed.
    #[must_use]
    pub fn usual(size: Size, objective: Objective, count: usize, seed: u64) -> Self {
        if size != Size::Eight || objective != Objective::FewestDiscs {
            return Self::random(size, count, seed);
        }
        let games = balanced_openings();
        let name = format!("balanced, {} of {PLIES} moves", games.len());
        Self::shuffled(games, &name, seed)
    }

    /// `count` random openings.
    #[must_use]
    pub fn random(size: Size, count: usize, seed: u64) -> Self {
        let games = random_openings(size, PLIES, count, seed);
        Self { games, name: format!("random, {PLIES} moves") }
    }

    /// These openings, in an order that depends on the seed.
    #[must_use]
    pub fn shuffled(mut games: Vec<AnyGame>, name: &str, seed: u64) -> Self {
        let name = format!("{name}, {}", openings_hash(&games));
        Rng::new(seed).shuffle(&mut games);
        Self { games, name }
    }
}

/// The balanced openings of the reversed game on 8x8 that come with this crate.
#[must_use]
pub fn balanced_openings() -> Vec<AnyGame> {
    BalancedOpenings::shipped().games
}

/// A hash of openings and their order, to see whether they have changed.
#[must_use]
pub fn openings_hash(openings: &[AnyGame]) -> String {
    // FNV-1a.
    let hash = openings.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, game| {
        let text = format!("{} {}\n", board_text::write(&game.start()), transcript::write(game));
        text.bytes()
            .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    });
    format!("{hash:016x}")
}

/// `count` different openings of `plies` random moves each; fewer if there are not that many. A longer list starts
/// with a shorter one of the same seed.
#[must_use]
pub fn random_openings(size: Size, plies: usize, count: usize, seed: u64) -> Vec<AnyGame> {
    let mut rng = Rng::new(seed);
    let mut seen = BTreeSet::new();
    let mut openings = Vec::new();
    // The last ones are rarely found, so the number of attempts is limited.
    for _ in 0..20 * count {
        let game = random_opening(&mut rng, size, plies);
        if openings.len() < count && seen.insert(transcript::write(&game)) {
            openings.push(game);
        }
    }
    openings
}

fn random_opening(rng: &mut Rng, size: Size, plies: usize) -> AnyGame {
    let mut game = AnyGame::new(size);
    for _ in 0..plies {
        let position = game.position();
        if position.must_pass() && game.pass().is_err() {
            break;
        }
        let Some(square) = rng.pick(game.position().legal_moves()) else { break };
        if game.play(square).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_as_long_as_asked_for_and_come_from_the_seed() {
        let openings = random_openings(Size::Eight, 8, 100, 3);
        assert_eq!(openings.len(), 100);
        assert!(openings.iter().all(|game| game.squares().count() == 8));
        assert_eq!(openings, random_openings(Size::Eight, 8, 100, 3));
        assert_eq!(openings[..50], random_openings(Size::Eight, 8, 50, 3));
        assert_ne!(openings, random_openings(Size::Eight, 8, 100, 4));
        // There are four first moves and twelve ways to play two.
        assert_eq!(random_openings(Size::Eight, 1, 10, 3).len(), 4);
        assert_eq!(random_openings(Size::Eight, 2, 40, 3).len(), 12);
    }

    #[test]
    fn shuffled_openings_are_the_same_in_an_order_that_depends_on_the_seed() {
        let given = random_openings(Size::Eight, 8, 50, 1);
        let shuffled = |seed| Openings::shuffled(given.clone(), "given", seed).games;
        assert!(given.iter().all(|opening| shuffled(1).contains(opening)));
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        assert_ne!(shuffled(1), given);
    }

    #[test]
    fn a_hash_tells_openings_from_others_by_start_moves_and_order() {
        let game = |text| transcript::parse(text, Size::Eight).unwrap();
        let after = AnyGame::from_position(game("f5d6").position());
        let one = [game("f5d6"), game("f5f6")];
        assert_eq!(openings_hash(&one), "51096e59b217e17f");
        for other in [
            vec![game("f5f6"), game("f5d6")],
            vec![game("f5d6")],
            vec![game("f5d6"), game("f5f4")],
            vec![after, game("f5f6")],
        ] {
            assert_ne!(openings_hash(&other), openings_hash(&one));
        }
    }
}
