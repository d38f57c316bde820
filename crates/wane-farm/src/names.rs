//! The names of everything on the server. `owner` is the name of a member; one member may have many workers.
//!
//! | name | kind | content |
//! |---|---|---|
//! | `WANE_JOBS` | work-queue stream | jobs that wait or are being done |
//! | `WANE_RESULTS_run` | work-queue stream | results that the run has not stored yet |
//! | `wane-inputs` | object store | weights, contest files; the name of an object is its hash |
//! | `wane-workers` | key-value | what each worker does, until it has not been heard of for a minute |
//! | `wane-runs` | key-value | how far each run is |
//! | `wane-builds` | key-value | builds of the program whose results count |
//! | `wane-excluded` | key-value | members whose results are not taken any more, and why |

use crate::members::Role;

/// The stream of the jobs.
pub(crate) const JOBS: &str = "WANE_JOBS";
/// The object store of the inputs.
pub(crate) const INPUTS: &str = "wane-inputs";
/// What each worker does.
pub(crate) const WORKERS: &str = "wane-workers";
/// How far each run is.
pub(crate) const RUNS: &str = "wane-runs";
/// Builds that are admitted.
pub(crate) const BUILDS: &str = "wane-builds";
/// Members that are excluded.
pub(crate) const EXCLUDED: &str = "wane-excluded";

/// Who may do a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// Every worker.
    Open,
    /// Only workers that the operator has marked: the job runs programs of strangers.
    Marked,
}

impl Queue {
    /// Its name, which is that of the consumer too.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Marked => "marked",
        }
    }

    /// The subjects of its jobs.
    pub(crate) fn filter(self) -> String {
        format!("wane.job.{}.>", self.name())
    }

    /// The subject of a job.
    pub(crate) fn subject(self, run: &str) -> String {
        format!("wane.job.{}.{run}", self.name())
    }
}

/// The stream of the results of a run.
pub(crate) fn results(run: &str) -> String {
    format!("WANE_RESULTS_{run}")
}

/// The subject of the results of a run that a member gives; `*` stands for all.
pub(crate) fn result_subject(run: &str, role: &str, owner: &str) -> String {
    format!("wane.result.{run}.{role}.{owner}")
}

/// Who gave a result, and as what, by its subject. The server lets a member publish under its own name and role only.
pub(crate) fn giver(subject: &str) -> Option<(Role, &str)> {
    let mut parts = subject.rsplit('.');
    let (name, role) = (parts.next()?, parts.next()?);
    let role = [Role::House, Role::Volunteer].into_iter().find(|it| it.name() == role)?;
    Some((role, name))
}

/// The beginning of the subjects on which a member gets answers.
pub(crate) fn inbox(owner: &str) -> String {
    format!("_INBOX_{owner}")
}

/// Whether a text can be the name of a member: it is a part of subjects.
pub(crate) fn is_member_name(name: &str) -> bool {
    let is_fine = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    (1..=32).contains(&name.len()) && name.chars().all(is_fine)
}
