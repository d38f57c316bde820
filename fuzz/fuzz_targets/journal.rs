//! Any bytes as a journal: no panic, and its good lines are those of the file up to where they end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_files::{LineForm, good_lines};

fuzz_target!(|bytes: &[u8]| {
    for form in [LineForm::Json, LineForm::Text] {
        if let Ok(good) = good_lines(bytes, form) {
            assert_eq!(good.lines.len(), good.ends.len());
            let end = good.ends.last().copied().unwrap_or(0) as usize;
            assert!(end == 0 || bytes[end - 1] == b'\n');
            let again = good_lines(&bytes[..end], form).expect("only good lines are left");
            assert_eq!(again.lines, good.lines);
        }
    }
});
