//! The statistics of the experiments: means and win rates with their intervals, effect sizes, lines through points, and
//! rank correlations.

use std::iter::Sum;

use serde::{Deserialize, Serialize};
use wane_match::rounded;

/// The quantile of the normal distribution for intervals of 95 %.
const Z95: f64 = 1.959_964;

/// A figure with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A figure with this standard error.
    #[must_use]
    pub fn around(value: f64, error: f64) -> Self {
        let reach = Z95 * error;
        let [value, low, high] = [value, value - reach, value + reach].map(|it| rounded(it, 5));
        Self { value, low, high }
    }

    /// A figure without an error, such as a count.
    #[must_use]
    pub fn exactly(value: f64) -> Self {
        Self::around(value, 0.0)
    }

    /// Whether it has a number in it.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// Half its width.
    #[must_use]
    pub fn reach(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The sum and the sum of squares of whole numbers, which can be added up in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// How many there are.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        self.count += 1;
        self.sum += number;
        self.squares += number.unsigned_abs() * number.unsigned_abs();
    }

    /// The sums of these numbers.
    #[cfg(test)]
    pub(crate) fn of(numbers: &[i64]) -> Self {
        let mut sums = Self::default();
        for &number in numbers {
            sums.add(number);
        }
        sums
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 of nothing.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { float(self.sum) / count(self.count) }
    }

    /// The variance of the numbers.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let (n, mean) = (count(self.count), self.mean());
        ((count(self.squares) - n * mean * mean) / (n - 1.0)).max(0.0)
    }

    /// The mean with its interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let error =
            if self.count == 0 { 0.0 } else { (self.variance() / count(self.count)).sqrt() };
        Interval::around(self.mean(), error)
    }
}

/// The points of a player in pairs of games with the colours swapped: 2 for a win, 1 for a draw, so 0 to 4 a pair. The
/// games of a pair have the same opening and are not independent, so the pairs are what is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairPoints(pub Sums);

impl PairPoints {
    /// The share of the points, with its interval.
    #[must_use]
    pub fn win_rate(&self) -> Interval {
        let Interval { value, low, high } = self.0.interval();
        // A few games that were all won do not prove that all are.
        let floor = if self.0.count == 0 { 1.0 } else { 1.0 / (2.0 * count(self.0.count) + 4.0) };
        let (low, high) =
            ((low / 4.0).min(value / 4.0 - floor), (high / 4.0).max(value / 4.0 + floor));
        let [value, low, high] =
            [value / 4.0, low.max(0.0), high.min(1.0)].map(|it| rounded(it, 5));
        Interval { value, low, high }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        2 * self.0.count
    }
}

impl Sum for PairPoints {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        let mut sums = Sums::default();
        all.for_each(|it| sums.merge(it.0));
        Self(sums)
    }
}

/// The difference of two means in units of their common standard deviation (Cohen's d).
#[must_use]
pub fn effect_size(one: &Sums, other: &Sums) -> f64 {
    let spread = f64::midpoint(one.variance(), other.variance()).sqrt();
    if spread == 0.0 { 0.0 } else { rounded((one.mean() - other.mean()) / spread, 4) }
}

/// The line through points by least squares: slope, intercept, and the share of the variance that it explains.
#[must_use]
pub fn line(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = count(points.len() as u64).max(1.0);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|dx, _| dx * dx), sum(&|dx, dy| dx * dy), sum(&|_, dy| dy * dy));
    if xx == 0.0 || yy == 0.0 {
        return (0.0, y, 0.0);
    }
    let slope = xy / xx;
    (slope, y - slope * x, xy * xy / (xx * yy))
}

/// The rank correlation of two lists (Spearman): 1 if they have the same order, -1 if the opposite one.
#[must_use]
pub fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let points: Vec<(f64, f64)> = one.into_iter().zip(other).collect();
    let (slope, _, explained) = line(&points);
    rounded(explained.sqrt().copysign(slope), 4)
}

/// The rank of each number; equal numbers share the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: f64| {
        let below = numbers.iter().filter(|&&it| it < number).count() as u64;
        let equal = numbers.iter().filter(|it| it.total_cmp(&number).is_eq()).count() as u64;
        count(below) + f64::midpoint(count(equal), 1.0)
    };
    numbers.iter().map(|&number| rank(number)).collect()
}

/// A count as a number of statistics.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(crate) fn count(number: u64) -> f64 {
    number as f64
}

/// A sum as a number of statistics.
#[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^52")]
pub(crate) fn float(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_intervals_are_those_of_the_textbook() {
        // Mean 5, variance 32 / 7; the standard error is 0.7559.
        let all = Sums::of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert!((all.mean() - 5.0).abs() < 1e-9 && (all.variance() - 32.0 / 7.0).abs() < 1e-9);
        assert_eq!(all.interval(), Interval { value: 5.0, low: 3.51841, high: 6.48159 });
        let mut merged = Sums::of(&[2, 4, 4]);
        merged.merge(Sums::of(&[4, 5, 5, 7, 9]));
        assert_eq!(merged, all);
    }

    #[test]
    fn a_win_rate_is_never_certain() {
        let won = PairPoints(Sums::of(&[4; 100])).win_rate();
        assert_eq!((won.value, won.high), (1.0, 1.0));
        assert!(won.low < 1.0 && won.low > 0.99, "{won:?}");
        let even = PairPoints(Sums::of(&[0, 4, 2, 2])).win_rate();
        assert!(even.contains(0.5) && even.reach() > 0.2);
        assert!(PairPoints::default().win_rate().contains(0.5));
    }

    #[test]
    fn lines_and_ranks_are_found() {
        let (slope, intercept, explained) = line(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]);
        assert_eq!((slope, intercept, explained), (2.0, 1.0, 1.0));
        let near = |number: f64, expected: f64| (number - expected).abs() < 1e-3;
        assert!(near(rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]), 1.0));
        assert!(near(rank_correlation(&[1.0, 2.0, 3.0], &[9.0, 2.0, 1.0]), -1.0));
        assert_eq!(ranks(&[5.0, 1.0, 5.0]), [2.5, 1.0, 2.5]);
        assert!(near(effect_size(&Sums::of(&[1, 3]), &Sums::of(&[3, 5])), -(2_f64.sqrt())));
    }
}
