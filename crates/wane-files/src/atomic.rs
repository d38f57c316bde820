//! [`write_atomically`]: a file that is there as a whole or as it was before, whatever happens.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file: into a draft beside it, which takes its place once it is on the disk. A full disk or
/// a kill at any moment leaves the file as it was. What is no regular file, such as a pipe, is written
/// to as it stands; a link is followed.
///
/// # Errors
/// If it cannot be written; the file is then as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(target) = regular(path)? else { return fs::write(path, bytes) };
    let draft = draft_of(&target);
    let written = write_draft(&draft, &target, bytes);
    if written.is_err() {
        // It may not exist, or may be all that is left of the disk.
        let _ = fs::remove_file(&draft);
    }
    written
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
    let draft = draft_of(&target);
    File::create(&draft)?;
    fs::remove_file(&draft)
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

/// A name beside the file that no other process has.
fn draft_of(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.draft", process::id()));
    target.with_file_name(name)
}

fn write_draft(draft: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(draft)?;
    if let Ok(before) = fs::metadata(target) {
        file.set_permissions(before.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(draft, target)?;
    sync_folder(target)
}

/// Makes the new name survive a power cut; only Unix can.
fn sync_folder(target: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
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
