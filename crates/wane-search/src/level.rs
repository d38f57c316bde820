//! [`Level`]: how well to play. A level is an average loss a move, in discs, and how far the engine
//! looks ahead to know what a move loses.
//!
//! A weak player who only looks less far ahead plays the opening like a master and blunders like a
//! beginner. So the engine looks well ahead at every level, and then chooses among all moves by
//! chance: the more a move loses the less likely it is, and how much less is set so that the moves
//! lose on average what the level says. docs/levels.md has the measured table.

use std::fmt;
use std::str::FromStr;

use wane_eval::Value;
use wane_random::Rng;

use crate::report::Line;

/// A level from 1, the weakest, to [`Level::MAX`], all that the engine can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// For each level the average loss in hundredths of a disc and how far to look ahead.
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

impl Level {
    /// Full strength.
    pub const MAX: Self = Self(20);

    /// How far to look ahead; `None` for as far as the limits allow.
    #[must_use]
    pub fn depth(self) -> Option<u32> {
        LEVELS.get(usize::from(self.0) - 1).map(|&(_, depth)| depth)
    }

    /// What a move loses on average, where there are moves that lose so much.
    #[must_use]
    pub fn loss(self) -> Value {
        let level = LEVELS.get(usize::from(self.0) - 1);
        Value::new(level.map_or(0, |&(hundredths, _)| hundredths * Value::PER_DISC / 100))
    }

    /// Among how many moves, the best ones, it chooses: a level that loses little hardly ever plays
    /// others, and values for all of them would take long.
    pub(crate) fn lines(self) -> usize {
        const FEW: usize = 5;
        if self.loss().parts() < Value::PER_DISC / 2 { FEW } else { usize::MAX }
    }

    /// Chooses one of the lines, the best first.
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

/// How likely each move is, so that the average loss is at most `target` and as near to it as the
/// moves allow.
fn weights(losses: &[i64], target: i64) -> Vec<u32> {
    // The loss that halves a move's chances. More of it means more loss.
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

/// Weights that halve with each `by` that a move loses more; only the best moves if that is 0.
fn halving(losses: &[i64], by: i64) -> Vec<u32> {
    const BEST: i64 = 1 << 20;
    let weight = |&loss: &i64| match (loss, by) {
        (0, _) => BEST,
        (_, 0) => 0,
        _ if loss / by >= 20 => 0,
        // Between two powers of two, a straight line.
        _ => (BEST >> (loss / by)) * (2 * by - loss % by) / (2 * by),
    };
    losses.iter().map(|loss| u32::try_from(weight(loss)).unwrap_or(0)).collect()
}

/// Whether moves of these weights lose no more than `target` on average.
fn lose_at_most(target: i64, losses: &[i64], weights: &[u32]) -> bool {
    let weighted = losses.iter().zip(weights);
    weighted.map(|(loss, &weight)| (loss - target) * i64::from(weight)).sum::<i64>() <= 0
}

/// There is no level of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    /// What was asked for.
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
    fn each_level_loses_less_than_the_one_below() {
        assert!(LEVELS.is_sorted_by(|low, high| low.0 > high.0 && low.1 <= high.1));
    }
}
