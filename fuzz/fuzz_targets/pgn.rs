//! Any text as a PGN record of a site: no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::{Context, pgn};

fuzz_target!(|text: &str| {
    let _ = pgn::parse(text, Context::default());
});
