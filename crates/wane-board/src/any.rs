//! Boards, positions and games whose size is known only at run time.
//!
//! Each is an enum over the three sizes. [`with_size!`](crate::with_size) writes an expression once
//! for all of them.

use std::fmt;
use std::str::FromStr;

use crate::game;
use crate::{
    Bitboard, Board, BoardError, Colour, Game, IllegalMove, IllegalPass, Move, Objective, Played,
    Position, Score, Square,
};

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Size {
    /// 4x4.
    Four,
    /// 6x6.
    Six,
    /// 8x8, the standard size.
    #[default]
    Eight,
}

impl Size {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 3] = [Self::Four, Self::Six, Self::Eight];

    /// The number of rows, which is also the number of columns.
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Six => 6,
            Self::Eight => 8,
        }
    }

    /// The squares of a board of this size.
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        crate::geometry::squares_of(self.rows())
    }
}

impl TryFrom<usize> for Size {
    type Error = UnknownSize;

    fn try_from(rows: usize) -> Result<Self, UnknownSize> {
        Self::ALL
            .into_iter()
            .find(|size| size.rows() == rows)
            .ok_or_else(|| UnknownSize { text: rows.to_string() })
    }
}

/// Reads `4`, `6` or `8`.
impl FromStr for Size {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        let unknown = || UnknownSize { text: text.into() };
        Self::try_from(text.parse::<usize>().map_err(|_| unknown())?).map_err(|_| unknown())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rows())
    }
}

/// No board has this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSize {
    /// The size that was given.
    pub text: String,
}

impl fmt::Display for UnknownSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no board has size {}, the sizes are 4, 6 and 8", self.text)
    }
}

impl std::error::Error for UnknownSize {}

/// One of three types, by the size of the board. Use it through [`AnyBoard`], [`AnyPosition`] and
/// [`AnyGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BySize<T4, T6, T8> {
    /// On 4x4.
    Four(T4),
    /// On 6x6.
    Six(T6),
    /// On 8x8.
    Eight(T8),
}

/// A [`Board`] of any size.
pub type AnyBoard = BySize<Board<4>, Board<6>, Board<8>>;
/// A [`Position`] of any size.
pub type AnyPosition = BySize<Position<4>, Position<6>, Position<8>>;
/// A [`Game`] of any size.
pub type AnyGame = BySize<Game<4>, Game<6>, Game<8>>;

/// Evaluates an expression with the value inside a [`BySize`]. With a leading `BySize:` the
/// expression may have a different type for each size, and the result is a [`BySize`] again.
///
/// ```
/// use wane_board::{AnyBoard, Size, with_size};
///
/// let board = AnyBoard::start(Size::Six);
/// assert_eq!(with_size!(board, board => board.empties().len()), 32);
/// let passed: AnyBoard = with_size!(BySize: board, board => board.passed());
/// assert_eq!(passed.size(), Size::Six);
/// ```
#[macro_export]
macro_rules! with_size {
    (BySize: $any:expr, $inner:ident => $value:expr) => {
        match $any {
            $crate::BySize::Four($inner) => $crate::BySize::Four($value),
            $crate::BySize::Six($inner) => $crate::BySize::Six($value),
            $crate::BySize::Eight($inner) => $crate::BySize::Eight($value),
        }
    };
    ($any:expr, $inner:ident => $value:expr) => {
        match $any {
            $crate::BySize::Four($inner) => $value,
            $crate::BySize::Six($inner) => $value,
            $crate::BySize::Eight($inner) => $value,
        }
    };
}

impl<T4, T6, T8> BySize<T4, T6, T8> {
    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        match self {
            Self::Four(_) => Size::Four,
            Self::Six(_) => Size::Six,
            Self::Eight(_) => Size::Eight,
        }
    }
}

impl AnyBoard {
    /// The start position.
    #[must_use]
    pub const fn start(size: Size) -> Self {
        match size {
            Size::Four => Self::Four(Board::START),
            Size::Six => Self::Six(Board::START),
            Size::Eight => Self::Eight(Board::START),
        }
    }
}

impl AnyPosition {
    /// The start position, Black to move.
    #[must_use]
    pub const fn start(size: Size) -> Self {
        match size {
            Size::Four => Self::Four(Position::START),
            Size::Six => Self::Six(Position::START),
            Size::Eight => Self::Eight(Position::START),
        }
    }

    /// The position with these discs.
    ///
    /// # Errors
    /// If the sets overlap or a disc is off the board.
    pub fn from_discs(
        size: Size,
        black: Bitboard,
        white: Bitboard,
        side: Colour,
    ) -> Result<Self, BoardError> {
        let discs = if side == Colour::Black { (black, white) } else { (white, black) };
        Ok(match size {
            Size::Four => Self::Four(Position { board: discs.try_into()?, side }),
            Size::Six => Self::Six(Position { board: discs.try_into()?, side }),
            Size::Eight => Self::Eight(Position { board: discs.try_into()?, side }),
        })
    }

    /// The position with `board`, seen from `side`, which is to move.
    #[must_use]
    pub const fn new(board: AnyBoard, side: Colour) -> Self {
        with_size!(BySize: board, board => Position { board, side })
    }

    /// The discs as the side to move sees them.
    #[must_use]
    pub fn board(&self) -> AnyBoard {
        with_size!(BySize: self, position => position.board)
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Colour {
        with_size!(self, position => position.side)
    }

    /// The discs of one colour.
    #[must_use]
    pub fn discs(&self, colour: Colour) -> Bitboard {
        with_size!(self, position => position.discs(colour))
    }

    /// The colour of the disc on `square`, or `None` if it is empty.
    #[must_use]
    pub fn disc_at(&self, square: Square) -> Option<Colour> {
        with_size!(self, position => position.disc_at(square))
    }

    /// The squares where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        with_size!(self, position => position.legal_moves())
    }

    /// The discs that are flipped if the side to move plays `square`; none if that is illegal.
    #[must_use]
    pub fn flips(&self, square: Square) -> Bitboard {
        with_size!(self, position => position.board.flips(square))
    }

    /// Whether the side to move has no legal move and the other side has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        with_size!(self, position => position.board.must_pass())
    }

    /// Whether neither side has a legal move.
    #[must_use]
    pub fn is_game_over(&self) -> bool {
        with_size!(self, position => position.board.is_game_over())
    }

    /// The score of this finished game for the side to move.
    #[must_use]
    pub fn final_score(&self, objective: Objective) -> Score {
        with_size!(self, position => position.board.final_score(objective))
    }
}

impl AnyGame {
    /// A game from the start position.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self::from_position(AnyPosition::start(size))
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(start: AnyPosition) -> Self {
        with_size!(BySize: start, start => Game::from_position(start))
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        with_size!(BySize: self, game => game.start())
    }

    /// The current position. The side to move may have to pass.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        with_size!(BySize: self, game => game.position())
    }

    /// The moves so far, passes included.
    #[must_use]
    pub fn history(&self) -> &[Played] {
        with_size!(self, game => game.history())
    }

    /// The squares played so far, without the passes.
    #[must_use]
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> {
        game::squares(self.history())
    }

    /// See [`Game::play`].
    ///
    /// # Errors
    /// If the move is illegal; the game is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        with_size!(self, game => game.play(square))
    }

    /// See [`Game::pass`].
    ///
    /// # Errors
    /// If the side to move has a legal move, or the game is over.
    pub fn pass(&mut self) -> Result<(), IllegalPass> {
        with_size!(self, game => game.pass())
    }

    /// Takes back the last move or pass and returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        with_size!(self, game => game.undo())
    }
}

/// Converts a value of one size to the enum over all sizes.
macro_rules! from_sized {
    ($any:ident, $sized:ident) => {
        impl From<$sized<4>> for $any {
            fn from(value: $sized<4>) -> Self {
                Self::Four(value)
            }
        }
        impl From<$sized<6>> for $any {
            fn from(value: $sized<6>) -> Self {
                Self::Six(value)
            }
        }
        impl From<$sized<8>> for $any {
            fn from(value: $sized<8>) -> Self {
                Self::Eight(value)
            }
        }
    };
}

from_sized!(AnyBoard, Board);
from_sized!(AnyPosition, Position);
from_sized!(AnyGame, Game);
