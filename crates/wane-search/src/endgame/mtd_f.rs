//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin): the value of a position by null-window searches,
//! each starting from the result of the last one.

use wane_board::{Backend, Bitboard, Board, Score};

use crate::bounds::{Bounds, Window};
use crate::worker::Worker;

/// The bounds of a position. They meet, or lie outside `window`, or the search was stopped. `guess`
/// is the first guess; `report` is called after each null-window search.
#[inline(always)]
pub(crate) fn mtd_f<const N: usize, B: Backend>(
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
        // The null window tests whether the value is at least this.
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
