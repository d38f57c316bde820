//! Covariance matrix adaptation, by the crate `cmaes`, which calls a function for the scores. Here it is asked and told:
//! a run of it with the same seed and the same scores as before asks the same again, so every generation begins with a
//! run of all that was told.

use std::cell::RefCell;
use std::rc::Rc;

use cmaes::{CMAESOptions, DVector};

use super::Tuner;

pub(super) struct Cma {
    dimensions: usize,
    seed: u64,
    /// The scores of all candidates so far.
    told: Vec<f64>,
    best: Vec<f64>,
}

/// What a run has asked for so far.
#[derive(Default)]
struct Asked {
    candidates: Vec<Vec<f64>>,
}

impl Cma {
    pub(super) fn new(dimensions: usize, seed: u64) -> Self {
        Self { dimensions, seed, told: Vec::new(), best: vec![0.0; dimensions] }
    }

    /// Repeats the run with the scores that were told: the candidates after them, and the middle of the last generation.
    fn replay(&self) -> (Vec<Vec<f64>>, Vec<f64>) {
        let asked = Rc::new(RefCell::new(Asked::default()));
        let told = self.told.clone();
        let seen = Rc::clone(&asked);
        let function = move |point: &DVector<f64>| {
            let mut asked = seen.borrow_mut();
            asked.candidates.push(point.iter().copied().collect());
            // It minimizes. What is not known yet is worth nothing, since that generation is dropped.
            told.get(asked.candidates.len() - 1).map_or(0.0, |score| -score)
        };
        let options = CMAESOptions::new(vec![0.0; self.dimensions], 1.0).seed(self.seed);
        let Ok(mut run) = options.build(function) else { return (Vec::new(), self.best.clone()) };
        let mut middle = self.best.clone();
        while asked.borrow().candidates.len() <= self.told.len() {
            middle = run.mean().iter().copied().collect();
            // It may think that it is done; the caller decides that.
            let _ = run.next();
        }
        let candidates = asked.borrow().candidates[self.told.len()..].to_vec();
        (candidates, middle)
    }
}

impl Tuner for Cma {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        self.replay().0
    }

    fn tell(&mut self, scores: &[f64]) {
        self.told.extend_from_slice(scores);
        self.best = self.replay().1;
    }

    fn best(&self) -> Vec<f64> {
        self.best.clone()
    }
}
