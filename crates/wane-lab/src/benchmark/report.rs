//! [`Report`]: how wrong an evaluation is about the benchmark.

use std::collections::BTreeMap;

use wane_board::Score;
use wane_eval::Evaluator;
use wane_eval::weights::phase;

use super::{Benchmark, Known};
use crate::train::{Loss, discs_of, judged};

/// How wrong an evaluation is, a row for each part of the benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The endgames first: all of them, by phase, by empty squares. Reports about different evaluations
    /// have the same rows.
    pub rows: Vec<Row>,
}

/// How wrong it is about a part of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Where the scores come from.
    pub set: Set,
    /// Which of its positions.
    pub group: Group,
    /// How wrong it is.
    pub errors: Errors,
}

/// Where scores come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// From a proof.
    Exact,
    /// From a deep search.
    Midgame,
}

/// Positions that are told apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// None: it is all of them.
    All,
    /// Those of a phase.
    Phase {
        /// The fewest and the most discs of the phase.
        discs: [usize; 2],
    },
    /// Those with so many empty squares.
    Empties {
        /// How many.
        empties: u32,
    },
}

/// How wrong judgements of some positions are, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Errors {
    loss: Loss,
    /// What was judged more than it was worth, and less.
    above: f64,
    below: f64,
    judged: Moments,
    score: Moments,
    product: f64,
    /// The positions that a side wins, and those of which that was seen.
    won: u32,
    seen: u32,
}

/// The sum of some numbers and of their squares.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Report {
    /// How wrong an evaluation is.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<8>, benchmark: &Benchmark) -> Self {
        let mut rows = Vec::new();
        for (set, positions) in [(Set::Exact, &benchmark.exact), (Set::Midgame, &benchmark.midgame)]
        {
            let mut groups = BTreeMap::<Group, Errors>::new();
            for &Known { ref board, score } in positions {
                let judged = judged(evaluator, board);
                let empties = board.empties().len();
                let discs = discs_of(phase(64 - empties));
                let discs = [*discs.start(), *discs.end()];
                for group in [Group::All, Group::Phase { discs }, Group::Empties { empties }] {
                    groups.entry(group).or_default().add(judged, score);
                }
            }
            rows.extend(groups.into_iter().map(|(group, errors)| Row { set, group, errors }));
        }
        Self { rows }
    }
}

impl Errors {
    /// A position that is judged to be worth so much.
    fn add(&mut self, judged: f32, score: Score) {
        #[expect(clippy::cast_precision_loss, reason = "at most 64 discs")]
        let score = score.discs() as f32;
        self.loss.add(judged - score);
        let (judged, score) = (f64::from(judged), f64::from(score));
        self.above += (judged - score).max(0.0);
        self.below += (score - judged).max(0.0);
        self.judged.add(judged);
        self.score.add(score);
        self.product += judged * score;
        self.won += u32::from(score != 0.0);
        self.seen += u32::from(judged * score > 0.0);
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.loss.positions()
    }

    /// The mean error: above 0, if the side to move is thought to be better off than it is.
    #[must_use]
    pub fn bias(&self) -> Option<f64> {
        self.mean(self.above - self.below)
    }

    /// The mean of the errors without their signs.
    #[must_use]
    pub fn absolute(&self) -> Option<f64> {
        self.mean(self.above + self.below)
    }

    /// The root of the mean squared error.
    #[must_use]
    pub fn rms(&self) -> Option<f64> {
        self.loss.rms()
    }

    /// How well judgements and scores go together, from -1 to 1; `None` if either are all the same.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let (judged, score) = (self.mean(self.judged.sum)?, self.mean(self.score.sum)?);
        let covariance = self.mean(self.product)? - judged * score;
        let variance =
            |moments: Moments, mean: f64| Some(self.mean(moments.squares)? - mean * mean);
        let variances = variance(self.judged, judged)? * variance(self.score, score)?;
        // What is left of nothing after rounding is nothing.
        (variances > 1e-9).then(|| covariance / variances.sqrt())
    }

    /// Of the positions that a side wins, the share of which the judgement says so.
    #[must_use]
    pub fn right_winner(&self) -> Option<f64> {
        (self.won > 0).then(|| f64::from(self.seen) / f64::from(self.won))
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

    /// Judges by the number of own discs alone.
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

    fn errors(pairs: &[(f32, i32)]) -> Errors {
        let mut errors = Errors::default();
        for &(judged, score) in pairs {
            errors.add(judged, Score::new(score));
        }
        errors
    }

    fn is_near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn errors_are_what_they_are_by_hand() {
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
    fn what_cannot_be_told_is_not_told() {
        let none = Errors::default();
        assert_eq!((none.bias(), none.absolute(), none.rms()), (None, None, None));
        assert_eq!((none.correlation(), none.right_winner()), (None, None));
        let level = errors(&[(1.0, 0), (1.0, 0)]);
        assert_eq!((level.correlation(), level.right_winner()), (None, None));
        assert!(is_near(errors(&[(1.5, 3), (2.5, 5)]).correlation(), 1.0));
    }

    #[test]
    fn every_position_is_in_one_phase_and_one_number_of_empties_of_its_set() {
        let benchmark = Benchmark::shipped();
        let Report { rows } = Report::of(&OwnDiscs, &benchmark);
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
        // All discs are own ones to such a judge, so it thinks too well of everybody.
        assert!(rows[0].group == Group::All && rows[0].errors.bias().unwrap() > 10.0);
    }
}
