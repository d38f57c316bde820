//! Any bytes as a WTHOR database: no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::wthor;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(database) = wthor::parse(bytes) {
        assert_eq!(bytes.len(), 16 + 68 * database.games.len());
    }
});
