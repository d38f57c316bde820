//! [`Window`] and [`Bounds`]: what is asked about the value of a position, and what is known.

use wane_board::Score;

/// The scores that matter: what is at most `alpha` or at least `beta` need not be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// All scores up to this one are the same to the caller.
    pub alpha: Score,
    /// All scores from this one on are the same to the caller.
    pub beta: Score,
}

impl Window {
    /// The exact score.
    pub const EXACT: Self = Self { alpha: Score::new(-64), beta: Score::new(64) };
    /// Only who wins.
    pub const OUTCOME: Self = Self { alpha: Score::new(-1), beta: Score::new(1) };
}

/// What is known about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The bound that answers the question of a window: the lower one of a value above its alpha.
    #[inline(always)]
    pub(crate) fn answer(self, window: Window) -> Score {
        if self.lower > window.alpha { self.lower } else { self.upper }
    }
}
