//! Any text as lines between a referee and the host of a contest file: no panic, and parsed values survive writing and
//! parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_match::contest::line::{Answer, Question};

fuzz_target!(|text: &str| {
    if let Ok(answer) = text.parse::<Answer>() {
        assert_eq!(answer.to_string().parse(), Ok(answer));
    }
    if let Ok(question) = text.parse::<Question>() {
        assert_eq!(question.to_string().parse(), Ok(question));
    }
});
