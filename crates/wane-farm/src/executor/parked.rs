//! Jobs that nobody could do: the run continues without them, and says so in the end.

use wane_match::{JobRequest, RemoteJob};
use wane_text::Foreign;

use super::{FarmExecutor, OpenParcel};
use crate::dispatch::{Order, Parked};
use crate::error::FarmError;
use crate::ledger::ParkedJob;

impl<J: RemoteJob> FarmExecutor<'_, J> {
    /// A parcel was parked. If it has several jobs, each is tried alone: perhaps only one of them is to blame.
    pub(super) fn park(&mut self, parked: &Parked) {
        if self.held.contains_key(&parked.token) {
            return self.judge_alone(parked.token);
        }
        let Some(OpenParcel { jobs, parcel }) = self.open.remove(&parked.token) else { return };
        if let [job] = &*jobs {
            let (ticket, number) = (parcel.message.tickets()[0], job.number());
            let (kind, errors) = (J::KIND.into(), parked.errors.clone());
            let noted = self.farm.ledger().park(ParkedJob { ticket, kind, number, errors });
            self.pending -= 1;
            self.parked += 1;
            if let Err(error) = noted {
                self.fail(error);
            }
            return;
        }
        for (job, body) in jobs.into_iter().zip(parcel.message.bodies.clone()) {
            let mut alone = parcel.clone();
            alone.message.bodies = vec![body];
            alone.message.sign(&self.secret);
            self.order(Order::Submit(Box::new(alone.clone())));
            self.open.insert(alone.message.token, OpenParcel { jobs: vec![job], parcel: alone });
        }
    }

    /// Whether a job was parked or dropped before, and is not to be tried again.
    pub(super) fn is_set_aside(&mut self, request: &JobRequest) -> bool {
        if !self.farm.ledger().has_set_aside() {
            return false;
        }
        let ticket = self.ticket(request);
        let ledger = self.farm.ledger();
        self.parked += usize::from(ledger.parked().contains_key(&ticket));
        ledger.is_set_aside(ticket)
    }

    /// Fails if jobs are parked.
    pub(super) fn note_parked(&mut self) {
        if self.parked == 0 || self.has_failed {
            return;
        }
        let first =
            self.farm.ledger().parked().values().next().map(|job| {
                job.errors.iter().map(Foreign::to_string).collect::<Vec<_>>().join("; ")
            });
        let first = first.unwrap_or_default().into();
        self.fail(FarmError::Parked { count: self.parked, first });
    }
}
