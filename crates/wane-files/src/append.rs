//! [`AppendFile`]: a file that one process appends to, and that is never left with half a write by a full disk.
//!
//! What the bytes mean, and which of them are to be trusted after a crash, is for others to say: see
//! [`Journal`](crate::Journal).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::folder::sync_name;
use crate::late_sync::{Done, LateSync};
use crate::lock::{LockError, open_locked};
use crate::path_error::PathError;

/// A locked file that grows.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// Where the next bytes go.
    end: u64,
    /// The end when the file was opened or synced last.
    synced: u64,
    /// Whether bytes before the end may not be on the disk yet, perhaps those of an earlier process.
    is_dirty: bool,
    /// Whether there may be bytes behind the end.
    is_ragged: bool,
    /// The thread that syncs, once it was needed.
    late: Option<LateSync>,
}

impl AppendFile {
    /// Opens a file or creates it, and locks it. The content is not changed.
    ///
    /// # Errors
    /// If another process writes to it, or it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, LockError> {
        let file = open_locked(path)?;
        let failed = |error| LockError::File(PathError { path: path.into(), error });
        let end = file.metadata().map_err(failed)?.len();
        if end == 0 {
            sync_name(path).map_err(failed)?;
        }
        let is_dirty = end > 0;
        let path = path.into();
        Ok(Self { path, file, end, synced: end, is_dirty, is_ragged: false, late: None })
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.end
    }

    /// A reader of the content, from the start.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn reader(&self) -> Result<impl Read, PathError> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).map_err(PathError::at(&self.path))?;
        Ok(file.take(self.end))
    }

    /// The whole content.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, PathError> {
        let mut bytes = Vec::new();
        self.reader()?.read_to_end(&mut bytes).map_err(PathError::at(&self.path))?;
        Ok(bytes)
    }

    /// Appends bytes. If that fails, on a full disk for example, the file is cut back to what it was.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), PathError> {
        self.check_late()?;
        let end = self.end;
        if let Err(error) = self.write(bytes) {
            // If the cut fails too, it is tried again before the next write.
            self.is_ragged = true;
            let _ = self.cut(end);
            return Err(PathError { path: self.path.clone(), error });
        }
        self.end = end + bytes.len() as u64;
        self.is_dirty = true;
        Ok(())
    }

    /// Waits until the whole content is on the disk. If that fails, the file is cut back to what it was at the last time.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn sync(&mut self) -> Result<(), PathError> {
        self.check_late()?;
        if !self.is_dirty {
            return Ok(());
        }
        self.file.sync_data().map_err(|error| self.fall_back(error))?;
        (self.synced, self.is_dirty) = (self.end, false);
        Ok(())
    }

    /// Has the whole content synced within about a second, whatever is called until then, and does not wait for it. If
    /// that fails, the next [`append`](Self::append) or [`sync`](Self::sync) fails as `sync` does.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn sync_soon(&mut self) -> Result<(), PathError> {
        if self.late.is_none() {
            let started = self.file.try_clone().and_then(LateSync::start);
            self.late = Some(started.map_err(PathError::at(&self.path))?);
        }
        if let Some(late) = &self.late {
            late.request(self.end);
        }
        Ok(())
    }

    /// Takes over what the thread has done.
    fn check_late(&mut self) -> Result<(), PathError> {
        let Some(late) = &self.late else { return Ok(()) };
        let Done { synced, error } = late.take();
        self.synced = self.synced.max(synced.min(self.end));
        error.map_or(Ok(()), |error| Err(self.fall_back(error)))
    }

    /// Cuts the file back to what it was at the last sync, because of an error of a later one.
    fn fall_back(&mut self, error: io::Error) -> PathError {
        self.is_ragged = true;
        let _ = self.cut(self.synced);
        PathError { path: self.path.clone(), error }
    }

    /// Cuts off all that is behind this length.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn cut(&mut self, length: u64) -> Result<(), PathError> {
        self.end = length.min(self.end);
        self.synced = self.synced.min(self.end);
        self.is_dirty = true;
        self.file.set_len(self.end).map_err(PathError::at(&self.path))?;
        self.is_ragged = false;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_ragged {
            self.file.set_len(self.end)?;
            self.is_ragged = false;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;
    use std::time::{Duration, Instant};

    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn a_file_grows_is_cut_and_is_for_one_process_at_a_time() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("f");
        let mut file = AppendFile::open(&path).unwrap();
        file.append(b"one").unwrap();
        file.append(b"two").unwrap();
        file.sync().unwrap();
        file.cut(4).unwrap();
        assert_eq!((file.read().unwrap(), file.length()), (b"onet".to_vec(), 4));
        file.append(b"wo").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"onetwo");
        let error = AppendFile::open(&path).unwrap_err();
        assert!(matches!(error, LockError::InUse { .. }), "{error}");
        drop(file);
        assert_eq!(AppendFile::open(&path).unwrap().read().unwrap(), b"onetwo");
    }

    /// A write of which the disk takes only a part: no file of this process may grow beyond a limit.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_write_of_which_the_disk_takes_a_part_leaves_no_part_behind() {
        use std::process::Command;
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("f");
        if std::env::var_os("WANE_FULL_DISK").is_some() {
            return;
        }
        // The limit holds for a whole process, so another one runs the test below.
        let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "append::tests::on_a_full_disk"])
            .env("WANE_FULL_DISK", &path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read(&path).unwrap(), [b'a'; 1000]);
    }

    #[test]
    fn what_was_written_is_synced_soon_though_nothing_follows() {
        let folder = TempDir::new().unwrap();
        let mut file = AppendFile::open(&folder.path().join("a.bin")).unwrap();
        for _ in 0..3 {
            file.append(b"12345").unwrap();
            file.sync_soon().unwrap();
        }
        assert_eq!(file.synced, 0);
        let until = Instant::now() + Duration::from_secs(30);
        while file.synced < 15 && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
            file.check_late().unwrap();
        }
        assert_eq!(file.synced, 15);
        // The thread keeps neither the file nor its lock.
        let path = file.path().to_owned();
        file.sync_soon().unwrap();
        drop(file);
        AppendFile::open(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn an_error_of_a_late_sync_is_that_of_the_next_call() {
        let folder = TempDir::new().unwrap();
        let mut file = AppendFile::open(&folder.path().join("a.bin")).unwrap();
        file.append(b"123").unwrap();
        file.sync().unwrap();
        // A pipe cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let writer = File::from(std::os::fd::OwnedFd::from(writer));
        file.late = Some(LateSync::start(writer).unwrap());
        file.append(b"4").unwrap();
        file.sync_soon().unwrap();
        let until = Instant::now() + Duration::from_secs(30);
        while file.append(b"5").is_ok() {
            assert!(Instant::now() < until, "no error");
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(file.read().unwrap(), b"123");
        file.append(b"7").unwrap();
        assert_eq!(file.read().unwrap(), b"1237");
    }

    #[test]
    fn on_a_full_disk() {
        let Some(path) = std::env::var_os("WANE_FULL_DISK") else { return };
        let mut file = AppendFile::open(Path::new(&path)).unwrap();
        file.append(&[b'a'; 1000]).unwrap();
        let error = file.append(&[b'b'; 1000]).unwrap_err();
        assert_eq!(error.error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!((file.length(), fs::metadata(&path).unwrap().len()), (1000, 1000));
    }
}
