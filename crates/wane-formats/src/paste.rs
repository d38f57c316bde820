//! Paste anything: reads a text after detecting its format.

use std::fmt;

use wane_board::AnyGame;

use crate::ggf::{self, GgfError};
use crate::json::{self, JsonError};
use crate::obf::{self, ObfError, Suite};
use crate::pgn::{self, PgnError};
use crate::record::{Context, GameRecord};
use crate::sgf::{self, SgfError};
use crate::transcript::{self, TranscriptError};
use crate::wthor::{self, WthorError};
use crate::{Format, board_text};

/// The content of a text and its format.
#[derive(Clone, Debug, PartialEq)]
pub struct Pasted {
    /// The format that was detected.
    pub format: Format,
    /// The content.
    pub content: Content,
}

/// The content of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// One or more games; a position is a game without moves.
    Games(Vec<GameRecord>),
    /// Positions with known scores.
    Suite {
        /// The positions.
        suite: Suite,
        /// Defaults for what the suite does not say.
        context: Context,
    },
}

impl Pasted {
    /// The games, or the positions as games without moves.
    #[must_use]
    pub fn into_games(self) -> Vec<GameRecord> {
        match self.content {
            Content::Games(games) => games,
            Content::Suite { suite, context } => {
                let objective = suite.objective.unwrap_or(context.objective);
                suite.problems.iter().map(|problem| problem.to_record(objective)).collect()
            }
        }
    }
}

/// Reads a text in any format; `context` supplies what the text does not say.
///
/// # Errors
/// If the text is empty, or invalid in the format that was detected.
///
/// ```
/// use wane_formats::{Context, Format, paste::paste};
///
/// for (text, format) in [
///     ("f5d6c3", Format::Transcript),
///     ("-----OX--XO----- X", Format::Board),
///     ("-----OX--XO----- X; b1:+4;", Format::Obf),
///     ("(;GM[Othello]TY[8a]B[F5];)", Format::Ggf),
///     ("(;GM[2];B[f5])", Format::Sgf),
///     ("[Black \"a\"] 1. f5 d6 37-27", Format::Pgn),
///     (r#"{"format":"wane-game","v":1,"moves":["f5"]}"#, Format::Json),
/// ] {
///     assert_eq!(paste(text, Context::default())?.format, format);
/// }
/// # Ok::<(), wane_formats::paste::PasteError>(())
/// ```
pub fn paste(text: &str, context: Context) -> Result<Pasted, PasteError> {
    let format = recognise(text).ok_or(PasteError::Empty)?;
    read(text, format, context)
}

/// [`paste`] for the bytes of a file, which may also be a WTHOR database.
///
/// # Errors
/// As [`paste`], and if the bytes are neither UTF-8 nor WTHOR.
pub fn paste_bytes(bytes: &[u8], context: Context) -> Result<Pasted, PasteError> {
    // WTHOR has zeros in its header, which no text has.
    if bytes.contains(&0) {
        return read_wthor(bytes);
    }
    paste(text_of(bytes)?, context)
}

/// Reads the bytes of a file in a given format.
///
/// # Errors
/// If the bytes are invalid in that format.
pub fn read_bytes(bytes: &[u8], format: Format, context: Context) -> Result<Pasted, PasteError> {
    if format == Format::Wthor { read_wthor(bytes) } else { read(text_of(bytes)?, format, context) }
}

fn text_of(bytes: &[u8]) -> Result<&str, PasteError> {
    str::from_utf8(bytes).map_err(|error| PasteError::NotText { offset: error.valid_up_to() })
}

fn read(text: &str, format: Format, context: Context) -> Result<Pasted, PasteError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let content = match format {
        Format::Transcript => {
            let games = read_transcripts(text, context).map_err(PasteError::Transcript)?;
            let record = |game| GameRecord::new(game, context.objective);
            Content::Games(games.into_iter().map(record).collect())
        }
        Format::Board => {
            let position = board_text::parse(text).map_err(PasteError::Board)?;
            Content::Games(vec![GameRecord::from_position(position, context.objective)])
        }
        Format::Obf => {
            Content::Suite { suite: obf::parse(text).map_err(PasteError::Obf)?, context }
        }
        Format::Ggf => Content::Games(ggf::parse(text, context).map_err(PasteError::Ggf)?),
        Format::Sgf => Content::Games(sgf::parse(text, context).map_err(PasteError::Sgf)?),
        Format::Pgn => Content::Games(pgn::parse(text, context).map_err(PasteError::Pgn)?),
        Format::Json => Content::Games(json::parse(text, context).map_err(PasteError::Json)?),
        Format::Wthor => return read_wthor(text.as_bytes()),
    };
    Ok(Pasted { format, content })
}

/// One game per line if every line is a game, otherwise one game over all lines. A line in the
/// middle of a game hardly ever starts with one of the four possible first moves.
fn read_transcripts(text: &str, context: Context) -> Result<Vec<AnyGame>, TranscriptError> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_continued = |line: &str| line.starts_with(|c: char| c.is_ascii_digit() && c != '1');
    if lines().count() > 1 && !lines().any(is_continued) {
        let games = lines().map(|line| transcript::parse(line, context.size));
        if let Ok(games) = games.collect() {
            return Ok(games);
        }
    }
    Ok(vec![transcript::parse(text, context.size)?])
}

fn read_wthor(bytes: &[u8]) -> Result<Pasted, PasteError> {
    let database = wthor::parse(bytes).map_err(PasteError::Wthor)?;
    let games = database.games.into_iter().map(|game| game.record).collect();
    Ok(Pasted { format: Format::Wthor, content: Content::Games(games) })
}

/// Detects the format of a text; `None` if it is empty.
fn recognise(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let first_line = text.lines().next()?;
    if pgn::begins(text) {
        return Some(Format::Pgn);
    }
    if text.starts_with(['{', '[']) {
        return Some(Format::Json);
    }
    if text.starts_with('%') {
        return Some(Format::Obf);
    }
    let line = first_line.split('%').next().unwrap_or(first_line);
    let (board, items) = line.split_once(';').unwrap_or((line, ""));
    if !is_board(board) {
        // A number, or the words of a mail, may precede a game tree. A comment in a suite is not
        // one.
        let tree = text.find("(;").or_else(|| text.find('('));
        return Some(tree.map_or(Format::Transcript, |start| game_tree_format(&text[start..])));
    }
    if first_line.contains([';', '%']) {
        let is_score = |item: &str| item.contains(':') || item.trim().parse::<i32>().is_ok();
        let has_scores = items.trim().is_empty() || items.split(';').any(is_score);
        return Some(if has_scores { Format::Obf } else { Format::Transcript });
    }
    // Several lines that are each a whole position are a suite; the rows of one board are not.
    let is_suite = text.lines().count() > 1 && board_text::parse(first_line).is_ok();
    Some(if is_suite { Format::Obf } else { Format::Board })
}

/// Whether a text consists of symbols for squares, optionally followed by the name of a side.
fn is_board(text: &str) -> bool {
    let (squares, _) = board_text::split_side_word(text.trim());
    !squares.is_empty() && squares.chars().all(|c| c.is_whitespace() || board_text::is_symbol(c))
}

/// `GM[Othello]`, `TY` and `BO` are tags of GGF; everything else is SGF.
fn game_tree_format(text: &str) -> Format {
    let upper = text.get(..text.len().min(4096)).unwrap_or(text).to_ascii_uppercase();
    let is_ggf = upper.contains("GM[OTHELLO]") || upper.contains("TY[") || upper.contains("BO[");
    if is_ggf { Format::Ggf } else { Format::Sgf }
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasteError {
    /// The text is empty.
    Empty,
    /// The bytes are not UTF-8.
    NotText {
        /// The offset of the first invalid byte, counted from 0.
        offset: usize,
    },
    /// It was read as a transcript.
    Transcript(TranscriptError),
    /// It was read as a board.
    Board(board_text::BoardTextError),
    /// It was read as an OBF suite.
    Obf(ObfError),
    /// It was read as GGF.
    Ggf(GgfError),
    /// It was read as SGF.
    Sgf(SgfError),
    /// It was read as PGN.
    Pgn(PgnError),
    /// It was read as JSON.
    Json(JsonError),
    /// It was read as a WTHOR database.
    Wthor(WthorError),
}

impl fmt::Display for PasteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "there is nothing to read, give a transcript, a board, OBF, GGF, SGF or JSON",
            ),
            Self::NotText { offset } => {
                write!(f, "byte {offset} is not UTF-8 text")
            }
            Self::Transcript(error) => write!(f, "transcript, {error}"),
            Self::Board(error) => write!(f, "board: {error}"),
            Self::Obf(error) => write!(f, "OBF, {error}"),
            Self::Ggf(error) => write!(f, "GGF, {error}"),
            Self::Sgf(error) => write!(f, "SGF, {error}"),
            Self::Pgn(error) => write!(f, "PGN, {error}"),
            Self::Json(error) => write!(f, "JSON, {error}"),
            Self::Wthor(error) => write!(f, "WTHOR, {error}"),
        }
    }
}

impl std::error::Error for PasteError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_detected() {
        let eight_rows =
            "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX";
        for (text, format) in [
            ("f5", Format::Transcript),
            ("  C4", Format::Transcript),
            ("1. f5", Format::Transcript),
            ("XO-------------- O;c1", Format::Transcript),
            (eight_rows, Format::Board),
            ("-----OX--XO-----\nwhite", Format::Board),
            ("-----OX--XO----- white", Format::Board),
            ("-----OX--XO----- X % start", Format::Obf),
            ("-----OX--XO----- X\n-----OX--XO----- X", Format::Obf),
            ("-----OX--XO----- black; +4", Format::Obf),
            ("-----OX--XO----- X;", Format::Obf),
            ("% suite (;\n", Format::Obf),
            ("-----OX--XO----- X; % the start (;GM[2])", Format::Obf),
            ("a game (from GGS): (;GM[Othello]TY[8];)", Format::Ggf),
            ("2 (;GM[Othello]TY[8];)(;TY[8];)", Format::Ggf),
            ("\u{feff}(;FF[4];B[f5])", Format::Sgf),
            ("(\n;GM[2])", Format::Sgf),
            ("[Site \"kurnik\"]\n[Black \"a\"]\n\n1. f5 d6 37-27", Format::Pgn),
            ("[{\"format\":\"wane-game\",\"v\":1}]", Format::Json),
        ] {
            assert_eq!(recognise(text), Some(format), "{text:?}");
            assert!(paste(text, Context::default()).is_ok(), "{text:?}");
        }
        assert_eq!(paste(" \n", Context::default()), Err(PasteError::Empty));
    }

    #[test]
    fn a_text_of_many_transcripts_is_many_games() {
        let count = |text| paste(text, Context::default()).unwrap().into_games().len();
        assert_eq!(count("f5d6c3\nf5d6c4\n\nc4\n"), 3);
        assert_eq!(count("f5d6\nc3d3\n"), 1);
        assert_eq!(count("1. f5 d6\n2. c4 d3\n"), 1);
    }

    #[test]
    fn bytes_that_are_not_text_are_refused() {
        let error = |bytes: &[u8]| paste_bytes(bytes, Context::default()).unwrap_err().to_string();
        assert!(error(b"f5\xff").starts_with("byte 2 is not UTF-8"));
        assert!(error(b"f5\0").starts_with("WTHOR, 3 bytes are not"));
    }

    #[test]
    fn errors_begin_with_the_format_that_the_text_was_read_as() {
        for (text, format) in [
            ("f5f5", "transcript, "),
            ("-----OX--XO---- white\n", "board: "),
            ("-----OX--XO----- X; z9:+4;", "OBF, "),
            ("(;GM[Othello]TY[8]B[A1];)", "GGF, "),
            ("(;GM[2];B[a1])", "SGF, "),
            ("[Black \"a\"] 1. a1", "PGN, "),
            ("{\"format\":\"wane-game\"", "JSON, "),
            ("\u{feff}", "there is nothing to read"),
        ] {
            let error = paste(text, Context::default()).unwrap_err().to_string();
            assert!(error.starts_with(format), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_format_that_is_given_is_not_guessed() {
        let read = |bytes: &[u8], format| read_bytes(bytes, format, Context::default());
        assert_eq!(read(b"f5d6", Format::Transcript).unwrap().format, Format::Transcript);
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Transcript) {
            let error = read(b"f5d6", format).unwrap_err().to_string();
            assert!(error.to_lowercase().starts_with(format.name()), "{format}: {error}");
        }
        assert_eq!(
            read(b"f5\xff", Format::Transcript).unwrap_err().to_string(),
            "byte 2 is not UTF-8 text"
        );
    }
}
