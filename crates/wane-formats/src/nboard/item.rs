//! The words of NBoard lines: moves with evaluation and time, evaluations, depths, principal
//! variations.

use std::fmt;
use std::str::FromStr;

use wane_board::Move;

use crate::line::{LineError, MAX_MOVES, Word};
use crate::record::Eval;
use crate::{ggf, transcript};

/// A move with its evaluation and time: `F5`, `F5/1.20`, `F5//0.35`, `F5/1.20/0.35`.
///
/// The reader accepts spaces for the slashes, as Edax writes them, and any prefix of `PASS`, or
/// `--`, for a pass. It ignores an invalid evaluation or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveItem {
    /// The move.
    pub mv: Move,
    /// The evaluation for the mover.
    pub value: Option<EvalPair>,
    /// The time that the move took.
    pub time_ms: Option<u64>,
}

impl From<Move> for MoveItem {
    fn from(mv: Move) -> Self {
        Self { mv, value: None, time_ms: None }
    }
}

impl FromStr for MoveItem {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let text = text.split_whitespace().collect::<Vec<_>>().join("/");
        let mut fields = text.split('/');
        let name = fields.next().unwrap_or_default();
        if name.is_empty() {
            return Err(LineError::Missing { what: "a move" });
        }
        let mv = read_move(name).ok_or_else(|| LineError::wrong("a move", name))?;
        let value = fields.next().and_then(read_value);
        let time_ms = fields.next().and_then(ggf::read_time);
        Ok(Self { mv, value, time_ms })
    }
}

impl fmt::Display for MoveItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_move(self.mv))?;
        match (self.value, self.time_ms.map(ggf::write_seconds)) {
            (None, None) => Ok(()),
            (Some(value), None) => write!(f, "/{value}"),
            (None, Some(seconds)) => write!(f, "//{seconds}"),
            (Some(value), Some(seconds)) => write!(f, "/{value}/{seconds}"),
        }
    }
}

/// An evaluation for the side to move: `1.20`, or two, `2.00,-2.00`, if it depends on the value of
/// a draw. `{:+}` writes the plus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalPair {
    /// The evaluation if a draw counts as a win for the side to move.
    pub draw_seeking: Eval,
    /// The evaluation if a draw counts as a loss; not more than `draw_seeking`.
    pub draw_avoiding: Eval,
}

impl From<Eval> for EvalPair {
    fn from(eval: Eval) -> Self {
        Self { draw_seeking: eval, draw_avoiding: eval }
    }
}

impl fmt::Display for EvalPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = f.sign_plus();
        let discs = |eval: Eval| {
            let discs = eval.discs();
            if plus { format!("{discs:+.2}") } else { format!("{discs:.2}") }
        };
        f.write_str(&discs(self.draw_seeking))?;
        if self.draw_avoiding == self.draw_seeking {
            return Ok(());
        }
        write!(f, ",{}", discs(self.draw_avoiding))
    }
}

/// The depth of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Full width to this depth: `12`.
    Plies(u32),
    /// Selective to this depth, with a confidence level: `22@91%`.
    Selective {
        /// The depth.
        plies: u32,
        /// The confidence level.
        percent: u32,
    },
    /// To the end of the game, the score is exact: `100%`.
    Exact,
    /// To the end of the game, only win, draw or loss is proved: `100%W`.
    WinLossDraw,
    /// Any other notation of an engine.
    Other(Word),
}

impl From<Word> for Depth {
    fn from(word: Word) -> Self {
        let selective = |text: &str| {
            let (plies, percent) = text.strip_suffix('%')?.split_once('@')?;
            Some(Self::Selective { plies: plies.parse().ok()?, percent: percent.parse().ok()? })
        };
        match word.as_str() {
            "100%" => Self::Exact,
            "100%W" => Self::WinLossDraw,
            text => match (text.parse(), selective(text)) {
                (Ok(plies), _) => Self::Plies(plies),
                (Err(_), Some(depth)) => depth,
                (Err(_), None) => Self::Other(word),
            },
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}"),
            Self::Selective { plies, percent } => write!(f, "{plies}@{percent}%"),
            Self::Exact => f.write_str("100%"),
            Self::WinLossDraw => f.write_str("100%W"),
            Self::Other(word) => write!(f, "{word}"),
        }
    }
}

/// Reads a move, or a pass in any spelling.
fn read_move(text: &str) -> Option<Move> {
    let begins_pass = !text.is_empty() && "PASS".starts_with(&text.to_ascii_uppercase());
    if begins_pass { Some(Move::Pass) } else { transcript::parse_move(text) }
}

fn write_move(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".into(),
    }
}

/// Reads a principal variation, `F5d6C3` or `F5-D6-C3`, up to the first word that is not a move;
/// `None` if there is no move.
pub(super) fn read_pv(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    let mut rest = text;
    while moves.len() < MAX_MOVES {
        // Two dashes are a pass, one is a separator.
        if let Some(after) = rest.strip_prefix('-').filter(|after| !after.starts_with('-')) {
            rest = after;
        }
        let next = [4, 2].into_iter().find_map(|length| {
            let (name, after) = rest.split_at_checked(length)?;
            Some((transcript::parse_move(name)?, after))
        });
        let Some((mv, after)) = next else { break };
        moves.push(mv);
        rest = after;
    }
    Some(moves).filter(|moves| !moves.is_empty())
}

/// Writes the canonical form, with dashes.
pub(super) fn write_pv(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().take(MAX_MOVES).copied().map(write_move).collect();
    names.join("-")
}

/// Reads one evaluation, or two separated by a comma.
pub(super) fn read_value(text: &str) -> Option<EvalPair> {
    let (seeking, avoiding) = text.split_once(',').unwrap_or((text, text));
    let (draw_seeking, draw_avoiding) = (read_eval(seeking)?, read_eval(avoiding)?);
    (draw_avoiding <= draw_seeking).then_some(EvalPair { draw_seeking, draw_avoiding })
}

/// Reads a number of discs, with decimals but without an exponent.
pub(super) fn read_eval(text: &str) -> Option<Eval> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    Eval::from_discs(text.parse().ok().filter(|_| is_plain)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_plain_numbers_of_discs() {
        let read = |text| read_value(text).map(|value| value.to_string());
        assert_eq!(read("+1.2"), Some("1.20".into()));
        assert_eq!(read("2,-2"), Some("2.00,-2.00".into()));
        assert_eq!(read("-.5,-0.50"), Some("-0.50".into()));
        for text in ["", "NaN", "inf", "1e2", "1,", "-2,2", "1,0,0", "99999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_notations_of_depths_are_read() {
        let read = |text: &str| Depth::from(text.parse::<Word>().unwrap());
        assert_eq!(read("12"), Depth::Plies(12));
        assert_eq!(read("22@91%"), Depth::Selective { plies: 22, percent: 91 });
        assert_eq!(read("100%"), Depth::Exact);
        assert_eq!(read("100%W"), Depth::WinLossDraw);
        for text in ["91%", "100%w", "22@91", "99999999999", "book"] {
            assert_eq!(read(text), Depth::Other(text.parse().unwrap()));
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn principal_variations_are_read_with_and_without_dashes() {
        let read = |text| read_pv(text).map(|moves| write_pv(&moves));
        for text in ["F5d6C3", "F5-D6-C3", "f5-d6c3", "F5-D6-C3...", "F5D6C3-"] {
            assert_eq!(read(text), Some("F5-D6-C3".into()), "{text}");
        }
        for text in ["PA-D6", "--D6", "---D6", "passd6"] {
            assert_eq!(read(text), Some("PA-D6".into()), "{text}");
        }
        for text in ["", "-", "x", "é1", "12"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"F5".repeat(1000)).map(|text| text.len()), Some(3 * MAX_MOVES - 1));
    }
}
