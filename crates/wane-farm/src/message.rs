//! What travels: a [`JobMessage`] to a worker, a [`ResultMessage`] back.
//!
//! A job message is JSON. A result message is JSON too, with its length in front, and after it the results as they are.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_match::JobNeeds;
use wane_text::Foreign;

use crate::fingerprint::Fingerprint;

/// The version of the messages.
const VERSION: u32 = 1;

/// Some jobs of one kind, to be done by one worker, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobMessage {
    pub(crate) v: u32,
    /// The run that wants the results.
    pub(crate) run: String,
    /// The fingerprint of the rest.
    pub(crate) ticket: Fingerprint,
    /// The signature of the run under the ticket: only a worker that got the job knows it, and gives it back.
    pub(crate) token: Fingerprint,
    /// The kind of the jobs.
    pub(crate) kind: String,
    /// The jobs.
    pub(crate) bodies: Vec<Value>,
    /// The files that the bodies name.
    pub(crate) inputs: BTreeMap<String, Fingerprint>,
    pub(crate) needs: JobNeeds,
    /// The program that the results depend on.
    pub(crate) signature: String,
    /// The builds of the program that may do it; all, if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) builds: Vec<Fingerprint>,
    /// How long the server waits before it gives the job to another, in milliseconds.
    pub(crate) ack_wait_ms: u64,
    /// A member whose workers must not do it: its result is what this one is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) not_by: Option<String>,
}

/// What has become of a job message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResultMessage {
    pub(crate) head: ResultHead,
    /// A result for each job, if they were done.
    pub(crate) results: Vec<Vec<u8>>,
}

/// A result message without the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultHead {
    pub(crate) v: u32,
    pub(crate) ticket: Fingerprint,
    pub(crate) token: Fingerprint,
    /// The worker among those of its member.
    pub(crate) worker: String,
    /// The build of its program.
    pub(crate) build: Fingerprint,
    /// How long it took, in milliseconds.
    pub(crate) ms: u64,
    /// Why there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<Failure>,
    /// The lengths of the results.
    pub(crate) lengths: Vec<usize>,
}

/// Why a worker gives no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Failure {
    /// The job failed.
    Error(Foreign),
    /// The worker cannot do it, or must not; another may.
    Refused(Foreign),
    /// As many workers as this have taken it and were not heard of again.
    Lost(u64),
}

/// Bytes are not a message.
#[derive(Debug, Error)]
#[error("not a message of this version: {why}")]
pub(crate) struct NotAMessage {
    why: Foreign,
}

impl NotAMessage {
    fn new(why: impl Display) -> Self {
        Self { why: format!("{why}").into() }
    }
}

impl JobMessage {
    pub(crate) const VERSION: u32 = VERSION;

    /// Signs the message.
    pub(crate) fn sign(&mut self, secret: &str) {
        let blank = Fingerprint::of(b"");
        (self.ticket, self.token) = (blank, blank);
        self.ticket = Fingerprint::of(&self.to_bytes());
        self.token = token(self.ticket, secret);
    }

    /// The tickets of its jobs.
    pub(crate) fn tickets(&self) -> Vec<Fingerprint> {
        let ticket = |body| job_ticket(&self.kind, &self.signature, &self.inputs, body);
        self.bodies.iter().map(ticket).collect()
    }

    /// Whether this build may do it.
    pub(crate) fn admits(&self, build: Fingerprint) -> bool {
        self.builds.is_empty() || self.builds.contains(&build)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("every key is a string")
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, NotAMessage> {
        let message: Self = serde_json::from_slice(bytes).map_err(NotAMessage::new)?;
        check_version(message.v)?;
        Ok(message)
    }
}

/// The ticket of one job: the same each time a run asks for it, whatever it travels with.
pub(crate) fn job_ticket(
    kind: &str,
    signature: &str,
    inputs: &BTreeMap<String, Fingerprint>,
    body: &Value,
) -> Fingerprint {
    let job = serde_json::to_vec(&(kind, signature, inputs, body));
    Fingerprint::of(&job.expect("every key is a string"))
}

/// The signature of a run under a ticket.
fn token(ticket: Fingerprint, secret: &str) -> Fingerprint {
    Fingerprint::of_parts(&[secret.as_bytes(), ticket.as_bytes()])
}

impl ResultHead {
    /// Whether the run with this secret has sent the job.
    pub(crate) fn is_answer_to(&self, secret: &str) -> bool {
        self.token == token(self.ticket, secret)
    }
}

impl ResultMessage {
    pub(crate) fn new(
        job: &JobMessage,
        (worker, build): (&str, Fingerprint),
        ms: u64,
        outcome: Result<Vec<Vec<u8>>, Failure>,
    ) -> Self {
        let (results, failure) = match outcome {
            Ok(results) => (results, None),
            Err(failure) => (Vec::new(), Some(failure)),
        };
        let lengths = results.iter().map(Vec::len).collect();
        let &JobMessage { ticket, token, .. } = job;
        let worker = worker.into();
        let head = ResultHead { v: VERSION, ticket, token, worker, build, ms, failure, lengths };
        Self { head, results }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let head = serde_json::to_vec(&self.head).expect("every key is a string");
        let length = u32::try_from(head.len()).expect("a short head");
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend(head);
        self.results.iter().for_each(|result| bytes.extend(result));
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, NotAMessage> {
        let cut = || NotAMessage::new("it is cut off");
        let (length, rest) = bytes.split_first_chunk().ok_or_else(cut)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, mut rest) = rest.split_at_checked(length).ok_or_else(cut)?;
        let head: ResultHead = serde_json::from_slice(head).map_err(NotAMessage::new)?;
        check_version(head.v)?;
        let mut results = Vec::new();
        for &length in &head.lengths {
            let (result, after) = rest.split_at_checked(length).ok_or_else(cut)?;
            results.push(result.to_vec());
            rest = after;
        }
        if !rest.is_empty() {
            return Err(NotAMessage::new("it is too long"));
        }
        Ok(Self { head, results })
    }
}

fn check_version(v: u32) -> Result<(), NotAMessage> {
    if v == VERSION { Ok(()) } else { Err(NotAMessage::new(format!("it is of version {v}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        let blank = Fingerprint::of(b"");
        let mut job = JobMessage {
            v: VERSION,
            run: "r".into(),
            ticket: blank,
            token: blank,
            kind: "selfplay".into(),
            bodies: vec![serde_json::json!({"games": 3})],
            inputs: [("weights.bin".to_owned(), blank)].into(),
            needs: JobNeeds { sandbox: true, house: true, memory_mb: 100 },
            signature: "1".into(),
            builds: vec![blank],
            ack_wait_ms: 30_000,
            not_by: None,
        };
        job.sign("secret");
        assert_eq!(JobMessage::from_bytes(&job.to_bytes()).unwrap(), job);
        let done = ResultMessage::new(
            &job,
            ("w", blank),
            12,
            Ok(vec![b"one".into(), Vec::new(), vec![0]]),
        );
        let failed =
            ResultMessage::new(&job, ("w", blank), 0, Err(Failure::Error("no memory".into())));
        assert!(done.head.is_answer_to("secret") && !done.head.is_answer_to("another"));
        for message in [done, failed] {
            let bytes = message.to_bytes();
            assert_eq!(ResultMessage::from_bytes(&bytes).unwrap(), message);
            for length in 0..bytes.len() {
                assert!(ResultMessage::from_bytes(&bytes[..length]).is_err(), "{length}");
            }
            assert!(ResultMessage::from_bytes(&[&bytes[..], b"x"].concat()).is_err());
        }
        assert!(ResultMessage::from_bytes(&[255; 40]).is_err());
    }
}
