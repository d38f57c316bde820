//! Multi-ProbCut (Buro): if a shallow search returns a value far outside the window, the deep
//! search would probably be outside it too, and is skipped.
//!
//! [`ProbCutParams`](super::ProbCutParams) says how far is far enough. Without them, every search
//! is full width.

use wane_board::Backend;
use wane_eval::Evaluator;

use super::probcut_params::TRIALS;
use super::searcher::{SearchPosition, Searcher};
use super::window::{NodeWindow, NonPv};

/// The deepest nesting of trials.
const MOST_NESTED: u32 = 2;

/// The bound that a trial predicts the deep search to lie outside of, if any.
#[inline(always)]
pub(super) fn probcut<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    position: &SearchPosition<N, E>,
    window: NodeWindow,
) -> Option<i32> {
    let NodeWindow { alpha, beta, depth } = window;
    let params = searcher.probcut_params?;
    let empties = position.board.empties().len();
    if empties < params.least_empties || searcher.trials >= MOST_NESTED {
        return None;
    }
    let trials = params.trials(empties, depth);
    trials[TRIALS - 1]?;
    let evaluation = searcher.evaluate(backend, position);
    for trial in trials.iter().flatten() {
        let mut try_window = |alpha, beta| {
            let window = NodeWindow { alpha, beta, depth: trial.depth };
            searcher.trials += 1;
            let value = searcher.search(backend, NonPv, position, window, &mut Vec::new());
            searcher.trials -= 1;
            value
        };
        let (high, low) = (trial.high(beta), trial.low(alpha));
        if evaluation >= high - trial.slack && try_window(high - 1, high) >= high {
            return Some(beta);
        }
        if evaluation <= low + trial.slack && try_window(low, low + 1) <= low {
            return Some(alpha);
        }
    }
    None
}
