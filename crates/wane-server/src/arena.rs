//! [`Arena`]: a tournament while it is played, at `/arena/`: the boards of the running games and the standings, from the
//! files that `wane match` writes into its folder.

use std::path::PathBuf;

use axum::body::Bytes;

use crate::page::{Content, File, Page};

/// The files of the folder that are served; no other one is.
const FILES: [&str; 5] =
    ["report.html", "running.json", "standings.json", "standings.csv", "games.csv"];

/// The report has its style and its script in itself, and loads nothing.
pub(crate) const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page that shows them.
const PAGE: [(&str, &str, &str); 3] = [
    ("", "text/html; charset=utf-8", include_str!("arena/index.html")),
    ("live.js", "text/javascript; charset=utf-8", include_str!("arena/live.js")),
    ("live.css", "text/css; charset=utf-8", include_str!("arena/live.css")),
];

/// The folder of a tournament.
#[derive(Debug)]
pub(crate) struct Arena {
    folder: Page,
}

impl Arena {
    pub(crate) fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Self { folder: Page::of_folder(folder, most_bytes) }
    }

    /// A file of the page, or of the tournament if it is there already.
    pub(crate) async fn file(&self, name: &str) -> Option<File> {
        if let Some((_, media_type, text)) = PAGE.iter().find(|(own, ..)| *own == name) {
            let content = Content::new(Bytes::from_static(text.as_bytes()));
            return Some(File::new(content, media_type, None));
        }
        if !FILES.contains(&name) {
            return None;
        }
        self.folder.file(name, Vec::new()).await
    }
}
