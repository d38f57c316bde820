//! [`Schedule`]: which players meet, in which order, from which opening.
//!
//! It is a function of the number of a game, so a resumed match plays the same games, and a longer match starts
//! with the games of a shorter one.

use serde::{Deserialize, Serialize};

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// All players meet each other.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// All games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    pairs: usize,
    openings: usize,
}

/// A game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: usize,
    /// The player with the black discs.
    pub black: usize,
    /// The player with the white discs.
    pub white: usize,
    /// The first player of the pairing, whichever colour it has.
    pub first: usize,
    /// The index of the opening.
    pub opening: usize,
}

impl Schedule {
    /// A match in which each pairing plays `pairs` pairs of games: the same opening twice, with the colours
    /// exchanged. All pairings play the same openings in the same order; if there are not enough, they are
    /// repeated.
    ///
    /// # Panics
    /// If there is no opening.
    #[must_use]
    pub fn new(players: usize, format: TournamentFormat, pairs: usize, openings: usize) -> Self {
        assert!(openings > 0, "a match needs an opening");
        let meets = |first: usize| match format {
            TournamentFormat::Gauntlet if first > 0 => players..players,
            _ => first + 1..players,
        };
        let pairings = (0..players).flat_map(|first| meets(first).map(move |it| [first, it]));
        Self { pairings: pairings.collect(), pairs, openings }
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings.len()
    }

    /// The pairings.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The game of a number from 1 to [`games`](Self::games).
    #[must_use]
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        let index = number.checked_sub(1).filter(|&index| index < self.games())?;
        let (pair, is_swapped) = (index / 2, index % 2 == 1);
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let [first, second] = self.pairings[pairing];
        let (black, white) = if is_swapped { (second, first) } else { (first, second) };
        let opening = round % self.openings;
        Some(Fixture { number, black, white, first, opening })
    }
}

/// The number of the other game of a pair.
#[must_use]
pub fn partner(number: usize) -> usize {
    if number.is_multiple_of(2) { number - 1 } else { number + 1 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_pairing_plays_each_opening_with_both_colours() {
        let schedule = Schedule::new(5, TournamentFormat::RoundRobin, 6, 4);
        assert_eq!(schedule.games(), 10 * 12);
        let mut seen = BTreeMap::new();
        for number in 1..=schedule.games() {
            let game = schedule.fixture(number).unwrap();
            let other = schedule.fixture(partner(number)).unwrap();
            assert_eq!(
                (game.black, game.white, game.opening),
                (other.white, other.black, other.opening)
            );
            assert_ne!(game.black, game.white);
            *seen.entry((game.black, game.white, game.opening)).or_insert(0) += 1;
        }
        // Six rounds from four openings: two of them twice.
        assert_eq!(seen.len(), 5 * 4 * 4);
        assert!(seen.values().all(|count| (1..=2).contains(count)));
        assert_eq!((schedule.fixture(0), schedule.fixture(121)), (None, None));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(4, TournamentFormat::Gauntlet, 1, 1);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let make = |pairs| Schedule::new(3, TournamentFormat::RoundRobin, pairs, 50);
        let (short, long) = (make(3), make(30));
        for number in 1..=short.games() {
            assert_eq!(short.fixture(number), long.fixture(number));
        }
    }
}
