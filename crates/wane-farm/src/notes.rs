//! Small stores of the farm that the owner and runs write: a text by its name.

use std::collections::BTreeMap;

use async_nats::jetstream::kv::Store;
use futures_util::StreamExt as _;
use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;

async fn open(connection: &Connection, store: &str) -> Result<Store, FarmError> {
    connection.jetstream.get_key_value(store).await.map_err(FarmError::server)
}

/// All texts of a store.
pub(crate) async fn all(
    connection: &Connection,
    store: &str,
) -> Result<BTreeMap<String, Foreign>, FarmError> {
    let store = open(connection, store).await?;
    let mut keys = store.keys().await.map_err(FarmError::server)?;
    let mut found = BTreeMap::new();
    while let Some(key) = keys.next().await {
        let key = key.map_err(FarmError::server)?;
        let text = store.get(key.as_str()).await.map_err(FarmError::server)?;
        let text = text.map(|it| Foreign::from(&*String::from_utf8_lossy(&it)));
        found.insert(key, text.unwrap_or_default());
    }
    Ok(found)
}

/// Writes a text.
pub(crate) async fn put(
    connection: &Connection,
    store: &str,
    name: &str,
    text: &Foreign,
) -> Result<(), FarmError> {
    let put = open(connection, store).await?.put(name, text.to_string().into()).await;
    put.map(drop).map_err(FarmError::server)
}

/// Removes a text.
pub(crate) async fn remove(
    connection: &Connection,
    store: &str,
    name: &str,
) -> Result<(), FarmError> {
    open(connection, store).await?.purge(name).await.map_err(FarmError::server)
}
