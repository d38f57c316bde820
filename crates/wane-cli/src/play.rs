//! A game on the screen: `state` changes with events, `wanted` names the task that should run, `view` draws, `files`
//! saves and opens. `cmd/play.rs` has the terminal and the engine.

pub(crate) mod course;
pub(crate) mod dialog;
pub(crate) mod files;
#[cfg(test)]
mod session;
pub(crate) mod state;
pub(crate) mod view;
pub(crate) mod wanted;
