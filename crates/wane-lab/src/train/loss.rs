//! [`Loss`]: the error of an evaluation.

use wane_board::{Board, Portable};
use wane_eval::weights::PHASES;
use wane_eval::{Evaluator, Value};

use super::data::Data;

/// The squared error on some positions.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Loss {
    /// The sum of the squared errors, in squared discs.
    squares: f64,
    positions: u64,
}

/// The error by phase.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Losses {
    /// The error of each phase.
    pub phases: [Loss; PHASES],
}

impl Loss {
    /// Adds the error on a position, in discs.
    pub(crate) fn add(&mut self, error: f32) {
        self.squares += f64::from(error) * f64::from(error);
        self.positions += 1;
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.positions
    }

    /// The root of the mean squared error, in discs; `None` if there is no position.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 positions")]
    pub fn rms(self) -> Option<f64> {
        (self.positions > 0).then(|| (self.squares / self.positions as f64).sqrt())
    }
}

impl Losses {
    /// The error of an evaluation on the validation set.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<8>, data: &Data) -> Self {
        let mut losses = Self::default();
        for (phase, loss) in losses.phases.iter_mut().enumerate() {
            for sample in data.validation_samples(phase) {
                loss.add(sample.score() - evaluate(evaluator, sample.board()));
            }
        }
        losses
    }

    /// All phases together.
    #[must_use]
    pub fn total(&self) -> Loss {
        self.phases.iter().fold(Loss::default(), |sum, loss| Loss {
            squares: sum.squares + loss.squares,
            positions: sum.positions + loss.positions,
        })
    }
}

/// The static evaluation of a position, in discs. The side to move must have a legal move.
#[expect(clippy::cast_precision_loss, reason = "values are small numbers")]
pub(crate) fn evaluate(evaluator: &impl Evaluator<8>, board: &Board<8>) -> f32 {
    let features = evaluator.features(board);
    let value = evaluator.value(Portable, board, board.legal_moves(), &features);
    value.parts() as f32 / Value::PER_DISC as f32
}
