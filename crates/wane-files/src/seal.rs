//! Lines with their length and checksum, which tell a whole line from a damaged one.
//!
//! The length counts the bytes of the line without the addition, and the [`Checksum`] is of those bytes. A line of JSON
//! gets a last field, so that it stays JSON; another line gets a last word:
//!
//! ```text
//! {"games":32,"check":"12-8c0d1f6b2a9e4f37"}
//! -----OX--XO----- X; -2; +16; b1; 1234567; 8901234567; 312; #58-8c0d1f6b2a9e4f37
//! ```

use crate::checksum::Checksum;

/// The field and the word in front of length and checksum.
const FIELD: &str = ",\"check\":\"";
const WORD: &str = " #";

/// How length and checksum are added to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// As the last field of an object with at least one other field.
    Json,
    /// As the last word. A line of an older version, without it, must not contain ` #`.
    Text,
}

/// What a line without its line break turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sealed {
    /// Length and checksum are right; the line without them.
    Right(String),
    /// There are none, but it is a line of text.
    Missing(String),
    /// They are wrong, or it is not text.
    Wrong,
}

impl LineForm {
    /// The line with length, checksum and line break.
    pub(crate) fn seal(self, line: &str) -> String {
        let check = check(line.as_bytes());
        match self {
            Self::Json => {
                let open = line.strip_suffix('}').expect("a record is a JSON object");
                format!("{open}{FIELD}{check}\"}}\n")
            }
            Self::Text => format!("{line}{WORD}{check}\n"),
        }
    }

    /// Examines a line.
    pub(crate) fn unseal(self, line: &[u8]) -> Sealed {
        let is_text = |line: &&str| !line.chars().any(|it| it.is_control() && it != '\t');
        let Some(line) = std::str::from_utf8(line).ok().filter(is_text) else {
            return Sealed::Wrong;
        };
        let (marker, ending, close) = match self {
            Self::Json => (FIELD, "\"}", "}"),
            Self::Text => (WORD, "", ""),
        };
        match line.rsplit_once(marker) {
            Some((open, rest)) => {
                let whole = format!("{open}{close}");
                let is_right = rest.strip_suffix(ending) == Some(&check(whole.as_bytes()));
                if is_right { Sealed::Right(whole) } else { Sealed::Wrong }
            }
            // Only the field or word in front of it may be damaged.
            _ if line.strip_suffix(ending).is_some_and(ends_with_checksum) => Sealed::Wrong,
            _ => Sealed::Missing(line.into()),
        }
    }
}

fn ends_with_checksum(line: &str) -> bool {
    let last = line.rsplit('-').next().unwrap_or_default();
    last.len() == 16 && last.bytes().all(|it| it.is_ascii_hexdigit())
}

fn check(line: &[u8]) -> String {
    format!("{}-{}", line.len(), Checksum::of(line).to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"games":32,"note":"a #1-2, ,\"check\":\" and ö"}"#;
    const TEXT: &str = "XO-- X; +4; 12; --;";

    #[test]
    fn a_sealed_line_is_known_again_and_json_stays_json() {
        for (form, line) in [(LineForm::Json, JSON), (LineForm::Text, TEXT), (LineForm::Text, "")] {
            let sealed = form.seal(line);
            let sealed = sealed.strip_suffix('\n').unwrap();
            assert_eq!(form.unseal(sealed.as_bytes()), Sealed::Right(line.into()));
            assert_eq!(form.unseal(line.as_bytes()), Sealed::Missing(line.into()));
        }
        let games = LineForm::Json.seal(r#"{"games":32}"#);
        assert!(games.starts_with(r#"{"games":32,"check":"12-"#) && games.ends_with("\"}\n"));
    }

    #[test]
    fn no_change_of_one_byte_is_taken_for_the_line() {
        for (form, line) in [(LineForm::Json, JSON), (LineForm::Text, TEXT)] {
            let sealed = form.seal(line).trim_end().as_bytes().to_vec();
            for index in 0..sealed.len() {
                for change in [1, 2, 0x80, 0xff, sealed[index]] {
                    let mut other = sealed.clone();
                    other[index] ^= change;
                    let found = form.unseal(&other);
                    assert_eq!(found, Sealed::Wrong, "{index}, {change}");
                }
                let cut = form.unseal(&sealed[..index]);
                assert!(!matches!(cut, Sealed::Right(_)), "{index}: {cut:?}");
            }
        }
    }
}
