//! [`Value`]: an evaluation, in fractions of a disc.

use std::fmt;
use std::ops::Neg;

use wane_board::Score;

/// The value of a position for the side to move, in 1/128 disc.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(i32);

impl Value {
    /// The unit is a disc divided by this.
    pub const PER_DISC: i32 = 128;
    /// Above the value of every position.
    pub const MAX: Self = Self(65 * Self::PER_DISC);
    /// Below the value of every position.
    pub const MIN: Self = Self(-65 * Self::PER_DISC);

    /// A value in 1/128 disc.
    #[must_use]
    #[inline(always)]
    pub const fn new(parts: i32) -> Self {
        Self(parts)
    }

    /// The value in 1/128 disc.
    #[must_use]
    #[inline(always)]
    pub const fn parts(self) -> i32 {
        self.0
    }

    /// The value in hundredths of a disc, rounded to the nearest.
    #[must_use]
    pub const fn centidiscs(self) -> i32 {
        let doubled = 2 * 100 * self.0 + Self::PER_DISC;
        doubled.div_euclid(2 * Self::PER_DISC)
    }
}

impl From<Score> for Value {
    #[inline(always)]
    fn from(score: Score) -> Self {
        Self(score.discs() * Self::PER_DISC)
    }
}

/// The value for the other side.
impl Neg for Value {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// In discs, with a sign and two decimals: `+1.25`, `-0.50`, `+0.00`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.centidiscs();
        let sign = if hundredths < 0 { '-' } else { '+' };
        let hundredths = hundredths.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_in_discs_rounded_to_hundredths() {
        let texts = [(0, "+0.00"), (160, "+1.25"), (-64, "-0.50"), (1, "+0.01"), (-1, "-0.01")];
        for (parts, text) in texts {
            assert_eq!(Value::new(parts).to_string(), text);
        }
        assert_eq!(Value::from(Score::new(-14)).to_string(), "-14.00");
    }
}
