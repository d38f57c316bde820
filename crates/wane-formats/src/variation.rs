//! [`Remarks`]: the comments on a line, and the variations that leave it.

use std::collections::BTreeMap;

use wane_board::{AnyGame, AnyPosition};

use crate::comment::Comment;

/// What a record says about a line besides its moves. Positions are named by the number of moves
/// and passes since the start of the game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Remarks {
    /// Comments on positions; none is empty.
    pub comments: BTreeMap<usize, Comment>,
    /// The variations, by the position where they leave the line, which continues there.
    pub variations: Vec<Variation>,
}

/// A line that leaves another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// Where it leaves the other line.
    pub ply: usize,
    /// Its moves from there on, at least one.
    pub game: AnyGame,
    /// What is said about it.
    pub remarks: Remarks,
}

impl Remarks {
    /// The variations that leave the line at a position.
    pub(crate) fn variations_at(&self, ply: usize) -> impl Iterator<Item = &Variation> {
        self.variations.iter().filter(move |variation| variation.ply == ply)
    }
}

/// The position of a game after some of its moves and passes; the last one if there are fewer.
pub(crate) fn position_after(game: &AnyGame, plies: usize) -> AnyPosition {
    let mut game = game.clone();
    while game.history().len() > plies {
        game.undo();
    }
    game.position()
}
