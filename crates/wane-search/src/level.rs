//! [`Level`]: playing strength. A level is an average loss per move, in discs, and a search depth
//! that tells what a move loses.
//!
//! A weak player that only searches less deep plays the opening like a master and blunders like a
//! beginner. So the engine searches to a fair depth at every level, and then chooses among all
//! moves at random: the more a move loses, the less likely it is. The probabilities are set so that
//! the average loss is that of the level. docs/levels.md has the measured table.

use std::fmt;
use std::str::FromStr;

use wane_eval::Value;
use wane_random::Rng;

use crate::report::Line;

/// A level from 1, the weakest, to [`Level::MAX`], full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// For each level the average loss in hundredths of a disc and the depth.
const LEVELS: [(i32, u32); 19] = [
    (360, 5),
    (290, 5),
    (235, 5),
    (190, 5),
    (155, 5),
    (125, 6),
    (100, 6),
    (82, 6),
    (66, 6),
    (54, 7),
    (44, 7),
    (36, 7),
    (29, 8),
    (23, 8),
    (18, 8),
    (14, 9),
    (10, 9),
    (7, 10),
    (4, 11),
];

/// The measured rating of each level in Elo; docs/levels.md says how.
const RATINGS: [i32; 20] = [
    1000, 1133, 1283, 1382, 1493, 1691, 1776, 1906, 1979, 2115, 2190, 2215, 2387, 2463, 2511, 2613,
    2616, 2713, 2821, 3159,
];

impl Level {
    /// Full strength.
    pub const MAX: Self = Self(20);

    /// All levels, from the weakest.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX.0).map(Self)
    }

    /// The rating in Elo, where level 1 has 1000: 200 points more are expected to score three points
    /// of four.
    #[must_use]
    pub fn rating(self) -> i32 {
        RATINGS[usize::from(self.0) - 1]
    }

    /// The search depth; `None` for no limit of its own.
    #[must_use]
    pub fn depth(self) -> Option<u32> {
        LEVELS.get(usize::from(self.0) - 1).map(|&(_, depth)| depth)
    }

    /// The average loss of a move, where there are moves that lose that much.
    #[must_use]
    pub fn loss(self) -> Value {
        let level = LEVELS.get(usize::from(self.0) - 1);
        Value::new(level.map_or(0, |&(hundredths, _)| hundredths * Value::PER_DISC / 100))
    }

    /// How many of the best moves it chooses among. A level with a small loss hardly ever plays
    /// other moves, and their values would take long.
    pub(crate) fn lines(self) -> usize {
        const FEW: usize = 5;
        if self.loss().parts() < Value::PER_DISC / 2 { FEW } else { usize::MAX }
    }

    /// Chooses one of the lines, which are sorted from best to worst.
    pub(crate) fn pick<'l>(self, lines: &'l [Line], rng: &mut Rng) -> &'l Line {
        let best = lines[0].value.parts();
        let losses: Vec<i64> =
            lines.iter().map(|line| i64::from(best - line.value.parts())).collect();
        let weights = weights(&losses, self.loss().parts().into());
        let total: u32 = weights.iter().sum();
        let mut at = rng.below(total);
        let chosen = weights.iter().position(|&weight| {
            let is_here = at < weight;
            at = at.saturating_sub(weight);
            is_here
        });
        &lines[chosen.unwrap_or(0)]
    }
}

/// The weight of each move, so that the average loss is at most `target` and as near to it as the
/// moves allow.
fn weights(losses: &[i64], target: i64) -> Vec<u32> {
    // Bisection of the loss that halves the weight of a move. A greater one means a greater
    // average.
    let (mut low, mut high) = (0, 1 << 14);
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        if lose_at_most(target, losses, &halving(losses, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    halving(losses, low)
}

/// Weights that halve with each additional loss of `by`; with 0, only the best moves have weight.
fn halving(losses: &[i64], by: i64) -> Vec<u32> {
    const BEST: i64 = 1 << 20;
    let weight = |&loss: &i64| match (loss, by) {
        (0, _) => BEST,
        (_, 0) => 0,
        _ if loss / by >= 20 => 0,
        // Linear interpolation between two powers of two.
        _ => (BEST >> (loss / by)) * (2 * by - loss % by) / (2 * by),
    };
    losses.iter().map(|loss| u32::try_from(weight(loss)).unwrap_or(0)).collect()
}

/// Whether the average loss with these weights is at most `target`.
fn lose_at_most(target: i64, losses: &[i64], weights: &[u32]) -> bool {
    let weighted = losses.iter().zip(weights);
    weighted.map(|(loss, &weight)| (loss - target) * i64::from(weight)).sum::<i64>() <= 0
}

/// There is no level of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    /// The text or number that is not a level.
    pub text: String,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a level, the levels are 1 to {}", self.text, Level::MAX)
    }
}

impl std::error::Error for UnknownLevel {}

impl TryFrom<u32> for Level {
    type Error = UnknownLevel;

    fn try_from(number: u32) -> Result<Self, UnknownLevel> {
        let level = u8::try_from(number).ok().map(Self);
        let known = level.filter(|level| (Self(1)..=Self::MAX).contains(level));
        known.ok_or_else(|| UnknownLevel { text: number.to_string() })
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let number = text.parse::<u32>().ok().and_then(|number| Self::try_from(number).ok());
        number.ok_or_else(|| UnknownLevel { text: text.into() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Move;

    use super::*;

    fn lines(values: &[i32]) -> Vec<Line> {
        let line = |&discs: &i32| Line {
            value: Value::new(discs * Value::PER_DISC),
            moves: vec![Move::Pass],
        };
        values.iter().map(line).collect()
    }

    #[test]
    fn moves_lose_on_average_what_the_level_says() {
        let lines = lines(&[3, 1, 0, -2, -5, -9, -14]);
        let mut rng = Rng::new(20_261_115);
        for number in 1..=20 {
            let level = Level::try_from(number).unwrap();
            let picks = 20_000;
            let lost: i64 = (0..picks)
                .map(|_| {
                    i64::from(lines[0].value.parts() - level.pick(&lines, &mut rng).value.parts())
                })
                .sum();
            let (lost, target) = (lost / picks, i64::from(level.loss().parts()));
            assert!((lost - target).abs() <= target / 20 + 4, "level {level}: {lost} {target}");
        }
    }

    #[test]
    fn the_highest_level_plays_the_best_move_and_a_forced_one_is_played_at_every_level() {
        let mut rng = Rng::new(1);
        let (several, one) = (lines(&[3, 1, -4]), lines(&[-7]));
        for _ in 0..1000 {
            assert_eq!(Level::MAX.pick(&several, &mut rng), &several[0]);
            assert_eq!(Level(1).pick(&one, &mut rng), &one[0]);
        }
    }

    #[test]
    fn levels_are_named_by_their_numbers() {
        for number in 1..=20 {
            assert_eq!(number.to_string().parse(), Level::try_from(number));
        }
        assert!("0".parse::<Level>().is_err() && "21".parse::<Level>().is_err());
        assert!("best".parse::<Level>().is_err());
    }

    #[test]
    fn ratings_begin_at_1000_and_rise() {
        let ratings: Vec<i32> = Level::all().map(Level::rating).collect();
        assert!(ratings[0] == 1000 && ratings.is_sorted(), "{ratings:?}");
    }

    #[test]
    fn each_level_loses_less_than_the_one_below() {
        assert!(LEVELS.is_sorted_by(|low, high| low.0 > high.0 && low.1 <= high.1));
    }
}
