//! [`ServerLimits`]: the resources that clients may use.

use std::time::Duration;

use wane_service::message::{TaskText, Within};

/// The resources that clients may use.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most WebSocket sessions at a time.
    pub sessions: usize,
    /// The most WebSocket sessions of one client at a time. A client is an IPv4 address or an IPv6 network of 64 bits.
    pub sessions_per_client: usize,
    /// The most HTTP connections at a time.
    pub connections: usize,
    /// The most HTTP connections of one client at a time.
    pub connections_per_client: usize,
    /// The most new connections of one client in a second.
    pub opens_per_client: u32,
    /// The most tasks in the queue.
    pub queue: usize,
    /// The longest message or request body, in bytes.
    pub message_bytes: usize,
    /// The longest answer to a query, in bytes.
    pub answer_bytes: usize,
    /// The longest file of the page, in bytes.
    pub file_bytes: u64,
    /// The longest time for a task.
    pub task: Duration,
    /// The longest time for a task while others wait in the queue.
    pub share: Duration,
    /// The timeout for the head of a request, and for the rest of it.
    pub request: Duration,
    /// The idle timeout of a session. Only valid messages count, so pings do not keep it open.
    pub idle: Duration,
    /// The timeout for sending a message or a response: a connection whose client does not read is closed.
    pub send: Duration,
    /// The most messages of a session in a second. A message of more than 4 KB counts as several.
    pub messages_per_second: u32,
    /// The most messages and requests of one client in a second.
    pub messages_per_client: u32,
    /// The most principal variations of an analysis.
    pub lines: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            sessions: 2000,
            sessions_per_client: 64,
            connections: 512,
            connections_per_client: 64,
            opens_per_client: 100,
            queue: 64,
            message_bytes: 64 * 1024,
            answer_bytes: 256 * 1024,
            file_bytes: 16 << 20,
            task: Duration::from_mins(1),
            share: Duration::from_secs(5),
            request: Duration::from_secs(10),
            idle: Duration::from_mins(10),
            send: Duration::from_secs(10),
            messages_per_second: 50,
            messages_per_client: 200,
            lines: 64,
        }
    }
}

impl ServerLimits {
    /// The task, within the limits. The pool limits the time of an analysis, since an engine that knows its time
    /// searches differently; but an opponent must know when its move is due.
    pub(crate) fn bound(&self, mut task: TaskText) -> TaskText {
        match &mut task {
            TaskText::Analyse { lines, .. } => *lines = (*lines).min(self.lines),
            TaskText::Choose { within, .. } if *within != Within::default() => {
                let most = u64::try_from(self.share.as_millis()).unwrap_or(u64::MAX);
                within.ms = Some(within.ms.unwrap_or(most).min(most));
            }
            TaskText::Choose { .. }
            | TaskText::Review { .. }
            | TaskText::ReviewMove { .. }
            | TaskText::Puzzle { .. } => {}
        }
        task
    }

    /// How many messages a message of this length counts as.
    pub(crate) fn cost(bytes: usize) -> u32 {
        u32::try_from(bytes / MESSAGE_BYTES).unwrap_or(u32::MAX).saturating_add(1)
    }
}

/// A message of more bytes counts as several.
const MESSAGE_BYTES: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opponent_gets_a_time_limit_and_an_analysis_a_line_limit() {
        let limits =
            ServerLimits { share: Duration::from_secs(2), lines: 3, ..ServerLimits::default() };
        let task = |text: String| limits.bound(serde_json::from_str(&text).expect("it is a task"));
        for (asked, expected) in [
            ("{}", None),
            (r#"{"ms":500}"#, Some(500)),
            (r#"{"ms":9000}"#, Some(2000)),
            (r#"{"depth":60}"#, Some(2000)),
        ] {
            let text = format!(r#"{{"ask":"choose","position":"","player":"1","within":{asked}}}"#);
            let TaskText::Choose { within, .. } = task(text) else { panic!("it is a move") };
            assert_eq!(within.ms, expected, "{asked}");
        }
        let text = r#"{"ask":"analyse","position":"","lines":90}"#.to_string();
        let TaskText::Analyse { lines, .. } = task(text) else { panic!("it is an analysis") };
        assert_eq!(lines, 3);
    }
}
