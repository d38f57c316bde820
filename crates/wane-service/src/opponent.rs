//! [`Opponent`]: the engine at a level, an agent of the gallery, a recipe or a guest, by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{AnyBoard, AnyPosition, Colour, Move, Objective, Size};
use wane_eval::WeightSet;
use wane_gallery::recipe::build_recipe;
use wane_gallery::{Agent, Kind};
use wane_search::{Clock, Control, Engine, Level, Limits, NoMemory, Player, Question, Report};
use wane_text::clean;

use crate::analysis::analyse;
use crate::guest::{Guest, GuestFault, GuestPlayer};
use crate::recipe::NamedRecipe;
use crate::task::TaskError;

/// The default time of an agent of the gallery for a move.
const AGENT_TIME: Duration = Duration::from_secs(1);

/// The selectivity of Multi-ProbCut at the best level and in analyses, in percent.
pub const SELECTIVITY: u32 = 12;

/// The longest name of a recipe that is shown, in characters.
const MOST_NAME: usize = 40;

/// The nodes of a search that touches most of the transposition table.
const WARM_NODES: u64 = 10_000;

/// The name of an opponent: `1` to `20` for a level of the engine, or that of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The engine at a level.
    Level(Level),
    /// An agent of the gallery.
    Agent(Kind),
    /// The agent of a recipe.
    Recipe(Arc<NamedRecipe>),
    /// A player that the front end brings along; see [`Guest`].
    Guest(Arc<str>),
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

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table.
    pub hash_megabytes: usize,
    /// The seed of the random choices of levels and agents.
    pub seed: u64,
    /// The weights of the evaluation; the hand-made one without them.
    pub weights: WeightSet,
    /// See [`Engine::selectivity`]; the default depends on the level.
    pub selectivity: Option<u32>,
}

impl Setup {
    /// A new engine.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn engine(&self) -> Result<Engine, NoMemory> {
        let engine = Engine::try_new(self.hash_megabytes)?;
        Ok(engine.threads(self.threads).weights(self.weights.clone()))
    }

    /// A table of 1 MB and the hand-made evaluation.
    #[must_use]
    pub fn small() -> Self {
        Self {
            threads: 1,
            hash_megabytes: 1,
            seed: 1,
            weights: WeightSet::default(),
            selectivity: None,
        }
    }
}

/// A player of either kind.
pub enum Opponent {
    /// The engine at a level.
    Engine(Player),
    /// An agent of the gallery or of a recipe.
    Agent(Box<dyn Agent>),
    /// A player that the front end brings along.
    Guest(Box<dyn GuestPlayer>),
}

impl Opponent {
    /// The opponent of this name.
    ///
    /// # Errors
    /// If there is not enough memory for its table, or no such guest.
    pub fn new(name: &Name, setup: &Setup, guests: &[Guest]) -> Result<Self, TaskError> {
        Ok(match name {
            &Name::Level(level) => {
                let engine = setup.engine()?;
                // The strength of the other levels was measured with a full-width search.
                let of_level = if level == Level::MAX { SELECTIVITY } else { 0 };
                let engine = engine.selectivity(setup.selectivity.unwrap_or(of_level));
                Self::Engine(Player::new(engine, level, setup.seed))
            }
            &Name::Agent(kind) => Self::Agent(wane_gallery::build(kind, setup.seed)),
            Name::Recipe(named) => Self::Agent(
                build_recipe(named.recipe.clone(), setup.seed).expect("the recipe was checked"),
            ),
            Name::Guest(name) => {
                let guest = guests.iter().find(|guest| guest.name() == name);
                Self::Guest(guest.ok_or_else(|| TaskError::NoGuest(name.clone()))?.start())
            }
        })
    }

    /// Touches the memory of the transposition table, since page faults would make the first short search late.
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

    /// The chosen move of this side, or a forced pass; `None` if the game is over. The engine reports every depth,
    /// agents and guests report nothing. They play only the reversed game: callers ask them for no other.
    ///
    /// # Errors
    /// If a guest makes a mistake that loses a game.
    pub fn choose(
        &mut self,
        question: &Question,
        side: Colour,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Option<(Move, Option<Report>)>, GuestFault> {
        let position = AnyPosition::new(question.board, side);
        let limit = question.limits.time.map_or(AGENT_TIME, |time| time.hard);
        Ok(match self {
            Self::Engine(player) => {
                let last = player.choose(question, clock, control, report);
                last.map(|last| (last.best().moves[0], Some(last)))
            }
            _ if position.is_game_over() => None,
            Self::Agent(_) if position.must_pass() => Some((Move::Pass, None)),
            Self::Agent(agent) => {
                // Agents check the clock alone, so the clock tells them to stop.
                let clock = || if control.is_stopped() { Duration::MAX } else { clock() };
                Some((Move::Place(agent.choose(&position, limit, &clock)), None))
            }
            Self::Guest(guest) => guest.choose(&position, limit, control)?.map(|mv| (mv, None)),
        })
    }

    /// The best move of the engine at full strength, whatever its level; the move of an agent or a guest.
    ///
    /// # Errors
    /// As for [`Opponent::choose`].
    pub fn analyse(
        &mut self,
        question: &Question,
        side: Colour,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Option<(Move, Option<Report>)>, GuestFault> {
        match self {
            Self::Engine(player) => {
                let analysed = analyse(player.engine(), question, clock, control, report);
                let last = analysed.map(|analysed| analysed.report);
                Ok(last.map(|last| (last.best().moves[0], Some(last))))
            }
            Self::Agent(_) | Self::Guest(_) => self.choose(question, side, clock, control, report),
        }
    }
}

impl Name {
    /// The name that a protocol host is told.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Level(_) => "Wane".into(),
            Self::Agent(_) | Self::Recipe(_) | Self::Guest(_) => self.to_string(),
        }
    }

    /// Whether it plays only the reversed game.
    #[must_use]
    pub const fn is_agent(&self) -> bool {
        matches!(self, Self::Agent(_) | Self::Recipe(_) | Self::Guest(_))
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
            Self::Recipe(named) if named.name.is_empty() => f.write_str("recipe"),
            Self::Recipe(named) => f.write_str(&clean(&named.name, MOST_NAME)),
            Self::Guest(name) => f.write_str(name),
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
            let mut opponent = Opponent::new(&name.parse().unwrap(), &setup, &[]).unwrap();
            let asked = std::time::Instant::now();
            let control = Control::new();
            let choice = opponent.choose(
                &question,
                Colour::Black,
                &move || asked.elapsed(),
                &control,
                &mut |_| {},
            );
            let Ok(Some((Move::Place(square), _))) = choice else { panic!("{name} has a move") };
            assert!(["d3", "c4", "f5", "e6"].contains(&square.to_string().as_str()), "{name}");
        }
    }
}
