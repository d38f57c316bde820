//! Any text as a transcript: no panic, and a parsed game survives writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_board::{Move, Size};
use wane_formats::transcript;

fuzz_target!(|text: &str| {
    for size in Size::ALL {
        let Ok(mut game) = transcript::parse(text, size) else {
            continue;
        };
        let written = transcript::write(&game);
        // A transcript has no passes, so it cannot have one at the end.
        while game.history().last().is_some_and(|played| played.mv == Move::Pass) {
            game.undo();
        }
        assert_eq!(transcript::parse(&written, game.size()), Ok(game));
    }
});
