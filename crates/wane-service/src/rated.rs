//! [`rated_players`]: the players whose ratings are known: the levels of the engine, and the agents whose play does not
//! depend on the speed of the machine. `cargo xtask ratings` rates them; docs/levels.md.

use std::fmt;

use wane_gallery::Kind;
use wane_search::Level;

use crate::opponent::Name;

/// Level 20 is rated with this many nodes a move: with more its rating would be another.
const BEST_NODES: u64 = 300_000;

/// A player whose rating is known.
#[derive(Clone, Debug)]
pub struct RatedPlayer {
    /// The level or the agent.
    pub name: Name,
    /// The nodes that it may search for a move, if its rating is for that.
    pub nodes: Option<u64>,
    /// Its rating in Elo: level 1 has 1000.
    pub rating: i32,
}

/// All of them, the weakest first.
#[must_use]
pub fn rated_players() -> Vec<RatedPlayer> {
    let levels = Level::all().map(|level| RatedPlayer {
        name: Name::Level(level),
        nodes: (level == Level::MAX).then_some(BEST_NODES),
        rating: level.rating(),
    });
    let agent = |kind: Kind| {
        Some(RatedPlayer { name: Name::Agent(kind), nodes: None, rating: kind.rating()? })
    };
    let mut players: Vec<RatedPlayer> =
        levels.chain(Kind::ALL.into_iter().filter_map(agent)).collect();
    players.sort_by_key(|player| player.rating);
    players
}

impl fmt::Display for RatedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Name::Level(level) => write!(f, "level {level}"),
            name => write!(f, "{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weakest_comes_first_and_only_the_best_level_has_a_limit() {
        let players = rated_players();
        assert_eq!(players.len(), 28);
        assert!(players.is_sorted_by_key(|player| player.rating));
        assert_eq!(players[0].to_string(), "random");
        let limited: Vec<String> =
            players.iter().filter(|it| it.nodes.is_some()).map(ToString::to_string).collect();
        assert_eq!(limited, ["level 20"]);
    }
}
