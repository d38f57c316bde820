//! [`Sprt`]: a match that ends as soon as it is clear enough which of two hypotheses is right.

mod likelihood;

use std::f64::consts::SQRT_2;
use std::fmt;

use super::Tally;
use super::elo::{NORMALIZED_ELO, score_of_elo};
use super::sample::Sample;
use likelihood::{likeliest_with_deviations, likeliest_with_mean};
use thiserror::Error;

/// No hypothesis is further away from 0 than this.
const MOST_ELO: f64 = 2000.0;

/// The unit of a hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// In units of the spread of a game: a test takes about as long whatever share of games is drawn.
    #[default]
    Normalized,
    /// The usual one: 400 points are ten times the chances.
    Logistic,
}

impl EloModel {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Normalized, Self::Logistic];

    /// Its name in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The first player is not better by more than `elo0`.
    AcceptH0,
    /// The first player is better by at least `elo1`.
    AcceptH1,
}

/// A sequential probability ratio test.
///
/// ```
/// use wane_match::{Decision, EloModel, Pairs, Sprt, Tally};
///
/// let sprt = Sprt::try_new([0.0, 2.0], [0.05, 0.05], EloModel::Normalized)?;
/// let tally = Tally::from(Pairs { ll: 20, ld: 1334, wl: 0, dd: 3810, dw: 1569, ww: 35 });
/// assert_eq!(format!("{:.2}", sprt.llr(&tally)), "2.95");
/// assert_eq!(sprt.decision(&tally), Decision::AcceptH1);
/// # Ok::<(), wane_match::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// A test of H0, the first player is better by `elo0`, against H1, by `elo1`. `alpha` is the risk
    /// of accepting H1 though H0 is true, `beta` that of accepting H0 though H1 is true.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is beyond 2000, or a risk is not between 0 and 0.5.
    pub fn try_new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(SprtError::Elo { elo });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for risk in [alpha, beta] {
            if risk <= 0.0 || !(0.0..0.5).contains(&risk) {
                return Err(SprtError::Risk { risk });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses, H0 first.
    #[must_use]
    pub const fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The risks of a wrong answer: that of accepting H1, then that of accepting H0.
    #[must_use]
    pub const fn risks(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The unit of the hypotheses.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratios that end the test: H0 at the first or below, H1 at the second or
    /// above.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = self;
        [beta.ln() - (1.0 - alpha).ln(), (1.0 - beta).ln() - alpha.ln()]
    }

    /// How much likelier the results are under H1 than under H0: the logarithm of the ratio, each
    /// hypothesis taken in the form that makes the results as likely as it can.
    ///
    /// It comes from the pairs, or from the games if there is no pair; it is 0 without any.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let sample = Sample::of(tally).regularized();
        let seen = sample.spread();
        let [under_h0, under_h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Normalized => {
                // A pair, being worth two games, has a standard deviation smaller by this.
                let unit = if sample.games_each > 1.0 { SQRT_2 } else { 1.0 };
                likeliest_with_deviations(&seen, unit * elo / NORMALIZED_ELO)
            }
            EloModel::Logistic => likeliest_with_mean(&seen, score_of_elo(elo)),
        });
        let shares = seen.shares.iter().zip(under_h0.shares.iter().zip(&under_h1.shares));
        sample.size() * shares.map(|(seen, (h0, h1))| seen * (h1 / h0).ln()).sum::<f64>()
    }

    /// Whether the results are enough to accept one of the hypotheses.
    #[must_use]
    pub fn decision(&self, tally: &Tally) -> Decision {
        let (llr, [lower, upper]) = (self.llr(tally), self.bounds());
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// A test makes no sense with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// A hypothesis is not a number or too far away.
    #[error("a hypothesis of {elo} Elo, write one from -{MOST_ELO} to {MOST_ELO}")]
    Elo {
        /// The hypothesis.
        elo: f64,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error("elo0 is {elo0} and elo1 is {elo1}, make elo0 the smaller one")]
    Order {
        /// That of H0.
        elo0: f64,
        /// That of H1.
        elo1: f64,
    },
    /// A risk is not a number, none at all, or as large as that of throwing a coin.
    #[error("a risk of {risk}, write one above 0 and below 0.5, such as 0.05")]
    Risk {
        /// The risk.
        risk: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::super::Pairs;
    use super::*;

    fn sprt(model: EloModel, elo: [f64; 2]) -> Sprt {
        Sprt::try_new(elo, [0.05, 0.05], model).unwrap()
    }

    /// Counts of LL, LD, WL with DD, DW, WW.
    fn pairs([ll, ld, dd, dw, ww]: [u32; 5]) -> Tally {
        Tally::from(Pairs { ll, ld, wl: 0, dd, dw, ww })
    }

    #[track_caller]
    fn assert_llr(model: EloModel, elo: [f64; 2], tally: Tally, expected: &str) {
        let llr = sprt(model, elo).llr(&tally);
        assert_eq!(format!("{llr:.2}"), expected, "{elo:?} {tally:?}");
    }

    /// From the unit tests of fastchess at 74deac2, `app/tests/sprt_test.cpp`.
    #[test]
    fn llr_equals_that_of_fastchess() {
        use EloModel::{Logistic, Normalized};
        for (model, elo, counts, expected) in [
            (Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390], "2.25"),
            (Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104], "3.01"),
            (Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246], "-3.07"),
            (Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821], "-4.98"),
        ] {
            assert_llr(model, elo, pairs(counts), expected);
        }
        for (model, elo, [wins, losses, draws], expected) in [
            (Normalized, [0.0, 2.0], [36433, 36027, 68692], "0.92"),
            (Normalized, [-1.75, 0.25], [10871, 10650, 20431], "2.30"),
            (Logistic, [0.5, 2.5], [21404, 21184, 40708], "-1.57"),
            (Logistic, [0.0, 2.0], [57433, 57030, 106_593], "-2.59"),
        ] {
            assert_llr(model, elo, Tally::from_games(wins, draws, losses), expected);
        }
    }

    /// The tests of fastchess have 111.82 and 120.56 for matches without a loss and allow 1 %; it
    /// stops looking sooner. `LLRcalc.py` of fishtest at b8eecff gives 111.798 and 120.548.
    #[test]
    fn llr_of_matches_without_a_loss_equals_that_of_fishtest() {
        let normalized = |elo, tally| sprt(EloModel::Normalized, elo).llr(&tally);
        let llr = normalized([0.0, 5.0], pairs([0, 0, 0, 0, 5550]));
        assert_eq!(format!("{llr:.3}"), "111.798");
        let llr = normalized([0.0, 10.0], Tally::from_games(4250, 0, 0));
        assert_eq!(format!("{llr:.3}"), "120.548");
    }

    /// Lines of finished tests of fishtest, quoted in commits of Stockfish: b52f01471, d077f9a81,
    /// f4bcd4040 (three tests) and a255ad59e in this order.
    #[test]
    fn llr_equals_that_of_finished_tests_of_fishtest() {
        for (elo, counts, expected) in [
            ([-1.75, 0.25], [1721, 77704, 208_246, 77189, 1732], "3.19"),
            ([0.0, 2.0], [20, 1334, 3810, 1569, 35], "2.95"),
            ([0.0, 2.0], [521, 17154, 37050, 17170, 489], "-2.94"),
            ([0.5, 2.5], [122, 20406, 53256, 21041, 119], "2.94"),
            ([0.5, 2.5], [9, 3819, 14395, 4117, 9], "2.94"),
            ([0.0, 2.0], [872, 42472, 115_373, 43374, 853], "3.68"),
        ] {
            assert_llr(EloModel::Normalized, elo, pairs(counts), expected);
        }
    }

    /// Played by fastchess with hypotheses far apart, in its pull request 882. From a spread that is
    /// the same over all scores, the search for the likeliest one fails here.
    #[test]
    fn llr_of_one_sided_matches_equals_that_of_fastchess() {
        let elo = [-1000.0, -500.0];
        assert_llr(EloModel::Normalized, elo, pairs([77, 1, 0, 0, 0]), "-2.95");
        assert_llr(EloModel::Normalized, elo, pairs([72, 10, 0, 0, 0]), "-2.97");
        // Issues 877 and 879 of fastchess: no end, and no number. One lost pair has the probability
        // (1 + t / sqrt(1 + t^2)) / 2 at most, t = 6.106 and 2.035 deviations: ln(0.949 / 0.993).
        let elo = [-1500.0, -500.0];
        assert_llr(EloModel::Normalized, elo, pairs([1, 0, 0, 0, 0]), "-0.04");
        assert_llr(EloModel::Normalized, elo, pairs([20, 0, 0, 0, 0]), "-0.92");
        assert_llr(EloModel::Normalized, elo, pairs([144, 3, 1, 0, 0]), "-6.72");
    }

    #[test]
    fn risks_set_the_bounds() {
        let rounded = |sprt: Sprt| sprt.bounds().map(|bound| format!("{bound:.2}"));
        assert_eq!(rounded(sprt(EloModel::Normalized, [0.0, 2.0])), ["-2.94", "2.94"]);
        let uneven = Sprt::try_new([0.0, 2.0], [0.05, 0.1], EloModel::Logistic).unwrap();
        assert_eq!(rounded(uneven), ["-2.25", "2.89"]);
        let smallest = f64::from_bits(1);
        let uneven = Sprt::try_new([0.0, 2.0], [smallest, smallest], EloModel::Logistic).unwrap();
        assert!(uneven.bounds().into_iter().all(f64::is_finite));
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = sprt(EloModel::Normalized, [0.0, 2.0]);
        assert_eq!(sprt.decision(&Tally::default()), Decision::Continue);
        assert_eq!(sprt.decision(&pairs([365, 16618, 36229, 16974, 390])), Decision::Continue);
        assert_eq!(sprt.decision(&pairs([20, 1334, 3810, 1569, 35])), Decision::AcceptH1);
        assert_eq!(sprt.decision(&pairs([35, 1569, 3810, 1334, 20])), Decision::AcceptH0);
    }

    #[test]
    fn numbers_without_sense_are_refused() {
        let new = |elo, risks| Sprt::try_new(elo, risks, EloModel::Normalized);
        let error = |elo, risks| new(elo, risks).unwrap_err().to_string();
        let risks = [0.05, 0.05];
        assert_eq!(error([2.0, 0.0], risks), "elo0 is 2 and elo1 is 0, make elo0 the smaller one");
        assert!(new([0.0, 0.0], risks).is_err());
        assert_eq!(
            error([0.0, f64::NAN], risks),
            "a hypothesis of NaN Elo, write one from -2000 to 2000"
        );
        assert!(new([f64::NEG_INFINITY, 0.0], risks).is_err());
        assert!(new([0.0, 2000.5], risks).is_err());
        for risk in [0.0, -0.05, 0.5, 1.0, f64::NAN] {
            assert_eq!(
                error([0.0, 2.0], [0.05, risk]),
                format!("a risk of {risk}, write one above 0 and below 0.5, such as 0.05")
            );
            assert!(new([0.0, 2.0], [risk, 0.05]).is_err());
        }
    }
}
