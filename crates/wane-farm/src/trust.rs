//! [`Trust`]: which results of volunteers are checked, and who is not believed any more.
//!
//! A job gives the same bytes each time, so a part of what a volunteer gives is done again by a worker of another member
//! and compared: one in seven of the first 500 messages, later one in fifty. Where two differ, the run does the job
//! itself and believes that; a volunteer who was wrong is excluded. A result that cannot be one, or for a job that was
//! never sent, needs no second opinion.
//!
//! Machines of the house are believed: their owner could forge the files of the run as well.

use std::collections::{BTreeMap, BTreeSet};

/// How many messages of a new member are checked more often.
const NEW: u64 = 500;

/// The share of the messages of a new member, and later, that are checked, in thousandths.
const OFTEN: u64 = 150;
const SELDOM: u64 = 20;

/// How many messages of no use a member may give, beside a tenth of the useful ones and two for each check. Some are
/// honest: the result of a job that was given to another meanwhile, or that a check of its own result is for others.
const USELESS: u64 = 20;

/// What is known about the volunteers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trust {
    members: BTreeMap<String, Known>,
    excluded: BTreeSet<String>,
}

/// What is known about a volunteer.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    useful: u64,
    useless: u64,
    checked: u64,
}

impl Trust {
    /// With the members that were excluded before, and how many messages each has given to this run.
    pub(crate) fn new(excluded: BTreeSet<String>, given: &BTreeMap<String, u64>) -> Self {
        let known =
            |(name, &useful): (&String, &u64)| (name.clone(), Known { useful, ..Known::default() });
        Self { members: given.iter().map(known).collect(), excluded }
    }

    /// Whether nothing of a member counts.
    pub(crate) fn is_excluded(&self, member: &str) -> bool {
        self.excluded.contains(member)
    }

    /// Notes that a member is not believed any more; whether that is new.
    pub(crate) fn exclude(&mut self, member: &str) -> bool {
        self.excluded.insert(member.into())
    }

    /// Notes a message of a volunteer; whether it must be checked. `dice` is a number that nobody can guess.
    pub(crate) fn must_check(&mut self, member: &str, dice: u64) -> bool {
        let known = self.members.entry(member.into()).or_default();
        known.useful += 1;
        let is_checked = dice % 1000 < if known.useful <= NEW { OFTEN } else { SELDOM };
        known.checked += u64::from(is_checked);
        is_checked
    }

    /// Notes a message of no use; whether there are too many.
    pub(crate) fn is_flooding(&mut self, member: &str) -> bool {
        let known = self.members.entry(member.into()).or_default();
        known.useless += 1;
        known.useless > USELESS + known.useful / 10 + 2 * known.checked
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::Rng;

    use super::*;

    /// How many messages a liar gives before it is found, if one in `every` is forged.
    fn found_after(every: u32, rng: &mut Rng) -> u64 {
        let mut trust = Trust::default();
        let is_found = |_: &u64| {
            let is_forged = rng.below(every) == 0;
            trust.must_check("liar", rng.bits()) && is_forged
        };
        (1..100_000).find(is_found).unwrap()
    }

    #[test]
    fn a_liar_is_found_soon_and_one_that_seldom_lies_too() {
        let mut rng = Rng::new(1);
        let always: Vec<u64> = (0..1000).map(|_| found_after(1, &mut rng)).collect();
        assert!(always.iter().filter(|&&after| after > 50).count() <= 1, "{always:?}");
        let seldom = (0..1000).filter(|_| found_after(20, &mut rng) <= 500).count();
        assert!(seldom >= 960, "{seldom} of 1000");
    }

    #[test]
    fn some_useless_messages_are_forgiven() {
        let mut trust = Trust::new(BTreeSet::new(), &[("busy".into(), 1000)].into());
        assert_eq!((0..100).position(|_| trust.is_flooding("new")), Some(20));
        assert_eq!((0..500).position(|_| trust.is_flooding("busy")), Some(120));
        assert!(!trust.must_check("busy", 20) && trust.must_check("new", 20));
        assert!(trust.exclude("new") && !trust.exclude("new") && trust.is_excluded("new"));
    }
}
