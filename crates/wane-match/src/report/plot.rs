//! Ratings with their error bars, as a picture.
//!
//! Across, everything is placed in percent, so that the picture is as wide as the page while its
//! letters keep their size.

use super::PlayerSummary;
use super::text::{Escaped, number};

/// Pixels from one player to the next.
const ROW: usize = 42;
/// Pixels below the last player, for the axis.
const AXIS: usize = 24;
/// The picture's percent of the width left and right of the axis.
const MARGIN: f64 = 6.0;

pub(super) fn write(standings: &[PlayerSummary]) -> String {
    let axis = Axis::around(standings);
    let bottom = standings.len() * ROW;
    let height = bottom + AXIS;
    let mut ticks = String::new();
    for tick in axis.ticks() {
        let (x, y, label) = (axis.place(tick), bottom + 17, number(tick, axis.decimals()));
        ticks += &format!(
            "<line class=\"grid\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{bottom}\"/>\
             <text class=\"tick\" x=\"{x}\" y=\"{y}\">{label}</text>\n"
        );
    }
    let rows: String =
        (0..).zip(standings).map(|(row, standing)| player(row * ROW, standing, &axis)).collect();
    format!(
        "<svg class=\"plot\" width=\"100%\" height=\"{height}\" role=\"img\" \
         aria-label=\"Plot of the ratings in the table\">\n{ticks}{rows}</svg>\n"
    )
}

/// One player: the name, the rating in figures, and below them a dot on a bar.
fn player(top: usize, standing: &PlayerSummary, axis: &Axis) -> String {
    let PlayerSummary { name, rating, rating_low, rating_high, .. } = standing;
    let (label, bottom) = (top + 15, top + ROW);
    let mut picture = format!(
        "<line class=\"between\" x1=\"0\" x2=\"100%\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
         <text class=\"label\" x=\"0\" y=\"{label}\">{}</text>\
         <text class=\"value\" x=\"100%\" y=\"{label}\">{}</text>",
        Escaped(name),
        number(*rating, 0),
    );
    let y = top + 27;
    if !rating_low.is_nan() && !rating_high.is_nan() {
        let [low, high] = [axis.place(*rating_low), axis.place(*rating_high)];
        picture +=
            &format!("<line class=\"bar\" x1=\"{low}\" x2=\"{high}\" y1=\"{y}\" y2=\"{y}\"/>");
        // A bar without an end on one side runs out of the picture there, and gets no cap.
        for end in [rating_low, rating_high].into_iter().filter(|end| end.is_finite()) {
            let (x, y1, y2) = (axis.place(*end), y - 5, y + 5);
            picture +=
                &format!("<line class=\"bar\" x1=\"{x}\" x2=\"{x}\" y1=\"{y1}\" y2=\"{y2}\"/>");
        }
    }
    if rating.is_finite() {
        let x = axis.place(*rating);
        picture += &format!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
    }
    picture + "\n"
}

/// The axis: from `first` in `count` steps.
struct Axis {
    first: f64,
    step: f64,
    count: u32,
}

impl Axis {
    /// Covers every finite number with about five round steps.
    fn around(standings: &[PlayerSummary]) -> Self {
        let numbers = || {
            let each =
                |player: &PlayerSummary| [player.rating, player.rating_low, player.rating_high];
            standings.iter().flat_map(each).filter(|number| number.is_finite())
        };
        let (mut low, mut high) =
            (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        if high - low < 1.0 {
            (low, high) = (low - 50.0, high + 50.0);
        }
        let step = round_step((high - low) / 5.0);
        let first = (low / step).floor() * step;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few steps")]
        let count = ((high - first) / step).ceil().clamp(1.0, 10.0) as u32;
        Self { first, step, count }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        (0..=self.count).map(|tick| self.first + self.step * f64::from(tick))
    }

    /// Enough decimals for the labels of neighbouring ticks to differ.
    fn decimals(&self) -> usize {
        usize::from(self.step < 1.0)
    }

    /// The place of a number in percent of the width; outside of the axis for an infinite one.
    fn place(&self, number: f64) -> String {
        let share = (number - self.first) / (self.step * f64::from(self.count));
        let percent = MARGIN + share * (100.0 - 2.0 * MARGIN);
        format!("{:.2}%", percent.clamp(0.0, 100.0))
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 and so on that is not below `least`, which is above 0.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|&step| step >= least)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use wane_text::Foreign;

    use super::*;
    use crate::stats::Tally;

    fn player(rating_low: f64, rating: f64, rating_high: f64) -> PlayerSummary {
        let tally = Tally::default();
        PlayerSummary {
            name: Foreign::default(),
            rating,
            rating_low,
            rating_high,
            tally,
            faults: 0,
            grade: None,
        }
    }

    #[test]
    fn the_axis_has_a_few_round_steps_around_all_numbers() {
        for (players, ticks) in [
            (vec![player(1432.0, 1500.0, 1568.0)], vec![1400.0, 1450.0, 1500.0, 1550.0, 1600.0]),
            (
                vec![player(-3.0, -1.0, 0.5), player(f64::NAN, 7.0, f64::INFINITY)],
                vec![-4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0],
            ),
            (vec![player(20.0, 20.0, 20.0)], vec![-40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 80.0]),
            (
                vec![player(f64::NAN, f64::NAN, f64::NAN)],
                vec![-60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0],
            ),
        ] {
            assert_eq!(Axis::around(&players).ticks().collect::<Vec<_>>(), ticks);
        }
    }

    #[test]
    fn what_is_infinite_runs_out_of_the_picture_without_a_cap() {
        let players =
            [player(f64::NEG_INFINITY, 0.0, 100.0), player(-100.0, f64::INFINITY, f64::INFINITY)];
        let picture = write(&players);
        assert_eq!(picture.matches("class=\"dot\"").count(), 1);
        assert_eq!(picture.matches("x1=\"0.00%\" x2=\"94.00%\"").count(), 1, "{picture}");
        assert_eq!(picture.matches("x1=\"6.00%\" x2=\"100.00%\"").count(), 1, "{picture}");
        assert_eq!(picture.matches("class=\"bar\"").count(), 4);
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }
}
