//! [`PairingSummary`]: the statistics of a pairing, for JSON.

use serde::Serialize;
use wane_text::Foreign;

use super::{Estimate, Sprt, Tally, rounded};

/// A pairing in numbers. All of them are finite, rounded to four digits after the point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingSummary {
    /// The name of the first player, whose results these are.
    pub first: Foreign,
    /// The name of the other player.
    pub second: Foreign,
    /// How many games are finished.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points a game, from 0 to 1.
    pub score: f64,
    /// The lead in logistic Elo.
    pub elo: f64,
    /// Its 95 % error.
    pub elo_error: f64,
    /// The probability that the first player is the stronger one.
    pub los: f64,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
}

impl PairingSummary {
    /// The statistics of the results of two players.
    #[must_use]
    pub fn new(first: &str, second: &str, tally: &Tally, sprt: Option<&Sprt>) -> Self {
        let Estimate { value, error } = tally.elo();
        Self {
            first: first.into(),
            second: second.into(),
            games: tally.games(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: rounded(tally.score(), 4),
            elo: rounded(value, 4),
            elo_error: rounded(error, 4),
            los: rounded(tally.los(), 4),
            llr: sprt.map(|sprt| rounded(sprt.llr(tally), 4)),
            pairs: tally.pairs().by_points(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EloModel, Pairs};
    use super::*;

    fn json(tally: &Tally, sprt: Option<&Sprt>) -> String {
        serde_json::to_string(&PairingSummary::new("a", "b", tally, sprt)).unwrap()
    }

    #[test]
    fn the_keys_and_numbers_are_these() {
        let tally = Tally::from(Pairs { ll: 0, ld: 4, wl: 13, dd: 15, dw: 15, ww: 3 });
        assert_eq!(
            json(&tally, None),
            r#"{"first":"a","second":"b","games":100,"wins":34,"draws":49,"losses":17,"score":0.585,"elo":59.6431,"elo_error":35.3473,"los":0.9996,"llr":null,"pairs":[0,4,28,15,3]}"#
        );
        let sprt = Sprt::try_new([0.0, 10.0], [0.05, 0.05], EloModel::Normalized).unwrap();
        let llr = json(&-tally, Some(&sprt));
        assert!(llr.contains(r#""llr":-0.8732,"pairs":[3,15,28,4,0]"#), "{llr}");
    }

    #[test]
    fn no_number_is_infinite_and_no_zero_negative() {
        let sprt = Sprt::try_new([-2000.0, 2000.0], [0.05, 0.05], EloModel::Normalized).unwrap();
        for (tally, elo) in [
            (Tally::default(), "0.0"),
            (Tally::from_games(1, 0, 0), "1199.8262"),
            (Tally::from_games(0, 1, 0), "0.0"),
            (Tally::from_games(0, 0, 1), "-1199.8262"),
            (Tally::from(Pairs { wl: 1, ..Pairs::default() }), "0.0"),
            (Tally::from(Pairs { ww: 1_000_000, ..Pairs::default() }), "1199.8262"),
            (Tally::from(Pairs { ll: 1_000_000, ..Pairs::default() }), "-1199.8262"),
        ] {
            // A number that is not finite is null in JSON.
            let text = json(&tally, Some(&sprt));
            assert!(!text.contains("null") && !text.contains("-0.0,"), "{text}");
            assert!(text.contains(&format!(r#""elo":{elo},"#)), "{text}");
        }
    }
}
