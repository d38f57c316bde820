//! The builds of the program whose results count, as the farm knows them: the hash of the file. As long as none is named,
//! every build with the right signature will do.
//!
//! This keeps out honest workers with a build that computes something else: one of another compiler, or for another
//! processor. A liar can name any build; what it gives is checked ([`crate::trust`]).

use std::collections::BTreeMap;

use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::names::BUILDS;
use crate::notes;

/// The builds that are admitted, and what the owner says about them.
pub(crate) async fn builds(
    connection: &Connection,
) -> Result<BTreeMap<Fingerprint, Foreign>, FarmError> {
    let all = notes::all(connection, BUILDS).await?.into_iter();
    Ok(all.filter_map(|(build, about)| Some((build.parse().ok()?, about))).collect())
}

/// Admits a build.
pub(crate) async fn admit(
    connection: &Connection,
    build: Fingerprint,
    about: &Foreign,
) -> Result<(), FarmError> {
    notes::put(connection, BUILDS, &build.to_string(), about).await
}

/// Admits a build no more.
pub(crate) async fn dismiss(connection: &Connection, build: Fingerprint) -> Result<(), FarmError> {
    notes::remove(connection, BUILDS, &build.to_string()).await
}
