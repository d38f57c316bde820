//! Any bytes as a message of a farm, or as the address of one: no panic, and what can be read survives writing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| wane_farm::fuzzing::read(bytes));
