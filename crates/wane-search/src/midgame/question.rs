//! [`Question`]: what a node of the midgame search is asked, and [`Kind`], which part of the tree it
//! belongs to.

/// What a search asks: the value if it lies between `alpha` and `beta`, else on which side it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// How many moves to look ahead.
    pub(crate) depth: u32,
}

impl Question {
    /// The same question about the position after a move, asked by the other side.
    #[inline(always)]
    pub(crate) fn below(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, depth: self.depth - 1 }
    }

    /// Whether a move beats `alpha` at all, asked by the other side after it.
    #[inline(always)]
    pub(crate) fn null_below(self) -> Self {
        Self { alpha: -self.alpha - 1, beta: -self.alpha, depth: self.depth - 1 }
    }
}

/// Which part of the tree a node belongs to.
pub(crate) trait Kind: Copy {
    /// Whether the line through it may become the principal variation.
    const IS_PV: bool;
}

/// On the principal variation.
#[derive(Clone, Copy)]
pub(crate) struct Pv;

/// Off it: the window is null.
#[derive(Clone, Copy)]
pub(crate) struct NonPv;

impl Kind for Pv {
    const IS_PV: bool = true;
}

impl Kind for NonPv {
    const IS_PV: bool = false;
}

/// How a move of a split is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remaining {
    /// How many moves to look ahead from the split.
    pub(super) depth: u32,
    /// How many trials it is inside of.
    pub(super) trials: u32,
}
