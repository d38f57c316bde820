//! [`write_atomically`]: a file that is there as a whole or as it was before, whatever happens.
//!
//! The content goes into a draft beside the file, `.name.draft`, which takes the place of the file once it is on the
//! disk. A killed process may leave its draft behind. The next one that writes the file uses it, so there is one at most.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::folder::sync_name;

/// Writes a file as a whole. A full disk, a kill or a power cut at any moment leaves the file as it was; after the
/// return the new content survives a power cut. Processes that write the same file wait for each other. What is no
/// regular file, such as a pipe, is written to as it is; a link is followed.
///
/// # Errors
/// If it cannot be written; the file is then as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(target) = regular(path)? else { return fs::write(path, bytes) };
    let permissions = fs::metadata(&target).ok().map(|before| before.permissions());
    with_draft(&target, |file, draft| {
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(draft, &target)
    })?;
    sync_name(&target)
}

/// Writes a new file as [`write_atomically`] does, and leaves an existing one alone.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if there is something with this name, or another error if it cannot be written.
pub fn write_new_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    with_draft(path, |file, draft| {
        file.write_all(bytes)?;
        file.sync_all()?;
        // Another program may have made the file meanwhile: a link replaces nothing, unlike a rename.
        match fs::hard_link(draft, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                // Some file systems have no links. This one may leave an empty file if it is killed.
                OpenOptions::new().write(true).create_new(true).open(path)?;
                fs::rename(draft, path)
            }
            linked => linked.and_then(|()| fs::remove_file(draft)),
        }
    })?;
    sync_name(path)
}

/// Finds out whether [`write_atomically`] can write a file there, before the work whose result goes
/// into it.
///
/// # Errors
/// The one that writing would end with.
pub fn ensure_writable(path: &Path) -> io::Result<()> {
    let Some(target) = regular(path)? else {
        return OpenOptions::new().write(true).open(path).map(drop);
    };
    with_draft(&target, |_, draft| fs::remove_file(draft))
}

/// The regular file that a path leads to, or will; `None` if something else is there.
fn regular(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(None),
        Ok(_) => path.canonicalize().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(path.into())),
        Err(error) => Err(error),
    }
}

/// Calls `write` with the empty draft of a file, and removes the draft if that fails.
fn with_draft(
    target: &Path,
    write: impl FnOnce(&mut File, &Path) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".draft");
    let draft = target.with_file_name(name);
    let mut file = open_draft(&draft)?;
    let written = file.set_len(0).and_then(|()| write(&mut file, &draft));
    if written.is_err() {
        // It may be all that is left of the disk.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Opens a draft for this process alone.
fn open_draft(draft: &Path) -> io::Result<File> {
    loop {
        match fs::symlink_metadata(draft) {
            Ok(there) if !there.is_file() => return Err(io::ErrorKind::AlreadyExists.into()),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(draft)?;
        match file.lock() {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
            _ => {}
        }
        // The process that had it before may have made it the file itself, or removed it.
        if is_at(&file, draft)? {
            return Ok(file);
        }
    }
}

/// Whether an open file is the one that has this name now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((open.dev(), open.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced_and_no_draft_is_left() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("w.bin");
        for text in ["one", "another"] {
            ensure_writable(&path).unwrap();
            write_atomically(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(&folder), ["w.bin"]);
        }
    }

    #[test]
    fn a_place_where_nothing_can_be_written_is_known_beforehand() {
        let folder = TempDir::new().unwrap();
        for path in [folder.path().join("missing/w.bin"), folder.path().to_owned()] {
            let before = ensure_writable(&path).unwrap_err().kind();
            assert_eq!(write_atomically(&path, b"x").unwrap_err().kind(), before, "{path:?}");
        }
        assert_eq!(names(&folder), Vec::<String>::new());
    }

    #[test]
    fn the_draft_of_a_killed_process_is_used_up() {
        let folder = TempDir::new().unwrap();
        folder.write(".w.bin.draft", "a long text that was not finished").unwrap();
        let path = folder.path().join("w.bin");
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(&folder), ["w.bin"]);
    }

    #[test]
    fn writers_at_the_same_time_leave_the_whole_content_of_one_of_them() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("w.bin");
        std::thread::scope(|scope| {
            for letter in b'a'..=b'd' {
                let path = &path;
                scope.spawn(move || {
                    for length in 1..40 {
                        write_atomically(path, &vec![letter; 1000 * length]).unwrap();
                    }
                });
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes, vec![bytes[0]; 39_000]);
        assert_eq!(names(&folder), ["w.bin"]);
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("g.txt");
        write_new_atomically(&path, b"one").unwrap();
        let error = write_new_atomically(&path, b"two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(names(&folder), ["g.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_permissions_are_kept_and_devices_are_written_to() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TempDir::new().unwrap();
        let path = folder.write("w.bin", "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link");
        symlink(&path, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write_atomically(Path::new("/dev/null"), b"gone").unwrap();
        assert!(write_atomically(Path::new("/dev/full"), b"x").is_err());
    }
}
