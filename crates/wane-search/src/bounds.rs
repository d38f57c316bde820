//! [`Window`] and [`Bounds`]: the scores that a caller distinguishes, and the proved bounds of a
//! value.

use wane_board::Score;

/// A search window: scores up to `alpha` need not be distinguished, nor scores from `beta` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The greatest score that counts as too low.
    pub alpha: Score,
    /// The least score that counts as high enough.
    pub beta: Score,
}

impl Window {
    /// For the exact score.
    pub const EXACT: Self = Self { alpha: Score::new(-64), beta: Score::new(64) };
    /// For win, draw or loss.
    pub const OUTCOME: Self = Self { alpha: Score::new(-1), beta: Score::new(1) };
}

/// Bounds of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub lower: Score,
    /// The upper bound.
    pub upper: Score,
}

impl Bounds {
    /// The fail-soft result for a window: the lower bound if it is above alpha, else the upper one.
    #[inline(always)]
    pub(crate) fn answer(self, window: Window) -> Score {
        if self.lower > window.alpha { self.lower } else { self.upper }
    }
}
