//! Transcripts: the moves of a game in order.
//!
//! Canonical: lower case, no separators, no passes: `f5d6c3`. A game from another position than the
//! start position begins with its board and side: `<board> <side>;<moves>`. The reader also accepts
//! upper case, spaces, line ends, `,`, `-` and move numbers `12.` between the moves, and forced
//! passes as `pa`, `ps`, `pass` or `--`.

use std::fmt;

use wane_board::{AnyGame, AnyPosition, Move, Size};
use wane_text::Foreign;

use crate::at::beginning;
use crate::board_text::{self, BoardTextError};
use crate::replay::replay;
use crate::{At, ReplayError};

/// Reads a transcript from the start position of `size`, or from the board that it begins with.
///
/// # Errors
/// If a word is not a move, or a move is illegal.
///
/// ```
/// use wane_board::Size;
/// use wane_formats::transcript;
///
/// let game = transcript::parse("1. F5 d6 2. c3", Size::Eight)?;
/// assert_eq!(transcript::write(&game), "f5d6c3");
/// let error = transcript::parse("f5d6f5", Size::Eight).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 5: move 3 for black: f5 has a disc already; legal: c3 c4 c5 c6 c7",
/// );
/// # Ok::<(), transcript::TranscriptError>(())
/// ```
pub fn parse(text: &str, size: Size) -> Result<AnyGame, TranscriptError> {
    let (start, moves_at) = match text.split_once(';') {
        Some((board, _)) => {
            let start = board_text::parse(board).map_err(TranscriptError::Start)?;
            (start, board.len() + 1)
        }
        None => (AnyPosition::start(size), 0),
    };
    let mut game = AnyGame::from_position(start);
    let mut number = 0;
    let mut offset = moves_at;
    while let Some((mv, at, length)) = next_move(text, offset)? {
        number += 1;
        replay(&mut game, number, mv, None)
            .map_err(|error| TranscriptError::Replay { at: At::offset(text, at), error })?;
        offset = at + length;
    }
    Ok(game)
}

/// Writes the canonical form.
#[must_use]
pub fn write(game: &AnyGame) -> String {
    let start = game.start();
    let mut text = String::new();
    if start != AnyPosition::start(game.size()) {
        text = board_text::write(&start) + ";";
    }
    for square in game.squares() {
        text += &square.to_string();
    }
    text
}

/// Reads one move or pass in any spelling that a transcript may have.
#[must_use]
pub fn parse_move(text: &str) -> Option<Move> {
    let is_pass = ["pa", "ps", "pass", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass));
    if is_pass { Some(Move::Pass) } else { text.parse().ok().map(Move::Place) }
}

/// The next move at or after `offset`, with its offset and length, or `None` at the end.
fn next_move(
    text: &str,
    mut offset: usize,
) -> Result<Option<(Move, usize, usize)>, TranscriptError> {
    let bytes = text.as_bytes();
    loop {
        match &bytes[offset..] {
            [] => return Ok(None),
            [b'-', b'-', ..] => return Ok(Some((Move::Pass, offset, 2))),
            [byte, ..] if byte.is_ascii_whitespace() || b"-,".contains(byte) => offset += 1,
            [byte, ..] if byte.is_ascii_digit() => {
                let digits = bytes[offset..].iter().take_while(|byte| byte.is_ascii_digit());
                let end = offset + digits.count();
                if bytes.get(end) != Some(&b'.') {
                    return Err(not_a_move(text, offset));
                }
                // "12.", or "12..." before a move of White.
                let dots = bytes[end..].iter().take_while(|&&byte| byte == b'.').count();
                offset = end + dots;
            }
            _ => {
                let length = [4, 2].into_iter().find_map(|length| {
                    let candidate = text.get(offset..offset + length)?;
                    parse_move(candidate).map(|mv| (mv, length))
                });
                let (mv, length) = length.ok_or_else(|| not_a_move(text, offset))?;
                return Ok(Some((mv, offset, length)));
            }
        }
    }
}

fn not_a_move(text: &str, offset: usize) -> TranscriptError {
    let rest = text.get(offset..).unwrap_or_default();
    let word = beginning(rest.split_whitespace().next().unwrap_or_default());
    TranscriptError::NotAMove { word, at: At::offset(text, offset) }
}

/// The text is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptError {
    /// The board that it begins with cannot be read.
    Start(BoardTextError),
    /// A word is neither a square nor a pass.
    NotAMove {
        /// The word.
        word: Foreign,
        /// Where it is.
        at: At,
    },
    /// A move is illegal.
    Replay {
        /// Where it is.
        at: At,
        /// What is wrong with it.
        error: ReplayError,
    },
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "before the first ';': {error}"),
            Self::NotAMove { word, at } => {
                write!(f, "{at}: {word:?} is not a move, write a1 to h8, or pass")
            }
            Self::Replay { at, error } => write!(f, "{at}: {error}"),
        }
    }
}

impl std::error::Error for TranscriptError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_is_lenient() {
        let plain = parse("f5d6c3d3c4", Size::Eight).unwrap();
        for text in [
            "F5D6C3D3C4",
            "f5 d6 c3 d3 c4\n",
            "1. f5 d6 2. c3 d3 3. c4",
            "1.f5 1...d6 2.c3 2...d3 3.c4",
            "f5-d6-c3-d3-c4",
            "f5, d6, c3, d3, c4",
        ] {
            assert_eq!(parse(text, Size::Eight).as_ref(), Ok(&plain), "{text}");
        }
        assert_eq!(parse("", Size::Four), Ok(AnyGame::new(Size::Four)));
    }

    #[test]
    fn a_game_from_another_position_has_its_board_first() {
        let text = "-XO------------- O;";
        let game = parse(&format!("{text} pass a1"), Size::Eight);
        assert!(game.is_err(), "a1 turns over nothing for black");
        let text = "XO-------------- O;c1";
        for spelling in [
            "XO-------------- O;c1",
            "xo..............o; PASS c1",
            "XO-- ---- ---- ---- white;--c1",
        ] {
            let game = parse(spelling, Size::Eight).unwrap();
            assert_eq!(write(&game), text, "{spelling}");
            assert_eq!(game.history().len(), 2);
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |text| parse(text, Size::Eight).unwrap_err().to_string();
        assert_eq!(
            error("f5 d6\nc9"),
            "line 2, column 1: \"c9\" is not a move, write a1 to h8, or pass"
        );
        assert_eq!(error("f5d"), "line 1, column 3: \"d\" is not a move, write a1 to h8, or pass");
        assert_eq!(
            error("f5 pass"),
            "line 1, column 4: move 2 for white: a pass is not allowed here; legal: f4 d6 f6"
        );
        assert_eq!(error("37"), "line 1, column 1: \"37\" is not a move, write a1 to h8, or pass");
        assert!(error("f5é").contains("\"é\" is not a move"));
        assert!(error("XO X;a1").starts_with("before the first ';': 3 squares make no board"));
    }
}
