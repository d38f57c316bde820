//! [`Connection`]: a member at a farm, connected again whenever the server comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ClientError, ConnectErrorKind, ConnectOptions, Event};

use crate::address::FarmAddress;
use crate::error::FarmError;
use crate::names::inbox;
use crate::tls;

/// How long an answer of the server may take.
const ANSWER: Duration = Duration::from_secs(5);

/// The longest pause between two attempts to connect. A server that comes back must not be met by all at once, so the
/// pauses differ.
const MAX_PAUSE_MS: u64 = 4000;

/// A member at a farm.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// The name of the member.
    pub(crate) name: String,
    is_shut_out: Arc<AtomicBool>,
}

/// The server does not know this member.
fn not_a_member(name: &str) -> FarmError {
    FarmError::NotAMember { name: name.into() }
}

impl Connection {
    /// Connects once, and fails if that is not possible.
    pub(crate) async fn open(address: &FarmAddress) -> Result<Self, FarmError> {
        let FarmAddress { name, seed, servers, .. } = address;
        let is_shut_out = Arc::new(AtomicBool::new(false));
        let shut_out = Arc::clone(&is_shut_out);
        let jitter = u64::from(std::process::id()) * 37 % 1000;
        let options = ConnectOptions::with_nkey(seed.clone())
            .name(format!("wane {name}"))
            .custom_inbox_prefix(inbox(name))
            .connection_timeout(ANSWER)
            .request_timeout(Some(ANSWER))
            .ping_interval(Duration::from_secs(10))
            .max_reconnects(None)
            .event_callback(move |event| {
                // A member that was revoked is cut off, and not let in again.
                let words = ConnectErrorKind::AuthorizationViolation.to_string();
                if event == Event::ClientError(ClientError::Other(words)) {
                    shut_out.store(true, Relaxed);
                }
                async {}
            })
            .reconnect_delay_callback(move |attempts| {
                let pause = 100_u64.saturating_mul(1 << attempts.min(6)).min(MAX_PAUSE_MS);
                Duration::from_millis(pause + jitter * pause / 1000)
            });
        let options = match address.tls {
            Some(fingerprint) => {
                options.require_tls(true).tls_client_config(tls::client(fingerprint))
            }
            None => options,
        };
        let servers: Vec<String> = servers.iter().map(|it| format!("nats://{it}")).collect();
        let failed = |error: async_nats::ConnectError| match error.kind() {
            ConnectErrorKind::AuthorizationViolation => not_a_member(name),
            ConnectErrorKind::Tls | ConnectErrorKind::Io
                if format!("{error:?}").contains("ApplicationVerificationFailure") =>
            {
                FarmError::AnotherServer { servers: address.servers.clone() }
            }
            _ => FarmError::Unreachable { servers: address.servers.clone(), error },
        };
        let client = options.connect(servers).await.map_err(failed)?;
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER)
            .ack_timeout(ANSWER)
            .max_ack_inflight(2000)
            .build(client.clone());
        Ok(Self { client, jetstream, name: name.clone(), is_shut_out })
    }

    /// Fails if the member was revoked.
    pub(crate) fn ensure_member(&self) -> Result<(), FarmError> {
        if self.is_shut_out.load(Relaxed) { Err(not_a_member(&self.name)) } else { Ok(()) }
    }

    /// Whether it is connected now.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// A stream that is known to be there.
    pub(crate) async fn stream(
        &self,
        name: &str,
    ) -> Result<jetstream::stream::Stream<()>, FarmError> {
        self.jetstream.get_stream_no_info(name).await.map_err(FarmError::server)
    }
}
