//! Any text as GTP, in both directions: no panic, and parsed values survive writing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_formats::gtp::{AnalysedMove, FinalScore, GeneratedMove, Request, Response};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match Request::parse(line) {
            Ok(Some(request)) => {
                assert_eq!(Request::parse(&request.to_string()), Ok(Some(request)))
            }
            Ok(None) => {}
            Err(refused) => check(&refused.to_response()),
        }
    }
    for asked in [None, Some(1)] {
        let Ok(response) = Response::parse(text, asked) else { continue };
        check(&response);
        let (Ok(lines) | Err(lines)) = &response.answer;
        if let Ok(choice) = lines.as_str().parse::<GeneratedMove>() {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        if let Ok(score) = lines.as_str().parse::<FinalScore>() {
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        if let Ok(analysed) = lines.as_str().parse::<AnalysedMove>() {
            assert_eq!(analysed.to_string().parse(), Ok(analysed));
        }
    }
});

/// The only empty line is the one at the end, and the response survives writing and parsing.
fn check(response: &Response) {
    let written = response.to_string();
    assert_eq!(written.find("\n\n"), Some(written.len() - 2));
    assert_eq!(Response::parse(&written, response.id).as_ref(), Ok(response));
}
