//! The endgame search: exact, to the end of the game.
//!
//! [`mod@mtd_f`] finds the value with null-window searches. The tree below has four kinds of nodes
//! ([`mod@search`]), by the number of empty squares: [`node`] with transposition table, move
//! ordering and threads, [`five`] with move ordering alone, [`last`] with neither, and a pass,
//! which does not count as a node. When the value is known, [`pv`] searches once more for the
//! principal variation.
//!
//! A node is a position that the search reaches by a move, down to those with one empty square. A
//! pass adds no node; a table cutoff counts as one.

mod five;
mod last;
mod mtd_f;
mod node;
mod proof;
mod pv;
mod rank;
mod search;

pub(crate) use mtd_f::mtd_f;
pub(crate) use node::Helper;
pub(crate) use proof::learn;
pub(crate) use pv::principal_variation;
