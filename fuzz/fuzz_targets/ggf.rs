//! Any text as GGF: no panic, and the canonical form is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::{Context, ggf};

fuzz_target!(|text: &str| {
    for record in ggf::parse(text, Context::default()).unwrap_or_default() {
        let written = ggf::write(&record);
        let read = ggf::parse(&written, Context::default()).expect("written text can be parsed");
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].game, record.game);
        assert_eq!(ggf::write(&read[0]), written);
    }
});
