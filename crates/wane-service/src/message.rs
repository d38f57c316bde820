//! Requests and responses as JSON. The worker of the page, the sessions of the server and `--json` of the command
//! line use them; `web/src/wane/messages.ts` is generated from them.

mod insight;
mod opening;
mod position;
mod query;
mod task;

use std::io;

use serde::{Deserialize, Serialize};
use wane_text::escape_json;

pub use crate::problem::{IllegalReason, Problem};
pub use insight::Insight;
pub use opening::{Opening, OpeningMove, OpeningName};
pub use position::{ObjectiveName, PositionText, SideName, Within};
pub use query::{Answer, Choice, Look, Query};
pub use task::{
    AccuracyText, EventText, LineText, MoveReviewText, MoveValueText, ReportText, SeverityName,
    Summary, TaskText, discs,
};

/// The version of the messages and of the output of `--json`.
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

impl<M: Serialize> Versioned<M> {
    /// The text of the message, on one line and with nothing that is not seen: a terminal may show it.
    ///
    /// # Panics
    /// If a key of the message is not a string, which no message has.
    #[must_use]
    pub fn to_json(&self) -> String {
        escape_json(serde_json::to_string(self).expect("every key is a string"))
    }

    /// The text of the message, unless it is longer than `most` bytes. It never takes more memory than that.
    #[must_use]
    pub fn to_json_within(&self, most: usize) -> Option<String> {
        let mut text = Bounded { bytes: Vec::new(), most };
        serde_json::to_writer(&mut text, self).ok()?;
        String::from_utf8(text.bytes).ok()
    }
}

/// Bytes up to a limit; writing more is an error.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.most - self.bytes.len() {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The health of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// `wane`.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The number of open sessions.
    pub sessions: usize,
    /// The guests: `@` and a name is an opponent.
    pub guests: Vec<String>,
}

/// A message of a page to an engine in a worker or on a server. Each has a new id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ToEngine {
    /// Start a task; the one before is dropped.
    Task {
        /// The id that its events carry.
        id: u32,
        /// The task.
        task: TaskText,
    },
    /// Answer a query.
    Query {
        /// The id that the answer carries.
        id: u32,
        /// The query.
        query: Query,
    },
    /// Stop a task.
    Stop {
        /// The id of the task.
        id: u32,
    },
}

/// A message of an engine in a worker or on a server to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FromEngine {
    /// An event of a task.
    Event {
        /// The id of the task.
        id: u32,
        /// The event.
        event: EventText,
    },
    /// A task is done, or was stopped.
    End {
        /// The id of the task.
        id: u32,
        /// Whether the server cut the task short, because others wait or because of its time limit.
        cut: bool,
    },
    /// The answer to a query.
    Answer {
        /// The id of the query.
        id: u32,
        /// The answer.
        answer: Answer,
    },
    /// A task is refused, since too many are waiting.
    Busy {
        /// The id of the task.
        id: u32,
        /// The reason.
        problem: Problem,
    },
    /// The message is invalid, or there are too many.
    Wrong {
        /// The reason.
        problem: Problem,
    },
}

#[cfg(test)]
mod tests {
    use ts_rs::TS;
    use wane_formats::json::{
        ClockText, CommentText, GameText, NoteText, PlayerText, PlayersText, ResultText, StartText,
        VariationText,
    };
    use wane_search::Level;

    use super::*;
    use crate::insight::{ForcingMove, Reason, SideInsight};

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wane/messages.ts");

    const HEAD: &str = "\
// The messages between the page and Wane. The tests of wane-service generate this file; to update it:
// UPDATE=1 cargo nextest run -p wane-service messages
";

    fn declared<T: TS>() -> String {
        format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl())
    }

    #[test]
    fn a_text_within_a_limit_is_the_same_text_or_none() {
        let message = Versioned::new(FromEngine::Wrong { problem: Problem::Busy });
        let text = message.to_json();
        assert_eq!(message.to_json_within(text.len()), Some(text.clone()));
        assert_eq!(message.to_json_within(text.len() - 1), None);
        assert_eq!(message.to_json_within(0), None);
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
            declared::<CommentText>(),
            declared::<VariationText>(),
            declared::<ObjectiveName>(),
            declared::<SideName>(),
            declared::<Problem>(),
            declared::<IllegalReason>(),
            declared::<PositionText>(),
            declared::<Within>(),
            declared::<Query>(),
            declared::<Answer>(),
            declared::<Look>(),
            declared::<Choice>(),
            declared::<Insight>(),
            declared::<SideInsight>(),
            declared::<ForcingMove>(),
            declared::<Reason>(),
            declared::<Opening>(),
            declared::<OpeningMove>(),
            declared::<OpeningName>(),
            declared::<TaskText>(),
            declared::<EventText>(),
            declared::<Health>(),
            declared::<ToEngine>(),
            declared::<FromEngine>(),
            declared::<ReportText>(),
            declared::<LineText>(),
            declared::<MoveReviewText>(),
            declared::<SeverityName>(),
            declared::<MoveValueText>(),
            declared::<Summary>(),
            declared::<AccuracyText>(),
        ];
        let version =
            format!("\n/** The version of the messages. */\nexport const VERSION = {VERSION};\n");
        let ratings: Vec<i32> = Level::all().map(Level::rating).collect();
        let levels = format!(
            "\n/** The rating of each level in Elo, from level 1. */\n\
             export const LEVEL_RATINGS: readonly number[] = {ratings:?};\n"
        );
        let all = HEAD.to_owned() + &version + &levels + &types.concat();
        wane_testkit::generated::compare(FILE, &all);
    }
}
