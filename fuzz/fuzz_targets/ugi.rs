//! Any lines as UGI, in both directions: no panic, and parsed values survive writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_board::Size;
use wane_formats::ugi::{Command, Response};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(command) = line.parse::<Command>() {
            assert_eq!(command.to_string().parse().as_ref(), Ok(&command));
            if let Command::Position(position) = command {
                let _ = position.play(Size::Eight);
            }
        }
        if let Ok(response) = line.parse::<Response>() {
            assert_eq!(response.to_string().parse(), Ok(response));
        }
    }
});
