//! [`EvalReport`]: the errors of an evaluation on the benchmark.

use std::collections::BTreeMap;

use wane_board::Score;
use wane_eval::Evaluator;
use wane_eval::weights::phase;

use super::{Benchmark, LabelledPosition};
use crate::train::{Loss, discs_of, evaluate};

/// The errors of an evaluation, one row for each part of the benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalReport {
    /// First the endgames: all of them, then by phase, then by empty squares. Reports of different
    /// evaluations have the same rows.
    pub rows: Vec<Row>,
}

/// The errors on a part of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Where the scores come from.
    pub set: Set,
    /// The positions.
    pub group: Group,
    /// The errors on them.
    pub errors: ErrorStats,
}

/// Where scores come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// From the exact solver.
    Exact,
    /// From a deep search.
    Midgame,
}

/// A group of positions of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// All positions.
    All,
    /// The positions of a phase.
    Phase {
        /// The fewest and the most discs of the phase.
        discs: [usize; 2],
    },
    /// The positions with this number of empty squares.
    Empties {
        /// The number of empty squares.
        empties: u32,
    },
}

/// Statistics of the errors on some positions, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ErrorStats {
    loss: Loss,
    /// The sums of the errors above 0 and, without their sign, below 0.
    too_high: f64,
    too_low: f64,
    value: Moments,
    score: Moments,
    /// The sum of the products of value and score.
    product: f64,
    /// The number of positions that are not drawn, and of those whose value has the right sign.
    decided: u32,
    right_sign: u32,
}

/// The sum of some numbers and of their squares.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl EvalReport {
    /// Evaluates all positions of the benchmark.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<8>, benchmark: &Benchmark) -> Self {
        let mut rows = Vec::new();
        for (set, positions) in [(Set::Exact, &benchmark.exact), (Set::Midgame, &benchmark.midgame)]
        {
            let mut groups = BTreeMap::<Group, ErrorStats>::new();
            for &LabelledPosition { ref board, score } in positions {
                let value = evaluate(evaluator, board);
                let empties = board.empties().len();
                let discs = discs_of(phase(64 - empties));
                let discs = [*discs.start(), *discs.end()];
                for group in [Group::All, Group::Phase { discs }, Group::Empties { empties }] {
                    groups.entry(group).or_default().add(value, score);
                }
            }
            rows.extend(groups.into_iter().map(|(group, errors)| Row { set, group, errors }));
        }
        Self { rows }
    }
}

impl ErrorStats {
    /// Adds the value and the score of a position.
    fn add(&mut self, value: f32, score: Score) {
        #[expect(clippy::cast_precision_loss, reason = "at most 64 discs")]
        let score = score.discs() as f32;
        self.loss.add(value - score);
        let (value, score) = (f64::from(value), f64::from(score));
        self.too_high += (value - score).max(0.0);
        self.too_low += (score - value).max(0.0);
        self.value.add(value);
        self.score.add(score);
        self.product += value * score;
        self.decided += u32::from(score != 0.0);
        self.right_sign += u32::from(value * score > 0.0);
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.loss.positions()
    }

    /// The mean error: above 0 if the evaluation is too optimistic for the side to move.
    #[must_use]
    pub fn bias(&self) -> Option<f64> {
        self.mean(self.too_high - self.too_low)
    }

    /// The mean absolute error.
    #[must_use]
    pub fn absolute(&self) -> Option<f64> {
        self.mean(self.too_high + self.too_low)
    }

    /// The root of the mean squared error.
    #[must_use]
    pub fn rms(&self) -> Option<f64> {
        self.loss.rms()
    }

    /// The correlation of values and scores; `None` if either have no variance.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let (value, score) = (self.mean(self.value.sum)?, self.mean(self.score.sum)?);
        let covariance = self.mean(self.product)? - value * score;
        let variance =
            |moments: Moments, mean: f64| Some(self.mean(moments.squares)? - mean * mean);
        let variances = variance(self.value, value)? * variance(self.score, score)?;
        // Rounding can leave a little of a variance of 0.
        (variances > 1e-9).then(|| covariance / variances.sqrt())
    }

    /// The share of the positions that are not drawn whose value names the right winner.
    #[must_use]
    pub fn right_winner(&self) -> Option<f64> {
        (self.decided > 0).then(|| f64::from(self.right_sign) / f64::from(self.decided))
    }

    #[expect(clippy::cast_precision_loss, reason = "there are few positions")]
    fn mean(&self, sum: f64) -> Option<f64> {
        (self.positions() > 0).then(|| sum / self.positions() as f64)
    }
}

impl Moments {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number * number;
    }
}

#[cfg(test)]
mod tests {
    use wane_board::{Backend, Bitboard, Board, Square};
    use wane_eval::Value;

    use super::*;

    /// Its value is the number of own discs.
    struct OwnDiscs;

    impl Evaluator<8> for OwnDiscs {
        type Features = ();

        fn features(&self, _: &Board<8>) {}
        fn push(&self, (): &(), _: Square, _: Bitboard) {}
        fn push_pass(&self, (): &()) {}
        fn value<B: Backend>(&self, _: B, board: &Board<8>, _: Bitboard, (): &()) -> Value {
            Value::from(Score::new(board.own().len().cast_signed()))
        }
    }

    fn errors(pairs: &[(f32, i32)]) -> ErrorStats {
        let mut errors = ErrorStats::default();
        for &(value, score) in pairs {
            errors.add(value, Score::new(score));
        }
        errors
    }

    fn is_near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn statistics_equal_those_by_hand() {
        let errors = errors(&[(2.0, 4), (-1.0, -2), (3.0, -2), (1.0, 0)]);
        assert_eq!(errors.positions(), 4);
        assert!(is_near(errors.bias(), (-2.0 + 1.0 + 5.0 + 1.0) / 4.0));
        assert!(is_near(errors.absolute(), 9.0 / 4.0));
        assert!(is_near(errors.rms(), (31.0_f64 / 4.0).sqrt()));
        // Covariance 4/4 - (5/4)(0/4), variances 15/4 - 25/16 and 24/4.
        assert!(is_near(errors.correlation(), 1.0 / (35.0_f64 / 16.0 * 6.0).sqrt()));
        assert!(is_near(errors.right_winner(), 2.0 / 3.0));
    }

    #[test]
    fn statistics_without_data_are_none() {
        let none = ErrorStats::default();
        assert_eq!((none.bias(), none.absolute(), none.rms()), (None, None, None));
        assert_eq!((none.correlation(), none.right_winner()), (None, None));
        let draws = errors(&[(1.0, 0), (1.0, 0)]);
        assert_eq!((draws.correlation(), draws.right_winner()), (None, None));
        assert!(is_near(errors(&[(1.5, 3), (2.5, 5)]).correlation(), 1.0));
    }

    #[test]
    fn every_position_is_in_one_phase_and_one_number_of_empties_of_its_set() {
        let benchmark = Benchmark::shipped();
        let EvalReport { rows } = EvalReport::of(&OwnDiscs, &benchmark);
        for (set, positions) in [(Set::Exact, &benchmark.exact), (Set::Midgame, &benchmark.midgame)]
        {
            let sum = |is_wanted: fn(&Group) -> bool| {
                let rows = rows.iter().filter(|row| row.set == set && is_wanted(&row.group));
                rows.map(|row| row.errors.positions()).sum::<u64>()
            };
            let all = positions.len() as u64;
            assert_eq!(sum(|group| *group == Group::All), all);
            assert_eq!(sum(|group| matches!(group, Group::Phase { .. })), all);
            assert_eq!(sum(|group| matches!(group, Group::Empties { .. })), all);
        }
        // The number of own discs is far above most scores.
        assert!(rows[0].group == Group::All && rows[0].errors.bias().unwrap() > 10.0);
    }
}
