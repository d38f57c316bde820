//! [`Results`]: the results of the games of a schedule.

use std::collections::BTreeMap;

use crate::FinishedGame;
use crate::schedule::{Fixture, Schedule, partner};
use crate::stats::{CrossTable, GameResult, Tally};

/// The results of the games so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// By the number of the game, for the first player of its pairing.
    by_number: BTreeMap<usize, GameResult>,
}

impl Results {
    /// Adds the result of a game.
    pub fn add(&mut self, fixture: &Fixture, game: &FinishedGame) {
        self.set(fixture, GameResult::from(game.black_score()));
    }

    /// Adds the result of a game for Black.
    pub fn set(&mut self, fixture: &Fixture, black: GameResult) {
        let result = if fixture.first == fixture.black { black } else { -black };
        self.by_number.insert(fixture.number, result);
    }

    /// Whether a game has a result.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.by_number.contains_key(&number)
    }

    /// The results of all pairings.
    #[must_use]
    pub fn cross_table(&self, schedule: &Schedule) -> CrossTable {
        let mut table = CrossTable::new(schedule.players());
        for (&number, &result) in &self.by_number {
            let Some(Fixture { first, black, white, .. }) = schedule.fixture(number) else {
                continue;
            };
            let other = self.by_number.get(&partner(number)).copied();
            // A pair is counted with its first game.
            if other.is_some() && partner(number) < number {
                continue;
            }
            let second = if first == black { white } else { black };
            table.add(first, second, Tally::from([Some(result), other]));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective, Score, Size};
    use wane_formats::{GameRecord, Outcome, Reason};

    use super::*;
    use crate::schedule::Pair;

    fn finished(number: usize, black_score: i32) -> FinishedGame {
        let mut record = GameRecord::new(AnyGame::new(Size::Eight), Objective::FewestDiscs);
        let black_score = Score::new(black_score);
        record.ended = Some(Outcome { black_score, reason: Reason::Normal });
        FinishedGame { number, record, fault: None, remarks: Vec::new(), logs: Default::default() }
    }

    #[test]
    fn pairs_are_seen_by_the_first_player_and_half_of_one_counts_as_a_game() {
        let mut schedule = Schedule::new(vec![0, 1]);
        schedule.extend([0, 1].map(|opening| Pair { first: 0, second: 1, opening }));
        let mut results = Results::default();
        // The first player is Black, then White: it wins both games; of the next pair it loses one.
        for (number, black_score) in [(1, 10), (2, -4), (4, 6)] {
            results.add(&schedule.fixture(number).unwrap(), &finished(number, black_score));
        }
        let tally = results.cross_table(&schedule).tally(0, 1);
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 0, 1));
        assert_eq!(tally.pairs().by_points(), [0, 0, 0, 0, 1]);
        assert_eq!([1, 2, 3, 4].map(|number| results.contains(number)), [true, true, false, true]);
    }
}
