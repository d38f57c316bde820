//! The parts that the commands of the arena share: players and openings as they are named on the command line, and the
//! table of results. wane-match plays the games.

pub(crate) mod concurrency;
pub(crate) mod contest;
pub(crate) mod entry;
pub(crate) mod estimate;
pub(crate) mod guest;
pub(crate) mod openings;
pub(crate) mod references;
pub(crate) mod results_files;
pub(crate) mod reviews;
pub(crate) mod running;
pub(crate) mod table;
