//! Who sends a request: the client behind a trusted proxy, or the other end of the connection.
//!
//! A proxy adds the address of its client to the end of `X-Forwarded-For`. What stands before was written by others,
//! so only the last address that is not one of the proxies counts, and only if a trusted proxy sent the header.

use std::net::IpAddr;

use axum::http::HeaderMap;

use crate::clients::ClientAddress;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sender {
    /// The address that its limits are counted for.
    pub(crate) client: ClientAddress,
    /// Whether it is on this machine, and no proxy stands between.
    pub(crate) is_local: bool,
    /// Whether a trusted proxy stands between.
    pub(crate) is_proxied: bool,
}

impl Sender {
    /// The sender of a request with these headers on a connection from `peer`.
    pub(crate) fn new(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Self {
        let peer = peer.to_canonical();
        let is_proxied = proxies.contains(&peer);
        let client = is_proxied.then(|| last_client(headers, proxies)).flatten();
        let is_forwarded = headers.contains_key(FORWARDED_FOR) || headers.contains_key("forwarded");
        Self {
            client: client.unwrap_or(peer).into(),
            is_local: peer.is_loopback() && !is_forwarded,
            is_proxied,
        }
    }
}

/// The last address that is not one of the proxies; `None` if something else comes before it.
fn last_client(headers: &HeaderMap, proxies: &[IpAddr]) -> Option<IpAddr> {
    let values: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    for word in values.iter().rev().flat_map(|value| value.rsplit(',')) {
        let address: IpAddr = word.trim().parse().ok()?;
        let address = address.to_canonical();
        if !proxies.contains(&address) {
            return Some(address);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(peer: &str, forwarded: &[&str]) -> Sender {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().expect("a header"));
        }
        let proxies = ["127.0.0.1", "10.0.0.9"].map(|text| text.parse().expect("an address"));
        Sender::new(peer.parse().expect("an address"), &headers, &proxies)
    }

    #[test]
    fn only_a_trusted_proxy_names_its_client() {
        for (peer, forwarded, expected) in [
            ("127.0.0.1", &["192.0.2.7"][..], "192.0.2.7"),
            ("127.0.0.1", &["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["192.0.2.7, 10.0.0.9"], "192.0.2.7"),
            ("127.0.0.1", &["192.0.2.7", "nonsense"], "127.0.0.1"),
            ("127.0.0.1", &[""], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("::ffff:127.0.0.1", &["2001:db8::1"], "2001:db8::2"),
            ("127.0.0.2", &["192.0.2.7"], "127.0.0.2"),
            ("203.0.113.5", &["192.0.2.7"], "203.0.113.5"),
        ] {
            let expected: IpAddr = expected.parse().expect("an address");
            assert_eq!(sender(peer, forwarded).client, expected.into(), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn a_request_through_a_proxy_is_not_local() {
        assert!(sender("127.0.0.1", &[]).is_local);
        assert!(sender("::1", &[]).is_local);
        assert!(!sender("127.0.0.1", &["127.0.0.1"]).is_local);
        assert!(!sender("127.0.0.2", &["127.0.0.1"]).is_local);
        assert!(!sender("192.0.2.1", &[]).is_local);
    }
}
