//! [`Page`]: the files of the page, from the program itself or from a folder.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Where the files are.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    folder: Option<PathBuf>,
}

/// A file as it is sent.
pub(crate) struct File {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) kind: &'static str,
}

#[cfg(feature = "page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
struct Inside;

/// What is sent where there is no page.
const NO_PAGE: &str = "<!doctype html><title>Wane</title><p>This program was built without the page. \
Build it with <code>cargo xtask page</code>, then start the server with \
<code>wane serve --page web/dist</code>.";

impl Page {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The file at a path of the address; the first page for the folder itself.
    pub(crate) fn file(&self, path: &str) -> Option<File> {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let kind = kind(path);
        if let Some(folder) = &self.folder {
            let bytes = fs::read(folder.join(safe(path)?)).ok()?;
            return Some(File { bytes: bytes.into(), kind });
        }
        let inside = inside(path).map(|bytes| File { bytes, kind });
        inside.or_else(|| (path == "index.html").then(|| no_page(kind)))
    }
}

#[cfg(feature = "page")]
fn inside(path: &str) -> Option<Cow<'static, [u8]>> {
    Inside::get(path).map(|file| file.data)
}

#[cfg(not(feature = "page"))]
fn inside(_path: &str) -> Option<Cow<'static, [u8]>> {
    None
}

fn no_page(kind: &'static str) -> File {
    File { bytes: NO_PAGE.as_bytes().into(), kind }
}

/// A path that stays in the folder.
fn safe(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leaves_the_folder() {
        let page = Page::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")));
        assert!(page.file("/lib.rs").is_some());
        for path in
            ["/../Cargo.toml", "/./../Cargo.toml", "//etc/passwd", "/src/../../x", "/nothing"]
        {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_program_without_the_page_says_what_to_do() {
        let file = Page::new(None).file("/").expect("there is something");
        assert_eq!(file.kind, "text/html; charset=utf-8");
    }
}
