//! [`Sample`]: the results that statistics are computed from: pairs if there are any, else games.

use super::Tally;

/// The possible scores of a game, and of a pair for each of its games.
const GAME_SCORES: &[f64] = &[0.0, 0.5, 1.0];
const PAIR_SCORES: &[f64] = &[0.0, 0.25, 0.5, 0.75, 1.0];

/// Counts of independent results.
///
/// Pairs are independent of each other, the two games of a pair are not: they have an opening in
/// common. So single games count only if there is no pair.
pub(super) struct Sample {
    scores: &'static [f64],
    counts: Vec<f64>,
    /// Games in a result.
    pub(super) games_each: f64,
}

impl Sample {
    /// The results of a tally.
    pub(super) fn of(tally: &Tally) -> Self {
        if tally.pairs().count() > 0 {
            let counts = tally.pairs().by_points().map(f64::from).into();
            Self { scores: PAIR_SCORES, counts, games_each: 2.0 }
        } else {
            let counts = [tally.losses(), tally.draws(), tally.wins()].map(f64::from).into();
            Self { scores: GAME_SCORES, counts, games_each: 1.0 }
        }
    }

    /// How many results.
    pub(super) fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The score that all results have; `None` if they differ. No result at all is like a draw.
    pub(super) fn only_score(&self) -> Option<f64> {
        let mut seen = (self.scores.iter().zip(&self.counts)).filter(|(_, count)| **count > 0.0);
        match (seen.next(), seen.next()) {
            (None, _) => Some(0.5),
            (Some((score, _)), None) => Some(*score),
            (Some(_), Some(_)) => None,
        }
    }

    /// How the results are spread. There must be one.
    pub(super) fn spread(&self) -> Spread {
        let shares = self.counts.iter().map(|count| count / self.size()).collect();
        Spread { scores: self.scores, shares }
    }

    /// The same with a thousandth of a result wherever there is none, as fishtest does it, so that
    /// nothing is impossible.
    pub(super) fn regularized(mut self) -> Self {
        for count in &mut self.counts {
            if *count <= 0.0 {
                *count = 0.001;
            }
        }
        self
    }
}

/// How results are spread over the scores that they can have: shares that add up to 1.
#[derive(Clone)]
pub(super) struct Spread {
    pub(super) scores: &'static [f64],
    pub(super) shares: Vec<f64>,
}

impl Spread {
    pub(super) fn mean(&self) -> f64 {
        self.average(|score| score)
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.average(|score| (score - mean).powi(2))
    }

    fn average(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.scores.iter().zip(&self.shares).map(|(score, share)| share * value(*score)).sum()
    }
}
