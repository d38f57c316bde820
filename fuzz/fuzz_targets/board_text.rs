//! Any text as a board: no panic, and a parsed board survives writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::board_text;

fuzz_target!(|text: &str| {
    if let Ok(position) = board_text::parse(text) {
        assert_eq!(board_text::parse(&board_text::write(&position)), Ok(position));
    }
});
