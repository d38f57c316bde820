//! [`Pace`]: how long jobs take, and how many travel together.

use std::time::Duration;

/// How many jobs a parcel has at most.
const MAX_JOBS: usize = 1000;

/// How long jobs take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    jobs: f64,
    seconds: f64,
}

impl Pace {
    /// Adds jobs; the older ones count less and less.
    pub(super) fn add(&mut self, jobs: usize, took: Duration) {
        #[expect(clippy::cast_precision_loss, reason = "parcels are small")]
        let jobs = jobs as f64;
        self.jobs = 0.95 * self.jobs + jobs;
        self.seconds = 0.95 * self.seconds + took.as_secs_f64();
    }

    /// How many jobs make a parcel of the right length; one as long as nothing is known.
    pub(super) fn parcel(self, length: Duration) -> usize {
        if self.jobs < 1.0 {
            return 1;
        }
        let each = (self.seconds / self.jobs).max(1e-4);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most 80,000"
        )]
        let jobs = (length.as_secs_f64() / each) as usize;
        jobs.clamp(1, MAX_JOBS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::PARCEL;

    #[test]
    fn parcels_are_as_long_as_they_should_be() {
        let mut pace = Pace::default();
        assert_eq!(pace.parcel(PARCEL), 1);
        pace.add(1, Duration::from_millis(500));
        assert_eq!(pace.parcel(PARCEL), 16);
        for _ in 0..200 {
            pace.add(16, Duration::from_secs(32));
        }
        assert_eq!(pace.parcel(PARCEL), 4);
        for _ in 0..400 {
            pace.add(1000, Duration::from_millis(1));
        }
        assert_eq!(pace.parcel(PARCEL), MAX_JOBS);
    }
}
