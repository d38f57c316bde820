//! [`Ledger`]: who gave which results to a run, in a [`Journal`] beside them.
//!
//! ```json
//! {"run":"5f0c…","secret":"9a…","v":1,"check":"…"}
//! {"kind":"selfplay","numbers":[0,32],"member":"lisa","worker":"2e00ec87","check":"…"}
//! {"forgotten":"lisa","check":"…"}
//! {"parked":{"ticket":"77…","kind":"label","number":16,"errors":["house: no memory"]},"check":"…"}
//! {"job":"77…","settled":"retry","check":"…"}
//! ```
//!
//! The results themselves are where the run keeps them; once a volunteer has given some, they are in [`KeptResults`] too.
//! A run that is resumed has the same name and secret, so results that came while it was not there are still taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wane_files::{Journal, LineForm};
use wane_text::Foreign;

use crate::entropy;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::kept::KeptResults;
use crate::members::Role;

/// The version of the file.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    run: String,
    secret: String,
    v: u32,
}

/// Another line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Given(Given),
    /// What this member gave until here is void.
    Forgotten {
        forgotten: String,
    },
    /// Nobody could do a job.
    Parked {
        parked: ParkedJob,
    },
    /// What is to become of a job that is parked.
    Settled {
        job: Fingerprint,
        settled: Settled,
    },
}

/// A job that nobody could do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParkedJob {
    /// Its fingerprint.
    pub ticket: Fingerprint,
    /// Its kind.
    pub kind: String,
    /// Its number in the run.
    pub number: u64,
    /// Who said what.
    pub errors: Vec<Foreign>,
}

/// What is to become of a job that is parked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// It is tried again.
    Retry,
    /// The run goes without it.
    Drop,
}

/// Results that a member gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    pub(crate) kind: String,
    /// The numbers of the jobs.
    pub(crate) numbers: Vec<u64>,
    pub(crate) member: String,
    pub(crate) worker: String,
}

/// Who gave which results.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// The name of the run.
    pub(crate) run: String,
    /// What makes tokens that nobody can guess.
    pub(crate) secret: String,
    /// How many messages of each member count.
    given: BTreeMap<String, u64>,
    forgotten: BTreeSet<String>,
    parked: BTreeMap<Fingerprint, ParkedJob>,
    dropped: BTreeSet<Fingerprint>,
    file: Option<LedgerFile>,
}

#[derive(Debug)]
struct LedgerFile {
    journal: Journal,
    /// Where results are kept.
    results: PathBuf,
    kept: Option<KeptResults>,
}

impl Ledger {
    /// The ledger in a file, or a new one; without a file, one for this process.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, FarmError> {
        let head = Head { run: entropy::token(6)?, secret: entropy::token(16)?, v: VERSION };
        let Some(path) = path else { return Ok(Self::new(head)) };
        let (mut journal, lines) = Journal::open(path, LineForm::Json)?;
        let wrong = |error| FarmError::Ledger { path: PathBuf::from(path), error };
        let head: Head = if let Some(first) = lines.first() {
            serde_json::from_str(first).map_err(wrong)?
        } else {
            let first = serde_json::to_string(&head).map_err(wrong)?;
            journal.begin(&[&first])?;
            head
        };
        let mut ledger = Self::new(head);
        for line in lines.iter().skip(1) {
            ledger.count(&serde_json::from_str(line).map_err(wrong)?);
        }
        let results = path.with_added_extension("results");
        let has_kept = results.exists();
        let kept = has_kept.then(|| KeptResults::open(&results, &ledger.forgotten)).transpose()?;
        // Results are kept before they are noted here.
        for member in kept.iter().flat_map(|kept| &kept.members) {
            ledger.given.entry(member.clone()).or_default();
        }
        ledger.file = Some(LedgerFile { journal, results, kept });
        Ok(ledger)
    }

    /// Who gave the result of each job that counts, by its number: the member and its worker. The last one counts, for a
    /// job that was done again.
    pub(crate) fn givers(path: &Path) -> Result<BTreeMap<u64, (String, String)>, FarmError> {
        let (_, lines) = Journal::open(path, LineForm::Json)?;
        let mut givers: BTreeMap<u64, (String, String)> = BTreeMap::new();
        for line in lines.iter().skip(1) {
            let wrong = |error| FarmError::Ledger { path: PathBuf::from(path), error };
            match serde_json::from_str(line).map_err(wrong)? {
                Line::Given(Given { numbers, member, worker, .. }) => {
                    let giver = |number| (number, (member.clone(), worker.clone()));
                    givers.extend(numbers.into_iter().map(giver));
                }
                Line::Forgotten { forgotten } => givers.retain(|_, (it, _)| *it != forgotten),
                Line::Parked { .. } | Line::Settled { .. } => {}
            }
        }
        Ok(givers)
    }

    fn new(Head { run, secret, .. }: Head) -> Self {
        let (given, forgotten) = (BTreeMap::new(), BTreeSet::new());
        let (parked, dropped) = (BTreeMap::new(), BTreeSet::new());
        Self { run, secret, given, forgotten, parked, dropped, file: None }
    }

    fn count(&mut self, line: &Line) {
        match line {
            Line::Given(given) => *self.given.entry(given.member.clone()).or_default() += 1,
            Line::Forgotten { forgotten } => {
                self.given.remove(forgotten);
                self.forgotten.insert(forgotten.clone());
            }
            Line::Parked { parked } => {
                self.parked.insert(parked.ticket, parked.clone());
            }
            Line::Settled { job, settled } => {
                self.parked.remove(job);
                if *settled == Settled::Drop {
                    self.dropped.insert(*job);
                }
            }
        }
    }

    /// How many messages of each member count.
    pub(crate) const fn given(&self) -> &BTreeMap<String, u64> {
        &self.given
    }

    /// Notes results that the run has stored.
    pub(crate) fn add(&mut self, given: Given) -> Result<(), FarmError> {
        self.write(&Line::Given(given))
    }

    /// Notes that everything that a member gave is void.
    pub(crate) fn forget(&mut self, member: &str) -> Result<(), FarmError> {
        self.write(&Line::Forgotten { forgotten: member.into() })?;
        if let Some(file) = &mut self.file {
            file.journal.sync()?;
        }
        Ok(())
    }

    /// Notes that nobody could do a job. From now on results are kept: what comes after it in the run must wait for it.
    pub(crate) fn park(&mut self, parked: ParkedJob) -> Result<(), FarmError> {
        if let Some(file) = &mut self.file
            && file.kept.is_none()
        {
            file.kept = Some(KeptResults::open(&file.results, &self.forgotten)?);
        }
        self.write(&Line::Parked { parked })
    }

    /// Notes what is to become of all jobs that are parked.
    pub(crate) fn settle(&mut self, settled: Settled) -> Result<(), FarmError> {
        let jobs: Vec<Fingerprint> = self.parked.keys().copied().collect();
        jobs.into_iter().try_for_each(|job| self.write(&Line::Settled { job, settled }))
    }

    /// The jobs that are parked.
    pub(crate) const fn parked(&self) -> &BTreeMap<Fingerprint, ParkedJob> {
        &self.parked
    }

    /// Whether there are jobs that are not to be done.
    pub(crate) fn has_set_aside(&self) -> bool {
        !self.parked.is_empty() || !self.dropped.is_empty()
    }

    /// Whether a job is not to be done.
    pub(crate) fn is_set_aside(&self, job: Fingerprint) -> bool {
        self.parked.contains_key(&job) || self.dropped.contains(&job)
    }

    fn write(&mut self, line: &Line) -> Result<(), FarmError> {
        self.count(line);
        if let Some(file) = &mut self.file {
            file.journal.append(&serde_json::to_string(line).expect("names and numbers"))?;
        }
        Ok(())
    }

    /// Whether results are kept by job.
    pub(crate) fn keeps(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.kept.is_some())
    }

    /// Keeps results by job, if a volunteer has given some: as long as the house does everything, nothing of it will have
    /// to be forgotten.
    pub(crate) fn keep(
        &mut self,
        (role, member): (Role, &str),
        results: &[(Fingerprint, &[u8])],
    ) -> Result<(), FarmError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        if file.kept.is_none() && role == Role::Volunteer {
            file.kept = Some(KeptResults::open(&file.results, &self.forgotten)?);
        }
        if let Some(kept) = &mut file.kept {
            kept.add(member, results)?;
        }
        Ok(())
    }

    /// The result of a job that is kept.
    pub(crate) fn kept(&mut self, ticket: Fingerprint) -> Option<Vec<u8>> {
        self.file.as_mut()?.kept.as_mut()?.get(ticket)
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    fn given(member: &str) -> Given {
        let (kind, member, worker) = ("selfplay".into(), member.into(), "w".into());
        Given { kind, numbers: vec![0, 32], member, worker }
    }

    #[test]
    fn a_run_that_is_resumed_has_the_same_name_and_secret() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("farm.jsonl");
        let mut ledger = Ledger::open(Some(&path)).unwrap();
        ledger.add(given("lisa")).unwrap();
        let (run, secret) = (ledger.run.clone(), ledger.secret.clone());
        drop(ledger);
        let again = Ledger::open(Some(&path)).unwrap();
        assert_eq!((again.run, again.secret), (run.clone(), secret));
        assert_ne!(Ledger::open(None).unwrap().run, run);
    }

    #[test]
    fn a_job_is_parked_until_it_is_retried_or_dropped() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("run.farm");
        let ticket = Fingerprint::of(b"job");
        let errors = vec!["house: no memory".into()];
        let job = ParkedJob { ticket, kind: "label".into(), number: 16, errors };
        for (settled, is_set_aside) in [(Settled::Retry, false), (Settled::Drop, true)] {
            let mut ledger = Ledger::open(Some(&path)).unwrap();
            ledger.park(job.clone()).unwrap();
            drop(ledger);
            let mut ledger = Ledger::open(Some(&path)).unwrap();
            assert_eq!(ledger.parked().values().collect::<Vec<_>>(), [&job]);
            assert!(ledger.is_set_aside(ticket));
            ledger.settle(settled).unwrap();
            drop(ledger);
            let ledger = Ledger::open(Some(&path)).unwrap();
            assert!(ledger.parked().is_empty());
            assert_eq!(ledger.is_set_aside(ticket), is_set_aside);
        }
    }

    #[test]
    fn what_a_member_gave_is_forgotten_and_what_others_gave_is_kept() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("run.farm");
        let [a, b] = [b"a", b"b"].map(|it| Fingerprint::of(it));
        let mut ledger = Ledger::open(Some(&path)).unwrap();
        ledger.keep((Role::House, "house"), &[(a, b"1")]).unwrap();
        assert_eq!(ledger.kept(a), None, "only the house is there");
        ledger.keep((Role::Volunteer, "lisa"), &[(a, b"2")]).unwrap();
        ledger.keep((Role::House, "house"), &[(b, b"3")]).unwrap();
        ledger.add(given("lisa")).unwrap();
        ledger.add(given("house")).unwrap();
        assert_eq!(ledger.kept(a), Some(b"2".to_vec()));
        ledger.forget("lisa").unwrap();
        drop(ledger);
        let mut ledger = Ledger::open(Some(&path)).unwrap();
        assert_eq!(ledger.given(), &[("house".to_owned(), 1)].into());
        assert_eq!((ledger.kept(a), ledger.kept(b)), (None, Some(b"3".to_vec())));
    }
}
