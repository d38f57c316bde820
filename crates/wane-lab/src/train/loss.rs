//! [`Loss`]: how wrong judgements are.

use wane_board::{Board, Portable};
use wane_eval::weights::PHASES;
use wane_eval::{Evaluator, Value};

use super::data::Data;

/// How wrong judgements of some positions are.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Loss {
    /// The sum of the squared errors, in discs.
    squares: f64,
    positions: u64,
}

/// How wrong judgements are, by phase.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Losses {
    /// For each phase.
    pub phases: [Loss; PHASES],
}

impl Loss {
    /// A judgement that is wrong by so many discs.
    pub(crate) fn add(&mut self, error: f32) {
        self.squares += f64::from(error) * f64::from(error);
        self.positions += 1;
    }

    /// How many positions there are.
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
    /// How wrong an evaluation is about the positions that are held out.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<8>, data: &Data) -> Self {
        let mut losses = Self::default();
        for (phase, loss) in losses.phases.iter_mut().enumerate() {
            for sample in data.held_out_in(phase) {
                loss.add(sample.score() - judged(evaluator, sample.board()));
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

/// What an evaluation says about a position, whose side to move has a move, in discs.
#[expect(clippy::cast_precision_loss, reason = "values are small numbers")]
pub(crate) fn judged(evaluator: &impl Evaluator<8>, board: &Board<8>) -> f32 {
    let features = evaluator.features(board);
    let value = evaluator.value(Portable, board, board.legal_moves(), &features);
    value.parts() as f32 / Value::PER_DISC as f32
}
