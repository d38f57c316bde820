//! The host of contest files, with the real Python and agents with many habits.

mod choices;
mod host;
mod session;
