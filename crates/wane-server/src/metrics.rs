//! [`Metrics`]: counters of the server, in the text format of Prometheus.
//!
//! Their number is fixed: no label has a value that a client chooses.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }

    /// Adds a time, in microseconds.
    pub(crate) fn add_time(&self, time: Duration) {
        self.add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    pub(crate) fn value(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// What was refused, by the reason.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    /// Connections: the server has too many.
    pub(crate) connections: Counter,
    /// Connections: the client has too many, or opens them too fast.
    pub(crate) client_connections: Counter,
    /// Sessions: the server has too many.
    pub(crate) sessions: Counter,
    /// Sessions: the client has too many.
    pub(crate) client_sessions: Counter,
    /// Requests and messages over the rate limit.
    pub(crate) rate: Counter,
    /// Sessions that were closed after too many messages over the limit.
    pub(crate) flood: Counter,
    /// Requests with a wrong origin or host.
    pub(crate) origin: Counter,
    /// Tasks that found the queue full.
    pub(crate) queue: Counter,
    /// Answers that were too long.
    pub(crate) answer: Counter,
    /// Connections that were closed because the client did not read.
    pub(crate) slow: Counter,
}

/// The counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) connections: Counter,
    pub(crate) sessions: Counter,
    pub(crate) requests: Counter,
    pub(crate) messages: Counter,
    pub(crate) tasks: Counter,
    /// In microseconds.
    pub(crate) search_time: Counter,
    /// In microseconds.
    pub(crate) query_time: Counter,
    pub(crate) panics: Counter,
    pub(crate) bytes_in: Counter,
    pub(crate) bytes_out: Counter,
    pub(crate) refused: Refused,
}

/// The values of the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    pub(crate) connections: usize,
    pub(crate) sessions: usize,
    pub(crate) queue: usize,
    pub(crate) workers: usize,
}

impl Metrics {
    /// The text of all values.
    pub(crate) fn to_text(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        let Gauges { connections, sessions, queue, workers } = *gauges;
        for (name, help, value) in [
            ("connections_open", "Open HTTP connections", connections),
            ("sessions_open", "Open WebSocket sessions", sessions),
            ("queue_tasks", "Tasks that wait for an engine", queue),
            ("workers", "Threads that run tasks", workers),
        ] {
            push(&mut text, name, "gauge", help, &value.to_string());
        }
        for (name, help, counter) in [
            ("connections_total", "Accepted connections", &self.connections),
            ("sessions_total", "WebSocket sessions", &self.sessions),
            ("requests_total", "HTTP requests", &self.requests),
            ("messages_total", "WebSocket messages", &self.messages),
            ("searches_total", "Tasks that an engine has run", &self.tasks),
            ("panics_total", "Tasks and queries that panicked", &self.panics),
            ("received_bytes_total", "Bytes from clients", &self.bytes_in),
            ("sent_bytes_total", "Bytes to clients", &self.bytes_out),
        ] {
            push(&mut text, name, "counter", help, &counter.value().to_string());
        }
        for (name, help, counter) in [
            ("search_seconds_total", "Time of all searches", &self.search_time),
            ("query_seconds_total", "Time of all queries", &self.query_time),
        ] {
            let micros = counter.value();
            let seconds = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
            push(&mut text, name, "counter", help, &seconds);
        }
        text + &self.refused.to_text()
    }
}

impl Refused {
    fn to_text(&self) -> String {
        let mut text = head("refused_total", "counter", "What was refused, by reason");
        for (reason, counter) in [
            ("connections", &self.connections),
            ("client_connections", &self.client_connections),
            ("sessions", &self.sessions),
            ("client_sessions", &self.client_sessions),
            ("rate", &self.rate),
            ("flood", &self.flood),
            ("origin", &self.origin),
            ("queue", &self.queue),
            ("answer", &self.answer),
            ("slow", &self.slow),
        ] {
            let value = counter.value();
            text += &format!("wane_refused_total{{reason=\"{reason}\"}} {value}\n");
        }
        text
    }
}

fn head(name: &str, kind: &str, help: &str) -> String {
    format!("# HELP wane_{name} {help}.\n# TYPE wane_{name} {kind}\n")
}

fn push(text: &mut String, name: &str, kind: &str, help: &str, value: &str) {
    *text += &head(name, kind, help);
    *text += &format!("wane_{name} {value}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_name_a_type_and_a_number() {
        let metrics = Metrics::default();
        metrics.search_time.add_time(Duration::from_millis(1500));
        metrics.refused.queue.add(3);
        let text = metrics.to_text(&Gauges { connections: 1, sessions: 2, queue: 0, workers: 4 });
        assert!(text.contains("\nwane_sessions_open 2\n"), "{text}");
        assert!(text.contains("\nwane_search_seconds_total 1.500000\n"), "{text}");
        assert!(text.contains("wane_refused_total{reason=\"queue\"} 3\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').expect("a name and a value");
            assert!(value.parse::<f64>().is_ok(), "{line}");
            let name = name.split('{').next().expect("a name");
            assert!(text.contains(&format!("# TYPE {name} ")), "{line}");
        }
    }
}
