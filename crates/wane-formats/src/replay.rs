//! Replaying a list of moves from outside: which one is wrong, and why.

use std::fmt;

use wane_board::{AnyGame, Colour, IllegalMove, IllegalPass, Move};

/// A move of a text that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which move of the text, counted from 1, passes that are written counted too.
    pub number: usize,
    /// Whose turn it was.
    pub side: Colour,
    /// What is wrong.
    pub why: WhyNot,
}

/// What is wrong with a move of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The square cannot be played.
    Move(IllegalMove),
    /// The pass is not allowed.
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
            WhyNot::Move(why) => write!(f, "move {number} for {side}: {why}"),
            WhyNot::Pass(why) => write!(f, "move {number} for {side}: {why}"),
            WhyNot::OutOfTurn { mv } => {
                write!(f, "move {number}: {mv} is given to {}, but it is {side}'s turn", !*side)
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays move `number` of a text on `game`, for `side` where the text says whose it is. A forced
/// pass that the text leaves out is put in; a pass after the end of the game is left out.
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
        return Err(error(WhyNot::OutOfTurn { mv }));
    }
    match mv {
        Move::Place(square) => game.play(square).map_err(|why| error(WhyNot::Move(why))),
        Move::Pass => game.pass().map_err(|why| error(WhyNot::Pass(why))),
    }
}
