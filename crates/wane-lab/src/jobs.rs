//! The kinds of jobs that the lab and the arena give away: a worker anywhere does all of them.

use wane_match::{JobKind, game_kind};

use crate::experiment::{LabJob, LabWorker};
use crate::scores::{ScoreJob, ScoreWorker};
use crate::selfplay::{SelfplayJob, SelfplayWorker};
use crate::tune::{DuelJob, DuelWorker};

/// All kinds.
#[must_use]
pub fn job_kinds() -> Vec<JobKind> {
    vec![
        JobKind::new::<SelfplayJob, _>(SelfplayWorker::new),
        game_kind(),
        JobKind::new::<DuelJob, _>(DuelWorker::new),
        JobKind::new::<LabJob, _>(LabWorker::new),
        JobKind::new::<ScoreJob, _>(ScoreWorker::new),
    ]
}
