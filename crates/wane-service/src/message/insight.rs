//! What can be seen in a position, as a message.

use serde::Serialize;
use wane_board::{AnyPosition, Colour};

use crate::insight::{ForcingMove, SideInsight, forcing_moves, insight};

/// What can be seen in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Insight {
    /// What Black has.
    pub black: SideInsight,
    /// What White has.
    pub white: SideInsight,
    /// The moves of the side to move that leave the opponent no choice.
    pub forcing: Vec<ForcingMove>,
}

impl Insight {
    pub(crate) fn of(position: &AnyPosition) -> Self {
        let side = |colour| insight(position, colour);
        let (black, white) = (side(Colour::Black), side(Colour::White));
        Self { black, white, forcing: forcing_moves(position) }
    }
}
