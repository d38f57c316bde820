//! [`NodeWindow`]: window and depth of a node of the midgame search; [`NodeType`]: PV or non-PV.

/// The search window and the remaining depth of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeWindow {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// In plies. A pass takes none.
    pub(crate) depth: u32,
}

impl NodeWindow {
    /// The window of a child: negated, one ply less.
    #[inline(always)]
    pub(crate) fn for_child(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, depth: self.depth - 1 }
    }

    /// The null window of a child that tests whether its move beats `alpha`.
    #[inline(always)]
    pub(crate) fn null_for_child(self) -> Self {
        Self { alpha: -self.alpha - 1, beta: -self.alpha, depth: self.depth - 1 }
    }
}

/// The type of a node, known at compile time.
pub(crate) trait NodeType: Copy {
    /// Whether the node may be on the principal variation.
    const IS_PV: bool;
}

/// A node with an open window.
#[derive(Clone, Copy)]
pub(crate) struct Pv;

/// A node with a null window.
#[derive(Clone, Copy)]
pub(crate) struct NonPv;

impl NodeType for Pv {
    const IS_PV: bool = true;
}

impl NodeType for NonPv {
    const IS_PV: bool = false;
}

/// The search parameters of a split point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitParams {
    /// The depth at the split point.
    pub(super) depth: u32,
    /// The number of trial searches that contain the split point.
    pub(super) trials: u32,
}
