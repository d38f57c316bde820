//! The midgame search: principal variation search on judgements, some moves ahead.
//!
//! A node is one of two kinds, which are types ([`Kind`](question::Kind)): on the principal variation,
//! with a window and a line to find, or off it, with a null window. By the moves that are left to look
//! ahead ([`mod@search`]) it is a [`node`] in numbered steps, the [`last_ply`], or a judgement. Where the
//! game ends within the depth, the endgame search takes over.
//!
//! Values are in parts of a disc, good for the side to move. How deep, how long and for how many
//! moves is left to [`root`](crate::root) and the engine above it.

mod forecast;
mod history;
mod last_ply;
mod node;
mod probcut;
mod question;
mod rest;
mod search;
mod searcher;

pub(crate) use forecast::Forecast;
pub(crate) use question::{Pv, Question};
pub(crate) use rest::{Helper, Rest};
pub(crate) use searcher::{Here, Searcher};
