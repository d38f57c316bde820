//! [`GameRecord`]: a game and everything that the formats say about it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use wane_board::{AnyGame, AnyPosition, Colour, Objective, Score, Size};
use wane_text::Foreign;

use crate::variation::Remarks;

/// Defaults for what a text does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Context {
    /// The size of the board of a game from the start position.
    pub size: Size,
    /// The objective.
    pub objective: Objective,
}

/// A game, its players, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The objective.
    pub objective: Objective,
    /// The start position and the moves.
    pub game: AnyGame,
    /// The black player.
    pub black: PlayerInfo,
    /// The white player.
    pub white: PlayerInfo,
    /// Where it was played.
    pub place: Option<Foreign>,
    /// When it was played, in the words of the text.
    pub date: Option<Foreign>,
    /// The result if the game did not end on the board. Use [`GameRecord::outcome`].
    pub ended: Option<Outcome>,
    /// Notes on moves or positions, by the number of moves and passes before them.
    pub notes: BTreeMap<usize, MoveNote>,
    /// Comments and variations, which SGF and the native format have.
    pub remarks: Remarks,
    /// Unknown fields of the native format, kept unchanged.
    pub extra: Map<String, Value>,
}

/// The name of an objective in our own formats and in the protocols: `anti` or `standard`.
#[must_use]
pub fn variant_name(objective: Objective) -> &'static str {
    match objective {
        Objective::FewestDiscs => "anti",
        Objective::MostDiscs => "standard",
    }
}

/// The objective of a [`variant_name`].
#[must_use]
pub fn variant_named(name: &str) -> Option<Objective> {
    [Objective::FewestDiscs, Objective::MostDiscs]
        .into_iter()
        .find(|&objective| variant_name(objective) == name)
}

/// What a record says about one of the players.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlayerInfo {
    /// The name; empty if unknown.
    pub name: Foreign,
    /// The rating on the scale of the site or event; always finite.
    pub rating: Option<f64>,
    /// The player's time control.
    pub clock: Option<ClockInfo>,
    /// Unknown fields of the native format, kept unchanged.
    pub extra: Map<String, Value>,
}

/// Reads a rating; `None` if the text is not a finite number.
pub(crate) fn parse_rating(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|rating: &f64| rating.is_finite())
}

/// The time control of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockInfo {
    /// For the whole game.
    pub main_ms: u64,
    /// Added after each move.
    pub increment_ms: u64,
    /// Added once when the clock first runs out.
    pub grace_ms: u64,
}

/// An evaluation in hundredths of a disc, positive if it is good for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Eval {
    /// Hundredths of a disc.
    pub centidiscs: i32,
}

impl Eval {
    /// A number of discs rounded to hundredths, or `None` if it is out of range or not a number.
    #[must_use]
    pub fn from_discs(discs: f64) -> Option<Self> {
        let centidiscs = (discs * 100.0).round();
        // Far more than the 64 discs of a board, for engines that mark wins with large numbers.
        let sane = -1e8..=1e8;
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the range above")]
        sane.contains(&centidiscs).then_some(Self { centidiscs: centidiscs as i32 })
    }

    /// The evaluation in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.centidiscs) / 100.0
    }
}

/// A note on a move or the position before it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MoveNote {
    /// The mover's evaluation.
    pub eval: Option<Eval>,
    /// The time that the move took.
    pub time_ms: Option<u64>,
    /// Unknown fields of the native format, kept unchanged.
    pub extra: Map<String, Value>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Neither side could move, or the text gives a score and no reason.
    Normal,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    Time,
    /// The loser made an illegal move.
    Illegal,
    /// The players agreed on the score, or a referee decided it.
    Adjudicated,
    /// The loser left.
    Left,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Positive if Black has won, under either objective; empty squares count for the side with
    /// more discs.
    pub black_score: Score,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// The winner, or `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        match self.black_score.discs() {
            0 => None,
            discs if discs > 0 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }
}

impl GameRecord {
    /// A record of a game without any other information.
    #[must_use]
    pub fn new(game: AnyGame, objective: Objective) -> Self {
        Self {
            objective,
            game,
            black: PlayerInfo::default(),
            white: PlayerInfo::default(),
            place: None,
            date: None,
            ended: None,
            notes: BTreeMap::new(),
            remarks: Remarks::default(),
            extra: Map::new(),
        }
    }

    /// A position, as a game without moves.
    #[must_use]
    pub fn from_position(position: AnyPosition, objective: Objective) -> Self {
        Self::new(AnyGame::from_position(position), objective)
    }

    /// One of the players.
    #[must_use]
    pub fn player(&self, colour: Colour) -> &PlayerInfo {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// The result, or `None` if the game is not finished. The board decides if the game was played
    /// to its end; otherwise the result in the text counts.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.game.position();
        if position.is_game_over() {
            let score = position.final_score(self.objective);
            let black_score = if position.side() == Colour::Black { score } else { -score };
            return Some(Outcome { black_score, reason: Reason::Normal });
        }
        self.ended
    }

    /// Sets the result, unless the board decides it.
    pub(crate) fn set_ended(&mut self, ended: Option<Outcome>) {
        self.ended = ended.filter(|_| !self.game.position().is_game_over());
    }

    /// The highest score on a board of this size.
    pub(crate) fn max_score(&self) -> i32 {
        let squares = self.game.size().squares().len();
        Objective::MostDiscs.final_score(squares, 0, 0).discs()
    }
}
