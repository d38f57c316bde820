//! [`Farm`]: a farm, as a run uses it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::{self, Runtime};
use wane_match::{JobKind, RemoteJob, Stop};
use wane_text::Foreign;

use crate::address::FarmAddress;
use crate::builds;
use crate::connection::Connection;
use crate::error::FarmError;
use crate::excluded;
use crate::executor::FarmExecutor;
use crate::fingerprint::Fingerprint;
use crate::ledger::{Ledger, ParkedJob, Settled};
use crate::server::OWNER;
use crate::status::{self, FarmStatus, QueueStatus};
use crate::streams::{self, Layout};
use crate::trust::Trust;

/// How a farm is used by a run.
#[derive(Clone, Debug)]
pub struct FarmSettings {
    /// The farm, and who one is there.
    pub address: FarmAddress,
    /// How it is laid out, if its streams must be made.
    pub layout: Layout,
    /// The program `wane` of this machine.
    pub program: PathBuf,
    /// What the results depend on.
    pub signature: String,
    /// The file that says who gave which results; a run that is resumed has the same.
    pub ledger: Option<PathBuf>,
    /// How long the jobs of a message should take together.
    pub parcel: Duration,
    /// The kinds of jobs that can be checked here.
    pub kinds: Vec<JobKind>,
}

/// A farm, as a run uses it.
#[derive(Debug)]
pub struct Farm {
    pub(crate) settings: FarmSettings,
    pub(crate) runtime: Runtime,
    pub(crate) connection: Connection,
    builds: BTreeMap<Fingerprint, Foreign>,
    ledger: Mutex<Ledger>,
    trust: Mutex<Trust>,
    failure: Mutex<Option<FarmError>>,
    /// How many jobs the run has, or 0.
    pub(crate) expected: Arc<AtomicU64>,
}

impl Farm {
    /// Connects to a farm.
    ///
    /// # Errors
    /// If no server answers, or the streams cannot be made; or if an excluded member has given results to this run.
    pub fn open(settings: FarmSettings) -> Result<Self, FarmError> {
        let ledger = Ledger::open(settings.ledger.as_deref())?;
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(FarmError::Threads)?;
        let connection = runtime.block_on(Connection::open(&settings.address))?;
        let ensured = runtime.block_on(streams::ensure(&connection, settings.layout));
        // The server does not answer requests that a member may not make.
        let is_worker = settings.address.name != OWNER;
        ensured.map_err(|error| match error {
            FarmError::Server { .. } if is_worker => {
                FarmError::NotTheOwner { name: connection.name.as_str().into() }
            }
            error => error,
        })?;
        let excluded = runtime.block_on(excluded::excluded(&connection))?;
        let builds = runtime.block_on(builds::builds(&connection))?;
        if let Some((member, why)) =
            excluded.iter().find(|(it, _)| ledger.given().contains_key(*it))
        {
            let (member, why) = (member.as_str().into(), why.clone());
            return Err(FarmError::Forged { member, why, ledger: settings.ledger });
        }
        let trust = Mutex::new(Trust::new(excluded.into_keys().collect(), ledger.given()));
        let (ledger, failure) = (Mutex::new(ledger), Mutex::default());
        let expected = Arc::default();
        Ok(Self { settings, runtime, connection, builds, ledger, trust, failure, expected })
    }

    /// Says how many jobs the run will have from now on, for `status`.
    pub fn expect(&self, jobs: u64) {
        self.expected.store(jobs, Relaxed);
    }

    /// Notes in the ledger of a run that everything that a member gave is void; the run itself must begin anew before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(ledger: &Path, member: &str) -> Result<(), FarmError> {
        Ledger::open(Some(ledger))?.forget(member)
    }

    /// Who gave the result of each job of a run, by its ledger: the number of the job, the member and its worker.
    ///
    /// # Errors
    /// If the file cannot be read, or the run is going on.
    pub fn givers(ledger: &Path) -> Result<BTreeMap<u64, (String, String)>, FarmError> {
        Ledger::givers(ledger)
    }

    /// The jobs of a run that nobody could do, by its ledger.
    ///
    /// # Errors
    /// If the file cannot be read, or the run is going on.
    pub fn parked(ledger: &Path) -> Result<Vec<ParkedJob>, FarmError> {
        Ok(Ledger::open(Some(ledger))?.parked().values().cloned().collect())
    }

    /// Says what is to become of the jobs of a run that nobody could do.
    ///
    /// # Errors
    /// If the file cannot be written, or the run is going on.
    pub fn settle(ledger: &Path, settled: Settled) -> Result<(), FarmError> {
        Ledger::open(Some(ledger))?.settle(settled)
    }

    /// Why an executor gave no more results, if something was wrong; once.
    pub fn failure(&self) -> Option<FarmError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Notes what is wrong; what was noted first counts.
    pub(crate) fn fail(&self, error: FarmError) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn trust(&self) -> MutexGuard<'_, Trust> {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The members that are not believed any more, and why.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn excluded(&self) -> Result<BTreeMap<String, Foreign>, FarmError> {
        self.runtime.block_on(excluded::excluded(&self.connection))
    }

    /// The builds of the program whose results count, with what the owner says about them; all, if there are none.
    #[must_use]
    pub const fn builds(&self) -> &BTreeMap<Fingerprint, Foreign> {
        &self.builds
    }

    /// Admits a build, for the runs that are started from now on.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn admit(&self, build: Fingerprint, about: &Foreign) -> Result<(), FarmError> {
        self.runtime.block_on(builds::admit(&self.connection, build, about))
    }

    /// Admits a build no more.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn dismiss(&self, build: Fingerprint) -> Result<(), FarmError> {
        self.runtime.block_on(builds::dismiss(&self.connection, build))
    }

    /// How many jobs there are now. Unlike [`status`](Self::status) it costs the server next to nothing, however many
    /// workers there are.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn queues(&self) -> Result<QueueStatus, FarmError> {
        self.runtime.block_on(status::queues(&self.connection))
    }

    /// What the farm does now.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn status(&self) -> Result<FarmStatus, FarmError> {
        self.runtime.block_on(status::status(&self.connection))
    }

    /// An executor for the jobs of one kind.
    #[must_use]
    pub fn executor<J: RemoteJob>(&self, stop: &Stop) -> FarmExecutor<'_, J> {
        FarmExecutor::new(self, stop)
    }
}
