//! Answers that need no thinking: positions, moves, and formats.

use std::fmt;

use serde_json::Value as Json;
use thiserror::Error;
use wane_board::{AnyGame, AnyPosition, Bitboard, Move, Size};
use wane_formats::{Context, Format, GameRecord, board_text, json, paste, transcript};

use crate::analysis::Twins;
use crate::message::{Answer, Choice, Look, Place, Query, Variant};

/// A message that makes no sense, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Nonsense {
    text: String,
}

impl Nonsense {
    pub(crate) fn new(error: &impl fmt::Display) -> Self {
        Self { text: error.to_string() }
    }
}

/// Answers at once.
#[must_use]
pub fn answer(query: &Query) -> Answer {
    try_answer(query).unwrap_or_else(|error| Answer::Failed { text: error.to_string() })
}

fn try_answer(query: &Query) -> Result<Answer, Nonsense> {
    Ok(match query {
        Query::Start { size, variant } => {
            Answer::Look(look(&AnyPosition::start(read_size(*size)?), *variant))
        }
        Query::Look(place) => Answer::Look(look(&read(place)?, place.variant)),
        Query::Play { place, mv } => Answer::Look(look(&play(&read(place)?, mv)?, place.variant)),
        Query::Paste { text, size, variant } => {
            let context = Context { size: read_size(*size)?, objective: (*variant).into() };
            let pasted = paste::paste(text, context).map_err(|error| Nonsense::new(&error))?;
            let format = pasted.format.name().to_owned();
            let games = pasted.into_games();
            Answer::Games { format, games: games.iter().map(write_game).collect() }
        }
        Query::Write { game, format } => {
            let format: Format = format.parse().map_err(|error| Nonsense::new(&error))?;
            let text = format.write_games(&[read_game(game)?]);
            Answer::Text { text: text.map_err(|error| Nonsense::new(&error))? }
        }
    })
}

/// The position that a text stands for.
pub(crate) fn read(place: &Place) -> Result<AnyPosition, Nonsense> {
    board_text::parse(&place.position).map_err(|error| Nonsense::new(&error))
}

/// The game that JSON in the native format stands for.
pub(crate) fn read_game(game: &Json) -> Result<GameRecord, Nonsense> {
    let games = json::parse(&game.to_string(), Context::default());
    let mut games = games.map_err(|error| Nonsense::new(&error))?;
    Ok(games.swap_remove(0))
}

/// A position as messages have it.
pub(crate) fn write(position: &AnyPosition, variant: Variant) -> Place {
    Place { position: board_text::write(position), variant }
}

/// The squares of a list; nothing if it is empty.
pub(crate) fn read_squares(names: &[String]) -> Result<Option<Bitboard>, Nonsense> {
    let squares = names.iter().map(|name| match transcript::parse_move(name) {
        Some(Move::Place(square)) => Ok(square),
        _ => Err(Nonsense { text: format!("{name:?} is not a square") }),
    });
    let squares = squares.collect::<Result<Bitboard, _>>()?;
    Ok((!squares.is_empty()).then_some(squares))
}

pub(crate) fn read_size(rows: usize) -> Result<Size, Nonsense> {
    Size::try_from(rows).map_err(|error| Nonsense::new(&error))
}

fn write_game(record: &GameRecord) -> Json {
    serde_json::from_str(&json::write(record)).expect("what was written is JSON")
}

/// The position after a move, which must be legal.
fn play(position: &AnyPosition, mv: &str) -> Result<AnyPosition, Nonsense> {
    let mut game = AnyGame::from_position(*position);
    let played = match transcript::parse_move(mv) {
        Some(Move::Place(square)) => game.play(square).map_err(|error| Nonsense::new(&error)),
        Some(Move::Pass) => game.pass().map_err(|error| Nonsense::new(&error)),
        None => Err(Nonsense { text: format!("{mv:?} is not a move") }),
    };
    played.map(|()| game.position())
}

fn look(position: &AnyPosition, variant: Variant) -> Look {
    use wane_board::Colour::{Black, White};
    let twins = Twins::of(&position.board());
    let choice = |square| Choice {
        twin: twins.first(square).to_string(),
        square: format!("{square}"),
        flips: position.flips(square).into_iter().map(|flip| flip.to_string()).collect(),
    };
    let score = position.is_game_over().then(|| {
        let score = position.final_score(variant.into()).discs();
        if position.side() == Black { score } else { -score }
    });
    Look {
        place: write(position, variant),
        size: position.size().rows(),
        side: board_text::letter(Some(position.side())).into(),
        black: position.discs(Black).len(),
        white: position.discs(White).len(),
        moves: position.legal_moves().into_iter().map(choice).collect(),
        must_pass: position.must_pass(),
        score,
    }
}
