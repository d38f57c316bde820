//! The builds of the program whose results count, as the farm knows them: the hash of the file. As long as none is named,
//! every build with the right signature will do.
//!
//! This keeps out honest workers with a build that computes something else: one of another compiler, or for another
//! processor. A liar can name any build; what it gives is checked ([`crate::trust`]).

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::names::BUILDS;

/// The builds that are admitted, and what the owner says about them.
pub(crate) async fn builds(
    connection: &Connection,
) -> Result<BTreeMap<Fingerprint, Foreign>, FarmError> {
    let store = connection.jetstream.get_key_value(BUILDS).await.map_err(FarmError::server)?;
    let mut keys = store.keys().await.map_err(FarmError::server)?;
    let mut found = BTreeMap::new();
    while let Some(key) = keys.next().await {
        let key = key.map_err(FarmError::server)?;
        let about = store.get(key.as_str()).await.map_err(FarmError::server)?;
        if let (Ok(build), Some(about)) = (key.parse(), about) {
            found.insert(build, Foreign::from(&*String::from_utf8_lossy(&about)));
        }
    }
    Ok(found)
}

/// Admits a build.
pub(crate) async fn admit(
    connection: &Connection,
    build: Fingerprint,
    about: &Foreign,
) -> Result<(), FarmError> {
    let store = connection.jetstream.get_key_value(BUILDS).await.map_err(FarmError::server)?;
    let put = store.put(build.to_string(), about.to_string().into()).await;
    put.map(drop).map_err(FarmError::server)
}

/// Admits a build no more.
pub(crate) async fn dismiss(connection: &Connection, build: Fingerprint) -> Result<(), FarmError> {
    let store = connection.jetstream.get_key_value(BUILDS).await.map_err(FarmError::server)?;
    store.purge(build.to_string()).await.map_err(FarmError::server)
}
