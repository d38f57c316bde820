//! `wane self-test`: whether this program computes correctly on this machine, and what the machine lacks.

mod arena;
mod engine;

use std::thread;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use wane_board::AnyBackend;

use crate::exit::Ending;
use crate::output::{DOUBTFUL, ERROR, FAINT, GOOD, Output, paint};
use crate::progress::Progress;

/// How a test ended.
enum Outcome {
    /// All is well, with details.
    Passed(String),
    /// The machine or this build lacks something.
    Missing {
        what: String,
        /// What does not work without it, and what to do.
        cost: String,
    },
    /// Something is wrong.
    Failed(String),
}

use Outcome::{Failed, Missing, Passed};

/// The result of a test.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TestResult {
    /// The name of the test.
    test: &'static str,
    /// How it ended.
    status: Status,
    /// The result in English.
    text: String,
    /// For something that is missing: what does not work without it, and what to do.
    cost: Option<String>,
    /// The time in seconds.
    seconds: f64,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// It works.
    Passed,
    /// Something is not there; the rest works.
    Missing,
    /// A result is wrong.
    Failed,
}

/// A test with its name.
struct Test(&'static str, fn() -> Outcome);

/// The tests, in the order in which they are run.
const TESTS: [Test; 8] = [
    Test("rules", engine::rules),
    Test("search", engine::search),
    Test("weights", engine::weights),
    Test("solver", engine::solver),
    Test("processor", processor),
    Test("page", page),
    Test("sandbox", arena::sandbox),
    Test("python", arena::python),
];

pub(crate) fn run(output: &mut Output) -> Result<Ending> {
    let mut progress = Progress::new(TESTS.len(), "self-test");
    let mut statuses = Vec::new();
    for Test(test, run) in TESTS {
        let started = Instant::now();
        let result = TestResult::new(test, run(), started);
        statuses.push(result.status);
        progress.step();
        progress.suspend(|| {
            if output.is_json() {
                output.json(&result)?;
                return output.finish();
            }
            output.line(result.lines())
        })?;
    }
    progress.finish();
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    let (failed, missing) = (count(Status::Failed), count(Status::Missing));
    if !output.is_json() {
        output.text(&match (failed, missing) {
            (0, 0) => "\nEverything works on this machine.\n".to_owned(),
            (0, _) => "\nWane works on this machine. What is missing, and what that costs, is above.\n".to_owned(),
            _ => format!(
                "\n{failed} of {} tests failed: do not rely on this program on this machine, and please report it.\n",
                TESTS.len()
            ),
        })?;
    }
    Ok(if failed > 0 { Ending::No } else { Ending::Done })
}

impl TestResult {
    fn new(test: &'static str, outcome: Outcome, started: Instant) -> Self {
        let seconds = started.elapsed().as_secs_f64();
        let (status, text, cost) = match outcome {
            Passed(text) => (Status::Passed, text, None),
            Missing { what, cost } => (Status::Missing, what, Some(cost)),
            Failed(text) => (Status::Failed, text, None),
        };
        Self { test, status, text, cost, seconds }
    }

    /// For people: the result in a line, and a second one with the cost of what is missing.
    fn lines(&self) -> String {
        let (style, word) = match self.status {
            Status::Passed => (GOOD, "passed"),
            Status::Missing => (DOUBTFUL, "missing"),
            Status::Failed => (ERROR, "failed"),
        };
        let Self { test, text, .. } = self;
        let line = format!("{}  {test:9}  {text}", paint(style, &format!("{word:7}")));
        match &self.cost {
            None => line,
            Some(cost) => format!("{line}\n{:20}{}", "", paint(FAINT, cost)),
        }
    }
}

/// The instructions and the threads that the search uses.
fn processor() -> Outcome {
    let backend = AnyBackend::best().name();
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let threads = format!("{threads} {}", if threads == 1 { "thread" } else { "threads" });
    if cfg!(target_arch = "x86_64") && backend == "portable" {
        return Missing {
            what: format!("AVX2; {threads}"),
            cost: "moves take about twice the time, docs/methods/001-flips.md; every result is the same".into(),
        };
    }
    Passed(format!("{backend} instructions, {threads}"))
}

/// Whether the page is in this program.
fn page() -> Outcome {
    if cfg!(feature = "page") {
        return Passed("the page is in this program: wane serve".into());
    }
    Missing {
        what: "the page is not in this program".into(),
        cost: "wane serve needs --page FOLDER; releases have the page inside, docs/install.md says how to build it in"
            .into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_printed_with_its_cost() {
        let missing = Missing { what: "bwrap".into(), cost: "no agents".into() };
        let result = TestResult::new("sandbox", missing, Instant::now());
        let text = anstream::adapter::strip_str(&result.lines()).to_string();
        assert_eq!(text, "missing  sandbox    bwrap\n                    no agents");
    }
}
