//! A game on the screen, in parts that know nothing of each other's business: `state` is what
//! happens, `view` what it looks like, `thinker` who thinks, `worker` the thread it is done on,
//! `files` saving and opening. The terminal itself is left to `cmd/play.rs`.

pub(crate) mod course;
pub(crate) mod dialog;
pub(crate) mod files;
#[cfg(test)]
mod session;
pub(crate) mod state;
pub(crate) mod thinker;
pub(crate) mod time;
pub(crate) mod view;
pub(crate) mod worker;
