//! How a worker works, and what it says.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_match::{JobKind, JobNeeds};
use wane_text::Foreign;

use crate::address::FarmAddress;
use crate::fingerprint::Fingerprint;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The farm, and who one is there.
    pub address: FarmAddress,
    /// The number of jobs at a time.
    pub threads: usize,
    /// The folder for inputs and results that wait; for one worker at a time.
    pub folder: PathBuf,
    /// What it may keep there, in megabytes.
    pub disk_mb: u64,
    /// The kinds of jobs that it can do.
    pub kinds: Vec<JobKind>,
    /// What the results depend on: jobs of another signature are refused.
    pub signature: String,
    /// The hash of the program: a farm may admit only some builds.
    pub build: Fingerprint,
    /// The program `wane`.
    pub program: PathBuf,
    /// What it has: a sandbox, and memory for each thread.
    pub has: JobNeeds,
    /// How long jobs may take to end once it is stopped.
    pub patience: Duration,
    /// Whether it takes jobs only while nobody else needs the machine.
    pub only_idle: bool,
    /// How many bytes of inputs it may read from the server in a second.
    pub bytes_per_second: Option<u64>,
}

/// What happens to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// It is connected and waits for jobs.
    Ready,
    /// It takes jobs of this kind, which have waited at the server for this time.
    Took(Foreign, Duration),
    /// It has done a job in this time.
    Did(Foreign, Duration),
    /// A job has failed.
    Failed(Foreign),
    /// It does not do a job.
    Refused(Foreign),
    /// It leaves a job to another member: it checks one of its own results.
    Passed,
    /// A result waits, since the server is away.
    Spooled,
    /// What waited is at the server.
    Sent(usize),
    /// It rests, since others need the machine.
    Paused,
    /// It takes jobs again.
    Resumed,
    /// The server is away.
    Lost,
    /// The server is back.
    Back,
}

/// What a worker says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// The threads.
    pub threads: usize,
    /// The jobs that it has done.
    pub done: u64,
    /// The jobs that it has now.
    pub now: u64,
    /// The signature of its program.
    pub signature: String,
    /// Its build.
    pub build: Fingerprint,
    /// Whether it rests, since others need the machine.
    #[serde(default)]
    pub is_paused: bool,
    /// Why it refused the last job that it refused.
    #[serde(default)]
    pub refused: Option<Foreign>,
}
