//! The members that are not believed any more, and why, as the farm knows them. Each run notes what it finds out there,
//! and heeds what others have found out.

use std::collections::BTreeMap;

use wane_text::Foreign;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::names::EXCLUDED;
use crate::notes;

/// The excluded members, and why.
pub(crate) async fn excluded(
    connection: &Connection,
) -> Result<BTreeMap<String, Foreign>, FarmError> {
    notes::all(connection, EXCLUDED).await
}

/// Notes that a member is excluded.
pub(crate) async fn exclude(
    connection: &Connection,
    member: &str,
    why: &Foreign,
) -> Result<(), FarmError> {
    notes::put(connection, EXCLUDED, member, why).await
}
