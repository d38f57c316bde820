//! GGF, the Generic Game Format of GGS and NBoard; the only established format with a flag for the
//! reversed game.
//!
//! ```text
//! (;GM[Othello]PB[a]PW[b]RE[+14.000]TI[05:00//02:00]TY[8a]BO[8 … *]B[C4]W[E3]…W[PA]…;)
//! ```
//!
//! `TY[8a]` is the reversed game on 8x8, `TY[8]` the normal game. A result is positive if Black has
//! won, under either objective. The reader skips unknown tags and invalid ratings, clocks and
//! evaluations; an invalid move, board or type is an error. A value cannot contain `]`: the writer
//! replaces it by `)`.

mod clock;

use std::fmt;

use wane_board::{AnyPosition, Colour, Move, Objective, Score, Size};
use wane_text::Foreign;

use crate::at::beginning;
use crate::board_text::{self, BoardTextError};
use crate::record::{
    Context, Eval, GameRecord, MoveNote, Outcome, PlayerInfo, Reason, parse_rating,
};
use crate::replay::replay;
use crate::{At, ReplayError, transcript};
use clock::{read_clock, write_clock};
pub(crate) use clock::{read_time, write_seconds};

/// Reads every game of a text.
///
/// # Errors
/// If there is no game, or one of them cannot be read.
pub fn parse(text: &str, context: Context) -> Result<Vec<GameRecord>, GgfError> {
    let mut records = Vec::new();
    let mut offset = 0;
    while let Some(found) = text[offset..].find("(;") {
        let (tags, end) = read_tags(text, offset + found)?;
        records.push(read_game(text, &tags, context)?);
        offset = end;
    }
    if records.is_empty() {
        return Err(GgfError { at: At::offset(text, 0), kind: GgfErrorKind::NoGame });
    }
    Ok(records)
}

/// Writes one game in canonical form, on one line without a line break.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = "(;GM[Othello]".to_string();
    let mut tag = |name: &str, value: &str| text += &format!("{name}[{value}]");
    let clean = |value: &str| value.replace(']', ")").replace(['\n', '\r'], " ");
    let sides = [(Colour::Black, 'B'), (Colour::White, 'W')];

    tag("PC", &clean(record.place.as_ref().map_or("Wane", Foreign::as_str)));
    if let Some(date) = &record.date {
        tag("DT", &clean(date.as_str()));
    }
    for (colour, letter) in sides {
        tag(&format!("P{letter}"), &clean(record.player(colour).name.as_str()));
    }
    for (colour, letter) in sides {
        if let Some(rating) = record.player(colour).rating {
            tag(&format!("R{letter}"), &rating.to_string());
        }
    }
    tag("RE", &write_result(record.outcome()));
    if record.black.clock == record.white.clock {
        if let Some(clock) = record.black.clock {
            tag("TI", &write_clock(clock));
        }
    } else {
        for (colour, letter) in sides {
            if let Some(clock) = record.player(colour).clock {
                tag(&format!("T{letter}"), &write_clock(clock));
            }
        }
    }
    let size = record.game.size();
    let anti = if record.objective == Objective::FewestDiscs { "a" } else { "" };
    tag("TY", &format!("{size}{anti}"));
    tag("BO", &format!("{size} {}", write_board(&record.game.start())));
    for (index, played) in record.game.history().iter().enumerate() {
        let name = if played.side == Colour::Black { "B" } else { "W" };
        tag(name, &write_move(played.mv, record.notes.get(&index)));
    }
    text + ";)"
}

/// A tag with its value and the offset of the value.
struct Tag<'a> {
    name: String,
    value: &'a str,
    offset: usize,
}

/// The tags of the game that starts at `offset`, and the offset of its end.
fn read_tags(text: &str, offset: usize) -> Result<(Vec<Tag<'_>>, usize), GgfError> {
    let mut tags = Vec::new();
    let mut at = offset + "(;".len();
    loop {
        let rest = &text[at..];
        let skipped = rest.len() - rest.trim_start().len();
        at += skipped;
        let rest = &text[at..];
        if rest.starts_with(";)") {
            return Ok((tags, at + ";)".len()));
        }
        let error = |kind| GgfError { at: At::offset(text, at), kind };
        if rest.is_empty() {
            return Err(error(GgfErrorKind::Unclosed));
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 || letters > 3 || !rest[letters..].starts_with('[') {
            return Err(error(GgfErrorKind::NotATag { word: beginning(rest) }));
        }
        let value_at = at + letters + 1;
        let length = text[value_at..].find(']').ok_or_else(|| error(GgfErrorKind::Unclosed))?;
        let name = rest[..letters].to_ascii_uppercase();
        tags.push(Tag { name, value: &text[value_at..value_at + length], offset: value_at });
        at = value_at + length + 1;
    }
}

fn read_game(text: &str, tags: &[Tag<'_>], context: Context) -> Result<GameRecord, GgfError> {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let error = |tag: &Tag<'_>, kind| GgfError { at: At::offset(text, tag.offset), kind };
    if let Some(tag) = find("GM").filter(|tag| !tag.value.trim().eq_ignore_ascii_case("othello")) {
        return Err(error(tag, GgfErrorKind::OtherGame { name: tag.value.trim().into() }));
    }
    let (size, objective) = match find("TY") {
        Some(tag) => read_type(tag.value)
            .ok_or_else(|| error(tag, GgfErrorKind::Type { value: tag.value.into() }))?,
        None => (context.size, context.objective),
    };
    let start = match find("BO") {
        Some(tag) => read_board(tag.value).map_err(|kind| error(tag, kind))?,
        None => AnyPosition::start(size),
    };
    let mut record = GameRecord::from_position(start, objective);
    let is_move = |tag: &&Tag<'_>| tag.name == "B" || tag.name == "W";
    for (index, tag) in tags.iter().filter(is_move).enumerate() {
        let side = if tag.name == "B" { Colour::Black } else { Colour::White };
        play_tag(&mut record, index + 1, side, tag.value).map_err(|kind| error(tag, kind))?;
    }
    for tag in tags {
        read_about(&mut record, &tag.name, tag.value.trim());
    }
    if let Some(tag) = find("RE") {
        let ended = read_result(tag.value, record.max_score());
        record.set_ended(ended);
    }
    Ok(record)
}

/// Reads a tag about the players or the event.
fn read_about(record: &mut GameRecord, name: &str, value: &str) {
    match name {
        "PC" => record.place = Some(value.into()),
        "DT" => record.date = Some(value.into()),
        "PB" => record.black.name = value.into(),
        "PW" => record.white.name = value.into(),
        "RB" => record.black.rating = parse_rating(value),
        "RW" => record.white.rating = parse_rating(value),
        "TB" => record.black.clock = read_clock(value),
        "TW" => record.white.clock = read_clock(value),
        "TI" => {
            for PlayerInfo { clock, .. } in [&mut record.black, &mut record.white] {
                *clock = clock.or(read_clock(value));
            }
        }
        _ => {}
    }
}

/// The size and objective of a type such as `8`, `8a` or `s8ar20`.
fn read_type(value: &str) -> Option<(Size, Objective)> {
    let value = value.trim();
    let value = value.strip_prefix(['s', 'S']).unwrap_or(value);
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let size = value[..digits].parse().ok()?;
    let flags = value[digits..].to_ascii_lowercase();
    let is_flag = |flag: char| "kabwr".contains(flag) || flag.is_ascii_digit();
    let anti = flags.contains('a');
    let objective = if anti { Objective::FewestDiscs } else { Objective::MostDiscs };
    flags.chars().all(is_flag).then_some((size, objective))
}

/// The value of `BO`: the size, the squares and the side to move.
fn read_board(value: &str) -> Result<AnyPosition, GgfErrorKind> {
    let value = value.trim_start();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let size: Size = value[..digits]
        .parse()
        .map_err(|_| GgfErrorKind::BoardSize { text: value[..digits].into() })?;
    let position = board_text::parse(&value[digits..]).map_err(GgfErrorKind::Board)?;
    if position.size() == size {
        Ok(position)
    } else {
        let count = position.size().squares().len() as usize;
        Err(GgfErrorKind::Board(BoardTextError::Squares { count }))
    }
}

fn write_board(position: &AnyPosition) -> String {
    let squares = board_text::write_squares(position).replace('X', "*");
    let columns = position.size().rows();
    let rows: Vec<&str> =
        (0..columns).map(|row| &squares[row * columns..(row + 1) * columns]).collect();
    let side = if position.side() == Colour::Black { "*" } else { "O" };
    format!("{} {side}", rows.join(" "))
}

/// Plays the value of a move tag: `square[/[eval][/[time]]]`.
fn play_tag(
    record: &mut GameRecord,
    number: usize,
    side: Colour,
    value: &str,
) -> Result<(), GgfErrorKind> {
    let mut parts = value.split('/').map(str::trim);
    let square = parts.next().unwrap_or_default();
    let mv = transcript::parse_move(square)
        .ok_or_else(|| GgfErrorKind::NotAMove { number, word: beginning(value) })?;
    replay(&mut record.game, number, mv, Some(side)).map_err(GgfErrorKind::Replay)?;
    let eval = parts.next().and_then(|eval| eval.parse().ok()).and_then(Eval::from_discs);
    let time_ms = parts.next().and_then(read_time);
    if eval.is_some() || time_ms.is_some() {
        let index = record.game.history().len().saturating_sub(1);
        record.notes.insert(index, MoveNote { eval, time_ms, ..MoveNote::default() });
    }
    Ok(())
}

fn write_move(mv: Move, note: Option<&MoveNote>) -> String {
    let name = match mv {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".into(),
    };
    let eval = note.and_then(|note| note.eval).map(|eval| format!("{:.2}", eval.discs()));
    let time = note.and_then(|note| note.time_ms).map(write_seconds);
    match (eval, time) {
        (None, None) => name,
        (Some(eval), None) => format!("{name}/{eval}"),
        (eval, Some(time)) => format!("{name}/{}/{time}", eval.unwrap_or_default()),
    }
}

/// Reads `decimal[:flag]`; `None` for any other text, such as `?`.
fn read_result(value: &str, greatest: i32) -> Option<Outcome> {
    let (score, flag) = value.trim().split_once(':').unwrap_or((value.trim(), ""));
    let score: f64 = score.parse().ok()?;
    let score = Eval::from_discs(score)?.centidiscs / 100;
    let reason = match flag {
        "r" => Reason::Resigned,
        "t" => Reason::Time,
        "s" => Reason::Adjudicated,
        "l" => Reason::Left,
        _ => Reason::Normal,
    };
    let black_score = Score::new(score.clamp(-greatest, greatest));
    Some(Outcome { black_score, reason })
}

fn write_result(outcome: Option<Outcome>) -> String {
    let Some(Outcome { black_score, reason }) = outcome else {
        return "?".into();
    };
    let flag = match reason {
        Reason::Normal => "",
        // GGF has no flag for an illegal move; it loses the game as resigning does.
        Reason::Resigned | Reason::Illegal => ":r",
        Reason::Time => ":t",
        Reason::Adjudicated => ":s",
        Reason::Left => ":l",
    };
    format!("{:+}.000{flag}", black_score.discs())
}

/// The text is not GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfError {
    /// Where it went wrong.
    pub at: At,
    /// What went wrong.
    pub kind: GgfErrorKind,
}

/// What is wrong with a GGF text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GgfErrorKind {
    /// The text has no `(;`.
    NoGame,
    /// The text ends inside a value or a game.
    Unclosed,
    /// A tag with its value was expected.
    NotATag {
        /// The first characters of the text there.
        word: Foreign,
    },
    /// The game is not Othello.
    OtherGame {
        /// The name in the text.
        name: Foreign,
    },
    /// The type is unknown, or its board size is not supported.
    Type {
        /// The type in the text.
        value: Foreign,
    },
    /// The board size is not supported.
    BoardSize {
        /// The size in the text.
        text: Foreign,
    },
    /// The board cannot be read.
    Board(BoardTextError),
    /// The value of a move tag is not a move.
    NotAMove {
        /// The number of the move, counted from 1.
        number: usize,
        /// The first characters of the value.
        word: Foreign,
    },
    /// A move is illegal.
    Replay(ReplayError),
}

impl fmt::Display for GgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match &self.kind {
            GgfErrorKind::NoGame => f.write_str("there is no game, one begins with (;"),
            GgfErrorKind::Unclosed => f.write_str("the text ends before the game does, with ;)"),
            GgfErrorKind::NotATag { word } => {
                write!(f, "{word:?} is not a tag with its value, as in PB[name]")
            }
            GgfErrorKind::OtherGame { name } => {
                write!(f, "the game is {name:?}, only Othello can be read")
            }
            GgfErrorKind::Type { value } => {
                write!(f, "the type {value:?} is not understood, as in 8 or 8a")
            }
            GgfErrorKind::BoardSize { text } => {
                write!(f, "no board has size {text:?}, the sizes are 4, 6 and 8")
            }
            // The error counts lines and columns from the start of the board, which `at` gives.
            GgfErrorKind::Board(error) => write!(f, "in the board: {error}"),
            GgfErrorKind::NotAMove { number, word } => {
                write!(f, "move {number}: {word:?} is not a move, write A1 to H8, or PA")
            }
            GgfErrorKind::Replay(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for GgfError {}

#[cfg(test)]
mod tests {
    use wane_board::AnyGame;

    use super::*;

    fn one(text: &str) -> GameRecord {
        let mut records = parse(text, Context::default()).unwrap();
        assert_eq!(records.len(), 1);
        records.remove(0)
    }

    fn error(text: &str) -> String {
        parse(text, Context::default()).unwrap_err().to_string()
    }

    #[test]
    fn types_tell_size_and_objective() {
        let anti = Objective::FewestDiscs;
        let normal = Objective::MostDiscs;
        for (text, expected) in [
            ("8", Some((Size::Eight, normal))),
            ("8a", Some((Size::Eight, anti))),
            ("s8r18", Some((Size::Eight, normal))),
            ("s8ar20", Some((Size::Eight, anti))),
            ("8ka", Some((Size::Eight, anti))),
            ("6b", Some((Size::Six, normal))),
            ("10", None),
            ("88", None),
            ("", None),
            ("8!", None),
        ] {
            assert_eq!(read_type(text), expected, "{text}");
        }
    }

    #[test]
    fn evaluations_and_times_stay_with_their_moves() {
        let text = "(;GM[Othello]PC[x]PB[]PW[]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.20/0.35]W[D6//0.01]B[C3/-0.05]W[D3/NaN/x];)";
        let record = one(text);
        assert_eq!(record.notes.len(), 3);
        assert_eq!(record.notes[&2].eval, Some(Eval { centidiscs: -5 }));
        assert_eq!(write(&record), text.replace("/NaN/x", ""));
    }

    #[test]
    fn unknown_tags_are_skipped_and_passes_may_be_omitted() {
        let text = "1 (; GM [x])";
        assert!(
            error(text).contains("is not a tag"),
            "no space before the bracket: {}",
            error(text)
        );
        let text = "2 (;GM[othello]KB[3]XYZ[?]BO[4 XO-- ---- ---- ---- O]TY[4a]\n B[c1//];) (;TY[8]RE[-3.0:r];)";
        let records = parse(text, Context::default()).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].game.history().len(), 2);
        assert_eq!(records[0].outcome().unwrap().winner(), Some(Colour::White));
        let resigned = Outcome { black_score: Score::new(-3), reason: Reason::Resigned };
        assert_eq!(records[1].outcome(), Some(resigned));
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(error("hello"), "line 1, column 1: there is no game, one begins with (;");
        assert!(error("(;GM[Othello]").ends_with("the text ends before the game does, with ;)"));
        assert!(error("(;GM[Othello").ends_with("the text ends before the game does, with ;)"));
        assert!(error("(;GM[Go];)").ends_with("the game is \"Go\", only Othello can be read"));
        assert!(error("(;TY[10];)").contains("the type \"10\" is not understood"));
        assert!(error("(;BO[10 -- *];)").contains("no board has size \"10\""));
        assert!(error("(;BO[8 -- *];)").contains("in the board: 3 squares make no board"));
        assert_eq!(
            error("(;TY[8a]\nB[F5]\nB[D6];)"),
            "line 3, column 3: move 2: d6 is given to black, but it is white's turn"
        );
        assert_eq!(
            error("(;TY[8a]B[F5]W[A1];)"),
            "line 1, column 16: move 2 for white: a1 turns over no disc; legal: f4 d6 f6"
        );
        assert!(
            error("(;B[F9];)").ends_with("move 1: \"F9\" is not a move, write A1 to H8, or PA")
        );
    }

    #[test]
    fn a_bracket_in_a_name_does_not_break_the_game() {
        let mut record = GameRecord::new(AnyGame::new(Size::Eight), Objective::FewestDiscs);
        record.black.name = "a]b\nc".into();
        assert_eq!(one(&write(&record)).black.name, "a)b c");
    }
}
