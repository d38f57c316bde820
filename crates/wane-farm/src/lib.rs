//! The farm: jobs on many machines.
//!
//! A run executes its jobs on an `Executor`; [`FarmExecutor`] is one whose workers are elsewhere. Jobs and results are
//! bytes here: what they mean is said in the crates where the work is. NATS `JetStream` carries them. It is never the
//! record: the folder of a run is, and the run submits again whatever has no result there.

#![forbid(unsafe_code)]

mod address;
mod builds;
mod connection;
mod dispatch;
mod entropy;
mod error;
mod excluded;
mod executor;
mod farm;
mod fingerprint;
#[doc(hidden)]
pub mod fuzzing;
mod idle;
mod inputs;
mod judge;
mod kept;
mod ledger;
mod members;
mod message;
mod names;
mod notes;
mod pool;
mod server;
mod status;
mod streams;
mod tls;
mod trust;
mod worker;

pub use address::{AddressFileError, FarmAddress, NotAnAddress};
pub use error::FarmError;
pub use executor::{FarmExecutor, PARCEL};
pub use farm::{Farm, FarmSettings};
pub use fingerprint::{Fingerprint, NotAFingerprint};
pub use ledger::{ParkedJob, Settled};
pub use members::{Member, Members, MembersError, Role};
pub use server::{Cluster, LocalServer, ServerError, ServerSettings, add_member, reload};
pub use status::{FarmStatus, QueueStatus, RunStatus};
pub use streams::Layout;
pub use tls::CertificateFailure;
pub use worker::{WorkerEvent, WorkerSettings, WorkerStatus, work, work_together};
