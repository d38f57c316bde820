//! [`ProbCutParams`]: which shallow searches predict which deep ones, and with what margin.
//!
//! The parameters depend on the evaluation. Learned weights bring linear regressions that were
//! measured with them; the hand-made evaluation has one fixed margin.

use std::array;

use wane_eval::Value;
use wane_eval::fits::{Depths, Fit, Fits};
use wane_eval::weights::{PHASES, phase};

/// The highest selectivity of Multi-ProbCut, in percent; higher ones count as this one.
pub const MAX_SELECTIVITY: u32 = 30;

/// Greater depths have the trials of the last one.
const DEPTHS: usize = 40;

/// The most trials before a deep search, in order of depth.
pub(super) const TRIALS: usize = 2;

/// The least depth with a trial: below, even the evaluation costs more than the search.
const FITTED_FROM: u32 = 3;

/// The least depth with a trial at a quarter of the depth, before the one at half of it.
const QUARTER_FROM: u32 = 6;

/// With fewer empty squares there is no trial: the endgame search is near.
const FITTED_EMPTIES: u32 = 10;

/// The trials for each depth.
#[derive(Debug)]
pub(crate) struct ProbCutParams {
    /// By phase and depth.
    trials: Vec<[Trials; DEPTHS]>,
    /// With fewer empty squares there is no trial.
    pub(super) least_empties: u32,
    selectivity: u32,
}

/// The trials before a deep search, in this order.
pub(super) type Trials = [Option<Trial>; TRIALS];

/// A shallow search in place of a deep one. It predicts `slope` times its value plus `offset`; if
/// that is outside the window by `margin`, the deep search is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    /// Less than the depth of the deep search.
    pub(super) depth: u32,
    /// In parts of [`Fit::ONE`].
    slope: i32,
    offset: i32,
    margin: i32,
    /// The trial is skipped if the evaluation misses the required value by more.
    pub(super) slack: i32,
}

impl ProbCutParams {
    /// For learned weights with fits. `selectivity` is the accepted percentage of wrong
    /// predictions.
    pub(crate) fn fitted(fits: &Fits, selectivity: u32) -> Self {
        let quantile = quantile(selectivity);
        let trials = |phase, depth| match depth {
            ..FITTED_FROM => [None, None],
            FITTED_FROM..QUARTER_FROM => {
                [None, Trial::fitted(fits, quantile, phase, depth, depth / 2)]
            }
            _ => [depth / 4, depth / 2].map(|it| Trial::fitted(fits, quantile, phase, depth, it)),
        };
        Self { trials: table(trials), least_empties: FITTED_EMPTIES, selectivity }
    }

    /// For the hand-made evaluation: a search of about half the depth predicts a cutoff if its
    /// value is four discs outside the window.
    ///
    /// Over 150 positions of self-play, the values of the two searches differed by more than that
    /// in one direction in 0 to 3 % of the cases, growing with the depth. The standard deviation
    /// was 1.0 to 1.8.
    pub(crate) fn hand_made() -> Self {
        let trials = |_, depth| match depth {
            ..4 => [None, None],
            _ => [None, Some(Trial::hand_made(depth))],
        };
        Self { trials: table(trials), least_empties: 12, selectivity: 3 }
    }

    /// The approximate percentage of wrong predictions.
    pub(crate) fn selectivity(&self) -> u32 {
        self.selectivity
    }

    /// The trials before a search of this depth.
    #[inline(always)]
    pub(super) fn trials(&self, empties: u32, depth: u32) -> &Trials {
        // On the smaller boards, where phases mean something else, all phases have the same trials.
        &self.trials[phase(64 - empties)][(depth as usize).min(DEPTHS - 1)]
    }
}

/// The trials of each phase and depth.
fn table(trials: impl Fn(usize, u32) -> Trials) -> Vec<[Trials; DEPTHS]> {
    let depths = (0..).take(DEPTHS);
    let phase = |phase| {
        let mut depths = depths.clone();
        array::from_fn(|_| trials(phase, depths.next().expect("there is a depth for each element")))
    };
    (0..PHASES).map(phase).collect()
}

impl Trial {
    fn fitted(fits: &Fits, quantile: i32, phase: usize, deep: u32, about: u32) -> Option<Self> {
        let depth = same_parity(deep, about);
        let Fit { slope, offset, sigma } = fit(fits, deep, depth, phase)?;
        let slack = if depth == 0 { 0 } else { fit(fits, depth, 0, phase)?.sigma.into() };
        let margin = quantile * i32::from(sigma) / 100;
        Some(Self { depth, slope: slope.into(), offset: offset.into(), margin, slack })
    }

    fn hand_made(deep: u32) -> Self {
        Self {
            depth: same_parity(deep, deep / 2),
            slope: Fit::ONE.into(),
            offset: 0,
            margin: 4 * Value::PER_DISC,
            slack: Value::MAX.parts(),
        }
    }

    /// The least value of the trial that predicts `beta` or more.
    #[inline(always)]
    pub(super) fn high(&self, beta: i32) -> i32 {
        let wanted = (beta + self.margin - self.offset) * i32::from(Fit::ONE);
        -(-wanted).div_euclid(self.slope)
    }

    /// The greatest value of the trial that predicts `alpha` or less.
    #[inline(always)]
    pub(super) fn low(&self, alpha: i32) -> i32 {
        let wanted = (alpha - self.margin - self.offset) * i32::from(Fit::ONE);
        wanted.div_euclid(self.slope)
    }
}

/// The depth `about`, or one less, with the parity of `deep`: evaluations depend on the side to
/// move.
fn same_parity(deep: u32, about: u32) -> u32 {
    if (deep - about).is_multiple_of(2) { about } else { about - 1 }
}

/// The fit of two depths of the same parity.
fn fit(fits: &Fits, deep: u32, shallow: u32, phase: usize) -> Option<Fit> {
    let known = |deep: u32, shallow: u32| {
        let depths = Depths { deep: deep.try_into().ok()?, shallow: shallow.try_into().ok()? };
        fits.get(depths, phase)
    };
    let deepest = u32::from(fits.deepest());
    if deep <= deepest {
        return known(deep, shallow);
    }
    // Extrapolation beyond the deepest fit: sigma grows with every two plies between the depths by
    // as much as it does there from two plies to four.
    let last = deepest - (deep - deepest) % 2;
    let (near, far) = (known(last, last.checked_sub(2)?)?, known(last, last.checked_sub(4)?)?);
    let growth = u32::from(far.sigma.saturating_sub(near.sigma));
    let sigma = u32::from(near.sigma) + growth * ((deep - shallow) / 2 - 1);
    Some(Fit { sigma: sigma.try_into().ok()?, ..near })
}

/// The margin in hundredths of sigma: the quantile of the normal distribution for this percentage
/// of wrong predictions.
fn quantile(selectivity: u32) -> i32 {
    const QUANTILES: [i32; MAX_SELECTIVITY as usize + 1] = [
        309, 233, 205, 188, 175, 164, 155, 148, 141, 134, 128, 123, 117, 113, 108, 104, 99, 95, 92,
        88, 84, 81, 77, 74, 71, 67, 64, 61, 58, 55, 52,
    ];
    QUANTILES[selectivity.min(MAX_SELECTIVITY) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fits up to depth 10, with sigmas that grow by 20 parts for each ply between the depths.
    fn fits() -> Fits {
        let mut fits = Fits::new();
        for deep in 1..=10_u8 {
            for shallow in 0..deep {
                let sigma = 100 + 20 * u16::from(deep - shallow);
                let fit = Fit { slope: 1100, offset: 7, sigma };
                fits.insert(Depths { deep, shallow }, [fit; PHASES]);
            }
        }
        fits
    }

    #[test]
    fn a_trial_is_shallower_and_ends_with_the_same_side() {
        let all = [ProbCutParams::fitted(&fits(), 7), ProbCutParams::hand_made()];
        for (params, depth) in all.iter().flat_map(|it| (0..60).map(move |to| (it, to))) {
            let trials = params.trials(30, depth).iter().flatten();
            let depths: Vec<u32> = trials.map(|trial| trial.depth).collect();
            assert!(depths.is_sorted() && depths.iter().all(|&it| it < depth), "{depths:?}");
            let depth = depth.min(39);
            assert!(depths.iter().all(|it| (depth - it).is_multiple_of(2)), "{depth} {depths:?}");
            assert_eq!(depths.is_empty(), depth < if params.selectivity == 3 { 4 } else { 3 });
        }
    }

    #[test]
    fn a_trial_requires_the_least_value_that_predicts_a_cutoff() {
        let trial = Trial { depth: 4, slope: 1100, offset: 7, margin: 200, slack: 0 };
        let predicted = |value: i32| value * 1100 + 7 * 1024;
        for bound in [-3000, -1, 0, 1, 512, 4001] {
            let (high, low) = (trial.high(bound), trial.low(bound));
            let (least, most) = ((bound + 200) * 1024, (bound - 200) * 1024);
            assert!(predicted(high) >= least && predicted(high - 1) < least);
            assert!(predicted(low) <= most && predicted(low + 1) > most);
        }
    }

    #[test]
    fn sigma_is_extrapolated_beyond_the_deepest_fit() {
        let sigma = |deep, shallow| fit(&fits(), deep, shallow, 3).unwrap().sigma;
        assert_eq!((sigma(10, 8), sigma(10, 6), sigma(10, 4)), (140, 180, 220));
        assert_eq!(
            (sigma(12, 10), sigma(12, 8), sigma(13, 7), sigma(20, 10)),
            (140, 180, 220, 300)
        );
        assert_eq!(fit(&Fits::new(), 8, 4, 3), None);
    }

    #[test]
    fn the_higher_the_selectivity_the_smaller_the_margin() {
        let margins = |selectivity| {
            let params = ProbCutParams::fitted(&fits(), selectivity);
            let trials = *params.trials(40, 8);
            trials.map(|trial| trial.unwrap().margin)
        };
        assert!(margins(2) > margins(7) && margins(7) > margins(16));
        // 16 % of a normal distribution lie beyond one sigma.
        assert_eq!(margins(16), [220, 180].map(|sigma| sigma * 99 / 100));
    }
}
