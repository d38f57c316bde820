//! The position that a solver was asked about: its value, and then the line that leads to it.

use wane_board::{Backend, Board, Task};
use wane_eval::Value;

use super::solution::{Solution, Stopped};
use crate::bounds::Window;
use crate::endgame;
use crate::event::Event;
use crate::worker::{Shared, Worker};

/// The thread that was asked.
pub(super) struct Root<'s, const N: usize> {
    pub(super) worker: Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) window: Window,
    pub(super) guess: Option<Value>,
}

impl<const N: usize> Task for Root<'_, N> {
    type Output = Result<Solution, Stopped>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<Solution, Stopped> {
        let Self { mut worker, board, window, guess } = self;
        let control = worker.shared.control;
        let nodes_before = control.nodes();
        let moves = board.legal_moves_by(backend);
        let Shared { foresight, report, .. } = *worker.shared;
        let guess = guess.or_else(|| {
            let foresight = foresight.filter(|_| !moves.is_empty())?;
            foresight.guess(&mut worker, &board)
        });
        let first = guess.map_or(0, first_question);
        let report = |bounds| report(Event::Bounds(bounds));
        let bounds = endgame::close_in(&mut worker, backend, &board, moves, window, first, &report);
        // What is beyond the window was proved by chance; the line need not bear it out.
        let lower = bounds.lower.min(window.beta).discs();
        let upper = bounds.upper.max(window.alpha).discs();
        let line = endgame::to_the_end(&mut worker, backend, board, lower, upper);
        worker.publish_nodes();
        let nodes = control.nodes() - nodes_before;
        match line {
            Some(line) => Ok(Solution { bounds, line, nodes }),
            None => Err(Stopped { bounds, nodes }),
        }
    }
}

/// The score to ask for first. Not the guess itself, but a quarter nearer to zero: a question that is
/// answered with ease leaves in the table what helps with the hard ones.
fn first_question(guess: Value) -> i32 {
    guess.parts() * 3 / (4 * Value::PER_DISC)
}
