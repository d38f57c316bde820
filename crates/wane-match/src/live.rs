//! [`LiveGames`]: the games that are being played at this moment, for those who watch.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use wane_board::{AnyGame, Colour, Move};
use wane_formats::board_text;
use wane_text::Foreign;

use crate::game_job::GameJob;

/// The games that are being played at this moment. Clones show the same games.
#[derive(Clone, Debug, Default)]
pub struct LiveGames(Arc<Mutex<BTreeMap<usize, LiveGame>>>);

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct LiveGame {
    number: usize,
    black: Foreign,
    white: Foreign,
    /// The squares row by row, and who is to move.
    board: String,
    last: Option<String>,
    moves: usize,
    black_discs: u32,
    white_discs: u32,
}

impl LiveGames {
    /// Shows the position of a game.
    pub(crate) fn show(&self, job: &GameJob, game: &AnyGame) {
        let position = game.position();
        let discs = |colour| position.discs(colour).len();
        let last = game.history().last().map(|played| match played.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pass".into(),
        });
        let live = LiveGame {
            number: job.number,
            black: job.black.name.clone(),
            white: job.white.name.clone(),
            board: board_text::write(&position),
            last,
            moves: game.history().len(),
            black_discs: discs(Colour::Black),
            white_discs: discs(Colour::White),
        };
        self.games().insert(job.number, live);
    }

    /// The game has ended.
    pub(crate) fn end(&self, number: usize) {
        self.games().remove(&number);
    }

    /// All of them, as a line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let games: Vec<LiveGame> = self.games().values().cloned().collect();
        serde_json::to_string(&games).expect("every key is a string")
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<usize, LiveGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
