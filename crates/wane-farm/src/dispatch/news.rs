//! What a dispatcher is told, and what it tells.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use wane_text::Foreign;

use crate::fingerprint::Fingerprint;
use crate::members::Role;
use crate::message::JobMessage;

/// Some jobs that travel together.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) message: JobMessage,
    pub(crate) inputs: Vec<Arc<[u8]>>,
}

/// What a dispatcher is told.
#[derive(Debug)]
pub(crate) enum Order {
    /// Have this done.
    Submit(Box<Parcel>),
    /// The results of a parcel are stored, or not wanted any more.
    Stored(Fingerprint),
    /// The results of a parcel do not count.
    Reject(Fingerprint),
    /// Nothing of this member counts any more.
    Exclude(String),
    /// The run has ended for now; its results are kept for the next time unless it is complete.
    End { is_complete: bool },
}

/// What a dispatcher tells.
#[derive(Debug)]
pub(crate) enum News {
    /// The results of a parcel.
    Done(Delivery),
    /// A parcel is parked.
    Parked(Parked),
    /// A volunteer has given something of no use.
    Useless(String),
    /// A volunteer has given results for a job that was never sent.
    Forged(String),
    /// Who works now.
    Crew(Crew),
}

/// Those who work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew {
    pub(crate) threads: usize,
    /// The members whose workers they are.
    pub(crate) owners: BTreeSet<String>,
}

/// The results of a parcel.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) token: Fingerprint,
    /// The member who gave them, and as what.
    pub(crate) owner: String,
    pub(crate) role: Role,
    pub(crate) worker: String,
    pub(crate) took: Duration,
    pub(crate) results: Vec<Vec<u8>>,
}

/// A parcel that is not tried again.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    pub(crate) token: Fingerprint,
    pub(crate) errors: Vec<Foreign>,
}
