//! Checks the links of the site: every file and every heading that a link names must exist.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};

/// The attributes with links.
const ATTRIBUTES: [&str; 2] = [" href=\"", " src=\""];

/// What others make and check: the page, and the references; and what is read elsewhere: examples, and the page for an
/// unknown address.
const NOT_READ: [&str; 4] = ["play", "api", "book/examples", "book/404.html"];

/// Checks all pages below a folder, and returns the number of links inside of the site.
pub(super) fn check(site: &Path) -> Result<usize> {
    let mut pages = HashMap::new();
    read(site, site, &mut pages)?;
    let mut broken = BTreeSet::new();
    let mut count = 0;
    for (page, text) in &pages {
        for link in links(text) {
            let Some((path, heading)) = target(page, &link) else { continue };
            count += 1;
            let file = site.join(&path);
            let path = if file.is_dir() { path.join("index.html") } else { path };
            let has_heading = || pages.get(&path).is_none_or(|text| has_id(text, &heading));
            // A site without references has no such files.
            let is_left_out = path.starts_with("api") && !site.join("api").exists();
            let is_there =
                is_left_out || site.join(&path).is_file() && (heading.is_empty() || has_heading());
            if !is_there {
                broken.insert(format!("{}: {link}", page.display()));
            }
        }
    }
    let list: Vec<String> = broken.into_iter().collect();
    ensure!(list.is_empty(), "broken links:\n{}", list.join("\n"));
    Ok(count)
}

/// Reads the pages below a folder.
fn read(folder: &Path, site: &Path, pages: &mut HashMap<PathBuf, String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let inside = path.strip_prefix(site)?.to_owned();
        if NOT_READ.iter().any(|name| inside == Path::new(name)) {
            continue;
        }
        if path.is_dir() {
            read(&path, site, pages)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            pages.insert(inside, fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// The links of a page, with `&amp;` as `&`.
fn links(text: &str) -> impl Iterator<Item = String> {
    ATTRIBUTES.iter().flat_map(|attribute| {
        let after = text.split(attribute).skip(1);
        after.filter_map(|rest| rest.split_once('"')).map(|(link, _)| link.replace("&amp;", "&"))
    })
}

/// The file in the site that a link of a page names, and the heading; `None` if it leads out of the site.
fn target(page: &Path, link: &str) -> Option<(PathBuf, String)> {
    if link.contains("://") || link.starts_with("data:") || link.starts_with("mailto:") {
        return None;
    }
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    // The addresses of the page have their own meaning.
    let heading = if heading.starts_with('/') { "" } else { heading };
    let path = path.split('?').next().unwrap_or(path);
    if path.is_empty() {
        return Some((page.to_owned(), heading.to_owned()));
    }
    let folder = page.parent().unwrap_or(Path::new(""));
    Some((plain(&folder.join(path)), heading.to_owned()))
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}

fn has_id(text: &str, heading: &str) -> bool {
    text.contains(&format!("id=\"{heading}\"")) || text.contains(&format!("name=\"{heading}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_from_the_folder_of_their_page() {
        let at = |link: &str| target(Path::new("book/methods/1.html"), link);
        assert_eq!(at("../rules.html#end"), Some(("book/rules.html".into(), "end".into())));
        assert_eq!(at("../../play/#/learn"), Some(("play".into(), String::new())));
        assert_eq!(at("#top"), Some(("book/methods/1.html".into(), "top".into())));
        assert_eq!(at("https://example.org/x"), None);
        let all: Vec<String> = links(r#"<a href="x">y</a> <img src="z">"#).collect();
        assert_eq!(all, ["x", "z"]);
    }
}
