//! Features of a position, and reasons, as messages have them.

use serde::Serialize;
use wane_board::{AnyPosition, Bitboard, Colour};

use crate::insight::{self, ForcingMove, Reason, SideInsight};

/// What can be seen in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Insight {
    /// What Black has.
    pub black: SideInsightText,
    /// What White has.
    pub white: SideInsightText,
    /// The moves of the side to move that leave the opponent no choice.
    pub forcing: Vec<ForcingMoveText>,
}

/// What one side has on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SideInsight"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideInsightText {
    /// Discs that can never be turned over; not all of them are known.
    pub stable: Vec<String>,
    /// Discs next to an empty square.
    pub frontier: Vec<String>,
    /// Where the side could play if it were its turn.
    pub moves: Vec<String>,
}

/// A move that leaves the opponent no choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ForcingMove"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcingMoveText {
    /// The move.
    pub square: String,
    /// The only reply; nothing if the opponent must pass.
    pub reply: Option<String>,
}

/// Why one move is worse than another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Reason"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReasonText {
    /// It takes a corner, and the disc there stays for good.
    Corner {
        /// The corner.
        square: String,
    },
    /// It lets the opponent take a corner.
    GivesCorner {
        /// The corner.
        square: String,
    },
    /// The opponent must pass, and places no disc.
    GivesPass,
    /// After the reply there is only one move left.
    Forced {
        /// The opponent's reply.
        reply: String,
        /// The only move.
        square: String,
        /// The discs that it turns over.
        flips: u32,
    },
    /// After the reply every move turns over many discs.
    MustFlip {
        /// The opponent's reply.
        reply: String,
        /// The fewest discs that a move turns over.
        least: u32,
        /// The same after the better move.
        better: u32,
    },
    /// The line ends with another number of discs that can never be turned over.
    Stable {
        /// After the move.
        discs: u32,
        /// After the better move.
        better: u32,
    },
    /// The opponent has more replies to choose from.
    Freedom {
        /// After the move.
        replies: u32,
        /// After the better move.
        better: u32,
    },
    /// After the reply there are fewer moves to choose from.
    FewMoves {
        /// After the move.
        moves: u32,
        /// After the better move.
        better: u32,
    },
    /// Nothing of this: the difference shows only later.
    Later,
}

impl Insight {
    pub(crate) fn of(position: &AnyPosition) -> Self {
        let side = |colour| SideInsightText::from(insight::insight(position, colour));
        let forcing = insight::forcing_moves(position).into_iter().map(ForcingMoveText::from);
        Self { black: side(Colour::Black), white: side(Colour::White), forcing: forcing.collect() }
    }
}

impl From<SideInsight> for SideInsightText {
    fn from(SideInsight { stable, frontier, moves }: SideInsight) -> Self {
        Self { stable: names(stable), frontier: names(frontier), moves: names(moves) }
    }
}

impl From<ForcingMove> for ForcingMoveText {
    fn from(ForcingMove { square, reply }: ForcingMove) -> Self {
        Self { square: square.to_string(), reply: reply.map(|square| square.to_string()) }
    }
}

impl From<Reason> for ReasonText {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Corner { square } => Self::Corner { square: square.to_string() },
            Reason::GivesCorner { square } => Self::GivesCorner { square: square.to_string() },
            Reason::GivesPass => Self::GivesPass,
            Reason::Forced { reply, square, flips } => {
                Self::Forced { reply: reply.to_string(), square: square.to_string(), flips }
            }
            Reason::MustFlip { reply, least, better } => {
                Self::MustFlip { reply: reply.to_string(), least, better }
            }
            Reason::Stable { discs, better } => Self::Stable { discs, better },
            Reason::Freedom { replies, better } => Self::Freedom { replies, better },
            Reason::FewMoves { moves, better } => Self::FewMoves { moves, better },
            Reason::Later => Self::Later,
        }
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}
