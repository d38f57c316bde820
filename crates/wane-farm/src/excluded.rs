//! The members that are not believed any more, and why, as the farm knows them. Each run notes what it finds out there,
//! and heeds what others have found out.

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::names::EXCLUDED;

/// The excluded members, and why.
pub(crate) async fn excluded(
    connection: &Connection,
) -> Result<BTreeMap<String, Foreign>, FarmError> {
    let store = connection.jetstream.get_key_value(EXCLUDED).await.map_err(FarmError::server)?;
    let mut keys = store.keys().await.map_err(FarmError::server)?;
    let mut found = BTreeMap::new();
    while let Some(key) = keys.next().await {
        let key = key.map_err(FarmError::server)?;
        let why = store.get(key.as_str()).await.map_err(FarmError::server)?;
        let why = why.map(|it| Foreign::from(&*String::from_utf8_lossy(&it)));
        found.insert(key, why.unwrap_or_default());
    }
    Ok(found)
}

/// Notes that a member is excluded.
pub(crate) async fn exclude(
    connection: &Connection,
    member: &str,
    why: &Foreign,
) -> Result<(), FarmError> {
    let store = connection.jetstream.get_key_value(EXCLUDED).await.map_err(FarmError::server)?;
    let put = store.put(member, why.to_string().into()).await;
    put.map(drop).map_err(FarmError::server)
}
