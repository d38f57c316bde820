//! [`Nap`]: a job that takes time and nothing else, so that one machine can be ten thousand workers.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use wane_match::{Job, JobKind, JobRequest, JobWorker, RemoteError, RemoteJob, Site};

/// A job of some milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nap {
    pub(super) number: u64,
    pub(super) ms: u64,
}

impl Job for Nap {
    type Result = u64;
}

impl RemoteJob for Nap {
    const KIND: &'static str = "nap";

    fn number(&self) -> u64 {
        self.number
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        Ok(JobRequest::new(json!([self.number, self.ms])))
    }

    fn from_request(body: &Value, _site: &Site) -> Result<Self, RemoteError> {
        let (number, ms) = serde_json::from_value(body.clone()).map_err(RemoteError::new)?;
        Ok(Self { number, ms })
    }

    fn write_result(result: &u64) -> Result<Vec<u8>, RemoteError> {
        Ok(result.to_le_bytes().into())
    }

    fn read_result(&self, bytes: &[u8]) -> Result<u64, RemoteError> {
        Ok(u64::from_le_bytes(bytes.try_into().map_err(RemoteError::new)?))
    }
}

struct Sleeper;

impl JobWorker<Nap> for Sleeper {
    fn work(&mut self, Nap { number, ms }: Nap) -> Option<u64> {
        thread::sleep(Duration::from_millis(ms));
        Some(number)
    }
}

/// Those who sleep.
pub(super) fn sleepers() -> JobKind {
    JobKind::new::<Nap, Sleeper>(|_| Sleeper)
}
