//! Splits an SGF text into games and properties; their meaning is left to the reader.

use super::{SgfError, SgfErrorKind};
use crate::At;

/// The maximum nesting of variations; far more than any tool writes.
pub(super) const MAX_DEPTH: usize = 1000;

/// The properties of a game's main line.
pub(super) struct MainLine {
    pub(super) properties: Vec<Property>,
    /// Whether every value is in quotes, as PlayStrategy writes them.
    pub(super) is_quoted: bool,
}

impl MainLine {
    /// Removes the quotes if the value of `FF` has them, which means that all values do.
    fn new(mut properties: Vec<Property>) -> Self {
        let of = |property: &Property| unquoted(&property.values[0].text).is_some();
        let is_quoted = properties.iter().any(|property| property.name == "FF" && of(property));
        for value in properties.iter_mut().flat_map(|property| &mut property.values) {
            if let Some(text) = unquoted(&value.text).filter(|_| is_quoted) {
                value.text = text.into();
            }
        }
        Self { properties, is_quoted }
    }

    pub(super) fn find(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|property| property.values[0].text.trim())
    }
}

fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// A property with at least one value.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<PropertyValue>,
}

/// A value and its offset in the text.
pub(super) struct PropertyValue {
    pub(super) text: String,
    pub(super) offset: usize,
}

/// Splits a text into games, and each game into the properties of its main line.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next game, or `None` at the end.
    pub(super) fn next_game(&mut self) -> Result<Option<MainLine>, SgfError> {
        let Some(start) = self.text[self.at..].find('(') else {
            return Ok(None);
        };
        self.at += start;
        let mut properties = Vec::new();
        let mut depth = 0_usize;
        // The main line ends where the first variation closes.
        let mut on_main_line = true;
        while let Some(symbol) = self.text[self.at..].chars().next() {
            match symbol {
                '(' if depth == MAX_DEPTH => return Err(self.error(SgfErrorKind::TooDeep)),
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    on_main_line = false;
                }
                letter if letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if on_main_line {
                        properties.push(property);
                    }
                    continue;
                }
                ';' => {}
                space if space.is_whitespace() => {}
                other => return Err(self.error(SgfErrorKind::Unexpected { symbol: other })),
            }
            self.at += symbol.len_utf8();
            if depth == 0 {
                return Ok(Some(MainLine::new(properties)));
            }
        }
        Err(self.error(SgfErrorKind::Unclosed))
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let rest = &self.text[self.at..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        // Old files have long names in mixed case; only the capitals count.
        let name: String = rest[..letters].chars().filter(char::is_ascii_uppercase).collect();
        self.at += letters;
        let mut values = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let space = rest.len() - rest.trim_start().len();
            if !rest[space..].starts_with('[') {
                break;
            }
            self.at += space + 1;
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.error(SgfErrorKind::NoValue { name: name.into() }));
        }
        Ok(Property { name, values })
    }

    /// Reads a value up to its `]` and resolves escapes.
    fn value(&mut self) -> Result<PropertyValue, SgfError> {
        let start = self.at;
        let mut text = String::new();
        let mut escaped = false;
        for (offset, symbol) in self.text[start..].char_indices() {
            match symbol {
                ']' if !escaped => {
                    self.at = start + offset + 1;
                    return Ok(PropertyValue { text, offset: start });
                }
                '\\' if !escaped => escaped = true,
                _ => {
                    text.push(symbol);
                    escaped = false;
                }
            }
        }
        Err(self.error(SgfErrorKind::Unclosed))
    }

    fn error(&self, kind: SgfErrorKind) -> SgfError {
        SgfError { at: At::offset(self.text, self.at), kind }
    }
}
