//! [`Clients`]: what each client has open, and how often it asks.
//!
//! A client is an address. The table of clients is bounded: clients that have nothing open and did not ask lately are
//! forgotten, and when it is full, new clients share one entry.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::ServerLimits;
use crate::rate::RateLimit;

/// The most clients in the table.
const MOST: usize = 10_000;

/// The least time between two searches for clients to forget.
const SWEEP: Duration = Duration::from_secs(1);

/// An IPv4 address, or the first 64 bits of an IPv6 address: a network of that size belongs to one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address => address,
        })
    }
}

impl ClientAddress {
    /// Stands for all clients that do not fit into the table; no client has this address.
    const OTHERS: Self = Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
}

/// What a client can have open.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Connection,
    Session,
}

/// One client.
#[derive(Debug)]
struct Client {
    connections: usize,
    sessions: usize,
    opens: RateLimit,
    messages: RateLimit,
}

impl Client {
    fn new(limits: &ServerLimits, now: Instant) -> Self {
        let opens = RateLimit::new(limits.opens_per_client, now);
        let messages = RateLimit::new(limits.messages_per_client, now);
        Self { connections: 0, sessions: 0, opens, messages }
    }

    fn open(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Connection => &mut self.connections,
            Kind::Session => &mut self.sessions,
        }
    }

    /// Whether it makes no difference if the client is forgotten.
    fn is_idle(&mut self, now: Instant) -> bool {
        self.connections == 0
            && self.sessions == 0
            && self.opens.is_full(now)
            && self.messages.is_full(now)
    }
}

#[derive(Debug)]
struct Table {
    clients: HashMap<ClientAddress, Client>,
    swept: Instant,
}

/// The clients by address.
#[derive(Debug)]
pub(crate) struct Clients {
    limits: ServerLimits,
    table: Mutex<Table>,
}

/// Counts a connection or a session of a client for as long as it exists.
#[derive(Debug)]
pub(crate) struct Place {
    clients: Arc<Clients>,
    address: ClientAddress,
    kind: Kind,
}

impl Clients {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        let table = Table { clients: HashMap::new(), swept: Instant::now() };
        Self { limits, table: Mutex::new(table) }
    }

    /// Counts one more connection, unless the client has too many or opens them too fast.
    pub(crate) fn open_connection(self: &Arc<Self>, address: ClientAddress) -> Option<Place> {
        let now = Instant::now();
        let may_open = self.with(address, now, |client, _| client.opens.allows(now));
        may_open
            .then(|| self.open(address, Kind::Connection, self.limits.connections_per_client))?
    }

    /// Counts a request through a proxy like a connection, unless the client has too many.
    pub(crate) fn open_request(self: &Arc<Self>, address: ClientAddress) -> Option<Place> {
        self.open(address, Kind::Connection, self.limits.connections_per_client)
    }

    /// Counts one more session, unless the client has too many.
    pub(crate) fn open_session(self: &Arc<Self>, address: ClientAddress) -> Option<Place> {
        self.open(address, Kind::Session, self.limits.sessions_per_client)
    }

    /// Whether a client may send a message that counts as this many.
    pub(crate) fn allows(&self, address: ClientAddress, cost: u32) -> bool {
        let now = Instant::now();
        self.with(address, now, |client, _| client.messages.allows_cost(cost, now))
    }

    fn open(self: &Arc<Self>, address: ClientAddress, kind: Kind, most: usize) -> Option<Place> {
        self.with(address, Instant::now(), |client, address| {
            let open = client.open(kind);
            (*open < most).then(|| {
                *open += 1;
                Place { clients: Arc::clone(self), address, kind }
            })
        })
    }

    /// Calls `work` with the entry of a client and its key.
    fn with<T>(
        &self,
        address: ClientAddress,
        now: Instant,
        work: impl FnOnce(&mut Client, ClientAddress) -> T,
    ) -> T {
        let mut table = self.lock();
        let Table { clients, swept } = &mut *table;
        if clients.len() >= MOST && now.saturating_duration_since(*swept) >= SWEEP {
            *swept = now;
            clients.retain(|_, client| !client.is_idle(now));
        }
        let has_room = clients.len() < MOST || clients.contains_key(&address);
        let key = if has_room { address } else { ClientAddress::OTHERS };
        work(clients.entry(key).or_insert_with(|| Client::new(&self.limits, now)), key)
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(client) = self.clients.lock().clients.get_mut(&self.address) {
            *client.open(self.kind) -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> ClientAddress {
        text.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn an_ipv6_client_is_a_network_of_64_bits() {
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("192.0.2.1"), client("::ffff:192.0.2.1"));
        assert_ne!(client("::1"), ClientAddress::OTHERS);
    }

    #[test]
    fn a_client_has_its_own_limits() {
        let limits = ServerLimits { sessions_per_client: 2, ..ServerLimits::default() };
        let clients = Arc::new(Clients::new(limits));
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let places: Vec<Option<Place>> = (0..3).map(|_| clients.open_session(one)).collect();
        assert!(places[0].is_some() && places[1].is_some() && places[2].is_none());
        assert!(clients.open_session(other).is_some());
        drop(places);
        assert!(clients.open_session(one).is_some());
    }

    #[test]
    fn connections_cannot_be_opened_and_closed_too_fast() {
        let limits = ServerLimits { opens_per_client: 5, ..ServerLimits::default() };
        let clients = Arc::new(Clients::new(limits));
        let opened = (0..50).filter(|_| clients.open_connection(client("::1")).is_some()).count();
        assert!((5..15).contains(&opened), "{opened}");
    }

    #[test]
    fn the_table_is_bounded_and_new_clients_share_an_entry_when_it_is_full() {
        let limits = ServerLimits { sessions_per_client: 1, ..ServerLimits::default() };
        let clients = Arc::new(Clients::new(limits));
        let address = |number: u32| ClientAddress(IpAddr::V4(number.into()));
        let places: Vec<Option<Place>> =
            (1..20_000).map(|number| clients.open_session(address(number))).collect();
        let opened = places.iter().flatten().count();
        assert_eq!(opened, MOST + 1);
        assert_eq!(clients.lock().clients.len(), MOST + 1);
        drop(places);
        clients.lock().swept -= SWEEP;
        assert!(clients.open_session(address(1)).is_some());
        assert!(clients.lock().clients.len() < 10);
    }
}
