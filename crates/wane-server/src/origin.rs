//! [`OriginPolicy`]: which web pages may send requests.
//!
//! A browser sends the origin of the page that makes a request, and the host name that it knows the server by. Our
//! own page has the origin of the server. On the loopback the host must be a name of this machine: otherwise any
//! site could point its own name at 127.0.0.1 and pass for our page (DNS rebinding).

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, header};

/// The origins that are allowed.
#[derive(Debug)]
pub(crate) struct OriginPolicy {
    is_loopback: bool,
    origins: Vec<String>,
}

impl OriginPolicy {
    /// The policy of a server at this address, which also allows these other origins.
    pub(crate) fn new(address: IpAddr, origins: Vec<String>) -> Self {
        Self { is_loopback: address.is_loopback(), origins }
    }

    /// Whether a request is allowed. Programs other than browsers send no origin.
    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().ok());
        let host = text(header::HOST).flatten().unwrap_or_default();
        if self.is_loopback && !is_this_machine(host) && !self.is_host_of_origin(host) {
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

    /// Behind a proxy the host is that of the proxy.
    fn is_host_of_origin(&self, host: &str) -> bool {
        self.origins.iter().any(|origin| host_of(origin) == Some(host))
    }
}

/// The host of an origin, with its port.
fn host_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn allows(address: Ipv4Addr, host: &str, origin: Option<&str>) -> bool {
        let policy = OriginPolicy::new(address.into(), vec!["https://friend.example".to_string()]);
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
    fn elsewhere_a_page_of_the_same_host_is_allowed() {
        let allows = |host, origin| allows(Ipv4Addr::UNSPECIFIED, host, Some(origin));
        assert!(allows("wane.example", "https://wane.example"));
        assert!(allows("wane.example", "https://friend.example"));
        assert!(!allows("wane.example", "https://evil.example"));
        assert!(!allows("wane.example", "null"));
    }
}
