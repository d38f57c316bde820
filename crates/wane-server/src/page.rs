//! [`Page`]: the files of the page, from the program itself or from a folder.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The source of the files.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    folder: Option<PathBuf>,
}

/// A file with its media type.
pub(crate) struct File {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) media_type: &'static str,
}

#[cfg(feature = "page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
struct Embedded;

/// The page of a program that was built without one.
const NO_PAGE: &str = "<!doctype html><title>Wane</title><p>This program was built without the page. \
Build it with <code>cargo xtask page</code>, then start the server with \
<code>wane serve --page web/dist</code>.";

impl Page {
    /// The page in a folder, or the one in the program. If the folder has no page, it is returned as the error.
    pub(crate) fn open(folder: Option<PathBuf>) -> Result<Self, PathBuf> {
        match folder {
            Some(folder) if !folder.join("index.html").is_file() => Err(folder),
            folder => Ok(Self { folder }),
        }
    }

    /// The file at the path of a URL; `index.html` for the root.
    pub(crate) fn file(&self, path: &str) -> Option<File> {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let media_type = media_type(path);
        if let Some(folder) = &self.folder {
            let bytes = fs::read(folder.join(safe(path)?)).ok()?;
            return Some(File { bytes: bytes.into(), media_type });
        }
        let embedded = embedded(path).map(|bytes| File { bytes, media_type });
        embedded.or_else(|| (path == "index.html").then(|| no_page(media_type)))
    }
}

#[cfg(feature = "page")]
fn embedded(path: &str) -> Option<Cow<'static, [u8]>> {
    Embedded::get(path).map(|file| file.data)
}

#[cfg(not(feature = "page"))]
fn embedded(_path: &str) -> Option<Cow<'static, [u8]>> {
    None
}

fn no_page(media_type: &'static str) -> File {
    File { bytes: NO_PAGE.as_bytes().into(), media_type }
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
        let page = Page { folder: Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")) };
        assert!(page.file("/lib.rs").is_some());
        for path in
            ["/../Cargo.toml", "/./../Cargo.toml", "//etc/passwd", "/src/../../x", "/nothing"]
        {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_program_without_the_page_says_what_to_do() {
        let file = Page { folder: None }.file("/").expect("there is something");
        assert_eq!(file.media_type, "text/html; charset=utf-8");
    }

    #[test]
    fn a_folder_without_a_page_is_an_error() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(Page::open(Some(folder.clone())).expect_err("it has no page"), folder);
        assert!(Page::open(None).is_ok());
    }
}
