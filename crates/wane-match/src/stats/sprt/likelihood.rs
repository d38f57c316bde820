//! The likeliest spread of results among those that a hypothesis allows.
//!
//! Let q be the shares that were seen. Of all spreads p for which the sum of p * f over the scores is
//! 0, the likeliest one is p = q / (1 + x * f), where x is the only number that makes the sum 0. A
//! hypothesis about the mean is such a sum at once. One about the mean in standard deviations becomes
//! one when mean and deviation inside f are taken from the spread found before, again and again until
//! it stays. Where the hypothesis is some ten standard errors away from the results, what stays need
//! not be the likeliest of all; fishtest computes the same, and the test is long decided there.
//!
//! Both are from Michel Van den Bergh's papers on fishtest: "Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution" (proposition 1.1) and "Comments on
//! normalized Elo" (section 4.1).

use super::super::sample::Spread;

/// Halvings of the interval that x lies in: enough for the last bit.
const HALVINGS: u32 = 64;

/// Rounds for mean and deviation to stay. A few are enough unless results are so one-sided that the
/// last bits keep changing.
const ROUNDS: u32 = 50;

/// Shares that change by less than this stay.
const STILL: f64 = 1e-9;

/// The likeliest spread with this mean, which is between 0 and 1. Every share seen is above 0.
pub(super) fn likeliest_with_mean(seen: &Spread, mean: f64) -> Spread {
    let off: Vec<f64> = seen.scores.iter().map(|score| score - mean).collect();
    tilted(seen, &off)
}

/// The likeliest spread whose mean is `deviations` of its standard deviations above one half. Every share
/// seen is above 0.
pub(super) fn likeliest_with_deviations(seen: &Spread, deviations: f64) -> Spread {
    let mut spread = extremes_with_deviations(seen.scores, deviations);
    for _ in 0..ROUNDS {
        let (mean, deviation) = (spread.mean(), spread.variance().sqrt());
        let off = |score: &f64| {
            let away = (score - mean) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + away * away) / 2.0
        };
        let off: Vec<f64> = seen.scores.iter().map(off).collect();
        let next = tilted(seen, &off);
        let changes = next.shares.iter().zip(&spread.shares).map(|(new, old)| (new - old).abs());
        let change = changes.fold(0.0, f64::max);
        spread = next;
        if change < STILL {
            break;
        }
    }
    spread
}

/// Where the rounds start: only the lowest and the highest score, shared so that the hypothesis is
/// true. It is true of no other spread as simple, and from one of which it is far from true, such as
/// equal shares, the first round can fail.
fn extremes_with_deviations(scores: &'static [f64], deviations: f64) -> Spread {
    let lead = deviations / (1.0 + deviations * deviations).sqrt();
    let mut shares = vec![0.0; scores.len()];
    shares[0] = (1.0 - lead) / 2.0;
    shares[scores.len() - 1] = f64::midpoint(1.0, lead);
    Spread { scores, shares }
}

/// The likeliest spread for which the sum of share times `off` is 0; the one seen if there is none.
fn tilted(seen: &Spread, off: &[f64]) -> Spread {
    let pairs = || seen.shares.iter().zip(off);
    // No share gets above 1, so x keeps every divisor above the share seen.
    let limit = |(share, off): (&f64, &f64)| (share - 1.0) / off;
    let mut low = pairs().filter(|(_, off)| **off > 0.0).map(limit).fold(f64::MIN, f64::max);
    let mut high = pairs().filter(|(_, off)| **off < 0.0).map(limit).fold(f64::MAX, f64::min);
    if low <= f64::MIN || high >= f64::MAX {
        return seen.clone();
    }
    for _ in 0..HALVINGS {
        let x = low.midpoint(high);
        let sum: f64 = pairs().map(|(share, off)| share * off / (1.0 + x * off)).sum();
        // The sum falls with x.
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = low.midpoint(high);
    let shares = pairs().map(|(share, off)| share / (1.0 + x * off)).collect();
    Spread { scores: seen.scores, shares }
}

#[cfg(test)]
mod tests {
    use wane_random::Rng;

    use super::super::super::Tally;
    use super::super::super::sample::Sample;
    use super::super::super::tally::Pairs;
    use super::*;

    /// Pairs of all sizes of matches, often with classes that did not happen.
    fn random_sample(rng: &mut Rng) -> Sample {
        let size = 10_u32.pow(rng.below(6));
        let mut count = || [0, rng.below(2), rng.below(size)][rng.below(3) as usize];
        let pairs =
            Pairs { ll: count(), ld: count(), wl: count(), dd: count(), dw: count(), ww: 1 };
        Sample::of(&Tally::from(pairs)).regularized()
    }

    fn log_likelihood(seen: &Spread, spread: &Spread) -> f64 {
        seen.shares.iter().zip(&spread.shares).map(|(seen, share)| seen * share.ln()).sum()
    }

    fn off_by(spread: &Spread, deviations: f64) -> f64 {
        let sum: f64 = spread.shares.iter().sum();
        let wrong = spread.mean() - 0.5 - deviations * spread.variance().sqrt();
        wrong.abs().max((sum - 1.0).abs())
    }

    #[test]
    fn what_is_found_is_a_spread_of_which_the_hypothesis_is_true() {
        let mut rng = Rng::new(20_261_115);
        for _ in 0..2000 {
            let seen = random_sample(&mut rng).spread();
            let mean = f64::from(1 + rng.below(999)) / 1000.0;
            let spread = likeliest_with_mean(&seen, mean);
            assert!((spread.mean() - mean).abs() < 1e-6, "{mean} {:?}", seen.shares);
            assert!((spread.shares.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            // Up to 2000 Elo for pairs is up to 8.14 deviations.
            let deviations = f64::from(rng.below(16_281)) / 1000.0 - 8.14;
            let spread = likeliest_with_deviations(&seen, deviations);
            assert!(off_by(&spread, deviations) < 1e-6, "{deviations} {:?}", seen.shares);
        }
    }

    #[test]
    fn no_other_spread_of_which_it_is_true_is_likelier() {
        let mut rng = Rng::new(20_261_115);
        let mut tried = 0;
        for _ in 0..200 {
            let sample = random_sample(&mut rng);
            let seen = sample.spread();
            // Within three standard errors of what was seen.
            let away = (f64::from(rng.below(6001)) / 1000.0 - 3.0) / sample.size().sqrt();
            let deviations = (seen.mean() - 0.5) / seen.variance().sqrt() + away;
            let best = likeliest_with_deviations(&seen, deviations);
            for _ in 0..20 {
                // The likeliest one of results that are a little different is another one.
                let mut other = seen.clone();
                let class = rng.below(5) as usize;
                other.shares[class] *= 1.0 + f64::from(1 + rng.below(50)) / 1000.0;
                let sum: f64 = other.shares.iter().sum();
                for share in &mut other.shares {
                    *share /= sum;
                }
                let other = likeliest_with_deviations(&other, deviations);
                let [other, best] = [&other, &best].map(|spread| log_likelihood(&seen, spread));
                assert!(other <= best + 1e-9, "{deviations} {:?}", seen.shares);
                tried += usize::from(other < best - 1e-6);
            }
        }
        assert!(tried > 1000, "only {tried} spreads were really others");
    }
}
