//! SGF with `GM[2]`, the Smart Game Format for Othello.
//!
//! ```text
//! (;FF[4]GM[2]CA[UTF-8]AP[wane]SZ[8]RU[Anti]PB[a]PW[b]RE[B+14]AB[e4][d5]AW[d4][e5]PL[B];B[c4];W[e3])
//! ```
//!
//! `RU[Anti]`, an extension of Wane, is the reversed game; the normal game is written
//! `RU[Othello]`. The reader also accepts moves as two letters, values in quotes, nodes closed by
//! `;`, games without `GM`, and records with row 1 at the bottom: it mirrors a game that is illegal
//! as written. Comments and variations are read and written. The writer omits clocks, times and
//! evaluations: use GGF or JSON.

mod lexer;
mod remarks;

use std::fmt;

use wane_board::{AnyPosition, Bitboard, Colour, Move, Objective, Score, Size, Square};
use wane_text::Foreign;

use crate::at::beginning;
use crate::record::{Context, GameRecord, Outcome, Reason, parse_rating};
use crate::{At, ReplayError, transcript};
use lexer::{GameTree, Lexer, MAX_DEPTH, PropertyValue};

/// Reads every game of a text, with comments and variations.
///
/// # Errors
/// If there is no game, or one of them cannot be read.
pub fn parse(text: &str, context: Context) -> Result<Vec<GameRecord>, SgfError> {
    let mut lexer = Lexer::new(text);
    let mut records = Vec::new();
    while let Some(tree) = lexer.next_game()? {
        let record = read_game(text, &tree, context, Rows::FromTop);
        records.push(match record {
            Err(SgfError { kind: SgfErrorKind::Replay(_), .. }) => {
                read_game(text, &tree, context, Rows::FromBottom).or(record)?
            }
            _ => record?,
        });
    }
    if records.is_empty() {
        return Err(SgfError { at: At::offset(text, 0), kind: SgfErrorKind::NoGame });
    }
    Ok(records)
}

/// Writes one game in canonical form, on one line without a line break.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let rules = match record.objective {
        Objective::FewestDiscs => "Anti",
        Objective::MostDiscs => "Othello",
    };
    let size = record.game.size();
    let mut text = format!("(;FF[4]GM[2]CA[UTF-8]AP[wane]SZ[{size}]RU[{rules}]");
    let mut tag = |name: &str, value: &str| {
        text += &format!("{name}[{}]", escaped(value));
    };
    let about = [("PC", &record.place), ("DT", &record.date)];
    for (name, value) in about {
        if let Some(value) = value {
            tag(name, value.as_str());
        }
    }
    tag("PB", record.black.name.as_str());
    tag("PW", record.white.name.as_str());
    for (name, player) in [("BR", &record.black), ("WR", &record.white)] {
        if let Some(rating) = player.rating {
            tag(name, &rating.to_string());
        }
    }
    if let Some(outcome) = record.outcome() {
        tag("RE", &write_result(outcome));
    }
    let start = record.game.start();
    for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let discs = start.discs(colour);
        if !discs.is_empty() {
            let squares = discs.into_iter().map(|square| format!("[{square}]"));
            text += &format!("{name}{}", squares.collect::<String>());
        }
    }
    text += if start.side() == Colour::Black { "PL[B]" } else { "PL[W]" };
    remarks::write(&mut text, record);
    text + ")"
}

/// A text with the characters escaped that end a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The direction in which a record counts its rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    FromTop,
    FromBottom,
}

fn read_game(
    text: &str,
    line: &GameTree,
    context: Context,
    rows: Rows,
) -> Result<GameRecord, SgfError> {
    let error = |offset, kind| SgfError { at: At::offset(text, offset), kind };
    if let Some(game) = line.value("GM").filter(|game| !["2", "Othello"].contains(game)) {
        let offset = line.find("GM").map_or(0, |property| property.values[0].offset);
        return Err(error(offset, SgfErrorKind::OtherGame { game: game.into() }));
    }
    let size = match line.find("SZ") {
        Some(property) => {
            let PropertyValue { text, offset } = &property.values[0];
            let unknown = || error(*offset, SgfErrorKind::Size { text: text.as_str().into() });
            text.trim().parse().map_err(|_| unknown())?
        }
        None => context.size,
    };
    let start = read_start(text, line, size, rows)?;
    let objective = read_objective(line).unwrap_or(context.objective);
    let mut record = GameRecord::from_position(start, objective);
    let reader = remarks::Reader { text, size, rows };
    record.remarks = reader.read(&mut record.game, remarks::Before::default(), &line.root)?;
    record.place = line.value("PC").map(Foreign::from);
    record.date = line.value("DT").map(Foreign::from);
    record.black.name = line.value("PB").unwrap_or_default().into();
    record.white.name = line.value("PW").unwrap_or_default().into();
    record.black.rating = line.value("BR").and_then(parse_rating);
    record.white.rating = line.value("WR").and_then(parse_rating);
    let ended = line.value("RE").and_then(|result| read_result(result, record.max_score()));
    record.set_ended(ended);
    Ok(record)
}

/// The start position: the discs of `AB` and `AW`, or the usual one without them.
fn read_start(
    text: &str,
    line: &GameTree,
    size: Size,
    rows: Rows,
) -> Result<AnyPosition, SgfError> {
    let mut discs = [Bitboard::EMPTY; 2];
    for (name, set) in ["AB", "AW"].into_iter().zip(&mut discs) {
        let of_name = line.main_line().filter(|property| property.name == name);
        for PropertyValue { text: value, offset } in of_name.flat_map(|property| &property.values) {
            let Some(Move::Place(square)) = read_move(value, size, rows) else {
                let kind = SgfErrorKind::NotASquare { value: beginning(value) };
                return Err(SgfError { at: At::offset(text, *offset), kind });
            };
            set.insert(square);
        }
    }
    let [black, white] = discs;
    let to_play = line.value("PL").unwrap_or_default();
    let white_begins = to_play.starts_with(['W', 'w']) || to_play == "2";
    let side = if white_begins { Colour::White } else { Colour::Black };
    let position = if (black | white).is_empty() {
        let start = AnyPosition::start(size);
        AnyPosition::from_discs(size, start.discs(Colour::Black), start.discs(Colour::White), side)
    } else {
        AnyPosition::from_discs(size, black, white, side)
    };
    position.map_err(|error| SgfError {
        at: At::offset(text, 0),
        kind: SgfErrorKind::Start { error: error.to_string().into() },
    })
}

/// The objective, if the record names it.
fn read_objective(line: &GameTree) -> Option<Objective> {
    let rules = line.value("RU").unwrap_or_default().to_ascii_lowercase();
    // PlayStrategy omits GM in games of its reversed variant.
    if rules.contains("anti") || line.is_quoted && line.find("GM").is_none() {
        Some(Objective::FewestDiscs)
    } else if rules.contains("othello") || line.is_quoted {
        Some(Objective::MostDiscs)
    } else {
        None
    }
}

/// Reads a square as `c4` or as the two letters `cd`; an empty value or `PA` is a pass.
fn read_move(value: &str, size: Size, rows: Rows) -> Option<Move> {
    let value = value.trim();
    if value.is_empty() {
        return Some(Move::Pass);
    }
    let mv = transcript::parse_move(value).or_else(|| {
        let [column, row] = value.as_bytes() else {
            return None;
        };
        let place = |letter: u8| letter.to_ascii_lowercase().wrapping_sub(b'a');
        Square::at(place(*column), place(*row)).map(Move::Place)
    })?;
    match mv {
        Move::Place(square) if rows == Rows::FromBottom => {
            let last = u8::try_from(size.rows()).expect("at most 8") - 1;
            Square::at(square.column(), last.checked_sub(square.row())?).map(Move::Place)
        }
        _ => Some(mv),
    }
}

/// Reads `B+14`, `W+R`, `0` or `Draw`; `None` for any other text.
fn read_result(value: &str, greatest: i32) -> Option<Outcome> {
    if value == "0" || value.eq_ignore_ascii_case("draw") {
        return Some(Outcome { black_score: Score::new(0), reason: Reason::Normal });
    }
    let (winner, by) = value.split_once('+')?;
    let (score, reason) = match by {
        "R" | "Resign" => (1, Reason::Resigned),
        "T" | "Time" => (1, Reason::Time),
        "F" | "Forfeit" => (1, Reason::Illegal),
        "" => (1, Reason::Normal),
        _ => (by.parse::<u8>().ok()?.into(), Reason::Normal),
    };
    let score = Score::new(score.min(greatest));
    match winner {
        "B" => Some(Outcome { black_score: score, reason }),
        "W" => Some(Outcome { black_score: -score, reason }),
        _ => None,
    }
}

fn write_result(outcome: Outcome) -> String {
    let winner = match outcome.winner() {
        Some(Colour::Black) => "B",
        Some(Colour::White) => "W",
        None => return "0".into(),
    };
    match outcome.reason {
        Reason::Normal | Reason::Adjudicated => {
            format!("{winner}+{}", outcome.black_score.discs().abs())
        }
        Reason::Resigned | Reason::Left => format!("{winner}+R"),
        Reason::Time => format!("{winner}+T"),
        Reason::Illegal => format!("{winner}+F"),
    }
}

/// The text is not SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// Where it went wrong.
    pub at: At,
    /// What went wrong.
    pub kind: SgfErrorKind,
}

/// What is wrong with an SGF text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfErrorKind {
    /// The text has no `(`.
    NoGame,
    /// The text ends inside a value or a game.
    Unclosed,
    /// The variations are nested too deeply.
    TooDeep,
    /// A character between properties is not allowed there.
    Unexpected {
        /// The character.
        symbol: char,
    },
    /// A property has no value.
    NoValue {
        /// The property.
        name: Foreign,
    },
    /// The record is of another game.
    OtherGame {
        /// The value of `GM`.
        game: Foreign,
    },
    /// No board has this size.
    Size {
        /// The value of `SZ`.
        text: Foreign,
    },
    /// A value of `AB` or `AW` is not a square.
    NotASquare {
        /// The first characters of the value.
        value: Foreign,
    },
    /// The start position is invalid.
    Start {
        /// What is wrong with it.
        error: Foreign,
    },
    /// The value of a move is not a move.
    NotAMove {
        /// The number of the move, counted from 1.
        number: usize,
        /// The first characters of the value.
        value: Foreign,
    },
    /// A move is illegal, with rows counted from the top.
    Replay(ReplayError),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match &self.kind {
            SgfErrorKind::NoGame => f.write_str("there is no game, one begins with (;"),
            SgfErrorKind::Unclosed => f.write_str("the text ends before the game does"),
            SgfErrorKind::TooDeep => {
                write!(f, "more than {MAX_DEPTH} variations lie within each other")
            }
            SgfErrorKind::Unexpected { symbol } => write!(f, "{symbol:?} has no place here"),
            SgfErrorKind::NoValue { name } => write!(f, "{name} has no value in brackets"),
            SgfErrorKind::OtherGame { game } => {
                write!(f, "GM[{game}] is another game, Othello is GM[2]")
            }
            SgfErrorKind::Size { text } => {
                write!(f, "no board has size {text:?}, the sizes are 4, 6 and 8")
            }
            SgfErrorKind::NotASquare { value } => {
                write!(f, "{value:?} is not a square, write a1 to h8")
            }
            SgfErrorKind::Start { error } => write!(f, "in the start position: {error}"),
            SgfErrorKind::NotAMove { number, value } => {
                write!(f, "move {number}: {value:?} is not a move, write a1 to h8, or PA")
            }
            SgfErrorKind::Replay(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SgfError {}

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

    fn moves(record: &GameRecord) -> String {
        transcript::write(&record.game)
    }

    #[test]
    fn all_the_dialects_are_read() {
        let plain = "f5d6c3";
        for text in [
            "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])",
            "(;GM[2]B[f5];W[d6];B[c3];)",
            "(;FF[\"4\"]SZ[\"8\"];B[\"f5\"];W[\"d6\"];B[\"c3\"])",
            "(;GaMe[2];Black[fe];White[df];Black[cc])",
            "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))",
            "(;GM[2]AB[e4][d5]AW[d4]\n[e5]PL[B];B[f5];W[d6];B[c3]C[a \\] b])",
        ] {
            assert_eq!(moves(&one(text)), plain, "{text}");
        }
    }

    #[test]
    fn a_record_with_row_1_at_the_bottom_is_mirrored() {
        assert_eq!(moves(&one("(;GM[2];B[f4];W[d3];B[c6])")), "f5d6c3");
        let both_wrong = error("(;GM[2];B[f5];W[a1])");
        assert!(both_wrong.contains("move 2 for white: a1 turns over no disc"), "{both_wrong}");
    }

    #[test]
    fn comments_and_variations_are_read_and_written() {
        let text = "(;GM[2]C[at the start];B[f5]C[two\nlines \\] ]                    (;W[d6];B[c3])(;W[f6](;B[e6])(;B[f7]C[greedy]))(;W[f4]))";
        let record = one(text);
        assert_eq!(moves(&record), "f5d6c3");
        let comments: Vec<_> =
            record.remarks.comments.iter().map(|(ply, it)| (*ply, it.as_str())).collect();
        assert_eq!(comments, [(0, "at the start"), (1, "two\nlines ]")]);
        let line = |game: &AnyGame| {
            let moves = game.history().iter().map(|played| played.mv.to_string());
            moves.collect::<Vec<_>>().join(" ")
        };
        let [second, third] = record.remarks.variations.as_slice() else { panic!("two") };
        assert_eq!((second.ply, line(&second.game).as_str()), (1, "f6 e6"));
        assert_eq!((third.ply, line(&third.game).as_str()), (1, "f4"));
        let [inner] = second.remarks.variations.as_slice() else { panic!("one") };
        assert_eq!((inner.ply, inner.remarks.comments[&3].as_str()), (2, "greedy"));
        let written = write(&record);
        assert!(written.ends_with(
            "PL[B]C[at the start];B[f5]C[two\nlines \\]](;W[d6];B[c3])(;W[f6](;B[e6])(;B[f7]C[greedy]))(;W[f4]))"
        ), "{written}");
        assert_eq!(one(&written), record);
    }

    #[test]
    fn a_variation_that_branches_at_once_is_several() {
        let record = one("(;GM[2];B[f5](;W[d6])((;W[f6])(;W[f4])))");
        let plies: Vec<_> =
            record.remarks.variations.iter().map(|variation| variation.ply).collect();
        assert_eq!(plies, [1, 1]);
        assert!(write(&record).ends_with(";B[f5](;W[d6])(;W[f6])(;W[f4]))"));
    }

    #[test]
    fn an_illegal_move_of_a_variation_is_named() {
        let wrong = error("(;GM[2];B[f5](;W[d6])(;W[a1]))");
        assert!(wrong.contains("column 26: move 2 for white: a1 turns over no disc"), "{wrong}");
    }

    #[test]
    fn quotes_in_a_name_stay() {
        let mut record = one("(;FF[4]GM[2])");
        record.black.name = "\"Ada\"".into();
        assert_eq!(one(&write(&record)).black.name, "\"Ada\"");
    }

    #[test]
    fn rules_tell_the_objective() {
        let objective = |text| one(text).objective;
        assert_eq!(objective("(;GM[2]RU[Anti])"), Objective::FewestDiscs);
        assert_eq!(objective("(;FF[\"4\"]SZ[\"8\"])"), Objective::FewestDiscs);
        assert_eq!(objective("(;FF[\"4\"]GM[\"2\"])"), Objective::MostDiscs);
        assert_eq!(objective("(;GM[2]RU[Othello])"), Objective::MostDiscs);
        let most = Context { objective: Objective::MostDiscs, ..Context::default() };
        assert_eq!(parse("(;GM[2])", most).unwrap()[0].objective, Objective::MostDiscs);
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(error("x"), "line 1, column 1: there is no game, one begins with (;");
        assert!(error("(;GM[2]").ends_with("the text ends before the game does"));
        assert!(error("(;GM[2").ends_with("the text ends before the game does"));
        assert!(error("(;GM[1])").ends_with("GM[1] is another game, Othello is GM[2]"));
        assert!(error("(;SZ[19])").contains("no board has size \"19\""));
        assert!(error("(;GM[2]!)").ends_with("'!' has no place here"));
        assert!(error("(;GM)").ends_with("GM has no value in brackets"));
        assert!(error("(;AB[z9])").contains("\"z9\" is not a square"));
        assert!(error("(;AB[a1]AW[a1])").ends_with("both sides have a disc on a1"));
        assert!(error("(;B[f5]\n;W[z])").starts_with("line 2, column 4: move 2: \"z\" is not a"));
        assert!(error(&"(".repeat(2000)).contains("more than 1000 variations"));
    }
}
