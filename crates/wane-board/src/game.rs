//! [`Game`]: a position with its history, forced passes and undo.

use std::fmt;

use crate::{Bitboard, Colour, IllegalMove, Position, Square};

/// A move of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The side places a disc on this square.
    Place(Square),
    /// The side passes, because it has no legal move.
    Pass,
}

impl Move {
    /// The square, or `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

/// The square, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => fmt::Display::fmt(square, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

/// One entry of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The side that moved.
    pub side: Colour,
    /// Its move.
    pub mv: Move,
    /// The discs that were flipped; none for a pass.
    pub flips: Bitboard,
}

/// A start position and the legal moves played from it.
///
/// A pass is never a choice. [`Game::play`] inserts a forced pass if it is missing, so a list of
/// squares is enough to replay a game. [`Game::pass`] plays it as a separate move, for front ends
/// and protocols that show or send passes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Game<const N: usize> {
    start: Position<N>,
    position: Position<N>,
    history: Vec<Played>,
}

impl<const N: usize> Game<N> {
    /// A game from the start position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(start: Position<N>) -> Self {
        Self { start, position: start, history: Vec::new() }
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> Position<N> {
        self.start
    }

    /// The current position. The side to move may have to pass.
    #[must_use]
    pub fn position(&self) -> Position<N> {
        self.position
    }

    /// The moves so far, passes included.
    #[must_use]
    pub fn history(&self) -> &[Played] {
        &self.history
    }

    /// The squares played so far, without the passes.
    #[must_use]
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> {
        squares(&self.history)
    }

    /// Whether neither side has a legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.board.is_game_over()
    }

    /// Plays `square` for the side to move. If that side must pass, plays the pass and then
    /// `square` for the other side.
    ///
    /// # Errors
    /// If the move is illegal; the game is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        let passes = self.position.board.must_pass();
        let mut position = if passes { self.position.passed() } else { self.position };
        let flips = position.board.flips(square);
        let side = position.side;
        position.play(square)?;
        if passes {
            self.push_pass();
        }
        self.history.push(Played { side, mv: Move::Place(square), flips });
        self.position = position;
        Ok(())
    }

    /// Passes, which is legal only if the side to move has no legal move and the other side has
    /// one.
    ///
    /// # Errors
    /// If the side to move has a legal move, or the game is over.
    pub fn pass(&mut self) -> Result<(), IllegalPass> {
        if !self.position.board.must_pass() {
            return Err(IllegalPass { legal: self.position.legal_moves() });
        }
        self.push_pass();
        Ok(())
    }

    /// Takes back the last move or pass and returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let Played { side, mv, flips } = self.history.pop()?;
        match mv {
            Move::Place(square) => self.position.board.undo_flips(square, flips),
            Move::Pass => self.position.board = self.position.board.passed(),
        }
        self.position.side = side;
        Some(mv)
    }

    /// The start position, then the position after each move.
    pub fn positions(&self) -> impl Iterator<Item = Position<N>> {
        let after = self.history.iter().scan(self.start, |position, played| {
            *position = match played.mv {
                Move::Place(square) => {
                    let mut board = position.board;
                    board.play_flips(square, played.flips);
                    Position { board, side: !position.side }
                }
                Move::Pass => position.passed(),
            };
            Some(*position)
        });
        std::iter::once(self.start).chain(after)
    }

    fn push_pass(&mut self) {
        let side = self.position.side;
        self.history.push(Played { side, mv: Move::Pass, flips: Bitboard::EMPTY });
        self.position = self.position.passed();
    }
}

/// The squares of a history, without its passes.
pub(crate) fn squares(history: &[Played]) -> impl DoubleEndedIterator<Item = Square> {
    history.iter().filter_map(|played| match played.mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    })
}

/// A pass that is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPass {
    /// The legal moves; empty if the game is over.
    pub legal: Bitboard,
}

impl fmt::Display for IllegalPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.legal.is_empty() {
            f.write_str("a pass comes after the end of the game")
        } else {
            write!(f, "a pass is not allowed here; legal: {}", self.legal)
        }
    }
}

impl std::error::Error for IllegalPass {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// White has no legal move. Black has c1, which flips b1 and ends the game.
    fn pass_first() -> Game<8> {
        let own = "b1".parse::<Square>().unwrap().bitboard();
        let opp = "a1".parse::<Square>().unwrap().bitboard();
        Game::from_position(Position { board: Board::new(own, opp), side: Colour::White })
    }

    #[test]
    fn a_missing_pass_is_put_in() {
        let mut game = pass_first();
        game.play("c1".parse().unwrap()).unwrap();
        let moves: Vec<String> = game.history().iter().map(|p| p.mv.to_string()).collect();
        assert_eq!(moves, ["pass", "c1"]);
        assert_eq!(game.history()[1].side, Colour::Black);
        assert!(game.is_over());
    }

    #[test]
    fn an_explicit_pass_is_the_same_as_a_missing_one() {
        let (mut with, mut without) = (pass_first(), pass_first());
        with.pass().unwrap();
        for game in [&mut with, &mut without] {
            game.play("c1".parse().unwrap()).unwrap();
        }
        assert_eq!(with, without);
    }

    #[test]
    fn a_pass_that_is_not_forced_is_refused() {
        let mut game = Game::<8>::new();
        let error = game.pass().unwrap_err();
        assert_eq!(error.to_string(), "a pass is not allowed here; legal: d3 c4 f5 e6");
        let mut over = pass_first();
        over.play("c1".parse().unwrap()).unwrap();
        assert!(over.pass().unwrap_err().legal.is_empty());
    }

    #[test]
    fn an_illegal_move_leaves_no_pass_behind() {
        let mut game = pass_first();
        assert!(game.play("h8".parse().unwrap()).is_err());
        assert_eq!(game, pass_first());
    }

    #[test]
    fn undo_goes_back_to_the_start_and_no_further() {
        let mut game = pass_first();
        game.play("c1".parse().unwrap()).unwrap();
        assert_eq!(game.undo(), Some(Move::Place("c1".parse().unwrap())));
        assert_eq!(game.undo(), Some(Move::Pass));
        assert_eq!(game.undo(), None);
        assert_eq!(game, pass_first());
    }
}
