//! Wane in a browser, with the JSON messages of a server session; `wane-service` defines them.
//!
//! It is built twice. A page calls [`answer`] of a small module directly, so that the board can be used at once. A large
//! module has the `Engine`, which the page runs in a worker and stops through shared memory.

#![deny(unsafe_code)]

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "rules")]
mod rules;

use serde::Serialize;
use wane_service::Problem;

#[cfg(feature = "engine")]
pub use engine::WasmEngine;
#[cfg(feature = "rules")]
pub use rules::{WasmOpeningBook, answer};

fn not_a_message(error: &serde_json::Error) -> Problem {
    Problem::NotAMessage { detail: error.to_string().into() }
}

fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("every key is a string")
}
