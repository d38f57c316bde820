//! A folder as a contest agent: which of its files has the class `AI`.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The file of a folder that is taken if several have a class `AI`.
const USUAL: &str = "agent.py";

/// The contest file of a folder: the one with a class `AI`; if several have one, `agent.py` or the one with the name of
/// the folder.
///
/// # Errors
/// If there is none, or which one cannot be told.
pub fn contest_file(folder: &Path) -> Result<PathBuf, NoContestFile> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| has_class(path)).collect();
    files.sort();
    if let [file] = files.as_slice() {
        return Ok(file.clone());
    }
    let name = folder.canonicalize().ok().and_then(|folder| folder.file_name().map(Into::into));
    let own = name.map(|name: PathBuf| format!("{}.py", name.display()));
    let preferred = [Some(USUAL.to_owned()), own].into_iter().flatten();
    let mut preferred = preferred.map(|name| folder.join(name));
    preferred.find(|file| files.contains(file)).ok_or_else(|| NoContestFile {
        folder: folder.into(),
        found: files.iter().filter_map(|file| file.file_name()).map(Into::into).collect(),
    })
}

/// Whether a line of a file begins a class `AI`.
fn has_class(path: &Path) -> bool {
    let is_python = path.extension().is_some_and(|end| end == "py") && path.is_file();
    let text = if is_python { fs::read(path).unwrap_or_default() } else { Vec::new() };
    let begins = |line: &[u8]| {
        let rest = line.strip_prefix(b"class AI");
        rest.is_some_and(|rest| rest.first().is_some_and(|&next| b"(: \t".contains(&next)))
    };
    text.split(|&byte| byte == b'\n').any(begins)
}

/// A folder is not a contest agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NoContestFile {
    folder: PathBuf,
    /// The files with a class `AI`.
    found: Vec<PathBuf>,
}

impl std::fmt::Display for NoContestFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = self.folder.display();
        if self.found.is_empty() {
            return write!(f, "no .py file in {folder} has a class AI");
        }
        let names: Vec<String> = self.found.iter().map(|file| file.display().to_string()).collect();
        let example = self.folder.join(&self.found[0]);
        write!(
            f,
            "{} in {folder} have a class AI; name the file: {},folder=yes",
            names.join(" and "),
            example.display()
        )
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn the_file_with_the_class_is_found() {
        let folder = TempDir::new().unwrap();
        let find = || contest_file(folder.path());
        folder.write("base.py", "class AIs: pass\n# class AI:\n").unwrap();
        assert!(find().unwrap_err().to_string().contains("no .py file"));
        let me = folder.write("me.py", "import base\nclass AI(object):\n").unwrap();
        assert_eq!(find(), Ok(me));
        folder.write("old.py", "class AI:\n").unwrap();
        let error = find().unwrap_err().to_string();
        assert!(error.contains("me.py and old.py in"), "{error}");
        let usual = folder.write("agent.py", "class AI:\n").unwrap();
        assert_eq!(find(), Ok(usual));
        assert!(contest_file(Path::new("/nowhere")).is_err());
    }
}
