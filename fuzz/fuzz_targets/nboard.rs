//! Any lines as NBoard, in both directions: no panic, and parsed values survive writing and
//! parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::nboard::{Command, Response, Setting};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(command) = line.parse::<Command>() {
            let written = command.to_string();
            let read: Command = written.parse().expect("written text can be parsed");
            assert_eq!(read.to_string(), written);
            // GGF writes fields that a record may lack, such as the place.
            assert!(read == command || matches!(command, Command::Set(Setting::Game(_))));
        }
        if let Ok(response) = line.parse::<Response>() {
            let written = response.to_string();
            assert!(written.len() < 4096);
            assert_eq!(written.parse(), Ok(response));
        }
    }
});
