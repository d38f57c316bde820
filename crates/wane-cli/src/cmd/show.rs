//! `wane show`: draws positions and the ends of games.

use anyhow::Result;
use serde_json::{Value, json};
use wane_board::Colour;
use wane_formats::{GameRecord, board_text};

use crate::args::GamesArgs;
use crate::draw;
use crate::output::Output;

pub(crate) fn run(args: &GamesArgs, output: &mut Output) -> Result<()> {
    let games = args.games()?;
    for (index, game) in games.iter().enumerate() {
        if output.is_json() {
            output.json(&as_json(game))?;
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

fn as_json(record: &GameRecord) -> Value {
    let position = record.game.position();
    let discs = |colour| position.discs(colour).len();
    let (black, white) = (discs(Colour::Black), discs(Colour::White));
    let legal: Vec<String> = position.legal_moves().into_iter().map(|s| s.to_string()).collect();
    let outcome = record.outcome();
    json!({
        "size": position.size().rows(),
        "objective": record.objective.to_string(),
        "board": board_text::write_squares(&position),
        "side": position.side().to_string(),
        "black": black,
        "white": white,
        "empty": position.size().squares().len() - black - white,
        "last": record.game.squares().next_back().map(|square| square.to_string()),
        "legal": legal,
        "pass": position.must_pass(),
        "over": outcome.is_some(),
        "winner": outcome.map(|o| o.winner().map_or("draw".to_string(), |w| w.to_string())),
        "score": outcome.map(|outcome| outcome.black_score.discs()),
    })
}
