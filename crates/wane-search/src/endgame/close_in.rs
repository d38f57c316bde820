//! The value of a position by null windows that close in on it.

use wane_board::{Backend, Bitboard, Board, Score};

use crate::bounds::{Bounds, Window};
use crate::worker::Worker;

/// Closes in on the value of a position with null windows, the first one at `guess`, each other
/// starting from what the last one returned, until it is known as far as `window` asks for it or the
/// search is stopped.
#[inline(always)]
pub(crate) fn close_in<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    moves: Bitboard,
    window: Window,
    mut guess: i32,
    report: &dyn Fn(Bounds),
) -> Bounds {
    let all = Board::<N>::SQUARES.len().cast_signed();
    let (alpha, beta) = (window.alpha.discs().max(-all), window.beta.discs().min(all));
    let (mut lower, mut upper) = (-all, all);
    while lower < upper && lower < beta && upper > alpha {
        // Is the value at least this?
        let least = guess.clamp(lower.max(alpha) + 1, upper.min(beta));
        let score = worker.null_window_search(backend, *board, moves, least - 1);
        if worker.shared.control.is_stopped() {
            break;
        }
        if score >= least {
            lower = score;
        } else {
            upper = score;
        }
        guess = score;
        report(Bounds { lower: Score::new(lower), upper: Score::new(upper) });
    }
    Bounds { lower: Score::new(lower), upper: Score::new(upper) }
}
