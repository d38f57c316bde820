//! What a character does to the text around it.

/// The number of combining marks that may follow one character; more of them cover the lines above and below.
pub(crate) const MAX_MARKS: usize = 4;

/// What a character does to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// It is seen.
    Plain,
    /// It is a space or a line break of any kind.
    Blank,
    /// It is drawn onto the character before it.
    Mark,
    /// It is not seen, or changes how others are shown: a control character, a bidirectional control, a zero-width
    /// character, or one that Unicode does not define.
    Hidden,
}

impl Class {
    pub(crate) fn of(symbol: char) -> Self {
        match symbol {
            ' '..='~' => Self::Plain,
            _ if symbol.is_whitespace() => Self::Blank,
            _ if is_invisible(symbol) || !is_printable(symbol) => Self::Hidden,
            _ if is_mark(symbol) => Self::Mark,
            _ => Self::Plain,
        }
    }
}

/// Whether a character is not seen, or changes how others are shown: control characters including tabs and line
/// breaks, bidirectional controls, zero-width characters, and those that Unicode does not define.
#[must_use]
pub fn is_hidden(symbol: char) -> bool {
    let is_break = symbol.is_control() || matches!(symbol, '\u{2028}' | '\u{2029}');
    is_break || Class::of(symbol) == Class::Hidden
}

/// Whether Unicode calls it a letter, a mark, a number, punctuation or a symbol. The table is that of the standard
/// library, which does not escape such a character inside a text.
fn is_printable(symbol: char) -> bool {
    let mut bytes = [b'x', 0, 0, 0, 0];
    let length = symbol.encode_utf8(&mut bytes[1..]).len();
    std::str::from_utf8(&bytes[..=length]).is_ok_and(|text| text.escape_debug().count() == 2)
}

/// Whether it extends the character before it. The standard library escapes such a character at the start of a text.
fn is_mark(symbol: char) -> bool {
    symbol.escape_debug().count() > 1
}

/// Characters that Unicode calls letters or marks though nothing is seen of them: the combining grapheme joiner,
/// fillers of Hangul, inherent vowels of Khmer, and variation selectors.
fn is_invisible(symbol: char) -> bool {
    matches!(
        symbol,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_numbers_symbols_and_emoji_are_seen() {
        for symbol in "aZ09~\"\\'<éßЖ中ひ한あ€±→●😀".chars() {
            assert_eq!(Class::of(symbol), Class::Plain, "{symbol:?}");
            assert!(!is_hidden(symbol), "{symbol:?}");
        }
    }

    #[test]
    fn spaces_of_all_languages_are_blank() {
        for symbol in "\t\n\r\u{b}\u{c}\u{85}\u{a0}\u{2003}\u{2028}\u{2029}\u{3000}".chars() {
            assert_eq!(Class::of(symbol), Class::Blank, "{symbol:?}");
        }
        assert!(is_hidden('\n') && is_hidden('\u{2028}') && !is_hidden('\u{3000}'));
    }

    #[test]
    fn marks_follow_a_character() {
        for symbol in "\u{301}\u{489}\u{5b0}\u{93f}\u{e34}\u{20dd}".chars() {
            assert_ne!(Class::of(symbol), Class::Hidden, "{symbol:?}");
        }
        assert_eq!(Class::of('\u{301}'), Class::Mark);
    }

    #[test]
    fn every_control_bidirectional_control_and_zero_width_character_is_hidden() {
        let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        let bidirectional = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter();
        let bidirectional =
            bidirectional.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let zero_width = ('\u{200b}'..='\u{200d}').chain('\u{2060}'..='\u{2064}');
        let others =
            ['\u{ad}', '\u{34f}', '\u{180e}', '\u{3164}', '\u{fe0f}', '\u{feff}', '\u{fff9}'];
        let tags = '\u{e0000}'..='\u{e01ef}';
        let private = ['\u{e000}', '\u{fdd0}', '\u{ffff}', '\u{10ffff}'];
        let all = controls
            .chain(bidirectional)
            .chain(zero_width)
            .chain(others)
            .chain(tags)
            .chain(private);
        for symbol in all {
            assert!(is_hidden(symbol), "{symbol:?}");
        }
    }
}
