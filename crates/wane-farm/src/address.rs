//! [`FarmAddress`]: where a farm is and who one is there, as one line of text.
//!
//! ```text
//! wane://lisa:SUAKX…@farm.example.org:4222?tls=NxO…
//!        name seed   server                   fingerprint of its certificate
//! ```
//!
//! Anyone who has the line is that member, so it is as secret as a password. Several servers of a cluster are parted by
//! commas. Without a fingerprint the connection is not encrypted.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use nkeys::KeyPair;
use thiserror::Error;
use wane_files::{PathError, write_atomically};
use wane_text::Foreign;

use crate::fingerprint::Fingerprint;
use crate::names::is_member_name;

/// How an address begins.
const SCHEME: &str = "wane://";

/// The word for a machine of the house.
const HOUSE: &str = "house";

/// The port of NATS.
const PORT: u16 = 4222;

/// Where a farm is, and who one is there.
#[derive(Clone, PartialEq, Eq)]
pub struct FarmAddress {
    /// The name of the member.
    pub name: String,
    /// The secret of the member.
    pub seed: String,
    /// The servers, each with its port.
    pub servers: Vec<String>,
    /// The certificate of the servers.
    pub tls: Option<Fingerprint>,
    /// Whether it is a machine of the house, which may run programs of strangers.
    pub is_house: bool,
}

/// The text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "this is not the address of a farm: {why}; `wane farm up` prints one, and it begins with {SCHEME}"
)]
pub struct NotAnAddress {
    why: Foreign,
}

/// Why an address cannot be read from a file.
#[derive(Debug, Error)]
pub enum AddressFileError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The file has something else.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: NotAnAddress,
    },
}

impl FarmAddress {
    /// The address in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has something else.
    pub fn read(path: &Path) -> Result<Self, AddressFileError> {
        let text = fs::read_to_string(path).map_err(PathError::at(path))?;
        text.parse().map_err(|error| AddressFileError::Content { path: path.into(), error })
    }

    /// Writes it into a file that only its owner may read.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), AddressFileError> {
        write_secret(path, &format!("{self}\n")).map_err(PathError::at(path))?;
        Ok(())
    }
}

/// Writes a file that only its owner may read.
pub(crate) fn write_secret(path: &Path, text: &str) -> io::Result<()> {
    write_atomically(path, text.as_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

impl FromStr for FarmAddress {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        let wrong = |why: &str| NotAnAddress { why: why.into() };
        let rest = text.trim().strip_prefix(SCHEME).ok_or_else(|| wrong("it begins otherwise"))?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (user, servers) = rest.split_once('@').ok_or_else(|| wrong("it has no name"))?;
        let (name, seed) = user.split_once(':').ok_or_else(|| wrong("it has no secret"))?;
        if !is_member_name(name) {
            return Err(wrong("the name may have letters, digits, - and _ only"));
        }
        if KeyPair::from_seed(seed).is_err() {
            return Err(wrong("the secret is damaged or not complete"));
        }
        let servers = servers.trim_end_matches('/').split(',');
        let servers: Option<Vec<String>> = servers.map(with_port).collect();
        let servers = servers.ok_or_else(|| wrong("a server is NAME:PORT"))?;
        let (mut tls, mut is_house) = (None, false);
        for word in query.split('&').filter(|word| !word.is_empty()) {
            match word.strip_prefix("tls=") {
                Some(text) => {
                    tls = Some(text.parse().map_err(|_| wrong("the fingerprint is damaged"))?);
                }
                None if word == HOUSE => is_house = true,
                None => return Err(wrong("after the ? there is something unknown")),
            }
        }
        Ok(Self { name: name.into(), seed: seed.into(), servers, tls, is_house })
    }
}

/// A server with its port.
fn with_port(server: &str) -> Option<String> {
    let is_host = |host: &str| {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let is_fine = |it: char| it.is_ascii_alphanumeric() || ".-:_".contains(it);
        !host.is_empty() && host.chars().all(is_fine)
    };
    match server.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => {
            (is_host(host) && port.parse::<u16>().is_ok_and(|it| it > 0)).then(|| server.into())
        }
        _ => is_host(server).then(|| format!("{server}:{PORT}")),
    }
}

impl fmt::Display for FarmAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, seed, servers, tls, is_house } = self;
        write!(f, "{SCHEME}{name}:{seed}@{}", servers.join(","))?;
        let tls = tls.iter().map(|tls| format!("tls={tls}"));
        let words: Vec<String> = tls.chain(is_house.then(|| HOUSE.into())).collect();
        if words.is_empty() { Ok(()) } else { write!(f, "?{}", words.join("&")) }
    }
}

/// Without the secret.
impl fmt::Debug for FarmAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}:…@{}", self.name, self.servers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> FarmAddress {
        FarmAddress {
            name: "lisa".into(),
            seed: KeyPair::new_user().seed().unwrap(),
            servers: vec!["farm.example.org:4222".into(), "[::1]:4223".into()],
            tls: Some(Fingerprint::of(b"certificate")),
            is_house: false,
        }
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let open = FarmAddress { tls: None, ..address() };
        let house = FarmAddress { is_house: true, ..address() };
        for address in [address(), open, house] {
            assert_eq!(address.to_string().parse(), Ok(address.clone()));
            assert!(!format!("{address:?}").contains(&address.seed));
        }
        let short = address().to_string().replace("farm.example.org:4222", "farm");
        assert_eq!(short.parse::<FarmAddress>().unwrap().servers[0], "farm:4222");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = address().to_string();
        for (text, words) in [
            (good.replace("wane:", "nats:"), "begins otherwise"),
            (good.replace('@', "#"), "no name"),
            (good.replace("lisa:", "lisa@"), "no secret"),
            (good.replace("lisa", "li.sa"), "letters"),
            (good.replace(":SU", ":SA"), "damaged"),
            (good.replace("4222", "x"), "NAME:PORT"),
            (good.clone() + "x", "fingerprint"),
            (good.replace("tls", "ssl"), "something unknown"),
        ] {
            let error = text.parse::<FarmAddress>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
