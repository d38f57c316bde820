//! Any bytes pasted: no panic, and recognised games can be written in every format that is not read-only.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::paste::paste_bytes;
use wane_formats::{Context, Format, WriteError};

fuzz_target!(|bytes: &[u8]| {
    let Ok(pasted) = paste_bytes(bytes, Context::default()) else {
        return;
    };
    let games = pasted.into_games();
    for format in Format::ALL {
        match format.write_games(&games) {
            Ok(_) | Err(WriteError::MixedObjectives) => {}
            Err(WriteError::ReadOnly { format }) => {
                assert!(matches!(format, Format::Pgn | Format::Wthor));
            }
        }
    }
});
