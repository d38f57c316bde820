//! The page in the program: its files, most of them compressed with Brotli, which is the smallest form. Other forms are
//! made when a client first asks for one, and kept: browsers accept Brotli only over TLS and from their own machine.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use brotli_decompressor::Decompressor;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::encoding::Encoding;
use crate::page::Content;

/// The files that the build of the page compresses are only here in their compressed form.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "*.gz"]
#[exclude = "*.html"]
#[exclude = "*.js"]
#[exclude = "*.json"]
#[exclude = "*.css"]
#[exclude = "*.svg"]
#[exclude = "*.wasm"]
#[exclude = "*.bin"]
#[exclude = "*.webmanifest"]
struct Files;

/// The buffer for decompression.
const BUFFER: usize = 1 << 16;

/// The files in the program, and the forms of them that were made.
#[derive(Debug, Default)]
pub(crate) struct EmbeddedPage {
    made: Mutex<HashMap<(String, Option<Encoding>), Content>>,
}

impl EmbeddedPage {
    /// A file in the first of these forms that there is. This may block.
    pub(crate) fn read(
        &self,
        path: &str,
        accepted: &[Encoding],
    ) -> Option<(Content, Option<Encoding>)> {
        let Some(smallest) = get(&format!("{path}{}", Encoding::Brotli.extension())) else {
            return Some((get(path)?, None));
        };
        let form = accepted.first().copied();
        if form == Some(Encoding::Brotli) {
            return Some((smallest, form));
        }
        // The lock is held until it is made, so that each form is made once.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.to_owned(), form);
        if let Some(content) = made.get(&key) {
            return Some((content.clone(), form));
        }
        let content = Content::new(convert(&smallest.bytes, form)?);
        made.insert(key, content.clone());
        Some((content, form))
    }
}

/// A file as it is in the program.
fn get(path: &str) -> Option<Content> {
    use std::borrow::Cow;
    let file = Files::get(path)?;
    let tag = file.metadata.sha256_hash().first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
    let bytes = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Some(Content { bytes, tag })
}

/// What was compressed with Brotli in another form, plain if there is none.
fn convert(brotli: &[u8], form: Option<Encoding>) -> Option<Bytes> {
    let mut plain = Vec::new();
    Decompressor::new(brotli, BUFFER).read_to_end(&mut plain).ok()?;
    if form != Some(Encoding::Gzip) {
        return Some(plain.into());
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&plain).ok()?;
    gzip.finish().ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn every_form_of_a_file_has_the_same_contents() {
        let page = EmbeddedPage::default();
        let read =
            |path: &str, accepted: &[Encoding]| page.read(path, accepted).expect("it is there");
        for path in ["index.html", "engine/rules.wasm"] {
            let (brotli, form) = read(path, &[Encoding::Brotli, Encoding::Gzip]);
            assert_eq!(form, Some(Encoding::Brotli));
            let (plain, form) = read(path, &[]);
            assert_eq!(form, None);
            let (gzip, form) = read(path, &[Encoding::Gzip]);
            assert_eq!(form, Some(Encoding::Gzip));
            let mut unpacked = Vec::new();
            GzDecoder::new(&gzip.bytes[..]).read_to_end(&mut unpacked).expect("it is gzip");
            assert_eq!(unpacked, plain.bytes);
            assert_ne!(brotli.tag, gzip.tag);
            assert_eq!(read(path, &[]).0.tag, plain.tag);
        }
        assert!(
            page.read("icon-512.png", &[Encoding::Brotli]).is_some_and(|(_, form)| form.is_none())
        );
        assert!(page.read("nothing.js", &[]).is_none());
    }
}
