//! [`FarmError`]: why a farm cannot be used.

use std::error::Error as StdError;
use std::path::PathBuf;

use thiserror::Error;
use wane_files::{JournalError, LockError, PathError};
use wane_match::RemoteError;
use wane_text::Foreign;

/// Why a farm cannot be used.
#[derive(Debug, Error)]
pub enum FarmError {
    /// No server answers.
    #[error("no server of the farm answers at {}: {error}", servers.join(", "))]
    Unreachable {
        /// The servers.
        servers: Vec<String>,
        /// Why not.
        error: async_nats::ConnectError,
    },
    /// The server has another certificate.
    #[error(
        "the server at {} is not that of the address, by its certificate: the address is old, or another machine is in between",
        servers.join(", ")
    )]
    AnotherServer {
        /// The servers.
        servers: Vec<String>,
    },
    /// The server does not know the member.
    #[error("the farm does not let {name:?} in: it was revoked, or the address is of another farm")]
    NotAMember {
        /// The name.
        name: Foreign,
    },
    /// The member may not do that.
    #[error(
        "{name:?} may only work for this farm: take the address of the owner, the first line that `wane farm up` prints"
    )]
    NotTheOwner {
        /// The name.
        name: Foreign,
    },
    /// The server refuses something.
    #[error("the server of the farm: {text}")]
    Server {
        /// What it says.
        text: Foreign,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// Another process has the folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The system gives no random numbers.
    #[error("no random numbers: {0}")]
    Entropy(String),
    /// The journal of a run cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The ledger of a run has something else.
    #[error("{}: {error}", path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A job cannot be sent.
    #[error("this cannot be done on a farm: {0}")]
    Job(RemoteError),
    /// The threads of the connection cannot be started.
    #[error("no threads for the connection: {0}")]
    Threads(std::io::Error),
    /// A volunteer has given wrong results, and something of it counts in a run.
    #[error(
        "{member} is excluded from the farm, {why}; what it gave to this run must be done again"
    )]
    Forged {
        /// The volunteer.
        member: Foreign,
        /// What it has done.
        why: Foreign,
        /// The ledger of the run.
        ledger: Option<PathBuf>,
    },
    /// A machine of the house has given another result than this one.
    #[error(
        "worker {worker} of {member} gives another result than this machine for the same job: the memory or the program of one of the two is broken"
    )]
    HouseDiffers {
        /// The member.
        member: Foreign,
        /// Its worker.
        worker: Foreign,
    },
    /// A machine of the house has given something else.
    #[error("{member} gave what cannot be a result: {error}")]
    NotAResult {
        /// The member.
        member: Foreign,
        /// What is wrong.
        error: RemoteError,
    },
    /// Jobs failed three times, or ten workers were lost with them.
    #[error(
        "nobody could do {count} of the jobs, {first}; `wane farm parked` lists them and has them tried again"
    )]
    Parked {
        /// How many.
        count: usize,
        /// The errors of the first one.
        first: Foreign,
    },
}

impl FarmError {
    /// What the server says, with all its causes.
    pub(crate) fn server(error: impl StdError) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            let more = error.to_string();
            if !text.contains(&more) {
                text += &format!(": {more}");
            }
            cause = error.source();
        }
        Self::Server { text: text.into() }
    }
}
