//! Common parts of the line protocols: the words of a line, length limits, and texts for one line.

use std::fmt;
use std::str::FromStr;

use wane_text::Foreign;

use crate::at::beginning;
use crate::board_text::BoardTextError;
use crate::ggf::GgfError;

/// The maximum length of a line that is read, in bytes.
const MAX_LINE_BYTES: usize = 64 * 1024;
/// The maximum length of a text that is written, in bytes: with the words before it a line stays
/// below 4 kB.
pub(crate) const MAX_TEXT_BYTES: usize = 3000;
/// The maximum length of a word that is written, in bytes.
const MAX_WORD_BYTES: usize = 255;
/// The maximum number of moves in a list: a game has at most 60, and never two passes in a row.
pub(crate) const MAX_MOVES: usize = 128;

/// A text for one line: no control characters, no spaces around it, at most 3000 bytes. Conversion
/// drops everything else.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Text(String);

impl Text {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        let text = blank_controls(text);
        let text = text.trim();
        Self(text[..text.floor_char_boundary(MAX_TEXT_BYTES)].trim_end().into())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text without spaces, as names must be: 1 to 255 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(String);

impl Word {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Word {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Self, NotAWord> {
        let is_blank = |symbol: char| symbol.is_whitespace() || symbol.is_control();
        if text.is_empty() || text.len() > MAX_WORD_BYTES || text.contains(is_blank) {
            return Err(NotAWord { text: beginning(text) });
        }
        Ok(Self(text.into()))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The text is not one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAWord {
    /// Its first characters.
    pub text: Foreign,
}

impl fmt::Display for NotAWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not one word of at most {MAX_WORD_BYTES} bytes", self.text)
    }
}

impl std::error::Error for NotAWord {}

/// Refuses a line that is too long.
pub(crate) fn check_length(line: &str) -> Result<(), LineError> {
    let bytes = line.len();
    let fits = bytes <= MAX_LINE_BYTES;
    fits.then_some(()).ok_or(LineError::TooLong { bytes, most: MAX_LINE_BYTES })
}

/// A line with spaces in place of control characters, including the line end.
pub(crate) fn clean(line: &str) -> Result<String, LineError> {
    check_length(line)?;
    Ok(blank_controls(line))
}

fn blank_controls(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The words of a line, one after the other.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    /// The rest of the line, trimmed.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, without consuming it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The next word, or an error that says `what` is missing.
    pub(crate) fn need(&mut self, what: &'static str) -> Result<&'a str, LineError> {
        self.next().ok_or(LineError::Missing { what })
    }

    /// The next word, parsed.
    pub(crate) fn read<T: FromStr>(&mut self, what: &'static str) -> Result<T, LineError> {
        self.read_with(what, |word| word.parse().ok())
    }

    /// The next word, parsed by `read`.
    pub(crate) fn read_with<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, LineError> {
        let word = self.need(what)?;
        read(word).ok_or_else(|| LineError::wrong(what, word))
    }

    /// The words before the first one that is in `stops`, and that word, or `None` at the end.
    pub(crate) fn until(&mut self, stops: &[&str]) -> Result<(Text, Option<&'a str>), LineError> {
        let mut words = Vec::new();
        let stop = loop {
            match self.next() {
                Some(word) if !stops.contains(&word) => words.push(word),
                stop => break stop,
            }
        };
        let text = words.join(" ");
        let (bytes, most) = (text.len(), MAX_TEXT_BYTES);
        if bytes > most {
            return Err(LineError::TooLong { bytes, most });
        }
        Ok((text.as_str().into(), stop))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Some(word).filter(|word| !word.is_empty())
    }
}

/// Why a line of a protocol cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It is too long.
    TooLong {
        /// Its length.
        bytes: usize,
        /// The maximum length.
        most: usize,
    },
    /// A word is missing at the end of the line.
    Missing {
        /// What is missing.
        what: &'static str,
    },
    /// A word is not what it should be.
    Wrong {
        /// What it should be.
        what: &'static str,
        /// The first characters of the word.
        word: Foreign,
    },
    /// The board cannot be read.
    Board(BoardTextError),
    /// The game cannot be read.
    Game(GgfError),
    /// There is more than one game, or there are more moves than a game can have.
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// Their number.
        count: usize,
    },
}

impl LineError {
    pub(crate) fn wrong(what: &'static str, word: &str) -> Self {
        Self::Wrong { what, word: beginning(word) }
    }
}

impl From<BoardTextError> for LineError {
    fn from(error: BoardTextError) -> Self {
        Self::Board(error)
    }
}

impl From<GgfError> for LineError {
    fn from(error: GgfError) -> Self {
        Self::Game(error)
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes, most } => write!(f, "{bytes} bytes are too long, {most} fit"),
            Self::Missing { what } => write!(f, "{what} is missing"),
            Self::Wrong { what, word } => write!(f, "{word:?} is not {what}"),
            Self::Board(error) => write!(f, "in the board: {error}"),
            Self::Game(error) => write!(f, "in the game: {error}"),
            Self::TooMany { what, count } => write!(f, "{count} {what} are too many"),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_fits_on_a_line() {
        assert_eq!(Text::from(" a\tb\r\n").as_str(), "a b");
        let long = Text::from(format!("{}é", "x".repeat(MAX_TEXT_BYTES - 1)).as_str());
        assert_eq!(long.as_str().len(), MAX_TEXT_BYTES - 1);
        assert_eq!(Text::from(long.as_str()), long);
    }

    #[test]
    fn a_word_has_no_spaces() {
        for text in ["", "a b", "a\n", "\u{7f}", "x".repeat(256).as_str()] {
            assert!(text.parse::<Word>().is_err(), "{text:?}");
        }
        assert_eq!("Wane10".parse::<Word>().map(|word| word.to_string()), Ok("Wane10".into()));
    }

    #[test]
    fn words_are_taken_one_after_the_other() {
        let mut words = Words::new("  a\u{a0} bc  d e ");
        assert_eq!((words.next(), words.rest()), (Some("a"), "bc  d e"));
        assert_eq!(words.until(&["d"]), Ok(("bc".into(), Some("d"))));
        assert_eq!(words.until(&["d"]), Ok(("e".into(), None)));
        assert_eq!(words.need("a depth"), Err(LineError::Missing { what: "a depth" }));
    }
}
