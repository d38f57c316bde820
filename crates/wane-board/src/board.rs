//! [`Board`]: the discs of both sides as the side to move sees them, and the rules of one move.
//!
//! A board has no colours, no history and no score. [`Position`](crate::Position) adds the colours,
//! [`Game`](crate::Game) the history, [`Objective`](crate::Objective) the score of a finished game.

use std::fmt;

use crate::geometry::{squares_of, symmetry_classes};
use crate::{Backend, Bitboard, Portable, Square};

/// Own and opponent discs on an N x N board, N = 4, 6 or 8, in the top left corner of 8x8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<const N: usize> {
    own: Bitboard,
    opp: Bitboard,
}

impl<const N: usize> Board<N> {
    /// The squares of the board.
    pub const SQUARES: Bitboard = {
        assert!(N == 4 || N == 6 || N == 8, "the board is 4x4, 6x6 or 8x8");
        squares_of(N)
    };

    /// The start position: four discs in the centre, Black (`own`) to move.
    pub const START: Self = {
        let corner = 9 * (N / 2 - 1);
        Self {
            own: Bitboard::from_bits(0b10 << corner | 0b01 << (corner + 8)),
            opp: Bitboard::from_bits(0b01 << corner | 0b10 << (corner + 8)),
        }
    };

    /// The squares by symmetry class: a class holds the squares that the eight symmetries map to
    /// each other. First come the edge from the corner to the middle (four classes), then the
    /// second row from the diagonal (three), the third (two) and the fourth (one). On a small board
    /// the classes of squares that it does not have are empty.
    pub const SYMMETRY_CLASSES: [Bitboard; 10] = symmetry_classes(N);
    /// The four corners.
    pub const CORNERS: Bitboard = Self::SYMMETRY_CLASSES[0];
    /// The eight edge squares next to a corner.
    pub const C_SQUARES: Bitboard = Self::SYMMETRY_CLASSES[1];
    /// The four squares diagonally next to a corner.
    pub const X_SQUARES: Bitboard = Self::SYMMETRY_CLASSES[4];

    /// A board with these discs.
    ///
    /// # Panics
    /// If the sets overlap or a disc is off the board; [`Board::try_from`] returns an error
    /// instead.
    #[must_use]
    #[track_caller]
    pub fn new(own: Bitboard, opp: Bitboard) -> Self {
        match Self::try_from((own, opp)) {
            Ok(board) => board,
            Err(error) => panic!("{error}"),
        }
    }

    /// The discs of the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The discs of the other side.
    #[must_use]
    #[inline(always)]
    pub const fn opp(&self) -> Bitboard {
        self.opp
    }

    /// The squares without a disc.
    #[must_use]
    #[inline(always)]
    pub fn empties(&self) -> Bitboard {
        Self::SQUARES - (self.own | self.opp)
    }

    /// The squares where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        self.legal_moves_by(Portable)
    }

    /// [`Board::legal_moves`] with a chosen backend, for hot loops.
    #[must_use]
    #[inline(always)]
    pub fn legal_moves_by<B: Backend>(&self, backend: B) -> Bitboard {
        backend.legal_moves(self.own, self.opp) & Self::SQUARES
    }

    /// The discs that are flipped if the side to move plays `square`; none if that is illegal.
    #[must_use]
    pub fn flips(&self, square: Square) -> Bitboard {
        self.flips_by(Portable, square)
    }

    /// [`Board::flips`] with a chosen backend, for hot loops.
    #[must_use]
    #[inline(always)]
    pub fn flips_by<B: Backend>(&self, backend: B, square: Square) -> Bitboard {
        if self.empties().contains(square) {
            backend.flips(square, self.own, self.opp)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Plays `square`, or returns why it is illegal and leaves the board unchanged.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        let flips = self.flips(square);
        if flips.is_empty() {
            return Err(self.why_illegal(square));
        }
        self.play_flips(square, flips);
        Ok(())
    }

    /// Plays `square` for a caller that already has its flips.
    #[inline(always)]
    pub fn play_flips(&mut self, square: Square, flips: Bitboard) {
        debug_assert!(!flips.is_empty() && flips == self.flips(square), "{self:?} {square}");
        *self = self.after(square.bitboard(), flips);
    }

    /// The board after a move, for a search that already has the square, as a set of one, and its
    /// flips.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, square: Bitboard, flips: Bitboard) -> Self {
        debug_assert!(square.len() == 1 && square.is_subset(self.empties()), "{self:?} {square:?}");
        debug_assert!(!flips.is_empty() && flips.is_subset(self.opp), "{self:?} {flips:?}");
        Self { own: self.opp - flips, opp: self.own | flips | square }
    }

    /// Takes back the move on `square` that flipped `flips`.
    #[inline(always)]
    pub fn undo_flips(&mut self, square: Square, flips: Bitboard) {
        *self = Self { own: self.opp - flips - square.bitboard(), opp: self.own | flips };
        debug_assert!(flips == self.flips(square), "{self:?} {square}");
    }

    /// The same discs with the other side to move. This does not check that a pass is legal: see
    /// [`Board::must_pass`].
    #[must_use]
    #[inline(always)]
    pub const fn passed(&self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Whether the side to move has no legal move and the other side has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.passed().legal_moves().is_empty()
    }

    /// Whether neither side has a legal move.
    #[must_use]
    pub fn is_game_over(&self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    fn why_illegal(&self, square: Square) -> IllegalMove {
        let legal = self.legal_moves();
        let why = if !Self::SQUARES.contains(square) {
            WhyIllegal::OffBoard { size: N }
        } else if !self.empties().contains(square) {
            WhyIllegal::Occupied
        } else if self.is_game_over() {
            WhyIllegal::GameOver
        } else {
            WhyIllegal::FlipsNothing
        };
        IllegalMove { square, why, legal }
    }
}

impl<const N: usize> Default for Board<N> {
    fn default() -> Self {
        Self::START
    }
}

/// From own and opponent discs.
impl<const N: usize> TryFrom<(Bitboard, Bitboard)> for Board<N> {
    type Error = BoardError;

    fn try_from((own, opp): (Bitboard, Bitboard)) -> Result<Self, BoardError> {
        if let Some(square) = (own & opp).first() {
            return Err(BoardError::TwoDiscs { square });
        }
        if let Some(square) = ((own | opp) - Self::SQUARES).first() {
            return Err(BoardError::OffBoard { square, size: N });
        }
        Ok(Self { own, opp })
    }
}

/// The rows from the top, separated by `/`: `*` own, `o` opponent, `-` empty.
impl<const N: usize> fmt::Debug for Board<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Self::SQUARES {
            if square.column() == 0 && square.row() > 0 {
                f.write_str("/")?;
            }
            f.write_str(match (self.own.contains(square), self.opp.contains(square)) {
                (true, _) => "*",
                (_, true) => "o",
                _ => "-",
            })?;
        }
        Ok(())
    }
}

/// The discs do not fit a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// Both sides have a disc there.
    TwoDiscs {
        /// The first such square.
        square: Square,
    },
    /// A disc is outside the board.
    OffBoard {
        /// The first such square.
        square: Square,
        /// The board is size x size.
        size: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoDiscs { square } => write!(f, "both sides have a disc on {square}"),
            Self::OffBoard { square, size } => {
                write!(f, "there is a disc on {square}, outside the {size}x{size} board")
            }
        }
    }
}

impl std::error::Error for BoardError {}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub square: Square,
    /// Why it is illegal.
    pub why: WhyIllegal,
    /// The legal moves.
    pub legal: Bitboard,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyIllegal {
    /// The square is not empty.
    Occupied,
    /// The square is outside the board.
    OffBoard {
        /// The board is size x size.
        size: usize,
    },
    /// No line from the square brackets a run of opponent discs.
    FlipsNothing,
    /// The game is over.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = self.square;
        match self.why {
            WhyIllegal::Occupied => write!(f, "{square} has a disc already")?,
            WhyIllegal::OffBoard { size } => {
                write!(f, "{square} is outside the {size}x{size} board")?;
            }
            WhyIllegal::FlipsNothing => write!(f, "{square} turns over no disc")?,
            WhyIllegal::GameOver => write!(f, "{square} comes after the end of the game")?,
        }
        if self.legal.is_empty() { Ok(()) } else { write!(f, "; legal: {}", self.legal) }
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn corners_and_the_squares_next_to_them_lie_where_their_names_say() {
        assert_eq!(Board::<8>::CORNERS.to_string(), "a1 h1 a8 h8");
        assert_eq!(Board::<8>::C_SQUARES.to_string(), "b1 g1 a2 h2 a7 h7 b8 g8");
        assert_eq!(Board::<8>::X_SQUARES.to_string(), "b2 g2 b7 g7");
        assert_eq!(Board::<6>::CORNERS.to_string(), "a1 f1 a6 f6");
        assert_eq!(Board::<6>::C_SQUARES.to_string(), "b1 e1 a2 f2 a5 f5 b6 e6");
        assert_eq!(Board::<4>::X_SQUARES.to_string(), "b2 c2 b3 c3");
        assert_eq!(Board::<8>::SYMMETRY_CLASSES.map(Bitboard::len), [4, 8, 8, 8, 4, 8, 8, 4, 8, 4]);
        assert_eq!(Board::<6>::SYMMETRY_CLASSES.map(Bitboard::len), [4, 8, 8, 0, 4, 8, 0, 4, 0, 0]);
        assert_eq!(Board::<4>::SYMMETRY_CLASSES.map(Bitboard::len), [4, 8, 0, 0, 4, 0, 0, 0, 0, 0]);
        assert_eq!(Board::<6>::SYMMETRY_CLASSES[2].to_string(), "c1 d1 a3 f3 a4 f4 c6 d6");
    }

    #[test]
    fn the_start_has_white_on_the_main_diagonal_and_four_moves() {
        assert_eq!(Board::<8>::START.own().bits(), 0x0000_0008_1000_0000);
        assert_eq!(Board::<8>::START.opp().bits(), 0x0000_0010_0800_0000);
        assert_eq!(Board::<8>::START.legal_moves().to_string(), "d3 c4 f5 e6");
        assert_eq!(Board::<6>::START.legal_moves().to_string(), "c2 b3 e4 d5");
        assert_eq!(Board::<4>::START.legal_moves().to_string(), "b1 a2 d3 c4");
    }

    #[test]
    fn an_illegal_move_says_why_and_leaves_the_board_alone() {
        let mut board = Board::<6>::START;
        let cases = [
            ("c3", "c3 has a disc already; legal: c2 b3 e4 d5"),
            ("a1", "a1 turns over no disc; legal: c2 b3 e4 d5"),
            ("h8", "h8 is outside the 6x6 board; legal: c2 b3 e4 d5"),
        ];
        for (name, text) in cases {
            assert_eq!(board.play(square(name)).unwrap_err().to_string(), text);
            assert_eq!(board, Board::START);
        }
        let mut over = Board::<4>::new(square("a1").into(), Bitboard::EMPTY);
        let error = over.play(square("b1")).unwrap_err();
        assert_eq!(error.to_string(), "b1 comes after the end of the game");
    }

    #[test]
    fn pass_is_forced_when_only_opponent_can_move() {
        let board = Board::<8>::new(square("b1").into(), square("a1").into());
        assert!(board.must_pass() && !board.is_game_over());
        assert!(!board.passed().must_pass());
    }

    #[test]
    fn discs_that_do_not_fit_are_refused() {
        let (a1, e5) = (square("a1").bitboard(), square("e5").bitboard());
        assert_eq!(
            Board::<8>::try_from((a1, a1)).unwrap_err().to_string(),
            "both sides have a disc on a1"
        );
        assert_eq!(
            Board::<4>::try_from((a1, e5)).unwrap_err().to_string(),
            "there is a disc on e5, outside the 4x4 board"
        );
    }
}
