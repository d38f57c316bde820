//! The responses of a GTP engine: their framing, and the grammar of some.

use std::fmt;
use std::str::FromStr;

use wane_board::{Colour, Move, Score};
use wane_text::Foreign;

use super::{command::read_colour, drop_controls};
use crate::at::beginning;
use crate::line::{LineError, MAX_MOVES, MAX_TEXT_BYTES, Word, check_length};
use crate::nboard::Depth;
use crate::record::Eval;
use crate::transcript;

/// The maximum length of a response that is written, in bytes, so that it can be read back.
const MAX_RESPONSE_BYTES: usize = 60_000;

/// The response to a request: `=id text` or `?id text`, and an empty line.
///
/// ```
/// use wane_formats::gtp::Response;
///
/// let response = Response::success(Some(4), "d6");
/// assert_eq!(response.to_string(), "=4 d6\n\n");
/// // Edax writes a space before the id.
/// assert_eq!(Response::parse("= 4 d6\n\n", Some(4)), Ok(response));
/// # Ok::<(), wane_formats::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The id of the request.
    pub id: Option<u64>,
    /// The text of a success, or of an error.
    pub answer: Result<Lines, Lines>,
}

impl Response {
    /// The response `=`.
    #[must_use]
    pub fn success(id: Option<u64>, text: &str) -> Self {
        Self { id, answer: Ok(text.into()) }
    }

    /// The response `?`.
    #[must_use]
    pub fn failure(id: Option<u64>, text: &str) -> Self {
        Self { id, answer: Err(text.into()) }
    }

    /// Reads a response: its lines up to the empty one, which may be missing. `asked` is the id of
    /// the request. It is needed to distinguish an id after a space from a text that begins with a
    /// number.
    ///
    /// # Errors
    /// If the response is too long or does not begin with `=` or `?`.
    pub fn parse(text: &str, asked: Option<u64>) -> Result<Self, LineError> {
        check_length(text)?;
        let text = text.trim_start();
        let (is_success, rest) = match (text.strip_prefix('='), text.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(LineError::wrong("an answer, = or ?", text)),
        };
        let (first, _) = rest.split_once('\n').unwrap_or((rest, ""));
        let number = first.split_whitespace().next().unwrap_or_default();
        let has_blank = !rest.starts_with(number);
        let id = number.parse().ok().filter(|&id| !has_blank || asked == Some(id));
        let lines =
            if id.is_some() { rest.trim_start()[number.len()..].into() } else { rest.into() };
        Ok(Self { id, answer: if is_success { Ok(lines) } else { Err(lines) } })
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, lines) = match &self.answer {
            Ok(lines) => ('=', lines),
            Err(lines) => ('?', lines),
        };
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let blank = if lines.0.is_empty() || lines.0.starts_with('\n') { "" } else { " " };
        write!(f, "{sign}{id}{blank}{lines}\n\n")
    }
}

/// The text of a response: lines that are not empty, except that the first may be empty if others
/// follow, as in a drawing of a board. Conversion drops everything else.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lines(String);

impl Lines {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Lines {
    fn from(text: &str) -> Self {
        let (first, others) = text.split_once('\n').unwrap_or((text, ""));
        let cut = |line: &str| {
            let line = drop_controls(line);
            line[..line.floor_char_boundary(MAX_TEXT_BYTES)].trim_end().to_string()
        };
        let mut lines = cut(drop_controls(first).trim_start());
        for line in others.lines().map(cut).filter(|line| !line.is_empty()) {
            if lines.len() + line.len() > MAX_RESPONSE_BYTES {
                break;
            }
            lines += "\n";
            lines += &line;
        }
        Self(lines)
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The response to `genmove` and `reg_genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratedMove {
    /// A move or a pass.
    Move(Move),
    /// The engine resigns.
    Resign,
}

impl FromStr for GeneratedMove {
    type Err = NotAnAnswer;

    fn from_str(text: &str) -> Result<Self, NotAnAnswer> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Self::Resign);
        }
        let mv = transcript::parse_move(text);
        mv.map(Self::Move).ok_or_else(|| NotAnAnswer::new("a vertex or resign", text))
    }
}

impl fmt::Display for GeneratedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "{mv}"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

/// The response to `final_score`: `B+10`, `W+4` or `0`; the letter is the winner's, under either
/// objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalScore {
    /// Positive if Black has won.
    pub black_score: Score,
}

impl FromStr for FinalScore {
    type Err = NotAnAnswer;

    /// Also reads `B10`, which Egaroucid writes.
    fn from_str(text: &str) -> Result<Self, NotAnAnswer> {
        let text = text.trim();
        let read = || {
            let (winner, discs) = text.split_at_checked(1)?;
            // `parse` accepts a number with or without a plus sign.
            let score = || discs.parse::<u8>().ok().map(|discs| Score::new(discs.into()));
            match read_colour(winner) {
                Some(Colour::Black) => score(),
                Some(Colour::White) => score().map(|score| -score),
                None => (text == "0").then_some(Score::new(0)),
            }
        };
        let black_score = read().ok_or_else(|| NotAnAnswer::new("a score, as B+10", text))?;
        Ok(Self { black_score })
    }
}

impl fmt::Display for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.black_score.discs() {
            0 => f.write_str("0"),
            discs if discs > 0 => write!(f, "B+{discs}"),
            discs => write!(f, "W+{}", -discs),
        }
    }
}

/// A line of the response to `wane-analyze`: `MOVE EVAL DEPTH NODES PV…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedMove {
    /// The move.
    pub mv: Move,
    /// Its evaluation for the mover.
    pub eval: Eval,
    /// The depth of the search.
    pub depth: Depth,
    /// The nodes searched.
    pub nodes: u64,
    /// The principal variation, beginning with the move.
    pub pv: Vec<Move>,
}

impl FromStr for AnalysedMove {
    type Err = NotAnAnswer;

    fn from_str(text: &str) -> Result<Self, NotAnAnswer> {
        let mut words = text.split_whitespace();
        let mut read = || {
            let mv = transcript::parse_move(words.next()?)?;
            let eval = Eval::from_discs(words.next()?.parse().ok()?)?;
            let depth = words.next()?.parse::<Word>().ok()?.into();
            let nodes = words.next()?.parse().ok()?;
            let pv = words.by_ref().take(MAX_MOVES).map(transcript::parse_move);
            Some(Self { mv, eval, depth, nodes, pv: pv.collect::<Option<_>>()? })
        };
        read().ok_or_else(|| NotAnAnswer::new("a move with its analysis", text))
    }
}

impl fmt::Display for AnalysedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, eval, depth, nodes, pv } = self;
        write!(f, "{mv} {:+.2} {depth} {nodes}", eval.discs())?;
        pv.iter().take(MAX_MOVES).try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The text is not a valid response to the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnAnswer {
    /// What it should be.
    pub what: &'static str,
    /// Its first characters.
    pub text: Foreign,
}

impl NotAnAnswer {
    fn new(what: &'static str, text: &str) -> Self {
        Self { what, text: beginning(text) }
    }
}

impl fmt::Display for NotAnAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}", self.text, self.what)
    }
}

impl std::error::Error for NotAnAnswer {}
