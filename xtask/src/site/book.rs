//! The book: docs/ as mdBook reads it.
//!
//! docs/README.md is the table of contents, also of the book. The documents at the root of the repository become chapters;
//! links to other files outside of docs lose their link, since the site has no such files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::copy;
use crate::{build, command};

/// The documents at the root that are chapters.
const ROOT_DOCUMENTS: [&str; 4] =
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

/// Makes the book.
pub(super) fn make(root: &Path, out: &Path) -> Result<()> {
    let folder = build::target().join("book");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let source = folder.join("src");
    copy(&root.join("docs"), &source)?;
    for name in ROOT_DOCUMENTS {
        fs::copy(root.join(name), source.join(name))?;
    }
    let mut documents = Vec::new();
    collect(&source, &source, &mut documents)?;
    for path in &documents {
        let file = source.join(path);
        let text = fs::read_to_string(&file)?;
        fs::write(&file, with_links_inside(&text, path, &documents))?;
    }
    let contents = fs::read_to_string(source.join("README.md"))?;
    fs::write(
        source.join("SUMMARY.md"),
        summary(&contents, &documents, &|path| title(&source.join(path)))?,
    )?;
    copy(&root.join("site/book"), &folder)?;
    let mut mdbook = Command::new("mdbook");
    mdbook.arg("build").arg(&folder).arg("--dest-dir").arg(out);
    command::run(&mut mdbook).context("mdbook comes with: cargo install mdbook")
}

/// The documents below a folder, as paths from `top`.
fn collect(folder: &Path, top: &Path, documents: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, top, documents)?;
        } else if path.extension().is_some_and(|end| end == "md") {
            documents.push(path.strip_prefix(top)?.to_string_lossy().into_owned());
        }
    }
    documents.sort();
    Ok(())
}

/// The first heading of a document.
fn title(path: &Path) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let line = text.lines().find_map(|line| line.strip_prefix("# "));
    Ok(line.with_context(|| format!("{} has no title", path.display()))?.to_owned())
}

/// The table of contents for mdBook: a part for each heading, a chapter for each link in the lists below it; the
/// documents that no list names come last.
fn summary(
    contents: &str,
    documents: &[String],
    title: &dyn Fn(&str) -> Result<String>,
) -> Result<String> {
    let mut text = "# Summary\n\n[The book of Wane](README.md)\n".to_owned();
    let mut unlisted: BTreeSet<&str> = documents.iter().map(String::as_str).collect();
    unlisted.remove("README.md");
    let chapter = |path: &str| Ok::<_, anyhow::Error>(format!("- [{}]({path})\n", title(path)?));
    for line in contents.lines() {
        if let Some(part) = line.strip_prefix("## ") {
            text += &format!("\n# {part}\n\n");
        } else if text.contains("\n# ") {
            for path in links(line).map(|path| path.trim_start_matches("../")) {
                text += &chapter(path)?;
                unlisted.remove(path);
            }
        }
    }
    ensure!(text.matches("\n- ").count() > 20, "docs/README.md lists too few documents");
    text += "\n# More\n\n";
    for path in unlisted {
        text += &chapter(path)?;
    }
    Ok(text)
}

/// The targets of the links to documents in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(path, _)| path)
        .filter(|path| path.rsplit('.').next() == Some("md"))
}

/// A document without links to files that are not in the book. `path` is its own.
fn with_links_inside(text: &str, path: &str, documents: &[String]) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, end)) = after.split_once(')') else { break };
        if let Some(target) = in_book(target, path, documents) {
            done += &format!("{before}]({target})");
        } else {
            // The words of the link stay.
            let (before, words) = before.rsplit_once('[').unwrap_or(("", before));
            done += &format!("{before}{words}");
        }
        rest = end;
    }
    done + rest
}

/// Where a link of the document at `path` leads in the book; `None` if its target is not there.
fn in_book(target: &str, path: &str, documents: &[String]) -> Option<String> {
    if target.contains("://") || target.starts_with('#') {
        return Some(target.to_owned());
    }
    let up = "../".repeat(path.matches('/').count());
    let (file, heading) = target
        .split_once('#')
        .map_or((target, String::new()), |(file, heading)| (file, format!("#{heading}")));
    // Documents at the root of the repository are chapters beside those of docs.
    let is_root = ROOT_DOCUMENTS.contains(&path);
    let outside = if is_root { "" } else { &format!("{up}../") };
    let inside = match file.strip_prefix(outside) {
        Some(file) if is_root => {
            file.strip_prefix("docs/").or(ROOT_DOCUMENTS.contains(&file).then_some(file))?
        }
        Some(file) if ROOT_DOCUMENTS.contains(&file) => file,
        Some(_) => return None,
        None => return is_file(file).then(|| target.to_owned()),
    };
    let is_document = documents.iter().any(|it| it == inside);
    (is_document || is_file(inside)).then(|| format!("{up}{inside}{heading}"))
}

/// Whether a path names a file; a folder has no page.
fn is_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_chapters_or_become_text() {
        let documents = ["ARCHITECTURE.md", "CHANGELOG.md", "rules.md"].map(String::from);
        let inside = |text: &str, path: &str| with_links_inside(text, path, &documents);
        assert_eq!(
            inside("see [a](../ARCHITECTURE.md#x), [b](rules.md).", "play.md"),
            "see [a](ARCHITECTURE.md#x), [b](rules.md)."
        );
        assert_eq!(
            inside("see [the weights](../crates/x), [b](rules.md)", "play.md"),
            "see the weights, [b](rules.md)"
        );
        assert_eq!(
            inside("[a](../../ARCHITECTURE.md) [c](../rules.md)", "methods/1.md"),
            "[a](../ARCHITECTURE.md) [c](../rules.md)"
        );
        assert_eq!(inside("no link ](", "play.md"), "no link ](");
        assert_eq!(
            inside("[a](docs/rules.md#b) [c](LICENSE) [d](#e)", "CHANGELOG.md"),
            "[a](rules.md#b) c [d](#e)"
        );
        assert_eq!(
            inside("[a](schemas) [b](https://c.d/e) [f](../README.md)", "play.md"),
            "a [b](https://c.d/e) f"
        );
    }
}
