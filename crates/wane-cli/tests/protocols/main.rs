//! The program as hosts see it: lines in, lines out, in time.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod games;
mod gtp;
mod nboard;
mod ugi;

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use wane_board::AnyPosition;
use wane_formats::board_text;
use wane_testkit::child::Child;

/// Long enough for anything, on a machine that has other things to do.
const LONG: Duration = Duration::from_mins(1);

/// How soon a host that interrupts a search wants its answer.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Half of the answers came at once. The others may have waited for the CPU: tests run side by side.
fn assert_at_once(mut times: Vec<Duration>) {
    times.sort();
    assert!(times[times.len() / 2] < AT_ONCE, "{times:?}");
}

/// The program with a protocol and options, which begins with few megabytes and a seed.
fn start(protocol: &str, options: &[&str]) -> Child {
    let args = [protocol, "--hash", "4", "--seed", "1"];
    let args = args.into_iter().chain(options.iter().copied());
    Child::start(Path::new(env!("CARGO_BIN_EXE_wane")), args).unwrap()
}

/// The answer of the program to these lines, up to a line with this beginning.
fn answers(child: &mut Child, lines: &[&str], last: impl Display) -> Vec<String> {
    for line in lines {
        child.say(line);
    }
    let last = last.to_string();
    let answers = child.lines_until(LONG, |line| line.starts_with(&last)).unwrap();
    for answer in &answers {
        assert!(answer.len() < 4096, "{} bytes: {answer}", answer.len());
    }
    answers
}

fn position(text: &str) -> AnyPosition {
    board_text::parse(text).unwrap()
}
