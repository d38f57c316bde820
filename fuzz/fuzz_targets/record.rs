//! Any bytes as a training record: no panic, and a parsed record is written as the same bytes.
#![no_main]

// Only this module: the whole crate depends on the search, which takes minutes to build for a fuzzer.
#[path = "../../crates/wane-lab/src/record.rs"]
mod record;

use libfuzzer_sys::fuzz_target;
use record::Record;

fuzz_target!(|bytes: [u8; Record::BYTES]| {
    if let Ok(read) = Record::from_bytes(&bytes) {
        assert_eq!(read.to_bytes(), bytes);
    }
});
