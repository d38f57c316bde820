//! What the server has lost: streams that are not there any more, and messages of open parcels.

use async_nats::jetstream::stream::DirectGetErrorKind;
use futures_util::StreamExt as _;
use futures_util::stream;

use crate::connection::Connection;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::names::JOBS;
use crate::streams::{self, Layout};

/// How many messages are asked for at a time.
const AT_A_TIME: usize = 16;

/// What is looked for.
pub(super) struct Search {
    pub(super) connection: Connection,
    pub(super) layout: Layout,
    /// When the stream of the jobs was made, as far as it is known.
    pub(super) made: Option<String>,
    /// Whether the connection is new: a server that was started again has forgotten who works.
    pub(super) is_new_connection: bool,
    /// The messages of open parcels, by number.
    pub(super) messages: Vec<(u64, Fingerprint)>,
}

/// What was found.
pub(super) struct Found {
    pub(super) made: String,
    /// Whether the server had forgotten everything.
    pub(super) has_forgotten: bool,
    /// The parcels that were looked for, and whether their message is there.
    pub(super) parcels: Vec<(Fingerprint, bool)>,
}

impl Search {
    /// Makes what is missing at the server, and looks for the messages.
    pub(super) async fn search(self) -> Result<Found, FarmError> {
        let jetstream = &self.connection.jetstream;
        let before = jetstream.get_stream(JOBS).await.ok();
        let before = before.map(|it| it.cached_info().created.to_string());
        if before.is_none() || before != self.made || self.is_new_connection {
            streams::ensure(&self.connection, self.layout).await?;
        }
        let stream = self.connection.stream(JOBS).await?;
        let made = match before {
            Some(made) => made,
            None => stream.get_info().await.map_err(FarmError::server)?.created.to_string(),
        };
        let has_forgotten = self.made.as_ref().is_some_and(|known| *known != made);
        let look = async |(number, token)| {
            let found = stream.direct_get(number).await;
            let is_gone = found.is_err_and(|error| error.kind() == DirectGetErrorKind::NotFound);
            (token, !is_gone)
        };
        let messages = if has_forgotten { Vec::new() } else { self.messages };
        let parcels = stream::iter(messages).map(look).buffer_unordered(AT_A_TIME).collect().await;
        Ok(Found { made, has_forgotten, parcels })
    }
}
