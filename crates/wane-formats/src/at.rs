//! [`At`]: a line and column of a text.

use std::fmt;

use wane_text::Foreign;

/// A line and column, counted from 1 as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl At {
    /// The line and column of the byte at `offset`, or the end of the text if it is shorter.
    pub(crate) fn offset(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let lines = before.split(|&byte| byte == b'\n');
        // UTF-8 continuation bytes begin with the bits 10.
        let is_start = |byte: &&u8| **byte & 0xc0 != 0x80;
        let last = lines.clone().next_back().unwrap_or_default();
        Self { line: lines.count(), column: last.iter().filter(is_start).count() + 1 }
    }
}

/// The first characters of a text, for an error message.
pub(crate) fn beginning(text: &str) -> Foreign {
    text.chars().take(12).collect::<String>().into()
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters() {
        let text = "ab\näöü!\n";
        let place = |offset| (At::offset(text, offset).line, At::offset(text, offset).column);
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(3), (2, 1));
        assert_eq!(place(text.find('!').unwrap()), (2, 4));
        assert_eq!(place(1000), (3, 1));
    }
}
