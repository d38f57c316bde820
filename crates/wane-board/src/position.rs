//! [`Position`]: a board and the colour of the side to move.

use crate::{Bitboard, Board, Colour, IllegalMove, Square};

/// A board and the colour of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const N: usize> {
    /// The discs as `side` sees them.
    pub board: Board<N>,
    /// The side to move.
    pub side: Colour,
}

impl<const N: usize> Position<N> {
    /// The start position, Black to move.
    pub const START: Self = Self { board: Board::START, side: Colour::Black };

    /// The discs of one colour.
    #[must_use]
    pub fn discs(&self, colour: Colour) -> Bitboard {
        if colour == self.side { self.board.own() } else { self.board.opp() }
    }

    /// The colour of the disc on `square`, or `None` if it is empty.
    #[must_use]
    pub fn disc_at(&self, square: Square) -> Option<Colour> {
        [Colour::Black, Colour::White]
            .into_iter()
            .find(|&colour| self.discs(colour).contains(square))
    }

    /// The squares where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        self.board.legal_moves()
    }

    /// Plays `square`, or returns why it is illegal and leaves the position unchanged.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.board.play(square)?;
        self.side = !self.side;
        Ok(())
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { board: self.board.passed(), side: !self.side }
    }
}

impl<const N: usize> Default for Position<N> {
    fn default() -> Self {
        Self::START
    }
}
