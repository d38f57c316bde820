//! Where games begin, so that they are not all the same.

mod balanced;

use std::collections::BTreeSet;

use wane_board::{AnyGame, Objective, Size};
use wane_formats::{board_text, transcript};
use wane_random::Rng;

pub use balanced::{Balanced, LevelSearch};

/// Where the games of a match begin.
#[derive(Clone, Debug)]
pub struct Openings {
    /// They, in the order in which they are played; at least one.
    pub games: Vec<AnyGame>,
    /// What tells them from others, but for the order.
    pub name: String,
}

/// How many moves a random opening has.
const PLIES: usize = 8;

impl Openings {
    /// The balanced ones where there are any, otherwise `count` random ones; in an order that comes from
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

    /// `count` random ones.
    #[must_use]
    pub fn random(size: Size, count: usize, seed: u64) -> Self {
        let games = random_openings(size, PLIES, count, seed);
        Self { games, name: format!("random, {PLIES} moves") }
    }

    /// These, in an order that comes from the seed.
    #[must_use]
    pub fn shuffled(mut games: Vec<AnyGame>, name: &str, seed: u64) -> Self {
        let name = format!("{name}, {}", fingerprint(&games));
        shuffle(&mut games, seed);
        Self { games, name }
    }
}

/// The level openings of the reversed game on 8x8 that come with this crate.
#[must_use]
pub fn balanced_openings() -> Vec<AnyGame> {
    Balanced::shipped().games
}

/// One number for all of them, to see whether they are the same as before.
#[must_use]
pub fn fingerprint(openings: &[AnyGame]) -> String {
    // FNV-1a.
    let hash = openings.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, game| {
        let text = format!("{} {}\n", board_text::write(&game.start()), transcript::write(game));
        text.bytes()
            .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    });
    format!("{hash:016x}")
}

/// Puts openings into an order that comes from a seed.
pub fn shuffle(openings: &mut [AnyGame], seed: u64) {
    let mut rng = Rng::new(seed);
    for end in (2..=openings.len()).rev() {
        let bound = u32::try_from(end).unwrap_or(u32::MAX);
        openings.swap(end - 1, rng.below(bound) as usize);
    }
}

/// So many different openings of so many random moves each; fewer if there are not that many. More
/// of them begin like fewer of them.
#[must_use]
pub fn random_openings(size: Size, plies: usize, count: usize, seed: u64) -> Vec<AnyGame> {
    let mut rng = Rng::new(seed);
    let mut seen = BTreeSet::new();
    let mut openings = Vec::new();
    // Where nearly all are found, the last ones take long.
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
    fn a_shuffle_keeps_every_opening_and_comes_from_the_seed() {
        let given = random_openings(Size::Eight, 8, 50, 1);
        let shuffled = |seed| {
            let mut openings = given.clone();
            shuffle(&mut openings, seed);
            openings
        };
        assert!(given.iter().all(|opening| shuffled(1).contains(opening)));
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        assert_ne!(shuffled(1), given);
    }

    #[test]
    fn a_fingerprint_tells_openings_from_others_by_start_moves_and_order() {
        let game = |text| transcript::parse(text, Size::Eight).unwrap();
        let after = AnyGame::from_position(game("f5d6").position());
        let one = [game("f5d6"), game("f5f6")];
        assert_eq!(fingerprint(&one), "51096e59b217e17f");
        for other in [
            vec![game("f5f6"), game("f5d6")],
            vec![game("f5d6")],
            vec![game("f5d6"), game("f5f4")],
            vec![after, game("f5f6")],
        ] {
            assert_ne!(fingerprint(&other), fingerprint(&one));
        }
    }
}
