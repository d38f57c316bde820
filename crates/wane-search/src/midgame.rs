//! The midgame search: principal variation search with evaluations at the leaves.
//!
//! A node has one of two types ([`NodeType`](window::NodeType)): PV nodes have a window and collect
//! the principal variation, non-PV nodes have a null window. By the remaining depth
//! ([`mod@search`]) it is a [`node`] in numbered steps, the [`last_ply`], or an evaluation. Where
//! the game ends within the depth, the endgame search takes over.
//!
//! Values are in parts of a disc, good for the side to move. [`root`](crate::root) and the engine
//! decide how deep, how long and for how many moves to search.

mod history;
mod last_ply;
mod later_moves;
mod node;
mod probcut;
mod probcut_params;
mod search;
mod searcher;
mod window;

pub(crate) use later_moves::{Helper, LaterMoves};
pub use probcut_params::MAX_SELECTIVITY;
pub(crate) use probcut_params::ProbCutParams;
pub(crate) use searcher::{SearchPosition, Searcher};
pub(crate) use window::{NodeWindow, Pv};
