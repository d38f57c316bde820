//! Splits an SGF text into games and properties; their meaning is left to the reader.

use super::{SgfError, SgfErrorKind};
use crate::At;

/// The maximum nesting of variations; far more than any tool writes.
pub(super) const MAX_DEPTH: usize = 1000;

/// The tree of a game: a sequence of nodes, and the sequences that go on after the last of them, the
/// main line first.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) nodes: Vec<Node>,
    pub(super) next: Vec<Sequence>,
}

/// A node with its properties in their order.
#[derive(Default)]
pub(super) struct Node {
    pub(super) properties: Vec<Property>,
}

/// A game, as a tree.
pub(super) struct GameTree {
    pub(super) root: Sequence,
    /// Whether every value is in quotes, as PlayStrategy writes them.
    pub(super) is_quoted: bool,
}

impl GameTree {
    /// Removes the quotes if the value of `FF` has them, which means that all values do.
    fn new(mut root: Sequence) -> Self {
        let of = |property: &Property| unquoted(&property.values[0].text).is_some();
        let is_quoted = main_line(&root).any(|property| property.name == "FF" && of(property));
        if is_quoted {
            root.unquote();
        }
        Self { root, is_quoted }
    }

    /// The first property of this name on the main line.
    pub(super) fn find(&self, name: &str) -> Option<&Property> {
        self.main_line().find(|property| property.name == name)
    }

    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|property| property.values[0].text.trim())
    }

    /// The properties of the main line.
    pub(super) fn main_line(&self) -> impl Iterator<Item = &Property> {
        main_line(&self.root)
    }
}

fn main_line(root: &Sequence) -> impl Iterator<Item = &Property> {
    let line = std::iter::successors(Some(root), |sequence| sequence.next.first());
    line.flat_map(|sequence| &sequence.nodes).flat_map(|node| &node.properties)
}

impl Sequence {
    /// The node that is being read.
    fn last_node(&mut self) -> &mut Node {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        self.nodes.last_mut().expect("there is one now")
    }

    fn unquote(&mut self) {
        let properties = self.nodes.iter_mut().flat_map(|node| &mut node.properties);
        for value in properties.flat_map(|property| &mut property.values) {
            if let Some(text) = unquoted(&value.text) {
                value.text = text.into();
            }
        }
        for next in &mut self.next {
            next.unquote();
        }
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

/// Splits a text into games, and each game into sequences of nodes with properties.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next game, or `None` at the end.
    pub(super) fn next_game(&mut self) -> Result<Option<GameTree>, SgfError> {
        let Some(start) = self.text[self.at..].find('(') else {
            return Ok(None);
        };
        self.at += start;
        // The sequences that are not closed yet, each within the one before.
        let mut open: Vec<Sequence> = Vec::new();
        while let Some(symbol) = self.text[self.at..].chars().next() {
            match symbol {
                '(' if open.len() == MAX_DEPTH => return Err(self.error(SgfErrorKind::TooDeep)),
                '(' => open.push(Sequence::default()),
                ')' => {
                    let closed = open.pop().expect("the loop ends when all are closed");
                    self.at += 1;
                    match open.last_mut() {
                        Some(outer) => outer.next.push(closed),
                        None => return Ok(Some(GameTree::new(closed))),
                    }
                    continue;
                }
                letter if letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    // What follows the variations of a sequence has no place in the tree.
                    if let Some(sequence) = open.last_mut().filter(|it| it.next.is_empty()) {
                        sequence.last_node().properties.push(property);
                    }
                    continue;
                }
                ';' => {
                    if let Some(sequence) = open.last_mut().filter(|it| it.next.is_empty()) {
                        sequence.nodes.push(Node::default());
                    }
                }
                space if space.is_whitespace() => {}
                other => return Err(self.error(SgfErrorKind::Unexpected { symbol: other })),
            }
            self.at += symbol.len_utf8();
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
