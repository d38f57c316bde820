//! PGN, the chess format, as some sites write Othello games in it; read-only.
//!
//! ```text
//! [Site "kurnik"]
//! [Black "a"]
//! [White "b"]
//! [Result "37-27"]
//!
//! 1. f5 d6 2. c3 d3 … 29. a6 -- 30. a8 -- 37-27
//! ```
//!
//! Black moves first. A result is the discs of Black and White, or `1-0` if Black has won. A tag
//! `Variant` that contains `anti` or `reversed` means the reversed game; most records have no such
//! tag. The reader skips comments in `{}` and after `;`, and unknown tags.

use std::fmt;

use wane_board::{AnyGame, Objective, Score};
use wane_text::Foreign;

use crate::at::beginning;
use crate::record::{Context, GameRecord, Outcome, Reason, parse_rating};
use crate::replay::replay;
use crate::{At, ReplayError, transcript};

/// Reads every game of a text.
///
/// # Errors
/// If there is no game, or one of them cannot be read.
///
/// ```
/// use wane_formats::{Context, pgn, transcript};
///
/// let text = "[Black \"a\"][White \"b\"] 1. f5 d6 2. c3 *";
/// let games = pgn::parse(text, Context::default())?;
/// assert_eq!(games[0].white.name, "b");
/// assert_eq!(transcript::write(&games[0].game), "f5d6c3");
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn parse(text: &str, context: Context) -> Result<Vec<GameRecord>, PgnError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while reader.skip_blanks() {
        games.push(reader.game(context)?);
    }
    if games.is_empty() {
        return Err(reader.error(PgnErrorKind::NoGame));
    }
    Ok(games)
}

/// Whether a text begins like a tag.
pub(crate) fn begins(text: &str) -> bool {
    text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, kind: PgnErrorKind) -> PgnError {
        PgnError { at: At::offset(self.text, self.at), kind }
    }

    /// Skips whitespace and comments; returns false at the end of the text.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let text = rest.trim_start();
            self.at += rest.len() - text.len();
            // An unclosed comment extends to the end of the text.
            self.at += match text.bytes().next() {
                Some(b'{') => text.find('}').map_or(text.len(), |end| end + 1),
                Some(b';') => text.find('\n').unwrap_or(text.len()),
                Some(_) => return true,
                None => return false,
            };
        }
    }

    /// Reads a game: its tags and then its moves, up to the next tag.
    fn game(&mut self, context: Context) -> Result<GameRecord, PgnError> {
        let mut tags = Vec::new();
        while self.skip_blanks() && self.rest().starts_with('[') {
            tags.push(self.tag()?);
        }
        let find = |name: &str| tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let find = |name: &str| find(name).map(|(_, value)| value.trim());
        let objective = find("Variant").and_then(objective).unwrap_or(context.objective);
        let mut record = GameRecord::new(AnyGame::new(context.size), objective);
        let mut result = find("Result").map(str::to_string);
        let mut number = 0;
        while self.skip_blanks() && !self.rest().starts_with('[') {
            let word = self.word();
            if is_result(word) {
                result = Some(word.to_string());
            } else if !word.is_empty() {
                number += 1;
                self.play(&mut record.game, number, word)?;
            }
            self.at += word.len();
        }
        let text = |name: &str| find(name).filter(|value| !value.is_empty() && *value != "?");
        record.black.name = text("Black").unwrap_or_default().into();
        record.white.name = text("White").unwrap_or_default().into();
        record.black.rating = text("BlackElo").and_then(parse_rating);
        record.white.rating = text("WhiteElo").and_then(parse_rating);
        record.place = text("Site").map(Foreign::from);
        record.date = text("Date").map(Foreign::from);
        let ended = result.and_then(|result| outcome(&result, objective, record.max_score()));
        record.set_ended(ended);
        Ok(record)
    }

    /// `[Name "value"]`, with `\"` for a quote in the value.
    fn tag(&mut self) -> Result<(&'t str, String), PgnError> {
        let rest = self.rest();
        let not_a_tag = || self.error(PgnErrorKind::NotATag { word: beginning(rest) });
        let (name, quoted) = rest[1..].split_once('"').ok_or_else(not_a_tag)?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(not_a_tag());
        }
        let (mut value, mut is_escaped) = (String::new(), false);
        for (index, symbol) in quoted.char_indices() {
            match symbol {
                '\\' if !is_escaped => is_escaped = true,
                '"' if !is_escaped => {
                    let after = &quoted[index + 1..];
                    let end = after.trim_start().strip_prefix(']').ok_or_else(not_a_tag)?;
                    self.at = self.text.len() - end.len();
                    return Ok((name, value));
                }
                _ => {
                    is_escaped = false;
                    value.push(symbol);
                }
            }
        }
        Err(not_a_tag())
    }

    /// The next word without its move number; empty if it is only a move number.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "[{;".contains(c));
        let word = &rest[..end.unwrap_or(rest.len())];
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { word };
        self.at += word.len() - name.len();
        name
    }

    fn play(&self, game: &mut AnyGame, number: usize, word: &str) -> Result<(), PgnError> {
        let mv = transcript::parse_move(word)
            .ok_or_else(|| self.error(PgnErrorKind::NotAMove { word: beginning(word) }))?;
        replay(game, number, mv, None).map_err(|why| self.error(PgnErrorKind::Replay(why)))
    }
}

/// The objective of a variant, if Wane knows it.
fn objective(variant: &str) -> Option<Objective> {
    let name = variant.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["anti", "reversed"]) {
        Some(Objective::FewestDiscs)
    } else {
        has(&["othello", "reversi", "standard"]).then_some(Objective::MostDiscs)
    }
}

fn is_result(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_score = |(black, white)| is_number(black) && is_number(white);
    word == "*" || word == "1/2-1/2" || word.split_once('-').is_some_and(is_score)
}

/// The outcome of a result, or `None` for an unfinished game.
fn outcome(result: &str, objective: Objective, greatest: i32) -> Option<Outcome> {
    let score = match result {
        "1-0" => 1,
        "0-1" => -1,
        "1/2-1/2" => 0,
        _ => {
            let (black, white) = result.split_once('-')?;
            let (black, white) = (black.parse::<u8>().ok()?, white.parse::<u8>().ok()?);
            let more = (i32::from(black) - i32::from(white)).clamp(-greatest, greatest);
            if objective == Objective::FewestDiscs { -more } else { more }
        }
    };
    Some(Outcome { black_score: Score::new(score), reason: Reason::Normal })
}

/// The text is not PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Where it went wrong.
    pub at: At,
    /// What went wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind {
    /// The text has no game.
    NoGame,
    /// A tag with its value was expected.
    NotATag {
        /// The first characters of the text there.
        word: Foreign,
    },
    /// A word is neither a square nor a pass.
    NotAMove {
        /// The first characters of the word.
        word: Foreign,
    },
    /// A move is illegal.
    Replay(ReplayError),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match &self.kind {
            PgnErrorKind::NoGame => f.write_str("there is no game, only comments"),
            PgnErrorKind::NotATag { word } => {
                write!(f, "{word:?} is not a tag, as in [Black \"name\"]")
            }
            PgnErrorKind::NotAMove { word } => {
                write!(f, "{word:?} is not a move, write a1 to h8, or --")
            }
            PgnErrorKind::Replay(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PgnError {}

#[cfg(test)]
mod tests {
    use wane_board::{Move, Size};

    use super::*;

    const GAME: &str = "[Event \"?\"][Site \"kurnik\"][Date \"2014.10.19\"]\n\
        [Black \"a \\\"b\\\"\"][White \"c\"][Result \"20-44\"][BlackElo \"1159\"][WhiteElo \"?\"]\n\n\
        1. f5 {a comment} 1... d6 2. c3 d3 ; and another\n3.c4 20-44\n";

    fn error(text: &str) -> String {
        parse(text, Context::default()).unwrap_err().to_string()
    }

    #[test]
    fn the_moves_and_tags_of_a_game_are_read() {
        let games = parse(GAME, Context::default()).unwrap();
        let [record] = games.as_slice() else { panic!("it is one game") };
        assert_eq!(transcript::write(&record.game), "f5d6c3d3c4");
        assert_eq!((record.black.name.as_str(), record.white.name.as_str()), ("a \"b\"", "c"));
        assert_eq!((record.black.rating, record.white.rating), (Some(1159.0), None));
        assert_eq!(record.place, Some("kurnik".into()));
        assert_eq!(record.date, Some("2014.10.19".into()));
        // Without a variant the fewest discs win, so Black has won with 20.
        assert_eq!(record.outcome().map(|outcome| outcome.black_score), Some(Score::new(24)));
    }

    #[test]
    fn the_variant_determines_the_objective() {
        for (variant, expected) in [
            ("AntiOthello", Objective::FewestDiscs),
            ("Reversed Reversi", Objective::FewestDiscs),
            ("Othello", Objective::MostDiscs),
            ("?", Objective::FewestDiscs),
        ] {
            let games = parse(&format!("[Variant \"{variant}\"] f5"), Context::default());
            assert_eq!(games.unwrap()[0].objective, expected, "{variant}");
        }
    }

    #[test]
    fn many_games_and_passes_are_read() {
        assert_eq!(parse(&GAME.repeat(3), Context::default()).unwrap().len(), 3);
        let game = include_str!("../../../fixtures/games/two-passes.txt").trim();
        let game = transcript::parse(game, Size::Eight).unwrap();
        let name = |mv: Move| if mv == Move::Pass { "--".to_string() } else { mv.to_string() };
        let words: Vec<String> = game.history().iter().map(|played| name(played.mv)).collect();
        assert_eq!(words.iter().filter(|word| *word == "--").count(), 2);
        let text = format!("[Black \"a\"] {} 1-0", words.join(" "));
        assert_eq!(parse(&text, Context::default()).unwrap()[0].game, game);
        for result in ["1-0", "0-1", "1/2-1/2", "*", "37-27"] {
            assert!(is_result(result), "{result}");
        }
        assert!(!is_result("--") && !is_result("a1-b2"));
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(error("{nothing"), "line 1, column 9: there is no game, only comments");
        assert_eq!(
            error("[Black a]"),
            "line 1, column 1: \"[Black a]\" is not a tag, as in [Black \"name\"]"
        );
        assert!(error("[Black \"a").contains("is not a tag"));
        assert!(error("[Black \"a\" x]").contains("is not a tag"));
        assert_eq!(
            error("[A \"\"]\n1. f5 x9"),
            "line 2, column 7: \"x9\" is not a move, write a1 to h8, or --"
        );
        assert_eq!(
            error("[A \"\"] 1. f5 d6 2. f5"),
            "line 1, column 20: move 3 for black: f5 has a disc already; legal: c3 c4 c5 c6 c7"
        );
    }
}
