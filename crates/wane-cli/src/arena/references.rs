//! The rated players as references of `wane rank`.

use std::env;

use anyhow::{Context as _, Result};
use wane_match::{AgentProgram, EnginePlayer, Reference};
use wane_service::RatedPlayer;

/// The standard error of a rating in Elo: between 20 and 50 because of the games that it was measured with, and 20 because
/// ratings do not say all of how two players do against each other.
const ERROR: f64 = 42.0;

/// Each of the players as an agent, with its rating.
pub(crate) fn references(players: &[RatedPlayer]) -> Result<Vec<(AgentProgram, Reference)>> {
    let program = env::current_exe().context("finding this program itself")?;
    let reference = |player: &RatedPlayer| {
        let (name, shown) = (player.name.to_string(), player.to_string());
        let agent = EnginePlayer::rated(&name, player.nodes, &shown, &program);
        (agent, Reference { rating: player.rating.into(), error: ERROR })
    };
    Ok(players.iter().map(reference).collect())
}
