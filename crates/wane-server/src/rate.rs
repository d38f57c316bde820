//! [`RateLimit`]: a token bucket.

use std::time::Instant;

/// A token bucket: it is full at first, and refills at a steady rate.
#[derive(Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    most: f64,
    tokens: f64,
    last: Instant,
}

impl RateLimit {
    /// A bucket that holds the tokens of one second.
    pub(crate) fn new(per_second: u32, now: Instant) -> Self {
        Self::with_burst(per_second, per_second, now)
    }

    /// A bucket that holds `burst` tokens.
    pub(crate) fn with_burst(per_second: u32, burst: u32, now: Instant) -> Self {
        let (per_second, most) = (f64::from(per_second), f64::from(burst));
        Self { per_second, most, tokens: most, last: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        self.allows_cost(1, now)
    }

    /// Takes this number of tokens. What costs more than the bucket holds needs a full one, so it is slow but
    /// possible.
    pub(crate) fn allows_cost(&mut self, cost: u32, now: Instant) -> bool {
        self.refill(now);
        let cost = f64::from(cost).min(self.most);
        let allows = self.tokens >= cost && self.most > 0.0;
        if allows {
            self.tokens -= cost;
        }
        allows
    }

    /// Whether nothing was taken lately.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens >= self.most
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.tokens = (self.tokens + passed * self.per_second).min(self.most);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
    fn what_costs_more_takes_more() {
        let start = Instant::now();
        let mut rate = RateLimit::with_burst(10, 20, start);
        assert!(rate.allows_cost(15, start) && !rate.allows_cost(15, start));
        assert!(!rate.is_full(start));
        let later = start + Duration::from_secs(2);
        assert!(rate.is_full(later));
        assert!(rate.allows_cost(1000, later) && !rate.allows(later));
    }
}
