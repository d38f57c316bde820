//! The normal distribution.

use std::f64::consts::TAU;

/// 95 % lie within this number of standard deviations.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Enough for nine standard deviations: term 200 is below a millionth of the last bit of the sum.
const TERMS: u32 = 200;

/// The probability of less than `x` standard deviations above the mean.
///
/// One half plus the density times the series x + x^3/3 + x^5/(3*5) + ..., whose terms all have the
/// sign of `x`, so nothing is lost by taking differences.
pub(super) fn probability_below(x: f64) -> f64 {
    // Beyond this the answer is 0 or 1 to the last bit.
    let x = x.clamp(-9.0, 9.0);
    let (mut term, mut sum, mut odd) = (x, 0.0, 1.0);
    for _ in 0..TERMS {
        sum += term;
        odd += 2.0;
        term *= x * x / odd;
    }
    (0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual tables have these.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (x, expected) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461),
            (1.0, 0.841_344_746),
            (Z95, 0.975),
            (3.0, 0.998_650_102),
            (5.0, 0.999_999_713),
            (-1.0, 0.158_655_254),
            (-2.0, 0.022_750_132),
            (40.0, 1.0),
            (-40.0, 0.0),
            (f64::INFINITY, 1.0),
        ] {
            let found = probability_below(x);
            assert!((found - expected).abs() < 1e-9, "{x}: {found}, not {expected}");
        }
    }
}
