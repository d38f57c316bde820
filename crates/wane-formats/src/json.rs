//! The native format: one JSON object per game, one line per game in archives.
//!
//! ```json
//! {"format":"wane-game","v":1,"variant":"anti","start":{"board":"-----OX--XO-----","side":"X"},
//!  "moves":["b1","a1"],"players":{"black":{"name":"a"},"white":{"name":"b","rating":1500.0}},
//!  "clock":{"main_ms":300000,"inc_ms":0,"grace_ms":120000},
//!  "result":{"winner":"black","black":25,"white":36,"empty":3,"score":14,"reason":"normal"},
//!  "analysis":[{"ply":0,"eval":0.4,"time_ms":40}],"comments":[{"ply":1,"text":"a gift"}],
//!  "variations":[{"ply":1,"moves":["c1"]}]}
//! ```
//!
//! Only `format` and `v` are required; the default for `start` is the start position. `score` is
//! positive if Black has won; empty squares count for the side with more discs. `eval` is for the
//! side to move. Unknown fields of a game, a player or an entry of the analysis are kept, except
//! `check`: it is the checksum of a line in a journal, and the game will be written as another one.
//! The reader also accepts several objects in a row, and an array of them.

mod remarks;
mod text;

use std::fmt;

use serde_json::Value;
use wane_board::{AnyGame, AnyPosition, Colour, Score};
use wane_text::{Foreign, escape_json};

use crate::board_text::{self, BoardTextError};
use crate::record::{
    ClockInfo, Context, Eval, GameRecord, MoveNote, Outcome, PlayerInfo, Reason, variant_name,
    variant_named,
};
use crate::replay::replay;
use crate::{ReplayError, transcript};

pub use text::{
    ClockText, CommentText, GameText, NoteText, PlayerText, PlayersText, ResultText, StartText,
    VariationText,
};

const FORMAT: &str = "wane-game";
const VERSION: u32 = 1;

/// The field with the checksum of a line.
const CHECK: &str = "check";

/// Reads every game of a text.
///
/// # Errors
/// If the text is not JSON, or contains a value that is not a game.
pub fn parse(text: &str, context: Context) -> Result<Vec<GameRecord>, JsonError> {
    let mut records = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let games = match value.map_err(|error| JsonError::syntax(&error))? {
            Value::Array(games) => games,
            game => vec![game],
        };
        for game in games {
            let number = records.len() + 1;
            let read = serde_json::from_value(game)
                .map_err(|error| JsonErrorKind::Shape { text: error.to_string().into() });
            let numbered = |kind| JsonError { game: number, kind };
            let game: GameText = read.map_err(numbered)?;
            records.push(game.read(context).map_err(numbered)?);
        }
    }
    if records.is_empty() {
        return Err(JsonError { game: 1, kind: JsonErrorKind::NoGame });
    }
    Ok(records)
}

/// Writes one game on one line without a line break.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let json = serde_json::to_string(&GameText::from(record)).expect("every key is a string");
    escape_json(json)
}

const REASONS: [(Reason, &str); 6] = [
    (Reason::Normal, "normal"),
    (Reason::Resigned, "resign"),
    (Reason::Time, "time"),
    (Reason::Illegal, "illegal"),
    (Reason::Adjudicated, "adjudicated"),
    (Reason::Left, "left"),
];

impl GameText {
    /// The record of this game; `context` supplies what it does not say.
    ///
    /// # Errors
    /// If the format or the version is another one, or the game breaks the rules.
    pub fn read(self, context: Context) -> Result<GameRecord, JsonErrorKind> {
        if self.format != FORMAT || self.v != VERSION {
            return Err(JsonErrorKind::Version { format: self.format.into(), version: self.v });
        }
        let objective = match self.variant {
            Some(variant) => variant_named(&variant)
                .ok_or_else(|| JsonErrorKind::Variant { variant: variant.into() })?,
            None => context.objective,
        };
        let start = match self.start {
            Some(StartText { board, side }) => {
                board_text::parse(&format!("{board} {side}")).map_err(JsonErrorKind::Start)?
            }
            None => AnyPosition::start(context.size),
        };
        let mut record = GameRecord::from_position(start, objective);
        read_moves(&mut record.game, 0, &self.moves)?;
        record.remarks = remarks::read(&record.game, None, self.comments, &self.variations)?;
        record.place = self.place;
        record.date = self.date;
        let both = self.clock.map(ClockInfo::from);
        record.black = read_player(self.players.black, both);
        record.white = read_player(self.players.white, both);
        let greatest = record.max_score();
        record.set_ended(self.result.map(|result| {
            Outcome {
                black_score: Score::new(result.score.clamp(-greatest, greatest)),
                reason: REASONS
                    .into_iter()
                    .find(|(_, name)| result.reason.as_deref() == Some(name))
                    .map_or(Reason::Normal, |(reason, _)| reason),
            }
        }));
        for NoteText { ply, eval, time_ms, extra } in self.analysis {
            if ply > record.game.history().len() {
                return Err(JsonErrorKind::Ply { ply, moves: record.game.history().len() });
            }
            let eval = eval.and_then(Eval::from_discs);
            record.notes.insert(ply, MoveNote { eval, time_ms, extra });
        }
        record.extra = self.extra;
        record.extra.remove(CHECK);
        Ok(record)
    }
}

impl From<&GameRecord> for GameText {
    fn from(record: &GameRecord) -> Self {
        let start = record.game.start();
        let same_clock = record.black.clock == record.white.clock;
        let write_player = |colour| {
            let PlayerInfo { name, rating, clock, extra } = record.player(colour).clone();
            let clock = clock.filter(|_| !same_clock).map(ClockText::from);
            PlayerText { name, rating, clock, extra }
        };
        GameText {
            format: FORMAT.into(),
            v: VERSION,
            variant: Some(variant_name(record.objective).into()),
            start: Some(StartText {
                board: board_text::write_squares(&start),
                side: board_text::letter(Some(start.side())).into(),
            }),
            moves: write_moves(&record.game),
            place: record.place.clone(),
            date: record.date.clone(),
            players: PlayersText {
                black: write_player(Colour::Black),
                white: write_player(Colour::White),
            },
            clock: record.black.clock.filter(|_| same_clock).map(ClockText::from),
            result: record.outcome().map(|outcome| write_result(record, outcome)),
            analysis: record.notes.iter().map(write_note).collect(),
            comments: remarks::write_comments(&record.remarks),
            variations: remarks::write_variations(&record.remarks),
            extra: record.extra.clone(),
        }
    }
}

/// Plays the moves of a line that begins after some plies.
fn read_moves(game: &mut AnyGame, before: usize, moves: &[String]) -> Result<(), JsonErrorKind> {
    for (index, word) in moves.iter().enumerate() {
        let number = before + index + 1;
        let mv = transcript::parse_move(word)
            .ok_or_else(|| JsonErrorKind::NotAMove { number, word: word.as_str().into() })?;
        replay(game, number, mv, None).map_err(JsonErrorKind::Replay)?;
    }
    Ok(())
}

fn write_moves(game: &AnyGame) -> Vec<String> {
    game.history().iter().map(|played| played.mv.to_string()).collect()
}

fn read_player(text: PlayerText, both: Option<ClockInfo>) -> PlayerInfo {
    let clock = text.clock.map(ClockInfo::from).or(both);
    PlayerInfo { name: text.name, rating: text.rating, clock, extra: text.extra }
}

fn write_result(record: &GameRecord, outcome: Outcome) -> ResultText {
    let position = record.game.position();
    let discs = |colour| position.discs(colour).len();
    let (black, white) = (discs(Colour::Black), discs(Colour::White));
    let reason = REASONS.into_iter().find(|(reason, _)| *reason == outcome.reason);
    ResultText {
        winner: outcome.winner().map(|winner| winner.to_string()),
        black,
        white,
        empty: position.size().squares().len() - black - white,
        score: outcome.black_score.discs(),
        reason: reason.map(|(_, name)| name.into()),
    }
}

fn write_note((&ply, note): (&usize, &MoveNote)) -> NoteText {
    let eval = note.eval.map(Eval::discs);
    NoteText { ply, eval, time_ms: note.time_ms, extra: note.extra.clone() }
}

impl From<ClockText> for ClockInfo {
    fn from(text: ClockText) -> Self {
        Self { main_ms: text.main_ms, increment_ms: text.inc_ms, grace_ms: text.grace_ms }
    }
}

impl From<ClockInfo> for ClockText {
    fn from(clock: ClockInfo) -> Self {
        Self { main_ms: clock.main_ms, inc_ms: clock.increment_ms, grace_ms: clock.grace_ms }
    }
}

/// The text is not a game in the native format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Which game of the text, counted from 1.
    pub game: usize,
    /// What is wrong with it.
    pub kind: JsonErrorKind,
}

/// What is wrong with a game in the native format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonErrorKind {
    /// The text is not JSON; the message has the line and column.
    Syntax {
        /// What is wrong with it.
        text: Foreign,
    },
    /// The text is empty.
    NoGame,
    /// A field is missing or has the wrong type.
    Shape {
        /// What is wrong with it.
        text: Foreign,
    },
    /// The object has another format or version.
    Version {
        /// The format in the text.
        format: Foreign,
        /// The version in the text.
        version: u32,
    },
    /// The variant is unknown.
    Variant {
        /// The variant in the text.
        variant: Foreign,
    },
    /// The start position cannot be read.
    Start(BoardTextError),
    /// An element of `moves` is not a move.
    NotAMove {
        /// The number of the move, counted from 1.
        number: usize,
        /// The element.
        word: Foreign,
    },
    /// A move is illegal.
    Replay(ReplayError),
    /// An entry of `analysis` is about a position that the game does not have.
    Ply {
        /// The ply of the entry.
        ply: usize,
        /// The number of moves and passes of the game.
        moves: usize,
    },
}

impl JsonError {
    fn syntax(error: &serde_json::Error) -> Self {
        let text = error.to_string().into();
        Self { game: 1, kind: JsonErrorKind::Syntax { text } }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let JsonErrorKind::Syntax { text } = &self.kind {
            return write!(f, "not JSON: {text}");
        }
        write!(f, "game {}: ", self.game)?;
        match &self.kind {
            JsonErrorKind::Syntax { text } | JsonErrorKind::Shape { text } => write!(f, "{text}"),
            JsonErrorKind::NoGame => f.write_str("there is none"),
            JsonErrorKind::Version { format, version } => write!(
                f,
                "{format:?} version {version} cannot be read, only {FORMAT:?} version {VERSION}"
            ),
            JsonErrorKind::Variant { variant } => {
                write!(f, "variant {variant:?} is not known, write \"anti\" or \"standard\"")
            }
            JsonErrorKind::Start(error) => write!(f, "start: {error}"),
            JsonErrorKind::NotAMove { number, word } => {
                write!(f, "move {number}: {word:?} is not a move, write a1 to h8, or pass")
            }
            JsonErrorKind::Replay(error) => write!(f, "{error}"),
            JsonErrorKind::Ply { ply, moves } => {
                write!(f, "analysis of ply {ply}, but the game has {moves} moves")
            }
        }
    }
}

impl std::error::Error for JsonError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text, Context::default()).unwrap_err().to_string()
    }

    #[test]
    fn a_game_is_written_with_these_bytes() {
        let text = r#"{"format":"wane-game","v":1,"variant":"anti","start":{"board":"XO--------------","side":"O"},"moves":["pass","c1"],"players":{"black":{"name":"a"},"white":{"name":"b","rating":1500.5,"level":7}},"clock":{"main_ms":300000,"inc_ms":0,"grace_ms":120000},"result":{"winner":"white","black":3,"white":0,"empty":13,"score":-16,"reason":"normal"},"analysis":[{"ply":1,"eval":-16.0,"time_ms":40,"depth":12}],"tag":[1,null]}"#;
        let records = parse(text, Context::default()).unwrap();
        assert_eq!(write(&records[0]), text);
    }

    #[test]
    fn unknown_fields_keep_their_numbers_exactly() {
        let text = r#"{"format":"wane-game","v":1,"x":1.200007777777778e+71,"rating":0.1}"#;
        let written = write(&parse(text, Context::default()).unwrap()[0]);
        assert!(written.contains(r#""x":1.200007777777778e+71"#), "{written}");
        assert_eq!(write(&parse(&written, Context::default()).unwrap()[0]), written);
    }

    #[test]
    fn the_checksum_of_a_line_is_not_a_part_of_the_game() {
        let text = r#"{"format":"wane-game","v":1,"tag":1,"check":"37-0123456789abcdef"}"#;
        let written = write(&parse(text, Context::default()).unwrap()[0]);
        assert!(written.contains("tag") && !written.contains("check"), "{written}");
    }

    #[test]
    fn lines_arrays_and_short_games_are_read() {
        let game = r#"{"format":"wane-game","v":1}"#;
        for (text, count) in [
            (game.to_string(), 1),
            (format!("{game}\n{game}\n"), 2),
            (format!("[{game},{game}]\n{game}"), 3),
        ] {
            assert_eq!(parse(&text, Context::default()).unwrap().len(), count);
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let game = |rest: &str| error(&format!(r#"{{"format":"wane-game","v":1{rest}}}"#));
        assert_eq!(error(""), "game 1: there is none");
        assert!(error("{\"format\"\n:}").starts_with("not JSON: expected value at line 2"));
        assert_eq!(error("[3]"), "game 1: invalid type: integer `3`, expected struct GameText");
        assert_eq!(error(r#"{"v":1}"#), "game 1: missing field `format`");
        assert!(error(r#"{"format":"x","v":2}"#).contains("\"x\" version 2 cannot be read"));
        assert!(game(r#","variant":"x""#).contains("variant \"x\" is not known"));
        assert!(game(r#","start":{"board":"X","side":"O"}"#).contains("start: 2 squares make"));
        assert!(game(r#","moves":["f5","q1"]"#).contains("move 2: \"q1\" is not a move"));
        assert!(game(r#","moves":["f5","f5"]"#).contains("move 2 for white: f5 has a disc"));
        assert!(game(r#","analysis":[{"ply":1}]"#).contains("analysis of ply 1, but the game"));
    }
}
