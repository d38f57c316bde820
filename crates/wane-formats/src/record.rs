//! [`GameRecord`]: a game and all that the formats say about it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use wane_board::{AnyGame, AnyPosition, Colour, Objective, Score, Size};

/// What to believe where a text does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Context {
    /// The size of a board that starts from the start position.
    pub size: Size,
    /// What was played for.
    pub objective: Objective,
}

/// A game, who played it, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// What was played for.
    pub objective: Objective,
    /// The start position and the moves.
    pub game: AnyGame,
    /// Who had the black discs.
    pub black: Player,
    /// Who had the white discs.
    pub white: Player,
    /// Where it was played.
    pub place: Option<String>,
    /// When it was played, as the text has it.
    pub date: Option<String>,
    /// How the game ended if it did not end on the board. Use [`GameRecord::outcome`].
    pub ended: Option<Outcome>,
    /// What is said about a move or a position, by the number of moves and passes before it.
    pub notes: BTreeMap<usize, MoveNote>,
    /// What the native format has beside all this, kept as it is.
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

/// One of the players.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Player {
    /// As it was written; empty if it is not known.
    pub name: String,
    /// On whatever scale the place uses; always finite.
    pub rating: Option<f64>,
    /// The time the player had.
    pub clock: Option<Clock>,
    /// What the native format has beside this, kept as it is.
    pub extra: Map<String, Value>,
}

/// A rating as texts have it, or `None` for what cannot be one.
pub(crate) fn parse_rating(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|rating: &f64| rating.is_finite())
}

/// A game clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub main_ms: u64,
    /// Added after each move.
    pub increment_ms: u64,
    /// Added once when the clock first runs out.
    pub grace_ms: u64,
}

/// A value in hundredths of a disc, good for the side to move if positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Eval {
    /// Hundredths of a disc.
    pub centidiscs: i32,
}

impl Eval {
    /// The nearest hundredth to a number of discs, or `None` for what no evaluation can be.
    #[must_use]
    pub fn from_discs(discs: f64) -> Option<Self> {
        let centidiscs = (discs * 100.0).round();
        // Far beyond the 64 discs of a board, for engines that mark wins with large numbers.
        let sane = -1e8..=1e8;
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the range above")]
        sane.contains(&centidiscs).then_some(Self { centidiscs: centidiscs as i32 })
    }

    /// The value in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.centidiscs) / 100.0
    }
}

/// What is said about a move or the position before it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MoveNote {
    /// The mover's evaluation.
    pub eval: Option<Eval>,
    /// The time it took.
    pub time_ms: Option<u64>,
    /// What the native format has beside this, kept as it is.
    pub extra: Map<String, Value>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Neither side could move, or the text gives a score and no reason.
    Normal,
    /// The loser gave up.
    Resigned,
    /// The loser ran out of time.
    Time,
    /// The loser made an illegal move.
    Illegal,
    /// The players, or a referee, agreed on the score.
    Adjudicated,
    /// The loser left.
    Left,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Positive if Black has won, in either game; the empties count for the side with more discs.
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
    /// A game of which nothing else is known.
    #[must_use]
    pub fn new(game: AnyGame, objective: Objective) -> Self {
        Self {
            objective,
            game,
            black: Player::default(),
            white: Player::default(),
            place: None,
            date: None,
            ended: None,
            notes: BTreeMap::new(),
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
    pub fn player(&self, colour: Colour) -> &Player {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// How the game ended, or `None` if it goes on. The board decides where the game was played to
    /// its end; what a text says counts only where it was not.
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

    /// Notes how the game ended, unless the board tells.
    pub(crate) fn set_ended(&mut self, ended: Option<Outcome>) {
        self.ended = ended.filter(|_| !self.game.position().is_game_over());
    }

    /// The greatest score that this board allows.
    pub(crate) fn greatest_score(&self) -> i32 {
        let squares = self.game.size().squares().len();
        Objective::MostDiscs.final_score(squares, 0, 0).discs()
    }
}
