//! A game on the screen, in parts that know nothing of each other's business: `state` is what happens,
//! `wanted` what should be thought about, `view` what it looks like, `files` saving and opening. The terminal
//! and the thinking are left to `cmd/play.rs`.

pub(crate) mod course;
pub(crate) mod dialog;
pub(crate) mod files;
#[cfg(test)]
mod session;
pub(crate) mod state;
pub(crate) mod view;
pub(crate) mod wanted;
