//! Multi-ProbCut: where a search that looks less far ahead lies far beyond the window, the one that
//! looks further probably lies beyond it too, and is spared.
//!
//! How far is far enough depends on the evaluation, so whoever knows that says it: [`Forecast`].
//! Without one, every search is full width.

use wane_board::Backend;
use wane_eval::Evaluator;

use super::{Here, NonPv, Question, Searcher, search};

/// How well a search that looks less far ahead foretells one that looks further.
pub trait Forecast: Send + Sync {
    /// What to try before looking `depth` moves ahead with so many empty squares; `None` if that is
    /// not worth it.
    fn trial(&self, empties: u32, depth: u32) -> Option<Trial>;
}

/// A search instead of a deeper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How far it looks ahead; less than the deeper one.
    pub depth: u32,
    /// How far beyond the window it must lie, in parts of a disc.
    pub margin: i32,
}

/// A value beyond the window that a trial foretells, if any.
#[inline(always)]
pub(super) fn foretold<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    here: &Here<N, E>,
    question: Question,
) -> Option<i32> {
    let Question { alpha, beta, depth } = question;
    let trial = searcher.forecast?.trial(here.board.empties().len(), depth)?;
    debug_assert!(trial.depth < depth, "a trial looks less far ahead");
    let (high, low) = (beta + trial.margin, alpha - trial.margin);
    let mut ask = |alpha, beta| {
        let question = Question { alpha, beta, depth: trial.depth };
        search(searcher, backend, NonPv, here, question, &mut Vec::new())
    };
    if ask(high - 1, high) >= high {
        return Some(beta);
    }
    (ask(low, low + 1) <= low).then_some(alpha)
}
