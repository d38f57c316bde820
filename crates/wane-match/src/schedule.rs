//! [`Schedule`]: the games of a match as far as they are planned; [`TournamentFormat`](crate::TournamentFormat) plans
//! more.
//!
//! Players that take part have a place from 0, in the order in which the match names them. A match that is changed while
//! it is played has had others too: those that have withdrawn, and earlier versions of a player. Each of all these is an
//! entrant, and keeps its number for ever. Games of an entrant that takes no part any more do not count.

use serde::{Deserialize, Serialize};

/// Two games of the same players from the same opening, with the colours exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub struct Pair {
    /// Black in the first game.
    pub first: usize,
    /// White in the first game.
    pub second: usize,
    /// The number of the opening; where there are fewer of them, they are repeated.
    pub opening: usize,
}

/// The games of a match as far as they are planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// In the order in which they are played; the players are entrants.
    pairs: Vec<Pair>,
    /// The entrant of each player.
    entrants: Vec<usize>,
    /// The player of each entrant, if it takes part.
    players: Vec<Option<usize>>,
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
    /// The first player of the pair, whichever colour it has.
    pub first: usize,
    /// The number of the opening.
    pub opening: usize,
}

impl Schedule {
    /// A schedule without games, for players that are these entrants.
    #[must_use]
    pub fn new(entrants: Vec<usize>) -> Self {
        let all = entrants.iter().max().map_or(0, |last| last + 1);
        let mut players = vec![None; all];
        for (player, &entrant) in entrants.iter().enumerate() {
            players[entrant] = Some(player);
        }
        Self { pairs: Vec::new(), entrants, players }
    }

    /// How many players take part.
    #[must_use]
    pub fn players(&self) -> usize {
        self.entrants.len()
    }

    /// Plans pairs of entrants, as they were planned before.
    pub fn extend(&mut self, pairs: impl IntoIterator<Item = Pair>) {
        self.pairs.extend(pairs);
    }

    /// A pair of players as a pair of entrants.
    #[must_use]
    pub fn of_entrants(&self, pair: Pair) -> Pair {
        let Pair { first, second, opening } = pair;
        Pair { first: self.entrants[first], second: self.entrants[second], opening }
    }

    /// All pairs that were planned, as pairs of entrants.
    #[must_use]
    pub fn of_all(&self) -> &[Pair] {
        &self.pairs
    }

    /// The planned pairs of players that take part.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().filter_map(|&pair| self.of_players(pair))
    }

    /// The planned games of players that take part.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        (1..=2 * self.pairs.len()).filter_map(|number| self.fixture(number))
    }

    /// How many games were planned, with those that do not count any more.
    #[must_use]
    pub fn numbers(&self) -> usize {
        2 * self.pairs.len()
    }

    /// The game with a number, if both players take part.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        let index = number.checked_sub(1)?;
        let Pair { first, second, opening } = self.of_players(*self.pairs.get(index / 2)?)?;
        let is_swapped = index % 2 == 1;
        let (black, white) = if is_swapped { (second, first) } else { (first, second) };
        Some(Fixture { number, black, white, first, opening })
    }

    /// A pair of entrants as a pair of players, if both take part.
    fn of_players(&self, pair: Pair) -> Option<Pair> {
        let player = |entrant: usize| self.players.get(entrant).copied().flatten();
        let (first, second) = (player(pair.first)?, player(pair.second)?);
        Some(Pair { first, second, ..pair })
    }
}

impl From<[usize; 3]> for Pair {
    fn from([first, second, opening]: [usize; 3]) -> Self {
        Self { first, second, opening }
    }
}

impl From<Pair> for [usize; 3] {
    fn from(Pair { first, second, opening }: Pair) -> Self {
        [first, second, opening]
    }
}

/// The number of the other game of a pair.
#[must_use]
pub fn partner(number: usize) -> usize {
    if number.is_multiple_of(2) { number - 1 } else { number + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(first: usize, second: usize, opening: usize) -> Pair {
        Pair { first, second, opening }
    }

    #[test]
    fn a_pair_is_two_games_with_the_colours_exchanged() {
        let mut schedule = Schedule::new(vec![0, 1, 2]);
        schedule.extend([pair(0, 1, 4), pair(1, 2, 5)]);
        let games: Vec<_> = schedule.fixtures().map(|it| (it.black, it.white, it.first)).collect();
        assert_eq!(games, [(0, 1, 0), (1, 0, 0), (1, 2, 1), (2, 1, 1)]);
        for number in 1..=4 {
            let [one, other] = [number, partner(number)].map(|it| schedule.fixture(it).unwrap());
            assert_eq!(
                (one.black, one.white, one.opening),
                (other.white, other.black, one.opening)
            );
        }
        assert_eq!((schedule.fixture(0), schedule.fixture(5)), (None, None));
    }

    #[test]
    fn games_of_an_entrant_that_takes_no_part_do_not_count_and_the_others_keep_their_numbers() {
        // Entrant 1 has withdrawn, entrant 3 is new, and the match names its players in another order.
        let mut schedule = Schedule::new(vec![3, 0, 2]);
        schedule.extend([pair(0, 1, 0), pair(0, 2, 0), pair(3, 2, 1)]);
        let games: Vec<_> = schedule.fixtures().map(|it| (it.number, it.black, it.white)).collect();
        assert_eq!(games, [(3, 1, 2), (4, 2, 1), (5, 0, 2), (6, 2, 0)]);
        assert_eq!((schedule.numbers(), schedule.players()), (6, 3));
        assert_eq!(schedule.of_entrants(pair(0, 1, 7)), pair(3, 0, 7));
    }
}
