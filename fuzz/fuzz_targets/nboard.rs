//! Any lines as NBoard, in both directions: no panic, and what is read is written in a form that
//! reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::nboard::{Command, Response, Setting};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(command) = line.parse::<Command>() {
            let written = command.to_string();
            let read: Command = written.parse().expect("what is written can be read");
            assert_eq!(read.to_string(), written);
            // GGF writes what a record may leave open, such as the place.
            assert!(read == command || matches!(command, Command::Set(Setting::Game(_))));
        }
        if let Ok(response) = line.parse::<Response>() {
            let written = response.to_string();
            assert!(written.len() < 4096);
            assert_eq!(written.parse(), Ok(response));
        }
    }
});
