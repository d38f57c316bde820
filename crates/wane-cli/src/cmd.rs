//! One file for each subcommand.

pub(crate) mod agent;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod climb;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod eval_report;
pub(crate) mod gate;
pub(crate) mod gtp;
pub(crate) mod help;
pub(crate) mod judge;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod probcut;
pub(crate) mod self_test;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod ugi;
pub(crate) mod version;
