//! Any text as a checkpoint: no panic, and a parsed checkpoint survives writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::checkpoint;

fuzz_target!(|text: &str| {
    if let Ok(read) = checkpoint::parse(text) {
        let lines: String = read.proofs.iter().map(checkpoint::line).collect();
        let written = checkpoint::header(read.objective) + &lines;
        assert_eq!(checkpoint::parse(&written), Ok(read));
    }
});
