//! [`Door`]: which pages may ask.
//!
//! A browser says from which page a question comes, its origin, and under which name it knows the server, its host.
//! A page of ours has the origin of the server. On the loopback the name must be one of this machine, or any page
//! whose owner lets its name point here would be ours.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, header};

/// Who is let in.
#[derive(Debug)]
pub(crate) struct Door {
    is_private: bool,
    origins: Vec<String>,
}

impl Door {
    /// The door of a server at this address, for pages of these other origins, too.
    pub(crate) fn new(address: IpAddr, origins: Vec<String>) -> Self {
        Self { is_private: address.is_loopback(), origins }
    }

    /// Whether a request may come in. Programs that are no browser say no origin.
    pub(crate) fn lets_in(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().ok());
        let host = text(header::HOST).flatten().unwrap_or_default();
        if self.is_private && !is_this_machine(host) && !self.is_host_of_origin(host) {
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

    /// Behind a proxy the name is the proxy's.
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

    fn lets_in(address: Ipv4Addr, host: &str, origin: Option<&str>) -> bool {
        let door = Door::new(address.into(), vec!["https://friend.example".to_string()]);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        door.lets_in(&headers)
    }

    #[test]
    fn on_the_loopback_only_names_of_this_machine_count() {
        for (host, is_welcome) in [
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
                assert_eq!(lets_in(Ipv4Addr::LOCALHOST, host, origin), is_welcome, "{host:?}");
            }
        }
    }

    #[test]
    fn elsewhere_a_page_of_the_same_name_is_ours() {
        let lets_in = |host, origin| lets_in(Ipv4Addr::UNSPECIFIED, host, Some(origin));
        assert!(lets_in("wane.example", "https://wane.example"));
        assert!(lets_in("wane.example", "https://friend.example"));
        assert!(!lets_in("wane.example", "https://evil.example"));
        assert!(!lets_in("wane.example", "null"));
    }
}
