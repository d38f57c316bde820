//! [`Opponent`]: who plays, by name: the engine at a level, or an agent of the gallery.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{AnyBoard, Move, Objective, Size, with_size};
use wane_eval::Weights;
use wane_gallery::{Agent, Kind};
use wane_search::{Clock, Control, Engine, Level, Limits, NoMemory, Player, Question, Report};

use crate::analysis::analyse;

/// What an agent of the gallery may take for a move when nothing else is said.
const AGENT_TIME: Duration = Duration::from_secs(1);

/// How many of a hundred lines that the best level leaves out would have mattered, about.
pub const SELECTIVITY: u32 = 12;

/// How many positions it takes to reach most of a table.
const WARM_NODES: u64 = 10_000;

/// The name of an opponent: `1` to `20` for a level of the engine, or that of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The engine at a level.
    Level(Level),
    /// An agent of the gallery.
    Agent(Kind),
}

/// There is no opponent of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{name:?} is no opponent: write a level from 1 to {}, or {}",
    Level::MAX,
    Kind::ALL.map(Kind::name).join(", ")
)]
pub struct UnknownOpponent {
    name: String,
}

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many threads.
    pub threads: usize,
    /// The size of its table.
    pub hash_megabytes: usize,
    /// For the levels and agents that leave moves to chance.
    pub seed: u64,
    /// What it judges by, unless by the hand-made evaluation.
    pub weights: Option<Arc<Weights>>,
    /// See [`Engine::selectivity`]; what goes with the level if nothing is said.
    pub selectivity: Option<u32>,
}

impl Setup {
    /// An engine of its own.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn engine(&self) -> Result<Engine, NoMemory> {
        let engine = Engine::try_new(self.hash_megabytes)?;
        Ok(engine.threads(self.threads).weights(self.weights.clone()))
    }

    /// Little memory and the hand-made evaluation.
    #[must_use]
    pub fn small() -> Self {
        Self { threads: 1, hash_megabytes: 1, seed: 1, weights: None, selectivity: None }
    }
}

/// Somebody to play with.
pub enum Opponent {
    /// The engine at a level.
    Engine(Player),
    /// An agent of the gallery.
    Agent(Box<dyn Agent>),
}

impl Opponent {
    /// The opponent of this name.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn new(name: Name, setup: &Setup) -> Result<Self, NoMemory> {
        Ok(match name {
            Name::Level(level) => {
                let engine = setup.engine()?;
                // The other levels are measured by what they lose when they look at every move.
                let of_level = if level == Level::MAX { SELECTIVITY } else { 0 };
                let engine = engine.selectivity(setup.selectivity.unwrap_or(of_level));
                Self::Engine(Player::new(engine, level, setup.seed))
            }
            Name::Agent(kind) => Self::Agent(wane_gallery::build(kind, setup.seed)),
        })
    }

    /// Takes the memory that the engine needs, which is slow for the first few thousand positions and
    /// would make a short search late.
    pub fn warm_up(&mut self) {
        if let Self::Engine(player) = self {
            let question = Question {
                board: AnyBoard::start(Size::Eight),
                objective: Objective::default(),
                limits: Limits { nodes: Some(WARM_NODES), ..Limits::default() },
                lines: 1,
                only: None,
            };
            player.engine().search(&question, &Duration::default, &Control::new(), &mut |_| {});
        }
    }

    /// The move that it chooses, a pass where it must; `None` if the game is over. The engine tells
    /// what it thinks on the way, and an agent of the gallery keeps it to itself. Agents play the
    /// reversed game, whatever the question says.
    pub fn choose(
        &mut self,
        question: &Question,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<(Move, Option<Report>)> {
        match self {
            Self::Engine(player) => {
                let last = player.choose(question, clock, control, report)?;
                Some((last.best().moves[0], Some(last)))
            }
            Self::Agent(agent) => {
                let board = &question.board;
                let must_pass = with_size!(board, board => board.must_pass());
                if with_size!(board, board => board.is_game_over()) {
                    None
                } else if must_pass {
                    Some((Move::Pass, None))
                } else {
                    let budget = question.limits.time.map_or(AGENT_TIME, |time| time.hard);
                    // Agents look at the clock only, so that is what tells them to stop.
                    let clock = || if control.is_stopped() { Duration::MAX } else { clock() };
                    Some((Move::Place(agent.choose(board, budget, &clock)), None))
                }
            }
        }
    }

    /// The best move as the engine sees it, whatever its level; from an agent the move that it
    /// chooses.
    pub fn analyse(
        &mut self,
        question: &Question,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<(Move, Option<Report>)> {
        match self {
            Self::Engine(player) => {
                let last = analyse(player.engine(), question, clock, control, report)?.report;
                Some((last.best().moves[0], Some(last)))
            }
            Self::Agent(_) => self.choose(question, clock, control, report),
        }
    }
}

impl Name {
    /// What to call it in front of a host.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Level(_) => "Wane",
            Self::Agent(kind) => kind.name(),
        }
    }
}

impl FromStr for Name {
    type Err = UnknownOpponent;

    fn from_str(name: &str) -> Result<Self, UnknownOpponent> {
        let level = || name.parse().ok().map(Self::Level);
        let agent = || name.parse().ok().map(Self::Agent);
        level().or_else(agent).ok_or_else(|| UnknownOpponent { name: name.into() })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "{level}"),
            Self::Agent(kind) => write!(f, "{kind}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use wane_search::Budget;

    use super::*;

    #[test]
    fn names_read_back_and_an_unknown_one_is_told_the_known_ones() {
        for name in ["1", "20", "seed-003", "uct"] {
            assert_eq!(name.parse::<Name>().unwrap().to_string(), name);
        }
        let error = "21".parse::<Name>().unwrap_err().to_string();
        assert!(error.starts_with("\"21\" is no opponent: write a level from 1 to 20, or random"));
    }

    #[test]
    fn every_opponent_chooses_a_legal_move() {
        let setup = Setup::small();
        let time = Some(Budget::exactly(Duration::from_millis(5)));
        let question = Question {
            board: AnyBoard::start(Size::Eight),
            objective: Objective::FewestDiscs,
            limits: Limits { time, ..Limits::default() },
            lines: 1,
            only: None,
        };
        let levels = ["1", "10", "20"].map(String::from);
        for name in levels.into_iter().chain(Kind::ALL.map(|kind| kind.to_string())) {
            let mut opponent = Opponent::new(name.parse().unwrap(), &setup).unwrap();
            let asked = std::time::Instant::now();
            let control = Control::new();
            let choice =
                opponent.choose(&question, &move || asked.elapsed(), &control, &mut |_| {});
            let Some((Move::Place(square), _)) = choice else { panic!("{name} has a move") };
            assert!(["d3", "c4", "f5", "e6"].contains(&square.to_string().as_str()), "{name}");
        }
    }
}
