//! [`LinearFit`]: linear regression.

use wane_eval::fits::Fit;

/// The values of a position at two depths, and their importance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) importance: f64,
}

/// The line `y = slope * x + offset` with the least weighted squared error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearFit {
    /// The slope.
    pub slope: f64,
    /// The value at 0.
    pub offset: f64,
    /// The standard deviation of the residuals.
    pub sigma: f64,
    /// The correlation coefficient.
    pub r: f64,
}

/// The fewest points for a fit.
const FEWEST_POINTS: usize = 8;

/// The range of plausible slopes; others are noise.
const SLOPE_RANGE: [f64; 2] = [0.25, 4.0];

impl LinearFit {
    /// Fits a line to some points; `None` if they are too few or have no variance in `x`.
    pub(super) fn of(points: &[Point]) -> Option<Self> {
        let sum = |of: &dyn Fn(&Point) -> f64| -> f64 {
            points.iter().map(|point| point.importance * of(point)).sum()
        };
        let total = sum(&|_| 1.0);
        let (mean_x, mean_y) = (sum(&|point| point.x) / total, sum(&|point| point.y) / total);
        let xx = sum(&|point| (point.x - mean_x) * (point.x - mean_x)) / total;
        let xy = sum(&|point| (point.x - mean_x) * (point.y - mean_y)) / total;
        let yy = sum(&|point| (point.y - mean_y) * (point.y - mean_y)) / total;
        if points.len() < FEWEST_POINTS || xx <= 0.0 {
            return None;
        }
        let slope = (xy / xx).clamp(SLOPE_RANGE[0], SLOPE_RANGE[1]);
        let offset = mean_y - slope * mean_x;
        let squared_residuals = sum(&|point| {
            (point.y - slope * point.x - offset) * (point.y - slope * point.x - offset)
        });
        // Two parameters were fitted: an unbiased estimate divides by n - 2.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = points.len() as f64;
        let sigma = (squared_residuals / total * count / (count - 2.0)).sqrt();
        let r = if yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 };
        Some(Self { slope, offset, sigma, r })
    }

    /// The fit in integers; numbers out of range saturate.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the casts saturate"
    )]
    pub(super) fn to_fit(self) -> Fit {
        Fit {
            slope: ((self.slope * f64::from(Fit::ONE)).round() as u16).max(1),
            offset: self.offset.round() as i16,
            sigma: self.sigma.ceil() as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point { x, y, importance: 1.0 }
    }

    #[test]
    fn a_line_is_recovered_from_its_points() {
        let points: Vec<Point> = (0..20).map(f64::from).map(|x| point(x, 1.5 * x - 4.0)).collect();
        let fit = LinearFit::of(&points).unwrap();
        assert!((fit.slope - 1.5).abs() < 1e-9 && (fit.offset + 4.0).abs() < 1e-9);
        assert!(fit.sigma < 1e-6 && (fit.r - 1.0).abs() < 1e-9);
        assert_eq!(fit.to_fit(), Fit { slope: 1536, offset: -4, sigma: 0 });
    }

    #[test]
    fn sigma_is_the_noise_and_a_point_of_little_importance_has_little_influence() {
        let mut points: Vec<Point> = (0..1000)
            .map(|i| point(f64::from(i), f64::from(i) + if i % 2 == 0 { 10.0 } else { -10.0 }))
            .collect();
        let fit = LinearFit::of(&points).unwrap();
        assert!((fit.sigma - 10.0).abs() < 0.1, "{fit:?}");
        points.push(Point { x: 500.0, y: 100_000.0, importance: 1e-9 });
        let again = LinearFit::of(&points).unwrap();
        assert!((again.sigma - fit.sigma).abs() < 0.1, "{again:?}");
    }

    #[test]
    fn too_few_points_and_points_with_equal_x_have_no_fit() {
        assert_eq!(LinearFit::of(&[]), None);
        assert_eq!(LinearFit::of(&[point(1.0, 2.0); 7]), None);
        assert_eq!(LinearFit::of(&[point(1.0, 2.0); 20]), None);
    }
}
