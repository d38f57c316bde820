//! [`CrossTable`]: the results of all pairings of a tournament.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Tally;

/// The results of all pairings. Players are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    /// The player with the smaller number is the first one.
    pairings: BTreeMap<(usize, usize), Tally>,
}

/// A line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the player.
    pub player: usize,
    /// All results of the player.
    pub tally: Tally,
}

impl CrossTable {
    /// An empty table.
    #[must_use]
    pub const fn new(players: usize) -> Self {
        Self { players, pairings: BTreeMap::new() }
    }

    /// A table of results: first player, second player, and the tally of the first one.
    ///
    /// # Panics
    /// As [`Self::add`] does.
    #[must_use]
    pub fn from_results(
        players: usize,
        results: impl IntoIterator<Item = (usize, usize, Tally)>,
    ) -> Self {
        let mut table = Self::new(players);
        for (first, second, tally) in results {
            table.add(first, second, tally);
        }
        table
    }

    /// Adds results of two players, counted for the first one.
    ///
    /// # Panics
    /// If a player is not one of the table, or plays against itself.
    pub fn add(&mut self, first: usize, second: usize, tally: Tally) {
        assert!(first.max(second) < self.players, "players are numbers below {}", self.players);
        assert_ne!(first, second, "no player plays against itself");
        if first < second {
            *self.pairings.entry((first, second)).or_default() += tally;
        } else {
            *self.pairings.entry((second, first)).or_default() += -tally;
        }
    }

    /// How many players there are.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The results of two players, counted for the first one; empty if they did not meet.
    #[must_use]
    pub fn tally(&self, first: usize, second: usize) -> Tally {
        let found = |first, second| self.pairings.get(&(first, second)).copied();
        found(first, second)
            .or_else(|| found(second, first).map(|tally| -tally))
            .unwrap_or_default()
    }

    /// The pairings that were played, each once, with the smaller number first.
    pub fn pairings(&self) -> impl Iterator<Item = (usize, usize, Tally)> {
        self.pairings.iter().map(|(&(first, second), &tally)| (first, second, tally))
    }

    /// All results of a player.
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).map(|other| self.tally(player, other)).sum()
    }

    /// The players in order: by score a game, so that an unfinished tournament is fair to players
    /// with fewer games; then by wins; then by number. Players without games come last.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |player| Standing { player, tally: self.total(player) };
        let mut standings: Vec<_> = (0..self.players).map(standing).collect();
        standings.sort_by(|one, other| better_first(&one.tally, &other.tally));
        standings
    }
}

fn better_first(one: &Tally, other: &Tally) -> Ordering {
    // Scores as fractions, so that equal ones are equal.
    let half_points = |tally: &Tally| 2 * u64::from(tally.wins()) + u64::from(tally.draws());
    let score = half_points(one) * u64::from(other.games());
    let other_score = half_points(other) * u64::from(one.games());
    let has_played = (one.games() > 0, other.games() > 0);
    has_played
        .1
        .cmp(&has_played.0)
        .then(other_score.cmp(&score))
        .then(other.wins().cmp(&one.wins()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult::{Draw, Loss, Win};

    #[test]
    fn both_players_see_the_same_results_from_their_side() {
        let results = [
            (2, 0, Tally::pair([Win, Win])),
            (0, 2, Tally::pair([Draw, Win])),
            (2, 0, Tally::game(Loss)),
        ];
        let table = CrossTable::from_results(3, results);
        let tally = table.tally(0, 2);
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 1, 2));
        assert_eq!(tally.pairs().by_points(), [1, 0, 0, 1, 0]);
        assert_eq!(table.tally(2, 0), -tally);
        assert_eq!(table.tally(0, 1), Tally::default());
        assert_eq!(table.pairings().collect::<Vec<_>>(), [(0, 2, tally)]);
        assert_eq!(table.total(2), -tally);
    }

    #[test]
    fn standings_go_by_score_then_wins_then_number_and_those_without_games_are_last() {
        let results = [
            (1, 2, Tally::from_games(3, 0, 1)),
            (3, 4, Tally::from_games(1, 2, 1)),
            (4, 5, Tally::from_games(0, 2, 0)),
            (5, 6, Tally::from_games(0, 2, 0)),
            (6, 7, Tally::from_games(1, 0, 1)),
        ];
        let table = CrossTable::from_results(8, results);
        let order: Vec<_> = table.standings().iter().map(|standing| standing.player).collect();
        // 1 has 3 of 4; 3 to 7 have one half of unequal numbers of games, 3, 4, 6 and 7 with one
        // win; 2 has 1 of 4; 0 has not played.
        assert_eq!(order, [1, 3, 4, 6, 7, 5, 2, 0]);
        assert_eq!(table.standings()[0].tally, Tally::from_games(3, 0, 1));
    }
}
