//! Any text as a line of `games.jsonl`: no panic, and a game survives writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_match::FinishedGame;

fuzz_target!(|text: &str| {
    if let Ok(game) = FinishedGame::from_line(text) {
        let line = game.to_line();
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(FinishedGame::from_line(&line), Ok(game));
    }
});
