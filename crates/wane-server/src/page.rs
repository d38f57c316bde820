//! [`Page`]: the files of the page, from the program itself or from a folder.
//!
//! Files are read on other threads, a few at a time. Of a folder, only regular files are read, up to a limit. All
//! connections share the bytes of a file, so clients that do not read cost no copies. A client gets the compressed form
//! of a file that lies beside it, if it accepts that.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::body::Bytes;
use tokio::sync::Semaphore;
use tokio::task;

#[cfg(feature = "page")]
use crate::embedded::EmbeddedPage;
use crate::encoding::Encoding;

/// The most files that are being read.
const READS: usize = 4;

/// The most bytes of files that are kept.
const KEPT_BYTES: u64 = 64 << 20;

/// The source of the files.
#[derive(Debug)]
pub(crate) struct Page {
    source: Source,
    reads: Semaphore,
}

#[derive(Clone, Debug)]
enum Source {
    Folder(Arc<Folder>),
    Program(Arc<EmbeddedPage>),
}

/// A folder, and the files of it that were read.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    most_bytes: u64,
    kept: Mutex<HashMap<PathBuf, Kept>>,
}

/// A file as it was at a time.
#[derive(Clone, Debug)]
struct Kept {
    modified: Option<SystemTime>,
    content: Content,
}

/// The bytes of a file, with a tag that is another one for other bytes.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) bytes: Bytes,
    pub(crate) tag: u64,
}

impl Content {
    pub(crate) fn new(bytes: Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { bytes, tag: hasher.finish() }
    }
}

/// A file with its media type.
pub(crate) struct File {
    pub(crate) bytes: Bytes,
    pub(crate) media_type: &'static str,
    /// Its form, if it is a compressed one.
    pub(crate) encoding: Option<Encoding>,
    /// A tag that is another one for other bytes.
    pub(crate) tag: u64,
}

impl File {
    pub(crate) fn new(
        content: Content,
        media_type: &'static str,
        encoding: Option<Encoding>,
    ) -> Self {
        let Content { bytes, tag } = content;
        Self { bytes, media_type, encoding, tag }
    }
}

/// The page of a program that was built without one.
#[cfg(not(feature = "page"))]
const NO_PAGE: &str = "<!doctype html><title>Wane</title><p>This program was built without the page. \
Build it with <code>cargo xtask page</code>, then start the server with \
<code>wane serve --page web/dist</code>.";

impl Page {
    /// The page in a folder, or the one in the program. If the folder has no page, it is returned as the error. Longer
    /// files than `most_bytes` are not served.
    pub(crate) fn open(folder: Option<PathBuf>, most_bytes: u64) -> Result<Self, PathBuf> {
        let source = match folder {
            Some(path) if !path.join("index.html").is_file() => return Err(path),
            Some(path) => return Ok(Self::of_folder(path, most_bytes)),
            None => Source::Program(Arc::default()),
        };
        Ok(Self { source, reads: Semaphore::new(READS) })
    }

    /// The files of a folder that need not be a page.
    pub(crate) fn of_folder(path: PathBuf, most_bytes: u64) -> Self {
        let folder = Folder { path, most_bytes, kept: Mutex::default() };
        Self { source: Source::Folder(Arc::new(folder)), reads: Semaphore::new(READS) }
    }

    /// The file at the path of a URL, in the first of these forms that there is; `index.html` for the root.
    pub(crate) async fn file(&self, path: &str, accepted: Vec<Encoding>) -> Option<File> {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let media_type = media_type(path);
        safe(path)?;
        let (source, path) = (self.source.clone(), path.to_owned());
        let _permit = self.reads.acquire().await.ok()?;
        let read = move || match source {
            Source::Folder(folder) => folder.read_as(&path, &accepted),
            Source::Program(page) => page.read(&path, &accepted),
        };
        let (content, encoding) = task::spawn_blocking(read).await.ok()??;
        Some(File::new(content, media_type, encoding))
    }
}

/// The page in a program that was built without one: a text that says what to do.
#[cfg(not(feature = "page"))]
#[derive(Debug, Default)]
struct EmbeddedPage;

#[cfg(not(feature = "page"))]
impl EmbeddedPage {
    #[expect(clippy::unused_self, reason = "a program with the page keeps files")]
    fn read(&self, path: &str, _: &[Encoding]) -> Option<(Content, Option<Encoding>)> {
        let no_page = || (Content::new(Bytes::from_static(NO_PAGE.as_bytes())), None);
        (path == "index.html").then(no_page)
    }
}

impl Folder {
    /// A file in the first of these forms that there is and that is not older than the file. This blocks.
    fn read_as(&self, path: &str, accepted: &[Encoding]) -> Option<(Content, Option<Encoding>)> {
        let plain = self.read(path.into())?;
        let compressed = accepted.iter().find_map(|&encoding| {
            let found = self.read(format!("{path}{}", encoding.extension()).into())?;
            (found.modified >= plain.modified).then_some((found.content, Some(encoding)))
        });
        Some(compressed.unwrap_or((plain.content, None)))
    }

    /// A regular file, from memory if it has not changed. This blocks.
    fn read(&self, path: PathBuf) -> Option<Kept> {
        let file = open(&self.path.join(&path))?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > self.most_bytes {
            return None;
        }
        let modified = metadata.modified().ok();
        if let Some(kept) = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&path)
            && kept.modified == modified
            && kept.content.bytes.len() as u64 == metadata.len()
        {
            return Some(kept.clone());
        }
        let mut bytes = Vec::new();
        // The file may have grown.
        file.take(self.most_bytes).read_to_end(&mut bytes).ok()?;
        let read = Kept { modified, content: Content::new(bytes.into()) };
        let size = |kept: &Kept| kept.content.bytes.len() as u64;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.values().map(size).sum::<u64>() + size(&read) > KEPT_BYTES {
            kept.clear();
        }
        kept.insert(path, read.clone());
        Some(read)
    }
}

/// Opens a file to read; a FIFO without a writer does not block.
#[cfg(unix)]
fn open(path: &Path) -> Option<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).ok()?;
    OpenOptions::new().read(true).custom_flags(flags).open(path).ok()
}

#[cfg(not(unix))]
fn open(path: &Path) -> Option<fs::File> {
    OpenOptions::new().read(true).open(path).ok()
}

/// A path that stays in the folder.
fn safe(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    const MOST: u64 = 1000;

    fn folder() -> (TempDir, Page) {
        let folder = TempDir::new().expect("it is writable");
        folder.write("index.html", "a page").expect("it is writable");
        let page = Page::open(Some(folder.path().into()), MOST).expect("it has a page");
        (folder, page)
    }

    #[tokio::test]
    async fn a_path_never_leaves_the_folder() {
        let (_folder, page) = folder();
        assert!(page.file("/index.html", Vec::new()).await.is_some());
        for path in
            ["/../Cargo.toml", "/./../Cargo.toml", "//etc/passwd", "/src/../../x", "/nothing"]
        {
            assert!(page.file(path, Vec::new()).await.is_none(), "{path}");
        }
    }

    #[tokio::test]
    async fn a_file_is_read_again_if_it_has_changed_and_not_served_if_it_is_too_long() {
        let (folder, page) = folder();
        let read = async |name| page.file(name, Vec::new()).await.map(|file| file.bytes);
        assert_eq!(read("/").await.as_deref(), Some("a page".as_bytes()));
        folder.write("index.html", "another page").expect("it is writable");
        assert_eq!(read("/").await.as_deref(), Some("another page".as_bytes()));
        folder.write("long.js", "x".repeat(1001)).expect("it is writable");
        assert_eq!(read("/long.js").await, None);
    }

    #[tokio::test]
    async fn a_compressed_form_is_served_to_those_who_accept_it_unless_it_is_older_than_the_file() {
        let (folder, page) = folder();
        folder.write("index.html.br", "brotli").expect("it is writable");
        folder.write("index.html.gz", "gzip").expect("it is writable");
        let both = || vec![Encoding::Brotli, Encoding::Gzip];
        let file = page.file("/", both()).await.expect("it is there");
        assert_eq!((&file.bytes[..], file.encoding), (&b"brotli"[..], Some(Encoding::Brotli)));
        assert_eq!(file.media_type, "text/html; charset=utf-8");
        let gzip = page.file("/", vec![Encoding::Gzip]).await.expect("it is there");
        assert_eq!((&gzip.bytes[..], gzip.encoding), (&b"gzip"[..], Some(Encoding::Gzip)));
        assert_ne!(file.tag, gzip.tag);
        std::thread::sleep(std::time::Duration::from_millis(20));
        folder.write("index.html", "another page").expect("it is writable");
        let plain = page.file("/", both()).await.expect("it is there");
        assert_eq!((&plain.bytes[..], plain.encoding), (&b"another page"[..], None));
    }

    #[tokio::test]
    async fn a_program_without_the_page_says_what_to_do() {
        let page = Page::open(None, MOST).expect("no folder is needed");
        let file = page.file("/", Vec::new()).await.expect("there is something");
        assert_eq!(file.media_type, "text/html; charset=utf-8");
    }

    #[test]
    fn a_folder_without_a_page_is_an_error() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(Page::open(Some(folder.clone()), MOST).expect_err("it has no page"), folder);
    }
}
