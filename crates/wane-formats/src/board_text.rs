//! A board as text: its squares row by row from a1, then the side to move.
//!
//! Canonical: `X` black, `O` white, `-` empty, a space, then `X` or `O`. The reader also accepts
//! `x * B b ●` for black, `o W w 0 ○` for white, `.` and `_` for empty, spaces and line ends
//! anywhere, and `black` or `white` for the side. The number of squares determines the size.

use std::fmt;

use wane_board::{AnyPosition, Bitboard, Colour, Size, Square};

use crate::At;

/// Reads a board and the side to move.
///
/// # Errors
/// If there is any other character, no board has this number of squares, or the side is missing.
///
/// ```
/// let position = wane_formats::board_text::parse("-----XO--OX----- X")?;
/// assert_eq!(wane_formats::board_text::write(&position), "-----XO--OX----- X");
/// # Ok::<(), wane_formats::board_text::BoardTextError>(())
/// ```
pub fn parse(text: &str) -> Result<AnyPosition, BoardTextError> {
    let (board, mut side) = split_side_word(text);
    let mut squares = read_squares(board)?;
    let is_one_too_many =
        |size: &Size| size.squares().len() as usize + 1 == squares.len() && side.is_none();
    if Size::ALL.iter().any(is_one_too_many) {
        side = squares.pop().flatten();
    }
    let count = squares.len();
    let size = Size::ALL.into_iter().find(|size| size.squares().len() as usize == count);
    let size = size.ok_or(BoardTextError::Squares { count })?;
    let side = side.ok_or(BoardTextError::NoSide)?;
    let discs = |colour| {
        let discs = size.squares().into_iter().zip(&squares);
        discs.filter(move |(_, disc)| **disc == Some(colour)).map(|(square, _)| square)
    };
    let black: Bitboard = discs(Colour::Black).collect();
    let white: Bitboard = discs(Colour::White).collect();
    Ok(AnyPosition::from_discs(size, black, white, side).expect("one symbol for each square"))
}

/// Writes the canonical form.
#[must_use]
pub fn write(position: &AnyPosition) -> String {
    format!("{} {}", write_squares(position), letter(Some(position.side())))
}

/// The squares alone, without the side to move.
#[must_use]
pub fn write_squares(position: &AnyPosition) -> String {
    let disc = |square: Square| letter(position.disc_at(square));
    position.size().squares().into_iter().map(disc).collect()
}

/// The canonical letter of a square or a side.
#[must_use]
pub fn letter(disc: Option<Colour>) -> char {
    match disc {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '-',
    }
}

/// Whether a character is a symbol for a square.
pub(crate) fn is_symbol(symbol: char) -> bool {
    disc_of(symbol).is_some()
}

/// The meaning of a symbol: a disc, or `Some(None)` for an empty square.
#[expect(clippy::option_option, reason = "an empty square is not an unknown symbol")]
fn disc_of(symbol: char) -> Option<Option<Colour>> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(Some(Colour::Black)),
        'O' | 'o' | 'W' | 'w' | '0' | '○' => Some(Some(Colour::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

/// Splits the name of a side off the end of a text.
pub(crate) fn split_side_word(text: &str) -> (&str, Option<Colour>) {
    let text = text.trim_end();
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let side = match last {
        "black" => Colour::Black,
        "white" => Colour::White,
        _ => return (text, None),
    };
    (&text[..text.len() - last.len()], Some(side))
}

fn read_squares(board: &str) -> Result<Vec<Option<Colour>>, BoardTextError> {
    let symbols = board.char_indices().filter(|(_, symbol)| !symbol.is_whitespace());
    let squares = symbols.map(|(offset, symbol)| {
        let unknown = || BoardTextError::Symbol { symbol, at: At::offset(board, offset) };
        disc_of(symbol).ok_or_else(unknown)
    });
    squares.collect()
}

/// The text is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardTextError {
    /// A character is not a symbol for a square.
    Symbol {
        /// The character.
        symbol: char,
        /// Where it is.
        at: At,
    },
    /// No board has this number of squares.
    Squares {
        /// The number of squares in the text.
        count: usize,
    },
    /// The side to move is missing after the squares.
    NoSide,
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol { symbol, at } => write!(
                f,
                "unknown symbol {symbol:?} at {at}, write X for black, O for white, - for empty"
            ),
            Self::Squares { count } => write!(
                f,
                "{count} squares make no board, write 16, 36 or 64 and then the side to move"
            ),
            Self::NoSide => {
                f.write_str("the side to move is missing, write X or O behind the squares")
            }
        }
    }
}

impl std::error::Error for BoardTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_canonically() {
        assert_eq!(write(&AnyPosition::start(Size::Eight)), START);
        assert_eq!(write(&AnyPosition::start(Size::Four)), "-----OX--XO----- X");
    }

    #[test]
    fn the_reader_is_lenient() {
        let rows =
            "........\n........\n........\n...Wb...\n...*0...\n........\n........\n........\n";
        for side in ["X", "*", "b", "black", "●"] {
            assert_eq!(parse(&format!("{rows}{side}\n")), Ok(AnyPosition::start(Size::Eight)));
        }
        assert_eq!(parse(&START.replace(' ', "")), Ok(AnyPosition::start(Size::Eight)));
        assert_eq!(parse("____ _OX_ _XO_ ____ white").map(|p| p.side()), Ok(Colour::White));
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |text| parse(text).unwrap_err().to_string();
        assert!(error("----\n-OX-\n-Xq-").starts_with("unknown symbol 'q' at line 3, column 3"));
        assert!(error("-----OX--XO-----").starts_with("the side to move is missing"));
        assert!(error("-----OX--XO----- -").starts_with("the side to move is missing"));
        assert!(error("XO").starts_with("2 squares make no board"));
        assert!(error("").starts_with("0 squares make no board"));
        assert!(error("------ black").starts_with("6 squares make no board"));
    }
}
