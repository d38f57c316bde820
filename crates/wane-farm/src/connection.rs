//! [`Connection`]: a member at a farm, connected again whenever the server comes back.

use std::future::pending;
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ClientError, ConnectErrorKind, ConnectOptions, Event};
use tokio::sync::watch;

use crate::address::FarmAddress;
use crate::entropy;
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
    link: watch::Receiver<Link>,
}

/// What has happened to a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Link {
    /// How often it was made.
    pub(crate) times: u64,
    /// Whether the member was revoked.
    pub(crate) is_shut_out: bool,
}

/// The server does not know this member.
fn not_a_member(name: &str) -> FarmError {
    FarmError::NotAMember { name: name.into() }
}

impl Connection {
    /// Connects once, and fails if that is not possible.
    pub(crate) async fn open(address: &FarmAddress) -> Result<Self, FarmError> {
        let FarmAddress { name, seed, servers, .. } = address;
        let (link_changes, link) = watch::channel(Link::default());
        let (jitter, is_first) = (entropy::number()? % 1000, link.clone());
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
                    link_changes.send_modify(|link| link.is_shut_out = true);
                } else if event == Event::Connected {
                    link_changes.send_modify(|link| link.times += 1);
                }
                async {}
            })
            .reconnect_delay_callback(move |attempts| {
                if attempts <= 1 && is_first.borrow().times == 0 {
                    return Duration::ZERO;
                }
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
        Ok(Self { client, jetstream, name: name.clone(), link })
    }

    /// What happens to it from now on.
    pub(crate) fn link(&self) -> watch::Receiver<Link> {
        let mut link = self.link.clone();
        link.mark_unchanged();
        link
    }

    /// Waits until the member is revoked.
    pub(crate) async fn revoked(&self) -> FarmError {
        if self.link.clone().wait_for(|link| link.is_shut_out).await.is_err() {
            // The connection was given up.
            pending::<()>().await;
        }
        not_a_member(&self.name)
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
