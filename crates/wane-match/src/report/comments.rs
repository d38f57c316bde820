//! [`GameComments`]: what a page shows beside the moves of a game. The losses of moves come from an engine, which this
//! crate does not have.

use serde::Serialize;
use wane_board::{Colour, Square};

use super::text::shortened;
use crate::printed;

/// How much of what a player printed for one move is shown, in characters.
const MOST_OF_A_MOVE: usize = 300;

/// How much of what players printed is shown on a page, in bytes: after that, only the files in `logs` have it.
pub(super) const MOST_PRINTED: usize = 1 << 20;

/// What is known of a game beyond its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameComments {
    /// The logs of Black and White.
    pub logs: [String; 2],
    /// The moves that an engine has looked at.
    pub losses: Vec<MoveLoss>,
    /// The ply after which one side stayed ahead to the end, from 1, and that side.
    pub turn: Option<(usize, Colour)>,
}

/// What a move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLoss {
    /// The ply, from 1.
    pub ply: usize,
    /// The loss in hundredths of a disc.
    pub centidiscs: i32,
    /// The best move instead.
    pub best: Square,
}

/// The comments of a game in the data of the page.
#[derive(Debug, Default, Serialize)]
pub(super) struct Comments {
    /// The loss of each ply in hundredths of a disc, or -1 where it is not known; empty without a review.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    losses: Vec<i32>,
    /// The best move of each ply that lost something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    best: Vec<(usize, String)>,
    /// The ply that decided the game, and who was ahead after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<(usize, usize)>,
    /// The ply, the side and what it printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<(usize, usize, String)>,
}

impl Comments {
    /// The comments of a game with this number of plies; `room` is how many bytes may still be printed.
    pub(super) fn new(comments: &GameComments, plies: usize, room: &mut usize) -> Self {
        let GameComments { logs, losses, turn } = comments;
        let mut made =
            Self { turn: turn.map(|(ply, ahead)| (ply, ahead.index())), ..Self::default() };
        if !losses.is_empty() {
            made.losses = vec![-1; plies];
        }
        for loss in losses.iter().filter(|loss| (1..=plies).contains(&loss.ply)) {
            made.losses[loss.ply - 1] = loss.centidiscs.max(0);
            if loss.centidiscs > 0 {
                made.best.push((loss.ply, loss.best.to_string()));
            }
        }
        for (side, log) in logs.iter().enumerate() {
            for (ply, text) in printed(log) {
                let text = shortened(&text, MOST_OF_A_MOVE);
                let Some(left) = room.checked_sub(text.len()) else { continue };
                *room = left;
                made.printed.push((ply.min(plies), side, text));
            }
        }
        made
    }
}
