//! The root of a solve: the first guess, the value by MTD(f), and then the principal variation.

use wane_board::{Backend, Board, Kernel};
use wane_eval::Value;

use super::solution::{Solution, Stopped};
use crate::bounds::Window;
use crate::endgame;
use crate::event::Event;
use crate::worker::{Shared, Worker};

/// The task of the main thread.
pub(super) struct Root<'s, const N: usize> {
    pub(super) worker: Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) window: Window,
    pub(super) guess: Option<Value>,
}

impl<const N: usize> Kernel for Root<'_, N> {
    type Output = Result<Solution, Stopped>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<Solution, Stopped> {
        let Self { mut worker, board, window, guess } = self;
        let control = worker.shared.control;
        let nodes_before = control.nodes();
        let moves = board.legal_moves_by(backend);
        let Shared { shallow_search, report, .. } = *worker.shared;
        let guess = guess.or_else(|| {
            let shallow_search = shallow_search.filter(|_| !moves.is_empty())?;
            shallow_search.first_guess(&mut worker, &board)
        });
        let first = guess.map_or(0, first_score);
        let report = |bounds| report(Event::Bounds(bounds));
        let bounds = endgame::mtd_f(&mut worker, backend, &board, moves, window, first, &report);
        // Bounds outside the window are a by-product; the principal variation need not attain them.
        let lower = bounds.lower.min(window.beta).discs();
        let upper = bounds.upper.max(window.alpha).discs();
        let pv = endgame::principal_variation(&mut worker, backend, board, lower, upper);
        worker.publish_nodes();
        let nodes = control.nodes() - nodes_before;
        match pv {
            Some(line) => Ok(Solution { bounds, line, nodes }),
            None => Err(Stopped { bounds, nodes }),
        }
    }
}

/// The score of the first null window: the guess, moved a quarter towards zero. An easy search
/// first fills the table for the hard ones.
fn first_score(guess: Value) -> i32 {
    guess.parts() * 3 / (4 * Value::PER_DISC)
}
