//! Replays the moves of a text, and says which move is illegal and why.

use std::fmt;

use wane_board::{AnyGame, Colour, IllegalMove, IllegalPass, Move};

/// A move of a text is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the move in the text, counted from 1, including written passes.
    pub number: usize,
    /// The side to move.
    pub side: Colour,
    /// What is wrong.
    pub why: ReplayErrorKind,
}

/// What is wrong with a move of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayErrorKind {
    /// The move is illegal.
    Move(IllegalMove),
    /// The pass is illegal.
    Pass(IllegalPass),
    /// The text gives the move to the other side.
    OutOfTurn {
        /// The move.
        mv: Move,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, side, why } = self;
        match why {
            ReplayErrorKind::Move(why) => write!(f, "move {number} for {side}: {why}"),
            ReplayErrorKind::Pass(why) => write!(f, "move {number} for {side}: {why}"),
            ReplayErrorKind::OutOfTurn { mv } => {
                write!(f, "move {number}: {mv} is given to {}, but it is {side}'s turn", !*side)
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays move `number` of a text on `game`; `side` is the mover if the text names it. Inserts a
/// forced pass that the text omits, and ignores a pass after the end of the game.
pub(crate) fn replay(
    game: &mut AnyGame,
    number: usize,
    mv: Move,
    side: Option<Colour>,
) -> Result<(), ReplayError> {
    let position = game.position();
    let must_pass = position.must_pass();
    let expected = match mv {
        Move::Place(_) if must_pass => !position.side(),
        _ => position.side(),
    };
    let error = |why| ReplayError { number, side: expected, why };
    if mv == Move::Pass && position.is_game_over() {
        return Ok(());
    }
    if side.is_some_and(|side| side != expected) {
        return Err(error(ReplayErrorKind::OutOfTurn { mv }));
    }
    match mv {
        Move::Place(square) => game.play(square).map_err(|why| error(ReplayErrorKind::Move(why))),
        Move::Pass => game.pass().map_err(|why| error(ReplayErrorKind::Pass(why))),
    }
}
