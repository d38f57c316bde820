//! How the values of a check that have no JSON of their own are written.

use std::fmt::Display;
use std::time::Duration;

use serde::Serializer;
use wane_board::{AnyGame, Bitboard, Move};
use wane_formats::board_text;

/// A square or a side by its name.
pub(super) fn name<S: Serializer>(named: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(named)
}

/// Squares by their names.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]
pub(super) fn squares<S: Serializer>(squares: &Bitboard, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.into_iter().map(|square| square.to_string()))
}

/// Moves by their names.
pub(super) fn moves<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(moves.iter().map(ToString::to_string))
}

/// A time in seconds.
pub(super) fn seconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(time.as_secs_f64())
}

/// A time in seconds, or null.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn some_seconds<S: Serializer>(
    time: &Option<Duration>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => to.serialize_some(&time.as_secs_f64()),
        None => to.serialize_none(),
    }
}

/// The board at the end of a game, or null.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn board<S: Serializer>(game: &Option<AnyGame>, to: S) -> Result<S::Ok, S::Error> {
    match game {
        Some(game) => to.serialize_some(&board_text::write(&game.position())),
        None => to.serialize_none(),
    }
}
