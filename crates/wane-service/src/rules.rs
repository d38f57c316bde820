//! Answers that need no thinking: positions, moves, and formats.

use std::sync::Arc;

use wane_board::{AnyGame, AnyPosition, Bitboard, Move, Size, Square};
use wane_formats::json::{GameText, JsonError};
use wane_formats::paste::PasteError;
use wane_formats::{Context, Format, GameRecord, board_text, paste, transcript};

use crate::analysis::Twins;
use crate::guest::GUEST;
use crate::insight::reasons;
use crate::message::{Answer, Choice, Insight, Look, ObjectiveName, PositionText, Query, Summary};
use crate::opponent::Name;
use crate::problem::Problem;
use crate::recipe::read_recipe;

/// Answers at once.
#[must_use]
pub fn answer(query: &Query) -> Answer {
    try_answer(query).unwrap_or_else(|problem| Answer::Failed { problem })
}

fn try_answer(query: &Query) -> Result<Answer, Problem> {
    Ok(match query {
        Query::Start { size, objective } => {
            Answer::Look(look(&AnyPosition::start(read_size(*size)?), *objective))
        }
        Query::Look(place) => Answer::Look(look(&read(place)?, place.objective)),
        Query::Play { place, mv } => Answer::Look(look(&play(&read(place)?, mv)?, place.objective)),
        Query::Paste { text, size, objective } => {
            let context = Context { size: read_size(*size)?, objective: (*objective).into() };
            let pasted = paste::paste(text, context).map_err(|error| Problem::from(&error))?;
            let format = pasted.format.name().to_owned();
            let games = pasted.into_games();
            Answer::Games { format, games: games.iter().map(GameText::from).collect() }
        }
        Query::Write { game, format } => {
            let unknown = |_| Problem::UnknownFormat { name: format.as_str().into() };
            let format: Format = format.parse().map_err(unknown)?;
            let text = format.write_games(&[read_game(game)?]);
            let text = text.map_err(|error| Problem::NotWritable {
                format: format.to_string(),
                detail: error.to_string().into(),
            });
            Answer::Text { text: text? }
        }
        Query::Recipe { text } => Answer::Recipe { name: read_named(text)?.to_string() },
        Query::Insight(place) => Answer::Insight(Insight::of(&read(place)?)),
        Query::Explain { place, played, better } => {
            let (played, better) = (read_moves(played)?, read_moves(better)?);
            let reasons = reasons(&read(place)?, place.objective.into(), &played, &better);
            Answer::Reasons { reasons }
        }
        Query::Summarize { moves, score } => Answer::Summary(Summary::of_texts(moves, *score)),
    })
}

/// The position that a text stands for.
pub(crate) fn read(place: &PositionText) -> Result<AnyPosition, Problem> {
    board_text::parse(&place.position).map_err(|error| Problem::from(&error))
}

/// The game that a text in the native format stands for.
pub(crate) fn read_game(game: &GameText) -> Result<GameRecord, Problem> {
    let wrong = |kind| Problem::from(&PasteError::Json(JsonError { game: 1, kind }));
    game.clone().read(Context::default()).map_err(wrong)
}

/// A position as messages have it.
pub(crate) fn write(position: &AnyPosition, objective: ObjectiveName) -> PositionText {
    PositionText { position: board_text::write(position), objective }
}

/// The squares of a list; nothing if it is empty.
pub(crate) fn read_squares(names: &[String]) -> Result<Option<Bitboard>, Problem> {
    let squares = names.iter().map(|name| match transcript::parse_move(name) {
        Some(Move::Place(square)) => Ok(square),
        _ => Err(Problem::NotASquare { word: name.as_str().into() }),
    });
    let squares = squares.collect::<Result<Bitboard, _>>()?;
    Ok((!squares.is_empty()).then_some(squares))
}

/// The moves of a list, legal or not.
fn read_moves(names: &[String]) -> Result<Vec<Move>, Problem> {
    let read = |name: &String| {
        let wrong = || Problem::NotAMove { word: name.as_str().into(), at: None };
        transcript::parse_move(name).ok_or_else(wrong)
    };
    names.iter().map(read).collect()
}

/// The legal move of a name.
pub(crate) fn read_legal(position: &AnyPosition, name: &str) -> Result<Square, Problem> {
    let Some(Move::Place(square)) = transcript::parse_move(name) else {
        return Err(Problem::NotASquare { word: name.into() });
    };
    play(position, name).map(|_| square)
}

pub(crate) fn read_size(rows: usize) -> Result<Size, Problem> {
    Size::try_from(rows).map_err(|_| Problem::Size { rows })
}

/// The opponent of a name, of a recipe, which has more than one line, or a guest, as `@me`.
pub(crate) fn read_player(name: &str) -> Result<Name, Problem> {
    if name.contains('\n') {
        return read_named(name);
    }
    if let Some(guest) = name.strip_prefix(GUEST) {
        return Ok(Name::Guest(guest.into()));
    }
    name.parse().map_err(|_| Problem::unknown_player(name))
}

/// The player of a recipe.
fn read_named(text: &str) -> Result<Name, Problem> {
    let named = read_recipe(text).map_err(|problem| Problem::Recipe {
        line: problem.line,
        column: problem.column,
        detail: problem.message.into(),
    })?;
    Ok(Name::Recipe(Arc::new(named)))
}

/// The position after a move, which must be legal.
fn play(position: &AnyPosition, mv: &str) -> Result<AnyPosition, Problem> {
    let mut game = AnyGame::from_position(*position);
    let side = position.side().into();
    let played = match transcript::parse_move(mv) {
        Some(Move::Place(square)) => {
            game.play(square).map_err(|illegal| Problem::illegal(&illegal, side, None))
        }
        Some(Move::Pass) => game.pass().map_err(|_| Problem::IllegalPass { number: None, side }),
        None => Err(Problem::NotAMove { word: mv.into(), at: None }),
    };
    played.map(|()| game.position())
}

fn look(position: &AnyPosition, objective: ObjectiveName) -> Look {
    use wane_board::Colour::{Black, White};
    let twins = Twins::of(&position.board());
    let choice = |square| Choice {
        twin: twins.first(square).to_string(),
        square: format!("{square}"),
        flips: position.flips(square).into_iter().map(|flip| flip.to_string()).collect(),
    };
    let score = position.is_game_over().then(|| {
        let score = position.final_score(objective.into()).discs();
        if position.side() == Black { score } else { -score }
    });
    Look {
        place: write(position, objective),
        size: position.size().rows(),
        side: position.side().into(),
        black: position.discs(Black).len(),
        white: position.discs(White).len(),
        moves: position.legal_moves().into_iter().map(choice).collect(),
        must_pass: position.must_pass(),
        score,
    }
}
