//! Multi-ProbCut: where a search that looks less far ahead lies far beyond the window, the one that
//! looks further probably lies beyond it too, and is spared.
//!
//! How far is far enough, a [`Forecast`](super::Forecast) says. Without one, every search is full width.

use wane_board::Backend;
use wane_eval::Evaluator;

use super::forecast::TRIALS;
use super::question::{NonPv, Question};
use super::searcher::{Here, Searcher};

/// How many trials there may be inside each other.
const MOST_NESTED: u32 = 2;

/// The bound of the window that a trial foretells the value to lie beyond, if any.
#[inline(always)]
pub(super) fn foretold<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    here: &Here<N, E>,
    question: Question,
) -> Option<i32> {
    let Question { alpha, beta, depth } = question;
    let forecast = searcher.forecast?;
    let empties = here.board.empties().len();
    if empties < forecast.least_empties || searcher.trials >= MOST_NESTED {
        return None;
    }
    let trials = forecast.trials(empties, depth);
    trials[TRIALS - 1]?;
    let judged = searcher.judge(backend, here);
    for trial in trials.iter().flatten() {
        let mut ask = |alpha, beta| {
            let question = Question { alpha, beta, depth: trial.depth };
            searcher.trials += 1;
            let value = searcher.search(backend, NonPv, here, question, &mut Vec::new());
            searcher.trials -= 1;
            value
        };
        let (high, low) = (trial.high(beta), trial.low(alpha));
        if judged >= high - trial.slack && ask(high - 1, high) >= high {
            return Some(beta);
        }
        if judged <= low + trial.slack && ask(low, low + 1) <= low {
            return Some(alpha);
        }
    }
    None
}
