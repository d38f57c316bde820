//! `wane moves`: the legal moves, the discs that each flips, and the number of replies that it leaves.

use anyhow::Result;
use serde::Serialize;
use wane_board::{AnyPosition, Bitboard, Square, with_size};
use wane_service::message::SideName;

use crate::args::GamesArgs;
use crate::draw;
use crate::output::{FAINT, Output, STRONG, paint};

/// A legal move and its effect.
struct Choice {
    square: Square,
    flips: Bitboard,
    replies: u32,
}

/// The legal moves of a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LegalMoves {
    /// The side to move.
    side: SideName,
    /// Whether it must pass.
    pass: bool,
    /// Whether the game is over.
    over: bool,
    /// The legal moves.
    moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LegalMove {
    /// The square.
    #[serde(rename = "move")]
    mv: String,
    /// The discs that it flips.
    flips: Vec<String>,
    /// The number of replies.
    replies: u32,
}

pub(crate) fn run(args: &GamesArgs, output: &mut Output) -> Result<()> {
    for game in args.games()? {
        let position = game.game.position();
        let choices = choices(&position);
        if output.is_json() {
            let moves = choices.iter().map(|choice| LegalMove {
                mv: choice.square.to_string(),
                flips: choice.flips.into_iter().map(|square| square.to_string()).collect(),
                replies: choice.replies,
            });
            output.json(&LegalMoves {
                side: position.side().into(),
                pass: position.must_pass(),
                over: position.is_game_over(),
                moves: moves.collect(),
            })?;
        } else {
            output.text(&as_text(&position, &choices))?;
        }
    }
    Ok(())
}

fn choices(position: &AnyPosition) -> Vec<Choice> {
    let choice = |square| {
        let replies = with_size!(position, position => {
            let mut next = position.board;
            next.play_flips(square, next.flips(square));
            next.legal_moves().len()
        });
        Choice { square, flips: position.flips(square), replies }
    };
    position.legal_moves().into_iter().map(choice).collect()
}

fn as_text(position: &AnyPosition, choices: &[Choice]) -> String {
    let side = draw::name(position.side());
    if position.is_game_over() {
        return "The game is over\n".into();
    }
    if choices.is_empty() {
        return format!("{side} has no move and must pass\n");
    }
    let head = format!("{side} to move, {} moves", choices.len());
    let mut text = paint(STRONG, &head) + "\n" + &paint(FAINT, "move  replies  flips") + "\n";
    for Choice { square, flips, replies } in choices {
        text += &format!("{square:<6}{replies:>7}  {flips}\n");
    }
    text
}
