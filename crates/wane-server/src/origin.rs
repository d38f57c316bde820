//! [`OriginPolicy`]: which web pages may send requests, and under which names the server is known.
//!
//! A browser sends the origin of the page that makes a request, and the host name that it knows the server by. Our
//! own page has the origin of the server. The host must be an address, `localhost`, or a name that was given: otherwise
//! any site could point its own name at the address of this server and pass for our page (DNS rebinding). On the
//! loopback the address must be one of the loopback too.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{HeaderMap, HeaderName, header};

/// The origins and hosts that are allowed.
#[derive(Debug)]
pub(crate) struct OriginPolicy {
    is_loopback: bool,
    origins: Vec<String>,
    hosts: Vec<String>,
}

impl OriginPolicy {
    /// The policy of a server at this address, which also allows these other origins, and these names of itself.
    pub(crate) fn new(address: IpAddr, origins: Vec<String>, hosts: Vec<String>) -> Self {
        Self { is_loopback: address.is_loopback(), origins, hosts }
    }

    /// Whether a request is allowed. Programs other than browsers send no origin.
    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().ok());
        let host = text(header::HOST).flatten().unwrap_or_default();
        if !self.is_own_host(host) {
            return false;
        }
        match text(header::ORIGIN) {
            None => true,
            Some(None) => false,
            Some(Some(origin)) => {
                host_of(origin) == Some(host) || self.origins.iter().any(|known| known == origin)
            }
        }
    }

    fn is_own_host(&self, host: &str) -> bool {
        let name = without_port(host);
        let is_own_address = match address(name) {
            Some(address) => address.is_loopback() || !self.is_loopback,
            None => name.eq_ignore_ascii_case("localhost"),
        };
        let is_given = |given: &str| without_port(given).eq_ignore_ascii_case(name);
        is_own_address
            || !name.is_empty() && self.hosts.iter().any(|given| is_given(given))
            // Behind a proxy the host is that of the proxy.
            || self.origins.iter().any(|origin| host_of(origin) == Some(host))
    }
}

/// The host of an origin, with its port.
fn host_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The address of a host without its port; one of IPv6 is in brackets.
fn address(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(name) => name.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => name.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn allows(address: Ipv4Addr, host: &str, origin: Option<&str>) -> bool {
        let origins = vec!["https://friend.example".to_string()];
        let policy = OriginPolicy::new(address.into(), origins, vec!["wane.example".to_string()]);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        policy.allows(&headers)
    }

    #[test]
    fn on_the_loopback_the_host_must_be_a_name_of_this_machine() {
        for (host, is_allowed) in [
            ("127.0.0.1:7878", true),
            ("localhost:7878", true),
            ("[::1]:7878", true),
            ("localhost", true),
            ("friend.example", true),
            ("wane.example:7878", true),
            ("192.0.2.1:7878", false),
            ("evil.example:7878", false),
            ("localhost.evil.example", false),
            ("", false),
        ] {
            let origin = format!("http://{host}");
            for origin in [None, Some(origin.as_str())] {
                assert_eq!(allows(Ipv4Addr::LOCALHOST, host, origin), is_allowed, "{host:?}");
            }
        }
    }

    #[test]
    fn elsewhere_the_host_must_be_an_address_or_a_name_that_was_given() {
        for (host, is_allowed) in [
            ("192.0.2.1:7878", true),
            ("[2001:db8::1]:7878", true),
            ("localhost:7878", true),
            ("wane.example", true),
            ("WANE.example:7878", true),
            ("friend.example", true),
            ("evil.example:7878", false),
            ("sub.wane.example", false),
            ("192.0.2.1.evil.example", false),
            ("", false),
        ] {
            let origin = format!("http://{host}");
            for origin in [None, Some(origin.as_str())] {
                assert_eq!(allows(Ipv4Addr::UNSPECIFIED, host, origin), is_allowed, "{host:?}");
            }
        }
    }

    #[test]
    fn elsewhere_a_page_of_the_same_host_is_allowed() {
        let allows = |host, origin| allows(Ipv4Addr::UNSPECIFIED, host, Some(origin));
        assert!(allows("wane.example", "https://wane.example"));
        assert!(allows("wane.example", "https://friend.example"));
        assert!(!allows("wane.example", "https://evil.example"));
        assert!(!allows("wane.example", "null"));
    }
}
