//! [`Limits`]: what strangers may use up, and [`Rate`], how often one may ask.

use std::time::{Duration, Instant};

use wane_service::message::{TaskText, Within};

/// What strangers may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many sockets may be open.
    pub sessions: usize,
    /// How many connections may be open that are no sockets.
    pub connections: usize,
    /// How many tasks may wait for an engine.
    pub queue: usize,
    /// How long a message may be, in bytes.
    pub message_bytes: usize,
    /// How long a task may take.
    pub task: Duration,
    /// How long a task may take while others wait.
    pub share: Duration,
    /// How long a request may take, its head and the rest each.
    pub request: Duration,
    /// How long a socket may say nothing.
    pub idle: Duration,
    /// How long the other side may take to hear a message.
    pub send: Duration,
    /// How many messages a socket may send in a second, or a connection requests.
    pub messages_a_second: u32,
    /// For how many moves a value may be asked.
    pub lines: usize,
}

impl Default for Limits {
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
            messages_a_second: 50,
            lines: 64,
        }
    }
}

impl Limits {
    /// A task within the limits. How long it takes is left to the pool, since an engine that knows its time thinks
    /// in another way than one that does not; but a move must be there before it is too late.
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

/// How often somebody may ask: so many times a second, and as many at once.
#[derive(Debug)]
pub(crate) struct Rate {
    a_second: f64,
    left: f64,
    last: Instant,
}

impl Rate {
    pub(crate) fn new(a_second: u32, now: Instant) -> Self {
        let a_second = f64::from(a_second);
        Self { a_second, left: a_second, last: now }
    }

    /// Whether one more is allowed now.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.left = (self.left + passed * self.a_second).min(self.a_second);
        let allows = self.left >= 1.0;
        if allows {
            self.left -= 1.0;
        }
        allows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_allows_as_many_at_once_as_a_second_and_then_waits() {
        let start = Instant::now();
        let mut rate = Rate::new(5, start);
        assert_eq!((0..10).filter(|_| rate.allows(start)).count(), 5);
        let later = start + Duration::from_millis(400);
        assert_eq!((0..10).filter(|_| rate.allows(later)).count(), 2);
        let much_later = start + Duration::from_mins(1);
        assert_eq!((0..10).filter(|_| rate.allows(much_later)).count(), 5);
    }

    #[test]
    fn a_move_comes_within_its_share_and_an_analysis_has_only_so_many_lines() {
        let limits = Limits { share: Duration::from_secs(2), lines: 3, ..Limits::default() };
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
