//! [`Comment`]: a remark on a position.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wane_text::clean;

/// The most lines of a comment, and the most characters of a line.
const MAX: (usize, usize) = (1_000, 10_000);

/// A remark on a position: one or more lines, each of them safe to print.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Comment(String);

impl Comment {
    /// A comment of this text; an empty one if there is nothing but space in it.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let lines = text.trim().lines().take(MAX.0).map(|line| clean(line.trim_end(), MAX.1));
        Self(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text, with a line break between lines.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Comment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Comment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Self::new(&text))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Comment {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_keeps_its_lines_and_nothing_that_commands_a_terminal() {
        let comment = Comment::new("  one \r\n\r\ntwo\u{1b}[2J\n ");
        assert_eq!(comment.as_str(), "one\n\ntwo\\u{1b}[2J");
        assert_eq!(Comment::new(comment.as_str()), comment);
        assert_eq!(comment.to_string(), comment.as_str());
        assert!(Comment::new(" \n\t").is_empty());
    }

    #[test]
    fn a_comment_is_bounded() {
        let long = Comment::new(&"x\n".repeat(5_000));
        assert_eq!(long.as_str().lines().count(), MAX.0);
        let wide = Comment::new(&"x".repeat(50_000));
        assert_eq!(wide.as_str().chars().count(), MAX.1);
    }
}
