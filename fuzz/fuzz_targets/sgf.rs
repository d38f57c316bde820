//! Any text as SGF: no panic, and the canonical form is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::{Context, sgf};

fuzz_target!(|text: &str| {
    for record in sgf::parse(text, Context::default()).unwrap_or_default() {
        let written = sgf::write(&record);
        let read = sgf::parse(&written, Context::default()).expect("written text can be parsed");
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].game, record.game);
        assert_eq!(sgf::write(&read[0]), written);
    }
});
