//! [`ServerLimits`]: the resources that clients may use, and [`RateLimit`], a token bucket.

use std::time::{Duration, Instant};

use wane_service::message::{TaskText, Within};

/// The resources that clients may use.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most WebSocket sessions at a time.
    pub sessions: usize,
    /// The most HTTP connections at a time.
    pub connections: usize,
    /// The most tasks in the queue.
    pub queue: usize,
    /// The longest message or request body, in bytes.
    pub message_bytes: usize,
    /// The longest time for a task.
    pub task: Duration,
    /// The longest time for a task while others wait in the queue.
    pub share: Duration,
    /// The timeout for the head of a request, and for the rest of it.
    pub request: Duration,
    /// The idle timeout of a session.
    pub idle: Duration,
    /// The timeout for sending a message.
    pub send: Duration,
    /// The most messages of a session, or requests of a connection, in a second.
    pub messages_per_second: u32,
    /// The most principal variations of an analysis.
    pub lines: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            sessions: 2000,
            connections: 200,
            queue: 64,
            message_bytes: 64 * 1024,
            task: Duration::from_mins(1),
            share: Duration::from_secs(5),
            request: Duration::from_secs(10),
            idle: Duration::from_mins(10),
            send: Duration::from_secs(10),
            messages_per_second: 50,
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
            TaskText::Choose { .. } | TaskText::Review { .. } | TaskText::Puzzle { .. } => {}
        }
        task
    }
}

/// A token bucket that holds the tokens of one second.
#[derive(Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    tokens: f64,
    last: Instant,
}

impl RateLimit {
    pub(crate) fn new(per_second: u32, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        Self { per_second, tokens: per_second, last: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.tokens = (self.tokens + passed * self.per_second).min(self.per_second);
        let allows = self.tokens >= 1.0;
        if allows {
            self.tokens -= 1.0;
        }
        allows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_limit_allows_a_burst_of_one_second() {
        let start = Instant::now();
        let mut rate = RateLimit::new(5, start);
        assert_eq!((0..10).filter(|_| rate.allows(start)).count(), 5);
        let later = start + Duration::from_millis(400);
        assert_eq!((0..10).filter(|_| rate.allows(later)).count(), 2);
        let much_later = start + Duration::from_mins(1);
        assert_eq!((0..10).filter(|_| rate.allows(much_later)).count(), 5);
    }

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
