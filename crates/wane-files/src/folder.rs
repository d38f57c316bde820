//! Folders: new names in them that survive a power cut, and a lock that keeps a second process out.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::lock::{LockError, open_locked};
use crate::path_error::PathError;

/// The name of the file that is locked.
const LOCK: &str = ".lock";

/// The right of one process to write in a folder, for as long as the value lives. It is a lock on a file `.lock` in the
/// folder, which stays there, empty.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes the right.
    ///
    /// # Errors
    /// If another process has it, or the file cannot be written.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        open_locked(&folder.join(LOCK)).map(|file| Self { _file: file })
    }
}

/// Creates a folder and those above it, so that they survive a power cut.
///
/// # Errors
/// If one cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), PathError> {
    if folder.is_dir() {
        return Ok(());
    }
    let missing = folder.ancestors().take_while(|above| !above.exists());
    let missing: Vec<&Path> = missing.filter(|above| !above.as_os_str().is_empty()).collect();
    fs::create_dir_all(folder).map_err(PathError::at(folder))?;
    missing.into_iter().try_for_each(|new| sync_name(new).map_err(PathError::at(new)))
}

/// Makes the name of a new file or folder survive a power cut; only Unix can.
pub(crate) fn sync_name(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn a_second_writer_is_kept_out_until_the_first_one_ends() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a/b");
        create_folder(&path).unwrap();
        create_folder(&path).unwrap();
        let first = FolderLock::take(&path).unwrap();
        let error = FolderLock::take(&path).unwrap_err();
        let words = format!("{}: another wane is writing here", path.join(LOCK).display());
        assert_eq!(error.to_string(), words);
        drop(first);
        FolderLock::take(&path).unwrap();
    }

    #[test]
    fn a_folder_below_a_file_is_an_error_with_its_path() {
        let folder = TempDir::new().unwrap();
        let path = folder.write("file", "x").unwrap().join("below");
        assert_eq!(create_folder(&path).unwrap_err().path, path);
    }
}
