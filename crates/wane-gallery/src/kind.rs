//! [`Kind`]: the agents by name.

use std::fmt;
use std::str::FromStr;

use wane_random::Rng;

use crate::Agent;
use crate::recipe::{Recipe, build_recipe};
use crate::recipes;
use crate::seed_000::Seed000;
use crate::uct::Uct;

/// The agents of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Plays a random legal move.
    Random,
    /// Plays the move that leaves it the fewest discs.
    Greedy,
    /// Plays greedily, then solves the endgame exactly.
    GreedyInvincible,
    /// Monte Carlo tree search.
    Uct,
    /// The agent of report 000.
    Seed000,
    /// The agent of report 001.
    Seed001,
    /// The agent of report 002.
    Seed002,
    /// The agent of report 003.
    Seed003,
    /// The agent of report 004.
    Seed004,
    /// Plays random moves, then solves the endgame exactly.
    RandomInvincible,
    /// The agent of report 001 with the mistakes of its listing.
    Seed001Literal,
    /// The agent of report 002 with those of its own.
    Seed002Literal,
    /// The agent of report 004 with those of its own.
    Seed004Literal,
}

impl Kind {
    /// All agents: the baselines, those of the reports, and variants for experiments.
    pub const ALL: [Self; 13] = [
        Self::Random,
        Self::Greedy,
        Self::GreedyInvincible,
        Self::Uct,
        Self::Seed000,
        Self::Seed001,
        Self::Seed002,
        Self::Seed003,
        Self::Seed004,
        Self::RandomInvincible,
        Self::Seed001Literal,
        Self::Seed002Literal,
        Self::Seed004Literal,
    ];

    /// The name, as [`Kind::from_str`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::GreedyInvincible => "greedy-invincible",
            Self::Uct => "uct",
            Self::Seed000 => "seed-000",
            Self::Seed001 => "seed-001",
            Self::Seed002 => "seed-002",
            Self::Seed003 => "seed-003",
            Self::Seed004 => "seed-004",
            Self::RandomInvincible => "random-invincible",
            Self::Seed001Literal => "seed-001-literal",
            Self::Seed002Literal => "seed-002-literal",
            Self::Seed004Literal => "seed-004-literal",
        }
    }

    /// What the agent does, in one line of help.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "any legal move",
            Self::Greedy => "the move that leaves it the fewest discs",
            Self::GreedyInvincible => "greedy, then an exact search for the last 12 plies",
            Self::Uct => "Monte Carlo tree search with random playouts",
            Self::Seed000 => {
                "iterative alpha-beta with a table; position, mobility, edge stability"
            }
            Self::Seed001 => "alpha-beta at depth 3; position, mobility, discs",
            Self::Seed002 => "iterative alpha-beta to depth 10; position and one feature a stage",
            Self::Seed003 => "iterative alpha-beta to depth 20; five features in two tuned stages",
            Self::Seed004 => "alpha-beta at depth 3 and 4; position, mobility, edge discs",
            Self::RandomInvincible => "any legal move, then an exact search for the last 12 plies",
            Self::Seed001Literal => "seed-001, but who must pass has lost, as in its listing",
            Self::Seed002Literal => "seed-002, but who must pass has lost; one-sided features",
            Self::Seed004Literal => "seed-004 with lost passes, and Black's table upside down",
        }
    }

    /// The measured rating in Elo, on the scale of the levels of the engine; `None` if it plays the better the more time
    /// it has, so that its rating depends on the machine. docs/levels.md says how it was measured.
    #[must_use]
    pub const fn rating(self) -> Option<i32> {
        match self {
            Self::Random => Some(802),
            Self::Greedy => Some(960),
            Self::GreedyInvincible => Some(1288),
            Self::RandomInvincible => Some(1081),
            Self::Seed001 => Some(1249),
            Self::Seed004 => Some(1195),
            Self::Seed001Literal => Some(1165),
            Self::Seed004Literal => Some(954),
            Self::Uct | Self::Seed000 | Self::Seed002 | Self::Seed003 | Self::Seed002Literal => {
                None
            }
        }
    }

    /// The recipe of the agent, if it is made of one.
    #[must_use]
    pub fn recipe(self) -> Option<Recipe> {
        match self {
            Self::Random => Some(recipes::random()),
            Self::Greedy => Some(recipes::greedy()),
            Self::GreedyInvincible => Some(recipes::greedy_invincible()),
            Self::Uct | Self::Seed000 => None,
            Self::Seed001 => Some(recipes::seed_001()),
            Self::Seed002 => Some(recipes::seed_002()),
            Self::Seed003 => Some(recipes::seed_003()),
            Self::Seed004 => Some(recipes::seed_004()),
            Self::RandomInvincible => Some(recipes::random_invincible()),
            Self::Seed001Literal => Some(recipes::seed_001_literal()),
            Self::Seed002Literal => Some(recipes::seed_002_literal()),
            Self::Seed004Literal => Some(recipes::seed_004_literal()),
        }
    }

    /// The recipe that comes nearest to the agent: its own, or for seed-000 its evaluation with a search that orders
    /// moves by value, since the agent's own search is code. There is none for uct.
    #[must_use]
    pub fn nearest_recipe(self) -> Option<Recipe> {
        match self {
            Self::Seed000 => Some(recipes::seed_000_by_value()),
            _ => self.recipe(),
        }
    }
}

/// Builds the agent of this kind. The same seed gives the same moves if the clock gives the same
/// readings. The agents of the reports do not use the seed.
#[must_use]
pub fn build(kind: Kind, seed: u64) -> Box<dyn Agent> {
    match kind.recipe() {
        Some(recipe) => build_recipe(recipe, seed).expect("the recipes of the gallery are sound"),
        None if kind == Kind::Uct => Box::new(Uct(Rng::new(seed))),
        None => Box::new(Seed000),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownAgent { name: name.into() })
    }
}

/// No agent has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAgent {
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Kind::ALL.map(Kind::name).join(", ");
        write!(f, "{:?} is not an agent, the agents are {names}", self.name)
    }
}

impl std::error::Error for UnknownAgent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }

    #[test]
    fn the_error_for_an_unknown_name_lists_the_known_names() {
        let error = "seed-005".parse::<Kind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"seed-005\" is not an agent, the agents are random, greedy, greedy-invincible, uct, \
             seed-000, seed-001, seed-002, seed-003, seed-004, random-invincible, \
             seed-001-literal, seed-002-literal, seed-004-literal"
        );
    }

    #[test]
    fn descriptions_fit_on_a_line_of_help() {
        assert!(Kind::ALL.iter().all(|kind| kind.description().len() <= 70));
    }
}
