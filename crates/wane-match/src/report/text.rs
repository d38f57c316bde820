//! Untrusted text and numbers for the page.

use std::fmt::{self, Write as _};

use serde::Serialize;
use wane_text::escape_json;

/// A text with everything replaced that means something in HTML, in an attribute too.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for symbol in self.0.chars() {
            match symbol {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A value as JSON that can stand in a script: without a `<`, nothing in it can end the script.
pub(super) fn script_json(value: &impl Serialize) -> String {
    escape_json(serde_json::to_string(value).expect("every key is a string"))
        .replace('<', "\\u003c")
}

/// A text with at most this number of characters; what was cut off is counted.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(most).collect();
    let left = letters.count();
    if left > 0 {
        short += &format!("\u{2026} [{left} more characters]");
    }
    short
}

/// A number with this number of decimals.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let sign = if value.is_sign_negative() { "\u{2212}" } else { "" };
    if value.is_nan() {
        "unknown".into()
    } else if value.is_infinite() {
        format!("{sign}\u{221e}")
    } else {
        let digits = format!("{:.decimals$}", value.abs());
        let is_zero = digits.bytes().all(|digit| matches!(digit, b'0' | b'.'));
        if is_zero { digits } else { format!("{sign}{digits}") }
    }
}

/// A number with its sign.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 { format!("+{text}") } else { text }
}

/// A share from 0 to 1 in percent.
pub(super) fn percent(share: f64, decimals: usize) -> String {
    format!("{}\u{a0}%", number(share * 100.0, decimals))
}

/// Milliseconds in seconds.
pub(super) fn seconds(ms: u64) -> String {
    format!("{}.{:03}\u{a0}s", ms / 1000, ms % 1000)
}

/// `1 game`, `2 games`.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_real_minus_and_no_negative_nothing() {
        assert_eq!(number(-12.34, 1), "\u{2212}12.3");
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(signed(3.0, 0), "+3");
        assert_eq!(signed(-3.0, 0), "\u{2212}3");
        assert_eq!(signed(f64::INFINITY, 0), "+\u{221e}");
        assert_eq!(number(f64::NEG_INFINITY, 0), "\u{2212}\u{221e}");
        assert_eq!(signed(f64::NAN, 0), "unknown");
        assert_eq!(percent(0.125, 1), "12.5\u{a0}%");
        assert_eq!(seconds(61_007), "61.007\u{a0}s");
    }

    #[test]
    fn no_text_ends_its_attribute_its_element_or_its_script() {
        let nasty = "</script><script>alert(1)</script>\"'&<!--";
        let escaped = Escaped(nasty).to_string();
        assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
        let json = script_json(&nasty);
        assert!(!json.contains('<'), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), nasty);
    }
}
