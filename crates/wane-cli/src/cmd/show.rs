//! `wane show`: draws positions and the ends of games.

use anyhow::Result;
use serde::Serialize;
use wane_board::Colour;
use wane_formats::{GameRecord, board_text};
use wane_service::message::{ObjectiveName, SideName};

use crate::args::GamesArgs;
use crate::draw;
use crate::output::Output;

/// A position, or the last one of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Shown {
    /// The size of the board.
    size: usize,
    /// The objective.
    objective: ObjectiveName,
    /// The squares row by row: `X` for Black, `O` for White and `-` for empty.
    board: String,
    /// The side to move.
    side: SideName,
    /// The number of black discs.
    black: u32,
    /// The number of white discs.
    white: u32,
    /// The number of empty squares.
    empty: u32,
    /// The square of the last move.
    last: Option<String>,
    /// The legal moves.
    legal: Vec<String>,
    /// Whether the side to move must pass.
    pass: bool,
    /// Whether the game is over.
    over: bool,
    /// The winner of a game that is over.
    winner: Option<Winner>,
    /// The score of a game that is over, for Black.
    score: Option<i32>,
}

/// The winner.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum Winner {
    Black,
    White,
    Draw,
}

impl From<Option<Colour>> for Winner {
    fn from(winner: Option<Colour>) -> Self {
        match winner {
            Some(Colour::Black) => Self::Black,
            Some(Colour::White) => Self::White,
            None => Self::Draw,
        }
    }
}

pub(crate) fn run(args: &GamesArgs, output: &mut Output) -> Result<()> {
    let games = args.games()?;
    for (index, game) in games.iter().enumerate() {
        if output.is_json() {
            output.json(&shown(game))?;
            continue;
        }
        if games.len() > 1 {
            output.text(&format!("game {} of {}\n", index + 1, games.len()))?;
        }
        output.text(&draw::game(game, output.has_colour()))?;
        if index + 1 < games.len() {
            output.text("\n")?;
        }
    }
    Ok(())
}

fn shown(record: &GameRecord) -> Shown {
    let position = record.game.position();
    let discs = |colour| position.discs(colour).len();
    let (black, white) = (discs(Colour::Black), discs(Colour::White));
    let legal: Vec<String> = position.legal_moves().into_iter().map(|s| s.to_string()).collect();
    let outcome = record.outcome();
    Shown {
        size: position.size().rows(),
        objective: record.objective.into(),
        board: board_text::write_squares(&position),
        side: position.side().into(),
        black,
        white,
        empty: position.size().squares().len() - black - white,
        last: record.game.squares().next_back().map(|square| square.to_string()),
        legal,
        pass: position.must_pass(),
        over: outcome.is_some(),
        winner: outcome.map(|outcome| outcome.winner().into()),
        score: outcome.map(|outcome| outcome.black_score.discs()),
    }
}
