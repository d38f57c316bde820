//! [`Forecast`]: how far beyond the window a search must lie to stand for one that looks further ahead.
//!
//! That depends on the evaluation. A forecast is made of what was measured for it, or roughly, where
//! nothing was.

use std::array;

use wane_eval::Value;
use wane_eval::fits::{Depths, Fit, Fits};
use wane_eval::weights::{PHASES, phase};

/// Depths from here on have the trials of the one before.
const DEPTHS: usize = 40;

/// How many trials there may be before a search, each deeper than the one before.
pub(super) const TRIALS: usize = 2;

/// The least depth that fits foretell: the judgement alone that it takes is too much for less.
const FITTED_FROM: u32 = 3;

/// The least depth with a trial that looks a quarter as far ahead, before the one that looks half as
/// far.
const QUARTER_FROM: u32 = 6;

/// With fewer empty squares, the end is in sight and the solver is near.
const FITTED_EMPTIES: u32 = 10;

/// Which shallower searches stand for deeper ones, and when.
#[derive(Debug)]
pub(crate) struct Forecast {
    /// By phase and depth.
    trials: Vec<[Trials; DEPTHS]>,
    /// With fewer empty squares there is no trial.
    pub(super) least_empties: u32,
    selectivity: u32,
}

/// What to try before a search, in this order.
pub(super) type Trials = [Option<Trial>; TRIALS];

/// A search instead of a deeper one. If its value times `slope` plus `offset` lies beyond the window
/// by `margin`, so will the deeper one's, probably.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    /// How far it looks ahead; less than the deeper one.
    pub(super) depth: u32,
    /// In parts of [`Fit::ONE`].
    slope: i32,
    offset: i32,
    margin: i32,
    /// It is not worth a try if the judgement of the position misses what it must find by more.
    pub(super) slack: i32,
}

impl Forecast {
    /// For an evaluation that was measured, as bold as to lead astray in so many of a hundred trials.
    pub(crate) fn fitted(fits: &Fits, selectivity: u32) -> Self {
        let caution = caution(selectivity);
        let trials = |phase, depth| match depth {
            ..FITTED_FROM => [None, None],
            FITTED_FROM..QUARTER_FROM => {
                [None, Trial::fitted(fits, caution, phase, depth, depth / 2)]
            }
            _ => [depth / 4, depth / 2].map(|it| Trial::fitted(fits, caution, phase, depth, it)),
        };
        Self { trials: table(trials), least_empties: FITTED_EMPTIES, selectivity }
    }

    /// For the hand-made evaluation, without fine distinctions: a search that looks about half as far
    /// ahead is believed if it lies four discs beyond the window.
    ///
    /// Over 150 positions of self-play, the values of the two searches differed by more than that to
    /// one side in 0 to 3 of a hundred cases, growing with the depth. The standard deviation was 1.0
    /// to 1.8.
    pub(crate) fn rough() -> Self {
        let trials = |_, depth| match depth {
            ..4 => [None, None],
            _ => [None, Some(Trial::rough(depth))],
        };
        Self { trials: table(trials), least_empties: 12, selectivity: 3 }
    }

    /// How many of a hundred trials lead astray, about.
    pub(crate) fn selectivity(&self) -> u32 {
        self.selectivity
    }

    /// What to try before looking so far ahead.
    #[inline(always)]
    pub(super) fn trials(&self, empties: u32, depth: u32) -> &Trials {
        // On the smaller boards, where phases have another meaning, they are all alike.
        &self.trials[phase(64 - empties)][(depth as usize).min(DEPTHS - 1)]
    }
}

/// The trials of each phase and depth.
fn table(trials: impl Fn(usize, u32) -> Trials) -> Vec<[Trials; DEPTHS]> {
    let depths = (0..).take(DEPTHS);
    let phase = |phase| {
        let mut depths = depths.clone();
        array::from_fn(|_| trials(phase, depths.next().expect("as many")))
    };
    (0..PHASES).map(phase).collect()
}

impl Trial {
    fn fitted(fits: &Fits, caution: i32, phase: usize, deep: u32, about: u32) -> Option<Self> {
        let depth = same_parity(deep, about);
        let Fit { slope, offset, sigma } = fit(fits, deep, depth, phase)?;
        let slack = if depth == 0 { 0 } else { fit(fits, depth, 0, phase)?.sigma.into() };
        let margin = caution * i32::from(sigma) / 100;
        Some(Self { depth, slope: slope.into(), offset: offset.into(), margin, slack })
    }

    fn rough(deep: u32) -> Self {
        Self {
            depth: same_parity(deep, deep / 2),
            slope: Fit::ONE.into(),
            offset: 0,
            margin: 4 * Value::PER_DISC,
            slack: Value::MAX.parts(),
        }
    }

    /// The least value that foretells `beta` or more.
    #[inline(always)]
    pub(super) fn high(&self, beta: i32) -> i32 {
        let wanted = (beta + self.margin - self.offset) * i32::from(Fit::ONE);
        -(-wanted).div_euclid(self.slope)
    }

    /// The greatest value that foretells `alpha` or less.
    #[inline(always)]
    pub(super) fn low(&self, alpha: i32) -> i32 {
        let wanted = (alpha - self.margin - self.offset) * i32::from(Fit::ONE);
        wanted.div_euclid(self.slope)
    }
}

/// A depth of about so many moves that is odd or even as `deep` is: whose move is the last makes a
/// difference.
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
    // Beyond what was measured, sigma grows with each two moves between the depths by as much as it
    // does from two to four below the deepest that was.
    let last = deepest - (deep - deepest) % 2;
    let (near, far) = (known(last, last.checked_sub(2)?)?, known(last, last.checked_sub(4)?)?);
    let growth = u32::from(far.sigma.saturating_sub(near.sigma));
    let sigma = u32::from(near.sigma) + growth * ((deep - shallow) / 2 - 1);
    Some(Fit { sigma: sigma.try_into().ok()?, ..near })
}

/// How far a trial must lie beyond the window to lead astray in so many of a hundred cases, in
/// hundredths of sigma: the quantiles of the normal distribution.
fn caution(selectivity: u32) -> i32 {
    const QUANTILES: [i32; 31] = [
        309, 233, 205, 188, 175, 164, 155, 148, 141, 134, 128, 123, 117, 113, 108, 104, 99, 95, 92,
        88, 84, 81, 77, 74, 71, 67, 64, 61, 58, 55, 52,
    ];
    QUANTILES[(selectivity as usize).min(QUANTILES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fits up to depth 10, with sigmas that grow by 20 parts for each move between the depths.
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
    fn a_trial_looks_less_far_ahead_and_ends_with_the_same_side() {
        let forecasts = [Forecast::fitted(&fits(), 7), Forecast::rough()];
        for (forecast, depth) in forecasts.iter().flat_map(|it| (0..60).map(move |to| (it, to))) {
            let trials = forecast.trials(30, depth).iter().flatten();
            let depths: Vec<u32> = trials.map(|trial| trial.depth).collect();
            assert!(depths.is_sorted() && depths.iter().all(|&it| it < depth), "{depths:?}");
            let depth = depth.min(39);
            assert!(depths.iter().all(|it| (depth - it).is_multiple_of(2)), "{depth} {depths:?}");
            assert_eq!(depths.is_empty(), depth < if forecast.selectivity == 3 { 4 } else { 3 });
        }
    }

    #[test]
    fn a_trial_asks_for_the_least_value_that_foretells_enough() {
        let trial = Trial { depth: 4, slope: 1100, offset: 7, margin: 200, slack: 0 };
        let foretold = |value: i32| value * 1100 + 7 * 1024;
        for bound in [-3000, -1, 0, 1, 512, 4001] {
            let (high, low) = (trial.high(bound), trial.low(bound));
            let (least, most) = ((bound + 200) * 1024, (bound - 200) * 1024);
            assert!(foretold(high) >= least && foretold(high - 1) < least);
            assert!(foretold(low) <= most && foretold(low + 1) > most);
        }
    }

    #[test]
    fn beyond_what_was_measured_sigma_grows_on() {
        let sigma = |deep, shallow| fit(&fits(), deep, shallow, 3).unwrap().sigma;
        assert_eq!((sigma(10, 8), sigma(10, 6), sigma(10, 4)), (140, 180, 220));
        assert_eq!(
            (sigma(12, 10), sigma(12, 8), sigma(13, 7), sigma(20, 10)),
            (140, 180, 220, 300)
        );
        assert_eq!(fit(&Fits::new(), 8, 4, 3), None);
    }

    #[test]
    fn the_bolder_a_forecast_is_the_less_it_asks_for() {
        let margins = |selectivity| {
            let forecast = Forecast::fitted(&fits(), selectivity);
            let trials = *forecast.trials(40, 8);
            trials.map(|trial| trial.unwrap().margin)
        };
        assert!(margins(2) > margins(7) && margins(7) > margins(16));
        // One sigma lets 16 of 100 pass.
        assert_eq!(margins(16), [220, 180].map(|sigma| sigma * 99 / 100));
    }
}
