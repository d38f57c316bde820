//! [`Foreign`]: a text of a stranger that is safe to print.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Deref;
use std::path::Path;

use crate::character::{Class, MAX_MARKS};

/// A text of a stranger, such as the name or the error message of an agent, the header of a game file, or the name of
/// a file. It has no control characters, no bidirectional controls and no zero-width characters, all on one line, and
/// at most [`Foreign::MAX_CHARS`] characters. The original is not kept: code that needs it looks at it before.
///
/// ```
/// use wane_text::Foreign;
///
/// let name = Foreign::from("\u{1b}]0;mine\u{7}one\ntwo");
/// assert_eq!(name.to_string(), r"\u{1b}]0;mine\u{7}one two");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Foreign(String);

impl Foreign {
    /// The length of the longest text, in characters. Of a longer one the middle is cut out: an error often ends with
    /// where it happened.
    pub const MAX_CHARS: usize = 500;

    /// The name of a file, for people; never to open it.
    #[must_use]
    pub fn path(path: impl AsRef<Path>) -> Self {
        path.as_ref().to_string_lossy().as_ref().into()
    }

    /// The safe text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Foreign {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Foreign {
    fn from(text: &str) -> Self {
        Self(clean(text, Self::MAX_CHARS))
    }
}

impl From<String> for Foreign {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Foreign> for String {
    fn from(text: Foreign) -> Self {
        text.0
    }
}

impl PartialEq<str> for Foreign {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Foreign {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing is hidden in it, so a backslash stays as it is shown.
        write!(f, "\"{}\"", self.0.replace('"', "\\\""))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Foreign {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Foreign {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Foreign {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// A text on one line with at most `most` characters, of which a longer one lacks its middle. Spaces and line breaks
/// of all kinds are spaces; hidden characters are written as in Rust, `\u{1b}`.
#[must_use]
pub fn clean(text: &str, most: usize) -> String {
    let mut pieces = Pieces::new(text);
    let (mut start, mut length) = (String::new(), 0);
    for piece in pieces.by_ref() {
        length += piece.length();
        if length > most {
            return shortened(text, most);
        }
        piece.write(&mut start);
    }
    start
}

/// The beginning and the end of a text that is too long, with `…` between them.
fn shortened(text: &str, most: usize) -> String {
    let (end_length, mut short) = (most / 4, String::new());
    let mut left = most.saturating_sub(end_length + 1);
    for piece in Pieces::new(text) {
        let Some(rest) = left.checked_sub(piece.length()) else { break };
        left = rest;
        piece.write(&mut short);
    }
    if most > 0 {
        short.push('…');
    }
    // A character is at least one character of the clean text, so the last few are enough.
    let from = text.char_indices().rev().nth(end_length).map_or(0, |(at, _)| at);
    let (mut end, mut length): (VecDeque<Piece>, usize) = (VecDeque::new(), 0);
    for piece in Pieces::new(&text[from..]) {
        length += piece.length();
        end.push_back(piece);
        while length > end_length {
            length -= end.pop_front().map_or(length, Piece::length);
        }
    }
    // A mark would be drawn onto the dots.
    while end.front().is_some_and(|piece| piece.is_mark) {
        end.pop_front();
    }
    for piece in end {
        piece.write(&mut short);
    }
    short
}

/// A character as it is written.
#[derive(Clone, Copy)]
struct Piece {
    symbol: char,
    is_escaped: bool,
    is_mark: bool,
}

impl Piece {
    fn length(self) -> usize {
        if self.is_escaped { self.symbol.escape_unicode().len() } else { 1 }
    }

    fn write(self, to: &mut String) {
        if self.is_escaped {
            to.extend(self.symbol.escape_unicode());
        } else {
            to.push(self.symbol);
        }
    }
}

/// The characters of a text as they are written.
struct Pieces<'a> {
    symbols: std::str::Chars<'a>,
    /// How many marks the last character can still take.
    marks_left: usize,
}

impl<'a> Pieces<'a> {
    fn new(text: &'a str) -> Self {
        Self { symbols: text.chars(), marks_left: 0 }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let symbol = self.symbols.next()?;
        let class = Class::of(symbol);
        let is_mark = class == Class::Mark && self.marks_left > 0;
        self.marks_left = match class {
            Class::Mark => self.marks_left.saturating_sub(1),
            Class::Plain => MAX_MARKS,
            Class::Blank | Class::Hidden => 0,
        };
        Some(match class {
            Class::Blank => Piece { symbol: ' ', is_escaped: false, is_mark },
            Class::Plain => Piece { symbol, is_escaped: false, is_mark },
            Class::Mark | Class::Hidden => Piece { symbol, is_escaped: !is_mark, is_mark },
        })
    }
}

#[cfg(test)]
mod tests {
    use wane_random::Rng;

    use super::*;
    use crate::is_hidden;

    #[test]
    fn escape_sequences_line_breaks_and_bidirectional_controls_are_made_visible() {
        for (text, shown) in [
            ("a name, with \"quotes\" and \\", "a name, with \"quotes\" and \\"),
            ("\u{1b}]52;c;ZXZpbA==\u{7}", r"\u{1b}]52;c;ZXZpbA==\u{7}"),
            ("one\r\ntwo\tthree", "one  two three"),
            ("\u{202e}gnp.\u{9b}31m", r"\u{202e}gnp.\u{9b}31m"),
            ("中森\u{3000}弘樹", "中森 弘樹"),
            ("e\u{301}", "e\u{301}"),
            ("\u{301}e", r"\u{301}e"),
            ("👨\u{200d}👩", r"👨\u{200d}👩"),
        ] {
            assert_eq!(Foreign::from(text), shown);
        }
    }

    #[test]
    fn of_a_long_text_the_middle_is_cut_out() {
        assert_eq!(clean(&"a".repeat(8), 8), "a".repeat(8));
        assert_eq!(clean("0123456789abcdef", 8), "01234…ef");
        assert_eq!(clean("\u{1b}\u{1b}\u{1b}", 12), r"\u{1b}…");
        assert_eq!(clean("ab", 0), "");
        assert_eq!(clean("ab", 1), "…");
        let long = format!("ValueError: {}, line 7", "A".repeat(60_000));
        let shown = Foreign::from(long.as_str());
        assert!(shown.as_str().starts_with("ValueError: AAA"));
        assert!(shown.as_str().ends_with("AAA, line 7"));
        assert_eq!(shown.as_str().chars().count(), Foreign::MAX_CHARS);
    }

    #[test]
    fn marks_do_not_pile_up() {
        let piled = format!("e{}", "\u{301}".repeat(5));
        assert_eq!(Foreign::from(piled), format!("e{}\\u{{301}}", "\u{301}".repeat(4)).as_str());
    }

    #[test]
    fn widths_are_kept_and_json_is_the_same_text() {
        let name = Foreign::from("\u{7}x");
        assert_eq!(format!("{name:8}|{name:>8}|{name:?}"), r#"\u{7}x  |  \u{7}x|"\u{7}x""#);
        assert_eq!(Foreign::path("a\nb"), "a b");
        #[cfg(feature = "serde")]
        {
            let json = serde_json::to_string(&name).unwrap();
            assert_eq!(json, r#""\\u{7}x""#);
            assert_eq!(serde_json::from_str::<Foreign>(r#""\u0007x""#).unwrap(), name);
        }
    }

    /// A text of up to 1,200 characters, many of them bad ones.
    fn random_text(rng: &mut Rng) -> String {
        const NASTY: &str =
            "\u{1b}\u{7}\n\r\t\u{9b}\u{202e}\u{2066}\u{200b}\u{feff}\u{301}\u{fe0f}\\<&\"a1é中";
        let length = rng.below(1200);
        let share = rng.below(4);
        let any = |rng: &mut Rng| char::from_u32(rng.below(0x11_0000)).unwrap_or('x');
        (0..length)
            .map(|_| match rng.below(4) {
                kind if kind < share => rng.pick(NASTY.chars().collect::<Vec<_>>()).unwrap_or('x'),
                3 => any(rng),
                _ => char::from_u32(rng.below(0x2f00)).unwrap_or('x'),
            })
            .collect()
    }

    #[test]
    fn whatever_comes_in_nothing_hidden_and_nothing_long_comes_out() {
        let mut rng = Rng::new(18);
        for round in 0..4_000 {
            let text = random_text(&mut rng);
            let most = if round % 2 == 0 { Foreign::MAX_CHARS } else { rng.below(40) as usize };
            let shown = clean(&text, most);
            let wrong = shown.chars().find(|&symbol| is_hidden(symbol) || symbol.is_control());
            assert_eq!(wrong, None, "round {round}: {text:?}");
            assert!(shown.chars().count() <= most, "round {round}: {text:?}");
            assert_eq!(clean(&shown, most), shown, "round {round}: {text:?}");
        }
    }
}
