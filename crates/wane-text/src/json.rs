//! [`escape_json`]: JSON whose strings hide nothing.

use std::fmt::Write as _;

use crate::is_hidden;

/// The same JSON on one line, with hidden characters of its strings written as `\u009b`. Printing it does nothing to a
/// terminal, and parsing it gives the same value.
///
/// ```
/// assert_eq!(wane_text::escape_json("{\"a\":\"\u{9b}\"}".into()), r#"{"a":"\u009b"}"#);
/// ```
#[must_use]
pub fn escape_json(json: String) -> String {
    let is_bad = |symbol: char| !symbol.is_ascii() && is_hidden(symbol) || symbol == '\u{7f}';
    if !json.contains(is_bad) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for symbol in json.chars() {
        if !is_bad(symbol) {
            escaped.push(symbol);
            continue;
        }
        for unit in symbol.encode_utf16(&mut [0; 2]) {
            write!(escaped, "\\u{unit:04x}").expect("a String takes everything");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_the_value_stays() {
        let value = json!({"k\u{202e}": "\u{7f}\u{9b}\u{200b} é中\u{e0041}\n\u{1b}\"\\"});
        let escaped = escape_json(value.to_string());
        assert!(!escaped.contains(is_hidden), "{escaped:?}");
        assert!(escaped.contains("é中") && escaped.contains(r"\udb40\udc41"), "{escaped}");
        assert_eq!(serde_json::from_str::<Value>(&escaped).unwrap(), value);
    }
}
