//! The experiments: what five reports of a course claim about the game and their agents, measured again.
//!
//! Each file has one. `players` has the recipes that several share, `games` those that only play matches, `tuning`
//! those that tune.

mod corner_tables;
mod cycles;
mod depth;
mod first_player;
mod games;
mod heuristics;
mod keep_mobility;
mod literal;
mod mobility;
mod models;
mod nodes;
mod parity;
mod players;
mod stages;
mod timeouts;
mod tuners;
mod tuning;
mod weights;
mod winners;

use std::sync::Arc;

use crate::experiment::AnyExperiment;

/// All experiments, in the order of the report.
#[must_use]
pub fn all() -> Vec<Arc<dyn AnyExperiment>> {
    vec![
        Arc::new(mobility::Mobility),
        Arc::new(nodes::Nodes),
        Arc::new(winners::Winners),
        Arc::new(heuristics::experiment()),
        Arc::new(timeouts::Timeouts),
        Arc::new(keep_mobility::experiment()),
        Arc::new(depth::experiment()),
        Arc::new(first_player::FirstPlayer),
        Arc::new(cycles::Cycles),
        Arc::new(stages::experiment()),
        Arc::new(parity::experiment()),
        Arc::new(corner_tables::experiment()),
        Arc::new(literal::experiment()),
        Arc::new(models::Models),
        Arc::new(weights::experiment()),
        Arc::new(tuners::experiment()),
    ]
}
