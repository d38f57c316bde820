//! What the commands of the arena share: who plays, as it stands on the command line, and where games
//! begin. The games themselves are those of wane-match.

pub(crate) mod entry;
pub(crate) mod openings;
pub(crate) mod table;
