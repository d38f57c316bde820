//! A real server on the loopback and real WebSocket sessions: what clients can rely on, and what they cannot break.

mod client;
mod hostile;
mod public;
mod sessions;
