//! [`RemoteJob`]: a job as bytes, for a worker in another process, perhaps on another machine.
//!
//! A request says everything that its result depends on and nothing about this machine: the body is JSON, and files are
//! inputs, which the body calls by their names. A [`JobKind`] does requests of one kind with the same [`JobWorker`] that
//! does the jobs of this process, so the result is the same wherever the job is done. How requests and results travel is
//! not said here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_text::Foreign;

use crate::Stop;
use crate::job::{Job, JobResult, JobWorker};

/// A job that can be done in another process.
pub trait RemoteJob: Job + Sized {
    /// The name of its kind.
    const KIND: &'static str;

    /// Its number in the run: a game, the first game of a block, a unit. A run that must forget results is told the
    /// numbers of their jobs.
    fn number(&self) -> u64;

    /// The request; `program` is the program `wane` of this machine.
    ///
    /// # Errors
    /// If it needs something that only this machine has, or a file cannot be read.
    fn request(&self, program: &Path) -> Result<JobRequest, RemoteError>;

    /// The job of a request.
    ///
    /// # Errors
    /// If the body or an input is not what it should be.
    fn from_request(body: &Value, site: &Site) -> Result<Self, RemoteError>;

    /// A result as bytes.
    ///
    /// # Errors
    /// If the job has failed.
    fn write_result(result: &JobResult<Self>) -> Result<Vec<u8>, RemoteError>;

    /// The result in these bytes, which come from a stranger.
    ///
    /// # Errors
    /// If it cannot be the result of this job.
    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError>;

    /// The part of a result that is the same each time the job is done; all of it, unless times are measured.
    fn facts<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        Cow::Borrowed(bytes)
    }
}

/// A job as a value that means the same everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRequest {
    /// What is to be done.
    pub body: Value,
    /// The files that the body names.
    pub inputs: BTreeMap<String, Arc<[u8]>>,
    /// What a worker must have.
    pub needs: JobNeeds,
}

impl JobRequest {
    /// A request that needs nothing but its body.
    #[must_use]
    pub fn new(body: Value) -> Self {
        Self { body, inputs: BTreeMap::new(), needs: JobNeeds::default() }
    }
}

/// What a worker must have to do a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobNeeds {
    /// A sandbox, for programs that nobody vouches for.
    pub sandbox: bool,
    /// A machine of the house: the result depends on the clock, so nobody can check it, or the job runs programs that
    /// nobody vouches for.
    #[serde(default)]
    pub house: bool,
    /// Memory in megabytes, beside what the program itself takes.
    pub memory_mb: u64,
}

/// What a request finds on the machine where it is done.
#[derive(Clone, Debug)]
pub struct Site {
    /// The program `wane`.
    pub program: PathBuf,
    /// The folder with the inputs of the request.
    pub inputs: PathBuf,
}

impl Site {
    /// The path of an input.
    ///
    /// # Errors
    /// If the name could lead out of the folder, or there is no such input.
    pub fn input(&self, name: &str) -> Result<PathBuf, RemoteError> {
        if !is_input_name(name) {
            return Err(RemoteError::new(format!(
                "{:?} is not the name of an input",
                Foreign::from(name)
            )));
        }
        let path = self.inputs.join(name);
        if path.is_file() {
            return Ok(path);
        }
        Err(RemoteError::new(format!("the input {:?} is missing", Foreign::from(name))))
    }

    /// The content of an input.
    ///
    /// # Errors
    /// If there is no such input, or it cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, RemoteError> {
        let path = self.input(name)?;
        fs::read(&path).map_err(|error| RemoteError::new(format!("{name}: {error}")))
    }
}

/// Whether a text can be the name of an input: a relative path with plain parts.
#[must_use]
pub fn is_input_name(name: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.contains(['\\', ':', '\0'])
            && part.chars().all(|it| !it.is_control())
    };
    name.len() <= 255 && name.split('/').all(is_plain)
}

/// Why a job cannot be done in another process, or what is wrong with a request or a result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct RemoteError {
    text: Foreign,
}

impl RemoteError {
    /// An error with these words.
    #[must_use]
    pub fn new(text: impl fmt::Display) -> Self {
        Self { text: text.to_string().into() }
    }
}

impl From<serde_json::Error> for RemoteError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(error)
    }
}

/// Does requests of one kind.
pub trait RequestWorker: Send {
    /// The result of a request as bytes; `None` if it was stopped.
    ///
    /// # Errors
    /// If the request makes no sense, or the job has failed.
    fn work(&mut self, body: &Value, site: &Site) -> Result<Option<Vec<u8>>, RemoteError>;
}

/// A kind of jobs, with what does them.
#[derive(Clone)]
pub struct JobKind {
    /// Its name.
    pub name: &'static str,
    make: Arc<MakeWorker>,
}

/// Makes a worker that stops when the flag is set.
type MakeWorker = dyn Fn(&Stop) -> Box<dyn RequestWorker> + Send + Sync;

impl JobKind {
    /// The kind of a job. A worker stops when the flag that it is made with is set.
    pub fn new<J: RemoteJob, W: JobWorker<J> + Send + 'static>(
        worker: impl Fn(&Stop) -> W + Send + Sync + 'static,
    ) -> Self {
        let make = move |stop: &Stop| {
            let worker = worker(stop);
            Box::new(Typed { worker, job: PhantomData }) as Box<dyn RequestWorker>
        };
        Self { name: J::KIND, make: Arc::new(make) }
    }

    /// The kind of a job whose requests something of its own does.
    pub fn of_requests<J: RemoteJob>(
        make: impl Fn(&Stop) -> Box<dyn RequestWorker> + Send + Sync + 'static,
    ) -> Self {
        Self { name: J::KIND, make: Arc::new(make) }
    }

    /// A worker for jobs of this kind.
    #[must_use]
    pub fn worker(&self, stop: &Stop) -> Box<dyn RequestWorker> {
        (self.make)(stop)
    }
}

impl fmt::Debug for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JobKind").field(&self.name).finish()
    }
}

/// A worker of jobs as one of requests.
struct Typed<J, W> {
    worker: W,
    job: PhantomData<fn(J)>,
}

impl<J: RemoteJob, W: JobWorker<J> + Send> RequestWorker for Typed<J, W> {
    fn work(&mut self, body: &Value, site: &Site) -> Result<Option<Vec<u8>>, RemoteError> {
        let job = J::from_request(body, site)?;
        self.worker.work(job).map(|result| J::write_result(&result)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn inputs_are_files_in_one_folder_and_nothing_else() {
        let folder = TempDir::new().unwrap();
        folder.write("weights.bin", "w").unwrap();
        let site = Site { program: "wane".into(), inputs: folder.path().into() };
        assert_eq!(site.read("weights.bin").unwrap(), b"w");
        for name in ["", ".", "..", "../x", "/etc/passwd", "a//b", "a\\b", "c:x", "a\nb", ".git"] {
            assert!(!is_input_name(name), "{name:?}");
            assert!(site.input(name).unwrap_err().to_string().contains("not the name"), "{name:?}");
        }
        assert!(is_input_name("team/me.py"));
        assert_eq!(site.read("other").unwrap_err().to_string(), "the input \"other\" is missing");
    }
}
