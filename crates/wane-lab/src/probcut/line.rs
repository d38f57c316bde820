//! [`Line`]: the straight line that lies closest to some points.

use wane_eval::fits::Fit;

/// Two values of a position, and how much they count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) importance: f64,
}

/// The line `y = slope * x + offset`, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// How much `y` grows with `x`.
    pub slope: f64,
    /// Where `x` is 0.
    pub offset: f64,
    /// The standard deviation of the points from it.
    pub sigma: f64,
    /// The correlation.
    pub r: f64,
}

/// With so few points a line says nothing.
const FEWEST: usize = 8;

/// A slope outside is chance, not a finding.
const SLOPES: [f64; 2] = [0.25, 4.0];

impl Line {
    /// The line through some points; `None` if they are too few, or all above each other.
    pub(super) fn through(points: &[Point]) -> Option<Self> {
        let sum = |of: &dyn Fn(&Point) -> f64| -> f64 {
            points.iter().map(|point| point.importance * of(point)).sum()
        };
        let total = sum(&|_| 1.0);
        let (mean_x, mean_y) = (sum(&|it| it.x) / total, sum(&|it| it.y) / total);
        let xx = sum(&|it| (it.x - mean_x) * (it.x - mean_x)) / total;
        let xy = sum(&|it| (it.x - mean_x) * (it.y - mean_y)) / total;
        let yy = sum(&|it| (it.y - mean_y) * (it.y - mean_y)) / total;
        if points.len() < FEWEST || xx <= 0.0 {
            return None;
        }
        let slope = (xy / xx).clamp(SLOPES[0], SLOPES[1]);
        let offset = mean_y - slope * mean_x;
        let rest = sum(&|it| (it.y - slope * it.x - offset) * (it.y - slope * it.x - offset));
        // Two numbers were fitted, so the points lie closer to this line than others will.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = points.len() as f64;
        let sigma = (rest / total * count / (count - 2.0)).sqrt();
        let r = if yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 };
        Some(Self { slope, offset, sigma, r })
    }

    /// The same in integers. What does not fit is cut to what does.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast cuts")]
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
    fn points_on_a_line_are_found_to_lie_on_it() {
        let points: Vec<Point> = (0..20).map(f64::from).map(|x| point(x, 1.5 * x - 4.0)).collect();
        let line = Line::through(&points).unwrap();
        assert!((line.slope - 1.5).abs() < 1e-9 && (line.offset + 4.0).abs() < 1e-9);
        assert!(line.sigma < 1e-6 && (line.r - 1.0).abs() < 1e-9);
        assert_eq!(line.to_fit(), Fit { slope: 1536, offset: -4, sigma: 0 });
    }

    #[test]
    fn sigma_is_how_far_points_lie_apart_and_what_counts_for_little_moves_little() {
        let mut points: Vec<Point> = (0..1000)
            .map(|i| point(f64::from(i), f64::from(i) + if i % 2 == 0 { 10.0 } else { -10.0 }))
            .collect();
        let line = Line::through(&points).unwrap();
        assert!((line.sigma - 10.0).abs() < 0.1, "{line:?}");
        points.push(Point { x: 500.0, y: 100_000.0, importance: 1e-9 });
        let again = Line::through(&points).unwrap();
        assert!((again.sigma - line.sigma).abs() < 0.1, "{again:?}");
    }

    #[test]
    fn too_few_points_and_points_above_each_other_have_no_line() {
        assert_eq!(Line::through(&[]), None);
        assert_eq!(Line::through(&[point(1.0, 2.0); 7]), None);
        assert_eq!(Line::through(&[point(1.0, 2.0); 20]), None);
    }
}
