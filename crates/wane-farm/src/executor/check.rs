//! Results of volunteers that are compared with others before they count.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use wane_match::RemoteJob;
use wane_text::Foreign;

use super::{FarmExecutor, OpenParcel};
use crate::dispatch::{Delivery, Order};
use crate::error::FarmError;
use crate::excluded;
use crate::fingerprint::Fingerprint;
use crate::judge;
use crate::members::Role;
use crate::server::OWNER;

/// How long another member may take to do a job again. Then the run does it.
const PATIENCE: Duration = Duration::from_mins(2);

/// Results that wait for others.
pub(super) struct Held {
    delivery: Delivery,
    since: Instant,
}

impl<J: RemoteJob> FarmExecutor<'_, J> {
    /// Has a parcel done again by another member, and holds its results until then.
    pub(super) fn hold(&mut self, delivery: Delivery) {
        if self.is_nobody_else(&delivery.owner) {
            return self.judge(delivery, None);
        }
        let Some(open) = self.open.get(&delivery.token) else { return };
        let mut copy = open.parcel.clone();
        copy.message.not_by = Some(delivery.owner.clone());
        copy.message.sign(&self.secret);
        self.held.insert(copy.message.token, Held { delivery, since: Instant::now() });
        self.order(Order::Submit(Box::new(copy)));
    }

    /// Whether a parcel is a copy for comparison; its results are compared.
    pub(super) fn compare(&mut self, copy: &Delivery) -> bool {
        let Some(Held { delivery, .. }) = self.held.remove(&copy.token) else { return false };
        self.order(Order::Stored(copy.token));
        if copy.owner == delivery.owner {
            self.exclude(&copy.owner, "it checked its own results");
            self.order(Order::Reject(delivery.token));
        } else if self.facts(delivery.token, copy) == self.facts(delivery.token, &delivery) {
            self.accept(delivery);
        } else {
            self.judge(delivery, Some(copy));
        }
        true
    }

    /// Whether all workers are of this member, or excluded.
    fn is_nobody_else(&self, owner: &str) -> bool {
        let (owners, trust) = (&self.crew.owners, self.farm.trust());
        !owners.is_empty() && owners.iter().all(|it| it == owner || trust.is_excluded(it))
    }

    /// Does the jobs of results that nobody else will check.
    pub(super) fn judge_the_rest(&mut self) {
        let is_due = |held: &Held| {
            held.since.elapsed() > PATIENCE || self.is_nobody_else(&held.delivery.owner)
        };
        let due = self.held.iter().find(|(_, held)| is_due(held)).map(|(&copy, _)| copy);
        if let Some(copy) = due {
            self.judge_alone(copy);
        }
    }

    /// Does the jobs of a copy that no other member has done.
    pub(super) fn judge_alone(&mut self, copy: Fingerprint) {
        if let Some(Held { delivery, .. }) = self.held.remove(&copy) {
            self.order(Order::Stored(copy));
            self.judge(delivery, None);
        }
    }

    /// Does a parcel here, and believes that.
    fn judge(&mut self, mut delivery: Delivery, copy: Option<&Delivery>) {
        let token = delivery.token;
        let Some(open) = self.open.get(&token) else { return };
        let settings = &self.farm.settings;
        let truth = judge::do_here(&open.parcel, &settings.kinds, &settings.program, &self.stop);
        let results = match truth {
            Ok(Some(results)) => results,
            Ok(None) => return,
            Err(error) => return self.fail(error),
        };
        let truth = Delivery { results, ..delivery.clone() };
        let facts = self.facts(token, &truth);
        for given in [Some(&delivery), copy].into_iter().flatten() {
            if self.facts(token, given) == facts {
                continue;
            }
            if given.role == Role::Volunteer {
                self.exclude(&given.owner, "it gave a wrong result");
            } else {
                let (member, worker) = (given.owner.as_str().into(), given.worker.as_str().into());
                return self.fail(FarmError::HouseDiffers { member, worker });
            }
        }
        if self.farm.trust().is_excluded(&delivery.owner) {
            delivery = Delivery { owner: OWNER.into(), role: Role::Owner, ..truth };
        }
        self.accept(delivery);
    }

    /// What must be the same each time the jobs of a parcel are done; `None` if it cannot be a result.
    fn facts(&self, token: Fingerprint, delivery: &Delivery) -> Option<Vec<Vec<u8>>> {
        let OpenParcel { jobs, .. } = self.open.get(&token)?;
        self.read(token, &delivery.results).ok()?;
        let facts = jobs.iter().zip(&delivery.results).map(|(job, it)| job.facts(it).into_owned());
        Some(facts.collect())
    }

    /// Takes nothing more from a volunteer. If something of it counts already, the run must begin anew.
    pub(super) fn exclude(&mut self, member: &str, why: &str) {
        if !self.farm.trust().exclude(member) {
            return;
        }
        let why = Foreign::from(why);
        let note = excluded::exclude(&self.farm.connection, member, &why);
        // If the server is away, the next run finds out for itself.
        let _ = self.farm.runtime.block_on(note);
        self.order(Order::Exclude(member.into()));
        let is_its = |held: &Held| held.delivery.owner == member;
        let copies: BTreeSet<Fingerprint> =
            self.held.iter().filter(|(_, held)| is_its(held)).map(|(&copy, _)| copy).collect();
        for copy in copies {
            if let Some(Held { delivery, .. }) = self.held.remove(&copy) {
                self.order(Order::Stored(copy));
                self.order(Order::Reject(delivery.token));
            }
        }
        let counts =
            self.accepted.contains(member) || self.farm.ledger().given().contains_key(member);
        if counts {
            let ledger = self.farm.settings.ledger.clone();
            self.fail(FarmError::Forged { member: member.into(), why, ledger });
        }
    }
}
