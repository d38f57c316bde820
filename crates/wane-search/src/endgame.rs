//! The endgame search: exact, every line to the end of the game.
//!
//! The value is closed in ([`mod@close_in`]) by null-window searches, each of which answers one question:
//! does the side to move get more than alpha? The tree below has four kinds of nodes ([`mod@search`]), by
//! the number of empty squares: [`node`] with table, sorting and threads, [`five`] with sorting alone,
//! [`last`] with neither, and a pass, which is no node at all. When the value is known, [`mod@line`] walks
//! down the tree once more for the moves that lead to it.
//!
//! A node is a position that the search reaches by a move, down to those with one empty square. A
//! pass leads to no new node, and a position that the table answers is one.

mod close_in;
mod five;
mod last;
mod line;
mod node;
mod proof;
mod rank;
mod search;

pub(crate) use close_in::close_in;
pub(crate) use line::to_the_end;
pub(crate) use node::Helper;
pub(crate) use proof::learn;
