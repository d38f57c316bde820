//! Any bytes as a file of weights, with a true checksum, which no fuzzer would hit upon: no panic, what is
//! read can be written and read again, and a position can be judged by it.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use wane_board::{Board, Portable};
use wane_eval::weights::VERSION;
use wane_eval::{Evaluator as _, Learned, Weights};
use wane_files::Checksum;

fuzz_target!(|bytes: &[u8]| {
    let mut file = b"wane-weights".to_vec();
    file.push(VERSION);
    file.extend(bytes);
    file.extend(Checksum::of(&file).bits().to_le_bytes());
    if let Ok(read) = Weights::from_bytes(&file) {
        let written = read.to_bytes();
        let again = Weights::from_bytes(&written).expect("what was written can be read");
        assert_eq!(again.to_bytes(), written);
        let board = Board::<8>::START;
        let learned = Learned::new(Arc::new(read));
        let features = learned.features(&board);
        learned.value(Portable, &board, board.legal_moves(), &features);
    }
});
