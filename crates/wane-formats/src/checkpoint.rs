//! Checkpoints: what a long solve has proved so far, so that it can resume after a stop.
//!
//! ```text
//! % wane checkpoint 1
//! % variant: anti
//! --------------OX----XO-------------- X; -2; +36; c2; 1234567; 8901234567; 312;
//! ```
//!
//! A line holds a position, the lower and upper bound of its score, the best move (`--` if there is
//! none), the cost of the proof in nodes, and the total nodes and seconds of the run so far. Lines
//! are only appended. A stop may truncate the last line; the reader ignores it without its line
//! break.

use std::fmt;

use wane_board::{AnyPosition, Objective, Score, Square};
use wane_text::Foreign;

use crate::board_text::{self, BoardTextError};
use crate::record::{variant_name, variant_named};

const TITLE: &str = "% wane checkpoint 1";
const VARIANT: &str = "% variant: ";
const NO_MOVE: &str = "--";

/// The content of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The objective.
    pub objective: Objective,
    /// The proofs in the order in which they were found.
    pub proofs: Vec<Proved>,
}

/// A proved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The position.
    pub position: AnyPosition,
    /// Its score for the side to move is at least this.
    pub lower: Score,
    /// Its score for the side to move is at most this.
    pub upper: Score,
    /// The best move, which a resumed search tries first.
    pub best: Option<Square>,
    /// The cost of the proof in nodes.
    pub cost: u64,
    /// The total nodes of the run so far.
    pub nodes: u64,
    /// The total seconds of the run so far.
    pub seconds: u64,
}

/// The two header lines of a checkpoint.
#[must_use]
pub fn header(objective: Objective) -> String {
    format!("{TITLE}\n{VARIANT}{}\n", variant_name(objective))
}

/// One proof as a line, with its line break.
#[must_use]
pub fn line(proved: &Proved) -> String {
    let Proved { position, lower, upper, best, cost, nodes, seconds } = proved;
    let board = board_text::write(position);
    let best = best.map_or(NO_MOVE.into(), |square| square.to_string());
    format!("{board}; {lower}; {upper}; {best}; {cost}; {nodes}; {seconds};\n")
}

/// Reads a checkpoint and ignores an unfinished last line.
///
/// # Errors
/// If it is not a checkpoint, or a line is invalid.
pub fn parse(text: &str) -> Result<Checkpoint, CheckpointError> {
    let finished = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = finished.lines().enumerate();
    let mut header = || lines.next().map(|(_, line)| line.trim_end());
    let is_titled = header() == Some(TITLE);
    let objective = header().and_then(|line| variant_named(line.strip_prefix(VARIANT)?));
    let (true, Some(objective)) = (is_titled, objective) else {
        return Err(CheckpointError::Header);
    };
    let proofs = lines
        .map(|(index, line)| {
            let wrong = |kind| CheckpointError::Line { line: index + 1, kind };
            parse_line(line).map_err(wrong)
        })
        .collect::<Result<_, _>>()?;
    Ok(Checkpoint { objective, proofs })
}

fn parse_line(line: &str) -> Result<Proved, LineErrorKind> {
    let fields: Vec<&str> = line.trim_end().split(';').map(str::trim).collect();
    let [board, lower, upper, best, cost, nodes, seconds, ""] = fields[..] else {
        return Err(LineErrorKind::Fields { found: fields.len().saturating_sub(1) });
    };
    let position = board_text::parse(board).map_err(LineErrorKind::Board)?;
    let number = |field: &str| {
        field.parse::<u64>().map_err(|_| LineErrorKind::Field { field: field.into() })
    };
    let squares = position.size().squares().len().cast_signed();
    let bound = |field: &str| match field.parse::<i32>() {
        Ok(discs) if (-squares..=squares).contains(&discs) => Ok(Score::new(discs)),
        _ => Err(LineErrorKind::Field { field: field.into() }),
    };
    let (lower_score, upper_score) = (bound(lower)?, bound(upper)?);
    if lower_score > upper_score {
        return Err(LineErrorKind::Field { field: lower.into() });
    }
    let best = match (best, best.parse::<Square>()) {
        (NO_MOVE, _) => None,
        (_, Ok(square)) if position.legal_moves().contains(square) => Some(square),
        _ => return Err(LineErrorKind::Field { field: best.into() }),
    };
    Ok(Proved {
        position,
        lower: lower_score,
        upper: upper_score,
        best,
        cost: number(cost)?,
        nodes: number(nodes)?,
        seconds: number(seconds)?,
    })
}

/// The text is not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The header is missing or wrong.
    Header,
    /// A line cannot be read.
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        kind: LineErrorKind,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineErrorKind {
    /// It does not have seven fields that each end with a semicolon.
    Fields {
        /// The number of fields.
        found: usize,
    },
    /// The board cannot be read.
    Board(BoardTextError),
    /// A field is invalid.
    Field {
        /// The text of the field.
        field: Foreign,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(f, "this is not a checkpoint, which begins with {TITLE:?}"),
            Self::Line { line, kind } => {
                write!(f, "line {line}: ")?;
                match kind {
                    LineErrorKind::Fields { found } => {
                        write!(f, "a proof has 7 fields that end with a semicolon, not {found}")
                    }
                    LineErrorKind::Board(error) => write!(f, "{error}"),
                    LineErrorKind::Field { field } => {
                        write!(f, "{field:?} does not fit its place in a proof")
                    }
                }
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "% wane checkpoint 1\n% variant: anti\n\
        -----OX--XO----- X; -2; +16; b1; 1234567; 8901234567; 312;\n\
        XO-------------- O; +4; +4; --; 12; 13; 0;\n";

    #[test]
    fn a_checkpoint_reads_and_writes() {
        let checkpoint = parse(TEXT).unwrap();
        assert_eq!(checkpoint.objective, Objective::FewestDiscs);
        assert_eq!(checkpoint.proofs[0].upper, Score::new(16));
        let lines: String = checkpoint.proofs.iter().map(line).collect();
        assert_eq!(header(checkpoint.objective) + &lines, TEXT);
    }

    #[test]
    fn an_unfinished_last_line_is_ignored() {
        for cut in 1..=43 {
            let checkpoint = parse(&TEXT[..TEXT.len() - cut]).unwrap();
            assert_eq!(checkpoint.proofs.len(), 1, "{cut}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error("").starts_with("this is not a checkpoint"));
        assert!(error("% wane checkpoint 1\n% variant: chess\n").starts_with("this is not a"));
        let wrong = |from: &str, to: &str| error(&TEXT.replace(from, to));
        assert_eq!(
            wrong("12; 13;", "12;"),
            "line 4: a proof has 7 fields that end with a semicolon, not 6"
        );
        assert_eq!(wrong("+16", "+17"), "line 3: \"+17\" does not fit its place in a proof");
        assert_eq!(wrong("b1", "c1"), "line 3: \"c1\" does not fit its place in a proof");
        assert!(wrong("-----OX", "-?---OX").starts_with("line 3: unknown symbol '?'"));
    }
}
