//! What is asked and told as JSON. The page's worker, the server's sockets and the command line's `--json`
//! use these; `web/src/wane/messages.ts` is made from them.

mod place;
mod query;
mod task;

use serde::{Deserialize, Serialize};

pub use crate::problem::{IllegalReason, Problem};
pub use place::{ObjectiveName, Place, SideName, Within};
pub use query::{Answer, Choice, Look, Query};
pub use task::{
    AccuracyText, EventText, JudgedText, LineText, ReportText, Summary, TaskText, discs,
};

/// The version of the messages, and of what `--json` prints.
pub const VERSION: u32 = 2;

/// A message with its version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Versioned<M> {
    /// The version.
    pub v: u32,
    /// The message.
    #[serde(flatten)]
    pub message: M,
}

impl<M> Versioned<M> {
    /// A message of this version.
    pub const fn new(message: M) -> Self {
        Self { v: VERSION, message }
    }
}

/// Whether a server is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// `wane`.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// How many sockets are open.
    pub sessions: usize,
}

/// What a page says to an engine elsewhere, in a worker or behind a socket. An id is new for each question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ToEngine {
    /// Think; what is being thought about is dropped.
    Task {
        /// What the events will carry.
        id: u32,
        /// What to think about.
        task: TaskText,
    },
    /// Answer at once.
    Query {
        /// What the answer will carry.
        id: u32,
        /// What to answer.
        query: Query,
    },
    /// Stop thinking.
    Stop {
        /// About this.
        id: u32,
    },
}

/// What an engine elsewhere says to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FromEngine {
    /// Something came to light.
    Event {
        /// Of which task.
        id: u32,
        /// What.
        event: EventText,
    },
    /// A task is done, or was stopped.
    End {
        /// Which.
        id: u32,
        /// Whether it had to make way for others, or took longer than anybody may.
        cut: bool,
    },
    /// An answer.
    Answer {
        /// To which query.
        id: u32,
        /// What it is.
        answer: Answer,
    },
    /// It cannot be thought about now, since too many others are waiting.
    Busy {
        /// Which task.
        id: u32,
        /// What to do about it.
        problem: Problem,
    },
    /// That was no message, or too much at once.
    Wrong {
        /// Why.
        problem: Problem,
    },
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use ts_rs::TS;
    use wane_formats::json::{
        ClockText, GameText, NoteText, PlayerText, PlayersText, ResultText, StartText,
    };

    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wane/messages.ts");

    const HEAD: &str = "\
// What the page asks of Wane and is told. Written by the tests of wane-service; to write it anew:
// UPDATE=1 cargo nextest run -p wane-service messages
";

    fn declared<T: TS>() -> String {
        format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl())
    }

    #[test]
    fn the_page_knows_the_messages() {
        let types = [
            declared::<GameText>(),
            declared::<StartText>(),
            declared::<PlayersText>(),
            declared::<PlayerText>(),
            declared::<ClockText>(),
            declared::<ResultText>(),
            declared::<NoteText>(),
            declared::<ObjectiveName>(),
            declared::<SideName>(),
            declared::<Problem>(),
            declared::<IllegalReason>(),
            declared::<Place>(),
            declared::<Within>(),
            declared::<Query>(),
            declared::<Answer>(),
            declared::<Look>(),
            declared::<Choice>(),
            declared::<TaskText>(),
            declared::<EventText>(),
            declared::<Health>(),
            declared::<ToEngine>(),
            declared::<FromEngine>(),
            declared::<ReportText>(),
            declared::<LineText>(),
            declared::<JudgedText>(),
            declared::<Summary>(),
            declared::<AccuracyText>(),
        ];
        let text = HEAD.to_owned() + &types.concat();
        if env::var_os("UPDATE").is_some() {
            fs::write(FILE, &text).expect("the file can be written");
        }
        let present = fs::read_to_string(FILE).expect("the page has the file");
        assert!(present == text, "web/src/wane/messages.ts is old; its first lines say what to do");
    }
}
