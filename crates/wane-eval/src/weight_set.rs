//! [`WeightSet`]: learned weights for each objective.

use std::sync::Arc;

use wane_board::Objective;

use crate::Weights;
use crate::shipped::shipped;

/// Learned weights, at most one for each objective.
#[derive(Clone, Debug, Default)]
pub struct WeightSet {
    fewest: Option<Arc<Weights>>,
    most: Option<Arc<Weights>>,
}

impl WeightSet {
    /// The weights that are embedded in the program.
    #[must_use]
    pub fn shipped() -> Self {
        let embedded = |objective| Some(Arc::new(shipped(objective)));
        Self { fewest: embedded(Objective::FewestDiscs), most: embedded(Objective::MostDiscs) }
    }

    /// The weights for an objective.
    #[must_use]
    pub fn get(&self, objective: Objective) -> Option<&Arc<Weights>> {
        match objective {
            Objective::FewestDiscs => self.fewest.as_ref(),
            Objective::MostDiscs => self.most.as_ref(),
        }
    }

    /// Adds weights; they replace those for the same objective.
    pub fn add(&mut self, weights: Arc<Weights>) {
        match weights.objective() {
            Objective::FewestDiscs => self.fewest = Some(weights),
            Objective::MostDiscs => self.most = Some(weights),
        }
    }
}

impl From<Arc<Weights>> for WeightSet {
    fn from(weights: Arc<Weights>) -> Self {
        let mut set = Self::default();
        set.add(weights);
        set
    }
}

impl From<Option<Arc<Weights>>> for WeightSet {
    fn from(weights: Option<Arc<Weights>>) -> Self {
        weights.map(Self::from).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_weights_of_an_objective_for_that_alone() {
        let fewest = Arc::new(shipped(Objective::FewestDiscs));
        let set = WeightSet::from(Arc::clone(&fewest));
        assert!(set.get(Objective::FewestDiscs).is_some_and(|it| Arc::ptr_eq(it, &fewest)));
        assert!(set.get(Objective::MostDiscs).is_none());
        assert!(WeightSet::from(None).get(Objective::FewestDiscs).is_none());
    }
}
