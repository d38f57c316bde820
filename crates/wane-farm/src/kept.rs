//! [`KeptResults`]: the results of a run, by job, in a file beside its ledger.
//!
//! A run that must forget what a member gave begins anew; here it finds what the others gave. The same job has the same
//! ticket each time, so only what was forged, and what followed from it, is done again. It is not a record: a file that
//! is lost costs time.
//!
//! | bytes | content of an entry |
//! |---|---|
//! | 32 | the ticket |
//! | 1, n | the length of the member's name, the name |
//! | 4, n | the length of the result, the result |
//! | 8 | the checksum of what is before |

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;

use wane_files::{AppendFile, Checksum, LockError, PathError};

use crate::fingerprint::Fingerprint;

/// The results of a run.
#[derive(Debug)]
pub(crate) struct KeptResults {
    file: AppendFile,
    reader: File,
    /// Where the result of a job is, and its length.
    places: HashMap<Fingerprint, (u64, u32)>,
    /// Who gave what was there when the file was opened.
    pub(crate) members: BTreeSet<String>,
}

impl KeptResults {
    /// Opens a file or creates it. What `forgotten` members gave is passed over, and so is what a crash has cut off.
    pub(crate) fn open(path: &Path, forgotten: &BTreeSet<String>) -> Result<Self, LockError> {
        let mut file = AppendFile::open(path)?;
        let (mut places, mut members) = (HashMap::new(), BTreeSet::new());
        let mut end = 0;
        let mut content = BufReader::new(file.reader().map_err(LockError::File)?);
        while let Some(entry) = Entry::read(&mut content) {
            if !forgotten.contains(&entry.member) {
                let place = end + 32 + 1 + entry.member.len() as u64 + 4;
                places.insert(entry.ticket, (place, entry.length));
                members.insert(entry.member.clone());
            }
            end += entry.size();
        }
        drop(content);
        file.cut(end).map_err(LockError::File)?;
        let reader = File::open(path).map_err(PathError::at(path)).map_err(LockError::File)?;
        Ok(Self { file, reader, places, members })
    }

    /// Keeps the results that a member gave.
    pub(crate) fn add(
        &mut self,
        member: &str,
        results: &[(Fingerprint, &[u8])],
    ) -> Result<(), PathError> {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for &(ticket, result) in results {
            let begin = bytes.len();
            let length = u32::try_from(result.len()).expect("a message has at most 8 MB");
            bytes.extend(ticket.as_bytes());
            bytes.push(u8::try_from(member.len()).expect("a name has at most 32 bytes"));
            bytes.extend(member.as_bytes());
            bytes.extend(length.to_le_bytes());
            places.push((ticket, (self.file.length() + bytes.len() as u64, length)));
            bytes.extend(result);
            let check = Checksum::of(&bytes[begin..]).bits();
            bytes.extend(check.to_le_bytes());
        }
        self.file.append(&bytes)?;
        self.places.extend(places);
        Ok(())
    }

    /// The result of a job, if it is kept.
    pub(crate) fn get(&mut self, ticket: Fingerprint) -> Option<Vec<u8>> {
        let &(place, length) = self.places.get(&ticket)?;
        let mut result = vec![0; length as usize];
        self.reader.seek(SeekFrom::Start(place)).ok()?;
        self.reader.read_exact(&mut result).ok()?;
        Some(result)
    }
}

/// An entry, without the result.
struct Entry {
    ticket: Fingerprint,
    member: String,
    length: u32,
}

impl Entry {
    /// Reads an entry; `None` at the end and where something is wrong.
    fn read(content: &mut impl Read) -> Option<Self> {
        let mut bytes = Vec::new();
        let mut read = |count: u64| {
            let begin = bytes.len();
            content.by_ref().take(count).read_to_end(&mut bytes).ok()?;
            Some(bytes[begin..].to_vec())
        };
        let ticket = read(32)?.try_into().ok()?;
        let name = read(1)?.first().copied()?;
        let member = String::from_utf8(read(name.into())?).ok()?;
        let length = u32::from_le_bytes(read(4)?.try_into().ok()?);
        read(length.into())?;
        let mut check = [0; 8];
        content.read_exact(&mut check).ok()?;
        let is_whole = Checksum::of(&bytes).bits().to_le_bytes() == check;
        is_whole.then(|| Self { ticket: Fingerprint::from_bytes(ticket), member, length })
    }

    fn size(&self) -> u64 {
        32 + 1 + self.member.len() as u64 + 4 + u64::from(self.length) + 8
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn results_are_found_again_but_for_those_of_a_forgotten_member_and_half_ones() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("run.farm.results");
        let [a, b, c] = [b"a", b"b", b"c"].map(|it| Fingerprint::of(it));
        let mut kept = KeptResults::open(&path, &BTreeSet::new()).unwrap();
        kept.add("lisa", &[(a, b"one"), (b, b"")]).unwrap();
        kept.add("max", &[(c, b"three")]).unwrap();
        assert_eq!(kept.get(b), Some(Vec::new()));
        drop(kept);
        let mut kept = KeptResults::open(&path, &["lisa".to_owned()].into()).unwrap();
        assert_eq!((kept.get(a), kept.get(c)), (None, Some(b"three".to_vec())));
        kept.add("max", &[(a, b"four")]).unwrap();
        drop(kept);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let mut kept = KeptResults::open(&path, &BTreeSet::new()).unwrap();
        assert_eq!((kept.get(a), kept.get(c)), (Some(b"one".to_vec()), Some(b"three".to_vec())));
        kept.add("max", &[(b, b"five")]).unwrap();
        assert_eq!(kept.get(b), Some(b"five".to_vec()));
    }
}
