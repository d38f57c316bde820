//! Elo and LOS from a tally, with errors.

use std::f64::consts::LN_10;

use super::Tally;
use super::normal::{Z95, probability_below};
use super::sample::Sample;

/// Elo points in a unit of the natural logistic curve.
pub(crate) const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// Normalised Elo for a score that lies one standard deviation of a game above one half.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// A score is taken to be at least this far from 0 and from 1, which are infinitely far away in Elo:
/// no estimate is beyond +-1200.
const EDGE: f64 = 0.001;

/// A number of Elo points and how far the true one may be from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// In 95 of 100 matches the true value is not further away than this.
    pub error: f64,
}

impl Estimate {
    /// The standard deviation of the error.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        self.error / Z95
    }
}

impl Tally {
    /// By how much the first player is stronger, in logistic Elo.
    ///
    /// The error comes from the spread of the pairs, or of the games if there is no pair. Results that
    /// are all the same have no spread; then it is as large as the results that did not happen allow.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let sample = Sample::of(self);
        if let Some(score) = sample.only_score() {
            // An outcome that has not happened in `n` results has, with 97.5 % confidence, at most
            // the probability p with (1 - p)^n = 0.025. It could be the best or the worst one.
            let seen = 0.025_f64.powf(1.0 / sample.size());
            let [low, value, high] =
                [score * seen, score, score * seen + (1.0 - seen)].map(elo_of_score);
            return Estimate { value, error: (high - value).max(value - low) };
        }
        let spread = sample.spread();
        let (mean, reach) = (spread.mean(), Z95 * (spread.variance() / sample.size()).sqrt());
        let [low, value, high] = [mean - reach, mean, mean + reach].map(elo_of_score);
        Estimate { value, error: (high - low) / 2.0 }
    }

    /// By how much the first player is stronger, in normalised Elo: the score above one half in
    /// standard deviations of a game. `None` if all results are the same, since the unit is then 0.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let sample = Sample::of(self);
        if sample.only_score().is_some() {
            return None;
        }
        let spread = sample.spread();
        let deviation = (sample.games_each * spread.variance()).sqrt();
        let value = NORMALIZED_ELO * (spread.mean() - 0.5) / deviation;
        let games = sample.games_each * sample.size();
        Some(Estimate { value, error: NORMALIZED_ELO * Z95 / games.sqrt() })
    }

    /// The probability that the first player is the stronger one, if both were as likely before.
    #[must_use]
    pub fn los(&self) -> f64 {
        let sample = Sample::of(self);
        if let Some(score) = sample.only_score() {
            // If every chance to win a result was as likely before, it is below one half with this
            // probability after this number of wins.
            let doubt = 0.5_f64.powf(sample.size() + 1.0);
            return match score {
                0.0..0.5 => doubt,
                0.5 => 0.5,
                _ => 1.0 - doubt,
            };
        }
        let spread = sample.spread();
        probability_below((spread.mean() - 0.5) / (spread.variance() / sample.size()).sqrt())
    }
}

/// The score that a difference in logistic Elo gives.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The difference in logistic Elo that gives a score.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(EDGE, 1.0 - EDGE);
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::super::Pairs;
    use super::*;

    /// Counts of LL, LD, WL with DD, DW, WW.
    fn pairs([ll, ld, dd, dw, ww]: [u32; 5]) -> Tally {
        Tally::from(Pairs { ll, ld, wl: 0, dd, dw, ww })
    }

    #[track_caller]
    fn assert_shown(estimate: Estimate, value: &str, error: &str) {
        let digits = |text: &str| text.len() - text.find('.').unwrap() - 1;
        assert_eq!(format!("{:.*}", digits(value), estimate.value), value);
        assert_eq!(format!("{:.*}", digits(error), estimate.error), error);
    }

    /// From the unit tests of fastchess at 74deac2, `app/tests/elo_test.cpp`.
    #[test]
    fn elo_of_pairs_equals_that_of_fastchess() {
        for (counts, elo, normalized, los, score) in [
            ([34, 54, 63, 64, 75], ("55.58", "27.65"), ("57.94", "28.28"), "100.00", "0.579"),
            ([332, 433, 498, 333, 334], ("-8.64", "10.33"), ("-9.17", "10.96"), "5.05", "0.488"),
            (
                [7895, 8757, 5685, 568, 9999],
                ("-21.04", "2.95"),
                ("-19.01", "2.65"),
                "0.00",
                "0.470",
            ),
        ] {
            let tally = pairs(counts);
            assert_shown(tally.elo(), elo.0, elo.1);
            assert_shown(tally.normalized_elo().unwrap(), normalized.0, normalized.1);
            assert_eq!(format!("{:.2}", 100.0 * tally.los()), los);
            assert_eq!(format!("{:.3}", tally.score()), score);
        }
    }

    /// From the same file.
    #[test]
    fn elo_of_games_equals_that_of_fastchess() {
        let tally = Tally::from_games(136, 111, 96);
        assert_shown(tally.elo(), "40.70", "30.43");
        assert_shown(tally.normalized_elo().unwrap(), "49.77", "36.77");
        assert_eq!(format!("{:.2}", 100.0 * tally.los()), "99.60");
        let tally = Tally::from_games(76, 123, 89);
        assert_shown(tally.normalized_elo().unwrap(), "-20.76", "40.13");
        assert_eq!(format!("{:.2}", 100.0 * tally.los()), "15.53");
        let tally = Tally::from_games(34, 0, 356);
        assert_shown(tally.normalized_elo().unwrap(), "-508.44", "34.48");
    }

    /// Lines that fishtest and fastchess printed, quoted in commits of Stockfish: a12dc6cc1,
    /// 5f3dcb92e, 69a01b88f, 85f87649b and 4b71d8e20 in this order; the last two, one-sided ones, in
    /// pull request 882 of fastchess.
    #[test]
    fn elo_equals_that_of_played_matches() {
        for (counts, elo, normalized, los) in [
            ([143, 6697, 14452, 6415, 164], ("-1.50", "1.5"), ("-2.95", "2.9"), "2.3"),
            ([0, 87, 4819, 94, 0], ("0.24", "0.9"), ("1.81", "6.8"), "69.9"),
            ([154, 6440, 16053, 7148, 205], ("4.69", "1.4"), ("9.38", "2.8"), "100.0"),
            ([1, 137, 4659, 203, 0], ("2.22", "1.3"), ("12.00", "6.8"), "100.0"),
            ([0, 4, 28, 15, 3], ("59.64", "35.35"), ("117.61", "68.10"), "99.96"),
            ([72, 10, 0, 0, 0], ("-600.97", "118.46"), ("-1409.98", "53.17"), "0.00"),
        ] {
            let tally = pairs(counts);
            assert_shown(tally.elo(), elo.0, elo.1);
            assert_shown(tally.normalized_elo().unwrap(), normalized.0, normalized.1);
            assert_shown(Estimate { value: 100.0 * tally.los(), error: 0.5 }, los, "0.5");
        }
        // Fastchess has an error of "nan" here: one end of the interval is beyond a score of 0.
        let tally = pairs([77, 1, 0, 0, 0]);
        assert_shown(tally.elo(), "-997.10", "195.8");
        assert_shown(tally.normalized_elo().unwrap(), "-4339.56", "54.52");
    }

    #[test]
    fn where_nothing_varies_the_error_is_large_and_shrinks_with_more_results() {
        for counts in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 1, 0]] {
            let [one, ten, thousand] = [1, 10, 1000].map(|n| pairs(counts.map(|count| n * count)));
            assert_eq!(one.normalized_elo(), None);
            assert!((one.elo().value - thousand.elo().value).abs() < 1e-9);
            assert!(one.elo().error > 600.0, "{:?}", one.elo());
            assert!(ten.elo().error < one.elo().error);
            assert!(thousand.elo().error < ten.elo().error);
            assert!(thousand.elo().error > 0.5);
        }
        // After 100 won pairs a score of 0.9638 is still possible: its 100th power is 0.025.
        let elo = pairs([0, 0, 0, 0, 100]).elo();
        assert_shown(elo, "1199.83", "629.8");
    }

    #[test]
    fn a_player_who_won_everything_is_stronger_the_surer_the_more_it_was() {
        assert_eq!(Tally::default().los().to_bits(), 0.5_f64.to_bits());
        assert_eq!(pairs([0, 0, 9, 0, 0]).los().to_bits(), 0.5_f64.to_bits());
        assert_eq!(pairs([0, 0, 0, 0, 1]).los().to_bits(), 0.75_f64.to_bits());
        assert_eq!(pairs([0, 0, 0, 2, 0]).los().to_bits(), 0.875_f64.to_bits());
        assert_eq!(pairs([2, 0, 0, 0, 0]).los().to_bits(), 0.125_f64.to_bits());
        assert!(pairs([0, 0, 0, 0, 5000]).los() > 0.999_999);
    }

    #[test]
    fn no_game_says_nothing() {
        let nothing = Tally::default().elo();
        assert_shown(nothing, "0.00", "1199.83");
    }
}
