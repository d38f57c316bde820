//! Inputs: files that jobs need, on the server under their fingerprints, and in the cache of a worker.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::object_store::ObjectInfo;
use tokio::time::sleep;
use wane_files::{PathError, create_folder, write_atomically};

use crate::connection::Connection;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::names::INPUTS;

/// The largest input.
const MAX_BYTES: usize = 256 << 20;

/// Puts an input on the server, unless it is there.
pub(crate) async fn upload(
    connection: &Connection,
    name: Fingerprint,
    content: &[u8],
) -> Result<(), FarmError> {
    let store = connection.jetstream.get_object_store(INPUTS).await.map_err(FarmError::server)?;
    let name = name.to_string();
    if store.info(&name).await.is_ok_and(|info| info.size == content.len() && !info.deleted) {
        return Ok(());
    }
    store.put(name.as_str(), &mut Cursor::new(content)).await.map_err(FarmError::server)?;
    Ok(())
}

/// Reads an input by requests for its parts alone: a worker may not do more.
async fn download(
    connection: &Connection,
    name: Fingerprint,
    bytes_per_second: u64,
) -> Result<Vec<u8>, FarmError> {
    let stream = connection.stream(&format!("OBJ_{INPUTS}")).await?;
    let meta = format!("$O.{INPUTS}.M.{}", base64(name.to_string().as_bytes()));
    let info = stream.direct_get_last_for_subject(meta).await.map_err(FarmError::server)?;
    let wrong = |text: &str| FarmError::Server { text: format!("the input {name}: {text}").into() };
    let info: ObjectInfo =
        serde_json::from_slice(&info.payload).map_err(|_| wrong("no description"))?;
    if info.size > MAX_BYTES {
        return Err(wrong("it is too large"));
    }
    let (part, mut content) = (format!("$O.{INPUTS}.C.{}", info.nuid), Vec::new());
    let mut next = 1;
    for _ in 0..info.chunks {
        let message = stream.direct_get_next_for_subject(part.clone(), Some(next)).await;
        let message = message.map_err(FarmError::server)?;
        content.extend_from_slice(&message.payload);
        let millis = 1000 * message.payload.len() as u64 / bytes_per_second;
        sleep(Duration::from_millis(millis)).await;
        next = message.sequence + 1;
    }
    if Fingerprint::of(&content) != name {
        return Err(wrong("it has another content"));
    }
    Ok(content)
}

/// The letters of base64 for names in addresses, with padding, as object stores name their objects.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte))
            << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let index = (word >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= chunk.len() { char::from(LETTERS[index]) } else { '=' });
        }
    }
    text
}

/// The inputs that a worker has read, in a folder.
#[derive(Clone, Debug)]
pub(crate) struct InputCache {
    folder: PathBuf,
    bounds: Bounds,
}

/// What a cache may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The most bytes that are kept.
    pub(crate) bytes: u64,
    /// The most bytes that are read from the server in a second.
    pub(crate) bytes_per_second: u64,
}

impl InputCache {
    pub(crate) fn open(folder: PathBuf, bounds: Bounds) -> Result<Self, FarmError> {
        create_folder(&folder)?;
        Ok(Self { folder, bounds })
    }

    /// Puts an input into a file, from the cache or from the server.
    pub(crate) async fn place(
        &self,
        connection: &Connection,
        name: Fingerprint,
        at: &Path,
    ) -> Result<(), FarmError> {
        let cached = self.folder.join(name.to_string());
        let content = match fs::read(&cached) {
            Ok(content) if Fingerprint::of(&content) == name => content,
            _ => {
                let content =
                    download(connection, name, self.bounds.bytes_per_second.max(1)).await?;
                self.make_room(content.len() as u64);
                write_atomically(&cached, &content).map_err(PathError::at(&cached))?;
                content
            }
        };
        if let Some(folder) = at.parent() {
            create_folder(folder)?;
        }
        fs::write(at, content).map_err(PathError::at(at))?;
        Ok(())
    }

    /// Removes the inputs that were read longest ago, until there is room.
    fn make_room(&self, bytes: u64) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries
            .filter_map(|entry| {
                let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut taken: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if taken + bytes <= self.bounds.bytes {
                break;
            }
            if fs::remove_file(path).is_ok() {
                taken -= length;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcb?>", "YWJjYj8-")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_cache_keeps_to_its_bound_and_drops_the_oldest() {
        let folder = TempDir::new().unwrap();
        let cache = InputCache::open(
            folder.path().join("c"),
            Bounds { bytes: 10, bytes_per_second: u64::MAX },
        )
        .unwrap();
        for name in ["a", "b", "c"] {
            cache.make_room(4);
            fs::write(cache.folder.join(name), "1234").unwrap();
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let left: Vec<_> = fs::read_dir(&cache.folder).unwrap().flatten().collect();
        assert_eq!(left.len(), 2);
        assert!(!cache.folder.join("a").exists());
    }
}
