//! Any bytes as a file of weights, with a right checksum, which a fuzzer would not find: no panic, parsed weights
//! survive writing and parsing, and they evaluate a position.
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
        let again = Weights::from_bytes(&written).expect("written weights can be parsed");
        assert_eq!(again.to_bytes(), written);
        let board = Board::<8>::START;
        let learned = Learned::new(Arc::new(read));
        let features = learned.features(&board);
        learned.value(Portable, &board, board.legal_moves(), &features);
    }
});
