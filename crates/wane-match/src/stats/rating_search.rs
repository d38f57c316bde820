//! [`RatingSearch`]: finds the rating of one player by games against references of known ratings, each time against
//! the one whose result is expected to tell most.
//!
//! The rating has a probability for each step of a grid: at first a wide normal distribution around the references,
//! then multiplied with the likelihood of every result by the Elo model. A draw counts as half a win and half a loss.

use super::Tally;
use super::elo::score_of_elo;
use super::normal::Z95;

/// The distance of two steps of the grid, in Elo.
const STEP: f64 = 5.0;

/// How far beyond the references the grid goes, in Elo.
const BEYOND: f64 = 1200.0;

/// The standard deviation of what is expected before the first game, in Elo.
const PRIOR: f64 = 800.0;

/// A search for the rating of one player.
#[derive(Clone, Debug)]
pub struct RatingSearch {
    references: Vec<Reference>,
    tallies: Vec<Tally>,
    /// The ratings that are considered, with the logarithm of the likelihood of each.
    grid: Vec<(f64, f64)>,
}

/// A player whose rating is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference {
    /// Its rating in Elo.
    pub rating: f64,
    /// The standard error of the rating.
    pub error: f64,
}

/// A rating with the bounds of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingInterval {
    /// The mean.
    pub rating: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl RatingSearch {
    /// A search with these references.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn new(references: Vec<Reference>) -> Self {
        let ratings = || references.iter().map(|reference| reference.rating);
        let (low, high) = (ratings().fold(f64::MAX, f64::min), ratings().fold(f64::MIN, f64::max));
        assert!(low <= high, "a rating is relative to another one");
        let middle = f64::midpoint(low, high);
        let steps = (0..).map(|step: u32| low - BEYOND + STEP * f64::from(step));
        let grid = steps.take_while(|rating| *rating <= high + BEYOND);
        let grid = grid.map(|rating| (rating, -((rating - middle) / PRIOR).powi(2) / 2.0));
        let grid = grid.collect();
        Self { tallies: vec![Tally::default(); references.len()], references, grid }
    }

    /// Adds the results of games against a reference.
    pub fn add(&mut self, reference: usize, tally: Tally) {
        let known = self.references[reference].rating;
        for (rating, log_likelihood) in &mut self.grid {
            let win = expected(*rating - known);
            let (points, games) = (tally.points(), f64::from(tally.games()));
            *log_likelihood += points * win.ln() + (games - points) * (1.0 - win).ln();
        }
        self.tallies[reference] += tally;
    }

    /// The results against each reference.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// The reference whose next game tells most, where `pending` games against each have no result yet. Those that have
    /// had more games count less, since a player may lie badly with one of them.
    ///
    /// # Panics
    /// If `pending` has another length than the references.
    #[must_use]
    pub fn next(&self, pending: &[u32]) -> usize {
        assert_eq!(pending.len(), self.references.len());
        let weights = self.weights();
        let told = |index: usize| {
            let known = self.references[index].rating;
            let told = |(rating, weight): &(f64, f64)| {
                let win = expected(rating - known);
                weight * win * (1.0 - win)
            };
            let games = self.tallies[index].games() + pending[index];
            weights.iter().map(told).sum::<f64>() / (20.0 + f64::from(games))
        };
        let all = (0..self.references.len()).map(|index| (index, told(index)));
        all.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(index, _)| index)
    }

    /// The rating. Its error has two parts: few games, and the errors of the references.
    #[must_use]
    pub fn rating(&self) -> RatingInterval {
        let weights = self.weights();
        let mean = weights.iter().map(|(rating, weight)| rating * weight).sum::<f64>();
        let variance = weights.iter().map(|(rating, weight)| (rating - mean).powi(2) * weight);
        let deviation = (variance.sum::<f64>() + self.references_variance(mean)).sqrt();
        let reach = Z95 * deviation;
        RatingInterval { rating: mean, low: mean - reach, high: mean + reach }
    }

    /// The variance of the rating because of the errors of the references, each in proportion to what its games tell.
    fn references_variance(&self, mean: f64) -> f64 {
        let told: Vec<f64> = (self.references.iter().zip(&self.tallies))
            .map(|(reference, tally)| {
                let win = expected(mean - reference.rating);
                f64::from(tally.games()) * win * (1.0 - win)
            })
            .collect();
        let all = told.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let parts = self.references.iter().zip(&told);
        parts.map(|(reference, told)| (reference.error * told / all).powi(2)).sum()
    }

    /// The ratings of the grid, with the probability of each.
    fn weights(&self) -> Vec<(f64, f64)> {
        let best = self.grid.iter().map(|&(_, log)| log).fold(f64::MIN, f64::max);
        let likelihoods = self.grid.iter().map(|&(rating, log)| (rating, (log - best).exp()));
        let likelihoods: Vec<(f64, f64)> = likelihoods.collect();
        let sum: f64 = likelihoods.iter().map(|(_, likelihood)| likelihood).sum();
        likelihoods.into_iter().map(|(rating, likelihood)| (rating, likelihood / sum)).collect()
    }
}

/// The expected score of a player who is stronger by this many Elo; never exactly 0 or 1.
fn expected(difference: f64) -> f64 {
    score_of_elo(difference).clamp(1e-9, 1.0 - 1e-9)
}

#[cfg(test)]
mod tests {
    use wane_random::Rng;

    use super::super::GameResult;
    use super::*;

    fn ladder(error: f64) -> Vec<Reference> {
        (0..20)
            .map(|level| Reference { rating: 1000.0 + 100.0 * f64::from(level), error })
            .collect()
    }

    /// The search after games of a player with this rating.
    fn search(rating: f64, games: usize, rng: &mut Rng) -> RatingSearch {
        let mut search = RatingSearch::new(ladder(0.0));
        for _ in 0..games {
            let index = search.next(&[0; 20]);
            let win = expected(rating - search.references[index].rating);
            let is_won = f64::from(rng.below(1_000_000)) / 1e6 < win;
            let result = if is_won { GameResult::Win } else { GameResult::Loss };
            search.add(index, Tally::game(result));
        }
        search
    }

    #[test]
    fn the_interval_has_the_rating_as_often_as_it_says() {
        let mut rng = Rng::new(1);
        let runs = 400;
        let inside = (0..runs).filter(|run| {
            let rating = 700.0 + f64::from(run % 20) * 130.0;
            let found = search(rating, 60, &mut rng).rating();
            (found.low..found.high).contains(&rating)
        });
        let share = inside.map(|_| 1.0).sum::<f64>() / f64::from(runs);
        assert!((0.92..=0.985).contains(&share), "{share}");
    }

    #[test]
    fn more_games_make_the_interval_smaller_and_are_played_near_the_rating() {
        let mut rng = Rng::new(2);
        let width = |games, rng: &mut Rng| {
            let found = search(1850.0, games, rng).rating();
            found.high - found.low
        };
        let (few, many) = (width(20, &mut rng), width(200, &mut rng));
        assert!(many < 0.45 * few && many < 130.0, "{few} {many}");
        let search = search(1850.0, 100, &mut rng);
        let near = search.tallies().iter().zip(&search.references);
        let near = near.filter(|(_, reference)| (reference.rating - 1850.0).abs() < 350.0);
        let near: u32 = near.map(|(tally, _)| tally.games()).sum();
        assert!(near > 75, "{near}");
    }

    #[test]
    fn games_in_progress_count_as_games_and_errors_of_references_stay() {
        let mut search = RatingSearch::new(ladder(40.0));
        let first = search.next(&[0; 20]);
        let mut pending = [0; 20];
        pending[first] = 30;
        assert_ne!(search.next(&pending), first);
        search.add(10, Tally::from_games(5000, 0, 5000));
        let RatingInterval { rating, low, high } = search.rating();
        assert!((rating - 2000.0).abs() < 1.0, "{rating}");
        assert!((high - low - 2.0 * Z95 * 40.0).abs() < 2.0, "{low} {high}");
    }
}
