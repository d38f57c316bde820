//! [`EnginePlayer`]: a player that is the program `wane` itself, and the options that it takes.
//!
//! The names of the options are defined here once: `wane ugi` declares its command line with them, and
//! [`EnginePlayer`] writes that of a child process with them.

use std::path::Path;
use std::time::Duration;

use crate::agent::{AgentProgram, Protocol};
use wane_formats::TimeControl;

/// The names of the options of an engine that plays for a host.
pub mod option {
    /// The level or the agent.
    pub const PLAYER: &str = "player";
    /// The number of threads.
    pub const THREADS: &str = "threads";
    /// The size of the transposition table in megabytes.
    pub const HASH: &str = "hash";
    /// The seed of random choices.
    pub const SEED: &str = "seed";
    /// The depth limit in plies.
    pub const DEPTH: &str = "depth";
    /// The node limit.
    pub const NODES: &str = "nodes";
    /// How selective Multi-ProbCut is, in percent.
    pub const SELECTIVITY: &str = "selectivity";
    /// The weights of the evaluation.
    pub const WEIGHTS: &str = "weights";
}

/// A level of the engine or an agent of the gallery, as a process of its own. `None` leaves an option out, so
/// that the program takes its default.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EnginePlayer {
    /// The name of the player: a level or an agent.
    pub player: Option<String>,
    /// The number of threads.
    pub threads: Option<usize>,
    /// The size of the transposition table in megabytes.
    pub hash_mb: Option<usize>,
    /// The seed of random choices.
    pub seed: Option<u64>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// How selective Multi-ProbCut is, in percent.
    pub selectivity: Option<u32>,
    /// A file of weights, or the name of built-in ones.
    pub weights: Option<String>,
}

/// The transposition table of a rated player, in megabytes.
const RATED_HASH_MB: usize = 16;

/// A rated player has its move before that.
const RATED_TIME: TimeControl = TimeControl::per_move(Duration::from_mins(1));

impl EnginePlayer {
    /// A player as it was rated: on one thread, with a small table, as long as it needs for its depth or these nodes.
    #[must_use]
    pub fn rated(player: &str, nodes: Option<u64>, name: &str, program: &Path) -> AgentProgram {
        let (player, hash_mb) = (Some(player.into()), Some(RATED_HASH_MB));
        let engine = Self { player, nodes, threads: Some(1), hash_mb, ..Self::default() };
        engine.agent(name, program, RATED_TIME)
    }

    /// The player as an agent that speaks UGI.
    #[must_use]
    pub fn agent(&self, name: &str, program: &Path, time: TimeControl) -> AgentProgram {
        self.speaking(Protocol::Ugi, name, program, time)
    }

    /// The player as an agent that speaks this protocol.
    #[must_use]
    pub fn speaking(
        &self,
        protocol: Protocol,
        name: &str,
        program: &Path,
        time: TimeControl,
    ) -> AgentProgram {
        AgentProgram::new(name.into(), protocol, program.into(), self.args(protocol), time)
    }

    /// The arguments of the program.
    fn args(&self, protocol: Protocol) -> Vec<String> {
        fn text<T: ToString>(value: Option<&T>) -> Option<String> {
            value.map(T::to_string)
        }
        let values = [
            (option::PLAYER, self.player.clone()),
            (option::THREADS, text(self.threads.as_ref())),
            (option::HASH, text(self.hash_mb.as_ref())),
            (option::SEED, text(self.seed.as_ref())),
            (option::DEPTH, text(self.depth.as_ref())),
            (option::NODES, text(self.nodes.as_ref())),
            (option::SELECTIVITY, text(self.selectivity.as_ref())),
            (option::WEIGHTS, self.weights.clone()),
        ];
        let given = values.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let options = given.flat_map(|(name, value)| [format!("--{name}"), value]);
        [protocol.name().to_owned()].into_iter().chain(options).collect()
    }
}
