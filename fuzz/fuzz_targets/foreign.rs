//! Any text of a stranger: what is shown is bounded, has nothing hidden in it, and is shown as it is. The same
//! text in JSON hides nothing and stays the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_text::{Foreign, clean, escape_json, is_hidden};

fuzz_target!(|input: (u8, &str)| {
    let (most, text) = input;
    for most in [usize::from(most), Foreign::MAX_CHARS] {
        let shown = clean(text, most);
        assert!(shown.chars().count() <= most, "{shown:?}");
        assert!(!shown.chars().any(|symbol| is_hidden(symbol) || symbol.is_control()), "{shown:?}");
        assert_eq!(clean(&shown, most), shown);
    }
    let json = escape_json(serde_json::to_string(text).unwrap());
    assert!(!json.contains(is_hidden), "{json:?}");
    assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
});
