//! OBF, the format of endgame test suites: one position per line, with known scores.
//!
//! ```text
//! % variant: anti
//! -----OX--XO----- X; B1:+4; A2:+4;  % a comment
//! ```
//!
//! A score is in discs, positive if it is good for the side to move; a score without a move is that
//! of the best move. Canonical: best scores first, squares in upper case. The header line with the
//! variant is an extension of Wane; by convention a suite without it has the objective
//! [`Objective::MostDiscs`], but the caller decides.

use std::fmt;

use wane_board::{AnyPosition, Move, Objective, Score};
use wane_text::Foreign;

use crate::board_text::{self, BoardTextError};
use crate::record::{Eval, GameRecord, MoveNote, variant_name, variant_named};
use crate::{At, transcript};

/// The positions of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Suite {
    /// The objective of the scores, if the header names it.
    pub objective: Option<Objective>,
    /// The positions, in the order of the text.
    pub problems: Vec<SuiteEntry>,
}

/// A position with its known scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The position.
    pub position: AnyPosition,
    /// The known scores.
    pub scores: Vec<Scored>,
    /// The text after `%`.
    pub comment: String,
}

/// A known score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The move with this score, or `None` for the best move.
    pub mv: Option<Move>,
    /// Positive if it is good for the side to move.
    pub score: Score,
}

impl SuiteEntry {
    /// The highest known score, which is the score of the position if the best move is listed.
    #[must_use]
    pub fn best_score(&self) -> Option<Score> {
        self.scores.iter().map(|scored| scored.score).max()
    }

    /// The position as a game without moves, its best score as a note.
    #[must_use]
    pub fn to_record(&self, objective: Objective) -> GameRecord {
        let mut record = GameRecord::from_position(self.position, objective);
        if let Some(best) = self.best_score() {
            let eval = Eval::from_discs(f64::from(best.discs()));
            record.notes.insert(0, MoveNote { eval, ..MoveNote::default() });
        }
        record
    }
}

/// Reads a suite.
///
/// # Errors
/// If a line is neither a comment nor a position with scores.
pub fn parse(text: &str) -> Result<Suite, ObfError> {
    let mut suite = Suite::default();
    for (index, line) in text.lines().enumerate() {
        let (content, comment) = line.split_once('%').unwrap_or((line, ""));
        let comment = comment.trim();
        if content.trim().is_empty() {
            suite.objective = variant(comment).or(suite.objective);
            continue;
        }
        let problem = parse_line(index + 1, content, comment);
        suite.problems.push(problem.map_err(|kind| ObfError { line: index + 1, kind })?);
    }
    Ok(suite)
}

/// Writes the canonical form.
#[must_use]
pub fn write(suite: &Suite) -> String {
    let header = |objective| format!("% variant: {}\n", variant_name(objective));
    let mut text = suite.objective.map(header).unwrap_or_default();
    for problem in &suite.problems {
        text += &board_text::write(&problem.position);
        text += ";";
        let mut scores = problem.scores.clone();
        scores.sort_by_key(|scored| -scored.score);
        for Scored { mv, score } in scores {
            text += &match mv {
                Some(Move::Place(square)) => {
                    format!(" {}:{score};", square.to_string().to_uppercase())
                }
                Some(Move::Pass) => format!(" PA:{score};"),
                None => format!(" {score};"),
            };
        }
        if !problem.comment.is_empty() {
            text += &format!(" % {}", problem.comment.replace(['\n', '\r'], " "));
        }
        text += "\n";
    }
    text
}

fn variant(comment: &str) -> Option<Objective> {
    variant_named(comment.strip_prefix("variant:")?.trim())
}

fn parse_line(line: usize, content: &str, comment: &str) -> Result<SuiteEntry, ObfErrorKind> {
    let (board, items) = content.split_once(';').unwrap_or((content, ""));
    let position = board_text::parse(board).map_err(|error| match error {
        BoardTextError::Symbol { symbol, at } => {
            BoardTextError::Symbol { symbol, at: At { line, ..at } }
        }
        other => other,
    })?;
    let items = items.split(';').map(str::trim).filter(|item| !item.is_empty());
    let scores = items.map(|item| {
        parse_item(item, &position).ok_or_else(|| ObfErrorKind::Item { item: item.into() })
    });
    let scores = scores.collect::<Result<_, _>>()?;
    Ok(SuiteEntry { line, position, scores, comment: comment.into() })
}

fn parse_item(item: &str, position: &AnyPosition) -> Option<Scored> {
    let (mv, score) = match item.split_once(':') {
        Some((mv, score)) => (Some(transcript::parse_move(mv.trim())?), score.trim()),
        None => (None, item),
    };
    let discs: i32 = score.parse().ok()?;
    let squares = position.size().squares().len().cast_signed();
    let is_legal = match mv {
        Some(Move::Place(square)) => position.legal_moves().contains(square),
        Some(Move::Pass) => position.legal_moves().is_empty(),
        None => true,
    };
    (is_legal && discs.abs() <= squares).then_some(Scored { mv, score: Score::new(discs) })
}

/// A line of a suite cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ObfErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObfErrorKind {
    /// The board cannot be read.
    Board(BoardTextError),
    /// A score does not have the form `move:score` or `score`, or is impossible in this position.
    Item {
        /// The text of the score.
        item: Foreign,
    },
}

impl From<BoardTextError> for ObfErrorKind {
    fn from(error: BoardTextError) -> Self {
        Self::Board(error)
    }
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            ObfErrorKind::Board(error) => write!(f, "{error}"),
            ObfErrorKind::Item { item } => write!(
                f,
                "{item:?} is not a score of this position, write a legal move and discs, as in g8:+18"
            ),
        }
    }
}

impl std::error::Error for ObfError {}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;";

    #[test]
    fn the_example_of_the_format_reads_and_writes() {
        let suite = parse(LINE).unwrap();
        assert_eq!(suite.problems[0].best_score(), Some(Score::new(18)));
        assert_eq!(suite.problems[0].scores.len(), 8);
        assert_eq!(write(&suite).trim_end(), LINE);
    }

    #[test]
    fn variants_bare_scores_passes_and_comments_are_read() {
        let text = "% variant: anti\n\n% note\nXO-- ---- ---- ---- O; pa:+4 % must pass\n-----OX--XO----- X;+4\n-----OX--XO----- X\n";
        let suite = parse(text).unwrap();
        assert_eq!(suite.objective, Some(Objective::FewestDiscs));
        assert_eq!(suite.problems[0].scores[0].mv, Some(Move::Pass));
        assert_eq!((suite.problems[0].line, suite.problems[0].comment.as_str()), (4, "must pass"));
        assert_eq!(suite.problems[1].scores, [Scored { mv: None, score: Score::new(4) }]);
        assert_eq!(suite.problems[2].best_score(), None);
        let canonical = "% variant: anti\nXO-------------- O; PA:+4; % must pass\n-----OX--XO----- X; +4;\n-----OX--XO----- X;\n";
        assert_eq!(write(&suite), canonical);
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |text| parse(text).unwrap_err().to_string();
        assert!(error("% ok\n-----OX--XO----- X; c1:+4").starts_with("line 2: \"c1:+4\" is not a"));
        assert!(error("-----OX--XO----- X; +18").starts_with("line 1: \"+18\" is not a score"));
        assert!(error("\n-----?X").starts_with("line 2: unknown symbol '?' at line 2, column 6"));
    }
}
