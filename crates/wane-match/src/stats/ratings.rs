//! Ratings of many players from their cross table.
//!
//! The model is Bradley and Terry's: the chances of two players depend on the difference of their
//! ratings alone, as in Elo, and a draw is half a win. The ratings are those that make the table
//! likeliest. So that a player with wins only has a rating, and so that there is one answer even
//! where two groups never met, each player is given one drawn game against an imaginary player
//! rated 0.
//!
//! Errors come from the curvature of the likelihood (the inverse of the Hessian), as if all games were
//! independent and none drawn. Draws and pairs with one win each make the true error smaller.

mod cholesky;

use super::elo::ELO_PER_UNIT;
use super::normal::Z95;
use super::{CrossTable, Estimate, Tally};
use cholesky::Cholesky;

/// Drawn games against the imaginary player.
const PRIOR_GAMES: f64 = 1.0;

/// Newton's method takes five to nine rounds, and twenty where a million games were all won.
const ROUNDS: u32 = 100;

/// Halvings of a step that goes too far.
const HALVINGS: i32 = 40;

/// A step as small as this, in natural units, is the last.
const STILL: f64 = 1e-9;

/// What is rated 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The mean of all players.
    #[default]
    Mean,
    /// The player with this number.
    Player(usize),
}

impl CrossTable {
    /// The rating of each player in Elo, with its 95 % error: of the difference to the anchor, which
    /// has none itself if it is a player.
    ///
    /// Players that are not connected by games, not even through others, are comparable only in that
    /// each group is taken to be as strong as the others.
    ///
    /// # Panics
    /// If the anchor is not a player of the table.
    #[must_use]
    pub fn ratings(&self, anchor: Anchor) -> Vec<Estimate> {
        if let Anchor::Player(player) = anchor {
            assert!(player < self.players(), "players are numbers below {}", self.players());
        }
        ratings(self, anchor, PRIOR_GAMES)
    }
}

fn ratings(table: &CrossTable, anchor: Anchor, prior_games: f64) -> Vec<Estimate> {
    let problem = Problem { table, prior_games };
    let found = problem.likeliest();
    let curvature = problem.curvature(&found);
    // The weight of each player in what is 0.
    let zero: Vec<f64> = match anchor {
        Anchor::Mean => {
            let players = u32::try_from(found.len()).expect("a table of them fits into memory");
            vec![1.0 / f64::from(players); found.len()]
        }
        Anchor::Player(anchor) => {
            (0..found.len()).map(|player| f64::from(u8::from(player == anchor))).collect()
        }
    };
    let level = dot(&zero, &found);
    let estimate = |player: usize| {
        let mut difference: Vec<f64> = zero.iter().map(|share| -share).collect();
        difference[player] += 1.0;
        let variance = dot(&difference, &curvature.solve(&difference)).max(0.0);
        Estimate {
            value: ELO_PER_UNIT * (found[player] - level),
            error: ELO_PER_UNIT * Z95 * variance.sqrt(),
        }
    };
    (0..found.len()).map(estimate).collect()
}

/// A table to be explained by ratings, which are in natural units here.
struct Problem<'table> {
    table: &'table CrossTable,
    prior_games: f64,
}

impl Problem<'_> {
    /// The ratings that make the games likeliest, by Newton's method. The likelihood has one summit
    /// and no other flat place, so a step that is halved until it climbs gets there.
    fn likeliest(&self) -> Vec<f64> {
        let mut ratings = vec![0.0; self.table.players()];
        let mut height = self.log_likelihood(&ratings);
        for _ in 0..ROUNDS {
            let step = self.curvature(&ratings).solve(&self.slope(&ratings));
            let is_last = step.iter().all(|part| part.abs() < STILL);
            let climbed = (0..HALVINGS).find_map(|halvings| {
                let part = 0.5_f64.powi(halvings);
                let there: Vec<f64> =
                    ratings.iter().zip(&step).map(|(at, by)| at + part * by).collect();
                let height_there = self.log_likelihood(&there);
                (height_there >= height).then_some((there, height_there))
            });
            let Some(climbed) = climbed else {
                break;
            };
            (ratings, height) = climbed;
            if is_last {
                break;
            }
        }
        ratings
    }

    fn log_likelihood(&self, ratings: &[f64]) -> f64 {
        let games = |(first, second, tally): (usize, usize, Tally)| {
            let lead = ratings[first] - ratings[second];
            tally.points() * log_chance(lead) + (-tally).points() * log_chance(-lead)
        };
        let draw = |rating: &f64| f64::midpoint(log_chance(*rating), log_chance(-rating));
        self.table.pairings().map(games).sum::<f64>()
            + self.prior_games * ratings.iter().map(draw).sum::<f64>()
    }

    /// Points that each player has above what the ratings expect.
    fn slope(&self, ratings: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> =
            ratings.iter().map(|rating| self.prior_games * (0.5 - chance(*rating))).collect();
        for (first, second, tally) in self.table.pairings() {
            let expected = f64::from(tally.games()) * chance(ratings[first] - ratings[second]);
            slope[first] += tally.points() - expected;
            slope[second] -= tally.points() - expected;
        }
        slope
    }

    /// How fast the slope falls: the negated Hessian.
    fn curvature(&self, ratings: &[f64]) -> Cholesky {
        let bend = |lead: f64| chance(lead) * chance(-lead);
        let mut matrix = vec![vec![0.0; ratings.len()]; ratings.len()];
        for (player, rating) in ratings.iter().enumerate() {
            // Very far from 0 the curve is flat to the last bit, and a matrix that is 0 has no
            // inverse.
            matrix[player][player] = self.prior_games * bend(*rating).max(1e-12);
        }
        for (first, second, tally) in self.table.pairings() {
            let bend = f64::from(tally.games()) * bend(ratings[first] - ratings[second]);
            matrix[first][first] += bend;
            matrix[second][second] += bend;
            matrix[first][second] -= bend;
            matrix[second][first] -= bend;
        }
        Cholesky::new(matrix)
    }
}

/// The chance to win with such a lead.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Its logarithm, which does not become infinite.
fn log_chance(lead: f64) -> f64 {
    lead.min(0.0) - (-lead.abs()).exp().ln_1p()
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Eastern Division of the American League in 1987: games that a team won against each other
    /// one, 13 a pairing. Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    const WINS: [[u32; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    fn league() -> CrossTable {
        let wins = |first: usize| {
            (0..7)
                .filter(move |second| first != *second)
                .map(move |second| (first, second, Tally::from_games(WINS[first][second], 0, 0)))
        };
        CrossTable::from_results(7, (0..7).flat_map(wins))
    }

    /// Agresti, Categorical Data Analysis, second edition, section 10.6, as the R package
    /// `BradleyTerry2` fits it without a prior: in natural units, Baltimore being 0, with standard
    /// errors of about 0.3.
    #[test]
    fn ratings_of_a_baseball_league_equal_published_ones() {
        let ratings = ratings(&league(), Anchor::Player(6), 1e-9);
        let natural = |estimate: &Estimate| format!("{:.3}", estimate.value / ELO_PER_UNIT);
        let published = ["1.581", "1.436", "1.294", "1.248", "1.108", "0.684", "0.000"];
        assert_eq!(ratings.iter().map(natural).collect::<Vec<_>>(), published);
        for Estimate { error, .. } in &ratings[..6] {
            assert_eq!(format!("{:.1}", error / ELO_PER_UNIT / Z95), "0.3");
        }
        assert!(ratings[6].error < 1e-9);
    }

    #[test]
    fn the_mean_is_0_and_the_prior_changes_little() {
        let ratings = league().ratings(Anchor::Mean);
        let sum: f64 = ratings.iter().map(|estimate| estimate.value).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
        let lead = (ratings[0].value - ratings[6].value) / ELO_PER_UNIT;
        assert!((1.53..1.581).contains(&lead), "{lead}");
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let tally = Tally::from_games(5000, 1000, 4000);
        let table = CrossTable::from_results(2, [(1, 0, tally)]);
        let [second, first] = table.ratings(Anchor::Player(0))[..] else { unreachable!() };
        assert!((first.value - tally.elo().value).abs() < 0.02, "{first:?}");
        assert!((first.error / tally.elo().error - 1.0).abs() < 0.06, "{first:?}");
        assert_eq!((second.value.abs(), second.error.abs()), (0.0, 0.0));
    }

    #[test]
    fn every_table_has_finite_ratings() {
        let won = Tally::from_games(1_000_000, 0, 0);
        let chain: Vec<_> = (1..300).map(|player| (player - 1, player, won)).collect();
        for (players, results) in [
            (0, vec![]),
            (1, vec![]),
            (3, vec![]),
            (2, vec![(0, 1, won)]),
            (4, vec![(0, 1, won), (2, 3, Tally::from_games(3, 1, 2))]),
            (3, vec![(0, 1, won), (1, 2, won), (2, 0, won)]),
            (300, chain),
        ] {
            let ratings = CrossTable::from_results(players, results).ratings(Anchor::Mean);
            assert_eq!(ratings.len(), players);
            for Estimate { value, error } in ratings {
                assert!(value.is_finite() && error.is_finite(), "{players}: {value} {error}");
            }
        }
    }

    #[test]
    fn who_won_more_is_rated_higher_and_the_unknown_have_the_largest_error() {
        let results = [
            (0, 1, Tally::from_games(20, 0, 0)),
            (1, 2, Tally::from_games(15, 0, 5)),
            (3, 2, Tally::from_games(0, 1, 0)),
        ];
        let ratings = CrossTable::from_results(5, results).ratings(Anchor::Mean);
        assert!(ratings[0].value > ratings[1].value + 300.0);
        assert!(ratings[1].value > ratings[2].value + 100.0);
        for known in 0..4 {
            assert!(ratings[known].error < ratings[4].error, "{ratings:?}");
        }
    }
}
