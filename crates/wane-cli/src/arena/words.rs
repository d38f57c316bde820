//! A command line in one text, as words: blanks part them, quotes keep them together.

/// The words; `None` if a quote has no end.
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = |text| split(text).unwrap();
        assert_eq!(words(" edax  -nboard "), ["edax", "-nboard"]);
        assert_eq!(words("'my engine' -o \"a 'b'\" ''"), ["my engine", "-o", "a 'b'", ""]);
        assert_eq!(words("a'b c'd"), ["ab cd"]);
        assert_eq!(words("  "), Vec::<String>::new());
        assert_eq!(split("'a"), None);
    }
}
