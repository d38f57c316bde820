//! The rated players as references of `wane rank`.

use std::env;
use std::time::Duration;

use anyhow::{Context as _, Result};
use wane_formats::TimeControl;
use wane_match::{AgentProgram, EnginePlayer, Reference};
use wane_service::RatedPlayer;

/// The standard error of a rating in Elo: between 20 and 50 because of the games that it was measured with, and 20 because
/// ratings do not say all of how two players do against each other.
const ERROR: f64 = 42.0;

/// A level or an agent plays until it has its move.
const UNLIMITED: TimeControl = TimeControl::per_move(Duration::from_mins(1));

/// The transposition table, in megabytes.
const HASH_MB: usize = 16;

/// Each of the players as an agent, with its rating.
pub(crate) fn references(players: &[RatedPlayer]) -> Result<Vec<(AgentProgram, Reference)>> {
    let program = env::current_exe().context("finding this program itself")?;
    let reference = |player: &RatedPlayer| {
        let engine = EnginePlayer {
            player: Some(player.name.to_string()),
            nodes: player.nodes,
            threads: Some(1),
            hash_mb: Some(HASH_MB),
            ..EnginePlayer::default()
        };
        let agent = engine.agent(&player.to_string(), &program, UNLIMITED);
        (agent, Reference { rating: player.rating.into(), error: ERROR })
    };
    Ok(players.iter().map(reference).collect())
}
