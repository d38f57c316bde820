//! [`Encoding`]: the compressed forms of a file. The build of the page makes them, so that
//! requests compress nothing.

use axum::http::{HeaderMap, header};

/// A compressed form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// All of them, the smallest first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in HTTP.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The last part of the name of such a file.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// The forms that a client accepts, the smallest first.
    pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let accepts = accepts.unwrap_or_default();
        Self::ALL.into_iter().filter(|it| accepts.split(',').any(|item| it.is_in(item))).collect()
    }

    /// Whether an item of the header names it, and does not refuse it by a weight of 0.
    fn is_in(self, item: &str) -> bool {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(self.name()));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|q| q > 0.0))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_client_gets_what_it_accepts_and_the_smallest_first() {
        let accepted = |text: &'static str| {
            let headers = [(header::ACCEPT_ENCODING, HeaderValue::from_static(text))];
            Encoding::accepted(&headers.into_iter().collect())
        };
        assert_eq!(accepted("gzip, deflate, br, zstd"), [Encoding::Brotli, Encoding::Gzip]);
        assert_eq!(accepted("gzip;q=0.5,br;q=0"), [Encoding::Gzip]);
        assert_eq!(accepted("GZIP"), [Encoding::Gzip]);
        for text in ["", "identity", "brotli", "br;q=no", "*"] {
            assert_eq!(accepted(text), [], "{text}");
        }
        assert_eq!(Encoding::accepted(&HeaderMap::new()), []);
    }
}
