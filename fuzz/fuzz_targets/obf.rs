//! Any text as an OBF suite: no panic, and the canonical form is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::obf;

fuzz_target!(|text: &str| {
    if let Ok(suite) = obf::parse(text) {
        let written = obf::write(&suite);
        let read = obf::parse(&written).expect("written text can be parsed");
        assert_eq!(read.problems.len(), suite.problems.len());
        assert_eq!(obf::write(&read), written);
    }
});
