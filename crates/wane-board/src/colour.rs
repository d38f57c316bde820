//! [`Colour`]: the two sides by colour. The search knows only `own` and `opp`.

use std::fmt;
use std::ops::Not;

/// Black moves first in a game from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Drawn `X` in text.
    Black,
    /// Drawn `O` in text.
    White,
}

impl Colour {
    /// 0 for Black, 1 for White: the index into an array with a value for each colour.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The other colour.
impl Not for Colour {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
