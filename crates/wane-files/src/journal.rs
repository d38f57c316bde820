//! [`Journal`]: a file of lines that only grows, each with its length and checksum, so that a run can be resumed after a
//! kill or a power cut.
//!
//! A crash may damage what was written last: a line is cut off, or the disk has zeros or older bytes in its place. So
//! everything from the first bad line to the end is a damaged tail if no good line follows, and the next write cuts it
//! off. A bad line in front of a good one is no accident of a crash, and is an error. The file is examined as bytes,
//! before anything is decoded.
//!
//! Lines without a checksum at the start of a file are of an older version and are accepted as they are; the caller
//! parses them.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::append::AppendFile;
use crate::atomic::write_atomically;
use crate::lock::LockError;
use crate::path_error::PathError;
use crate::seal::{LineForm, Sealed};

/// A file of lines that only grows.
#[derive(Debug)]
pub struct Journal {
    file: AppendFile,
    form: LineForm,
    /// Where each good line ends.
    ends: Vec<u64>,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// Another process has it, or it cannot be opened.
    Lock(LockError),
    /// It cannot be read or written.
    File(PathError),
    /// A line is damaged, and good ones follow.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
    /// It is a file of another kind.
    OtherFile {
        /// The file.
        path: PathBuf,
    },
}

impl Journal {
    /// Opens a journal or creates it, locks it, and returns its good lines. The content is not changed yet.
    ///
    /// # Errors
    /// If another process writes to it, a line is damaged and good ones follow, or it cannot be read.
    pub fn open(path: &Path, form: LineForm) -> Result<(Self, Vec<String>), JournalError> {
        let file = AppendFile::open(path)?;
        let GoodLines { lines, ends } = good_lines(&file.read()?, form)
            .map_err(|line| JournalError::Damaged { path: path.into(), line })?;
        Ok((Self { file, form, ends }, lines))
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes the first lines of a new journal.
    ///
    /// # Errors
    /// If the file has something else than a part of these lines, or cannot be written.
    pub fn begin(&mut self, lines: &[&str]) -> Result<(), JournalError> {
        let text: String = lines.iter().map(|line| self.form.seal(line)).collect();
        let before = self.file.read()?;
        let is_part = text.as_bytes().starts_with(&before) || before.iter().all(|&it| it == 0);
        if !is_part {
            return Err(JournalError::OtherFile { path: self.path().into() });
        }
        self.keep(0)?;
        for line in lines {
            self.append(line)?;
        }
        self.sync()
    }

    /// Appends a line, after cutting off a damaged tail. A line that cannot be written, on a full disk for example,
    /// leaves the journal as it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, line: &str) -> Result<(), JournalError> {
        let end = self.ends.last().copied().unwrap_or(0);
        if self.file.length() > end {
            self.file.cut(end)?;
        }
        if let Err(error) = self.file.append(self.form.seal(line).as_bytes()) {
            // An error of an earlier sync has cut off more.
            self.ends.retain(|&end| end <= self.file.length());
            return Err(error.into());
        }
        self.ends.push(self.file.length());
        Ok(())
    }

    /// Waits until all lines are on the disk. If that fails, those since the last time are cut off.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let synced = self.file.sync();
        self.ends.retain(|&end| end <= self.file.length());
        Ok(synced?)
    }

    /// Has all lines synced within about a second, and does not wait for it. If that fails, the next call of
    /// [`append`](Self::append) or [`sync`](Self::sync) does, and cuts them off.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn sync_soon(&mut self) -> Result<(), JournalError> {
        Ok(self.file.sync_soon()?)
    }

    /// Replaces all lines at once: if the process is killed meanwhile, the old ones are there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn replace(self, lines: &[String]) -> Result<(), JournalError> {
        let text: String = lines.iter().map(|line| self.form.seal(line)).collect();
        let path = self.path();
        Ok(write_atomically(path, text.as_bytes()).map_err(PathError::at(path))?)
    }

    /// Cuts off all but the first `count` lines.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn keep(&mut self, count: usize) -> Result<(), JournalError> {
        self.ends.truncate(count);
        Ok(self.file.cut(self.ends.last().copied().unwrap_or(0))?)
    }
}

/// The good lines of a journal.
#[derive(Debug)]
pub struct GoodLines {
    /// The lines, without length and checksum.
    pub lines: Vec<String>,
    /// Where each of them ends in the file.
    pub ends: Vec<u64>,
}

/// Finds the good lines in the content of a journal, up to a damaged tail.
///
/// # Errors
/// The number of a damaged line, from 1, if good ones follow.
pub fn good_lines(bytes: &[u8], form: LineForm) -> Result<GoodLines, usize> {
    let mut good = GoodLines { lines: Vec::new(), ends: Vec::new() };
    let (mut end, mut is_sealed, mut bad) = (0, false, None);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        end += line.len() as u64;
        // Without its line break it was cut off.
        let Some(line) = line.strip_suffix(b"\n") else { break };
        let text = match form.unseal(line) {
            Sealed::Right(text) => {
                is_sealed = true;
                text
            }
            Sealed::Missing(text) if !is_sealed => text,
            // No crash writes a line break behind a line without a checksum.
            Sealed::Missing(_) => return Err(bad.unwrap_or(index + 1)),
            Sealed::Wrong => {
                bad.get_or_insert(index + 1);
                continue;
            }
        };
        if let Some(bad) = bad {
            return Err(bad);
        }
        good.lines.push(text);
        good.ends.push(end);
    }
    Ok(good)
}

impl From<LockError> for JournalError {
    fn from(error: LockError) -> Self {
        Self::Lock(error)
    }
}

impl From<PathError> for JournalError {
    fn from(error: PathError) -> Self {
        Self::File(error)
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lock(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Damaged { path, line } => write!(
                f,
                "{}, line {line}: the line is damaged, but lines after it are not: restore the file \
                 from a copy, or remove the line",
                path.display()
            ),
            Self::OtherFile { path } => {
                write!(f, "{} has other contents; choose another name", path.display())
            }
        }
    }
}

impl Error for JournalError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Lock(error) => error.source(),
            Self::File(error) => error.source(),
            Self::Damaged { .. } | Self::OtherFile { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wane_testkit::temp_dir::TempDir;

    use super::*;

    const FORM: LineForm = LineForm::Json;

    /// A journal with three lines, as bytes.
    fn three_lines() -> Vec<u8> {
        (1..=3).map(|number| FORM.seal(&line(number))).collect::<String>().into_bytes()
    }

    fn line(number: u32) -> String {
        format!("{{\"number\":{number},\"name\":\"Zoë\"}}")
    }

    fn lines(bytes: &[u8]) -> Result<usize, usize> {
        good_lines(bytes, FORM).map(|good| {
            assert_eq!(good.lines, (1..).take(good.lines.len()).map(line).collect::<Vec<_>>());
            good.lines.len()
        })
    }

    #[test]
    fn a_tail_that_is_cut_or_damaged_in_any_way_costs_only_its_lines() {
        let whole = three_lines();
        let length = whole.len() / 3;
        assert_eq!(length * 3, whole.len());
        for cut in 0..=whole.len() {
            assert_eq!(lines(&whole[..cut]), Ok(cut / length), "{cut}");
            let zeros = [&whole[..cut], &vec![0; whole.len() - cut]].concat();
            assert_eq!(lines(&zeros), Ok(cut / length), "{cut}");
            for tail in [&b"\xff\xfe"[..], b"\xc3", b"\xff\n", b"\0\0\n\0"] {
                let damaged = [&whole[..cut], tail].concat();
                assert_eq!(lines(&damaged), Ok(cut / length), "{cut}, {tail:?}");
            }
        }
    }

    #[test]
    fn a_damaged_line_in_front_of_a_good_one_is_an_error() {
        let whole = three_lines();
        let length = whole.len() / 3;
        for at in 0..2 * length {
            for byte in [0, b'x', 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                // Without its line break, the second line is one with the third, and nothing follows.
                let expected = if at == 2 * length - 1 { Ok(1) } else { Err(at / length + 1) };
                assert_eq!(lines(&damaged), expected, "{at}, {byte}");
            }
        }
        let mut zeroed = whole.clone();
        zeroed[length..2 * length].fill(0);
        assert_eq!(lines(&zeroed), Ok(1), "the rest is one line without a good one behind it");
        zeroed[2 * length - 1] = b'\n';
        assert_eq!(lines(&zeroed), Err(2));
    }

    #[test]
    fn lines_without_checksum_are_accepted_in_front_only() {
        let old = |number| format!("{}\n", line(number));
        let new = |number| FORM.seal(&line(number));
        assert_eq!(lines((old(1) + &old(2)).as_bytes()), Ok(2));
        assert_eq!(lines((old(1) + &new(2) + &new(3)).as_bytes()), Ok(3));
        assert_eq!(lines((old(1) + &new(2) + &old(3)).as_bytes()), Err(3));
        assert_eq!(lines((old(1) + "\0\n" + &old(2)).as_bytes()), Err(2));
    }

    #[test]
    fn a_journal_is_resumed_after_its_last_good_line() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("j");
        let (mut journal, lines) = Journal::open(&path, FORM).unwrap();
        assert!(lines.is_empty());
        journal.begin(&[&line(1)]).unwrap();
        journal.append(&line(2)).unwrap();
        journal.sync().unwrap();
        let error = Journal::open(&path, FORM).unwrap_err();
        assert!(error.to_string().ends_with("another wane is writing here"), "{error}");
        drop(journal);
        let mut torn = fs::read(&path).unwrap();
        torn.extend(b"{\"number\":3,\"na\xff\0\0");
        fs::write(&path, &torn).unwrap();
        let (mut journal, lines) = Journal::open(&path, FORM).unwrap();
        assert_eq!(lines, [line(1), line(2)]);
        assert_eq!(fs::read(&path).unwrap(), torn, "opening changes nothing");
        journal.append(&line(3)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), three_lines());
        journal.keep(1).unwrap();
        journal.append(&line(2)).unwrap();
        journal.append(&line(3)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), three_lines());
    }

    #[test]
    fn a_file_of_another_kind_is_left_alone_and_a_torn_beginning_is_not() {
        let folder = TempDir::new().unwrap();
        let first = three_lines();
        let first = &first[..first.len() / 3];
        for (content, is_ours) in [
            (&b"my notes"[..], false),
            (b"my notes\n", false),
            (b"", true),
            (b"\0\0\0", true),
            (&first[..20], true),
        ] {
            let path = folder.write("j", content).unwrap();
            let (mut journal, _) = Journal::open(&path, FORM).unwrap();
            let begun = journal.begin(&[&line(1)]);
            assert_eq!(begun.is_ok(), is_ours, "{content:?}");
            assert_eq!(fs::read(&path).unwrap(), if is_ours { first } else { content });
        }
    }

    #[test]
    fn errors_name_the_file_and_what_to_do() {
        let folder = TempDir::new().unwrap();
        let refused = |path: &Path| match Journal::open(path, FORM) {
            Ok((mut journal, _)) => journal.begin(&[&line(1)]).unwrap_err(),
            Err(error) => error,
        };
        let mut damaged = three_lines();
        damaged[5] = b'x';
        let path = folder.write("damaged", &damaged).unwrap();
        let error = refused(&path).to_string();
        let expected =
            format!("{}, line 1: the line is damaged, but lines after it", path.display());
        assert!(error.starts_with(&expected), "{error}");
        let path = folder.write("notes", b"my notes").unwrap();
        let error = refused(&path).to_string();
        assert_eq!(error, format!("{} has other contents; choose another name", path.display()));
        // A folder, and a file in a folder that is not there: the system's reason is kept.
        for path in [folder.path().to_path_buf(), folder.path().join("none/j")] {
            let error = refused(&path);
            assert!(error.to_string().contains(&path.display().to_string()), "{error}");
            assert!(error.source().is_some(), "{error}");
        }
    }
}
