//! Simultaneous perturbation stochastic approximation: the scores on both sides of a point, along random directions,
//! tell the slope.

use wane_random::Rng;

use super::Tuner;

/// The directions of a generation.
const DIRECTIONS: usize = 8;

/// The usual constants: the sizes of the step and of the perturbation, how fast they shrink, and where that begins.
const STEP: f64 = 20.0;
const PERTURBATION: f64 = 1.0;
const STEP_FALLS: f64 = 0.602;
const PERTURBATION_FALLS: f64 = 0.101;
const BEGIN: f64 = 10.0;

pub(super) struct Spsa {
    rng: Rng,
    point: Vec<f64>,
    directions: Vec<Vec<f64>>,
    generation: u32,
}

impl Spsa {
    pub(super) fn new(dimensions: usize, seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            point: vec![0.0; dimensions],
            directions: Vec::new(),
            generation: 0,
        }
    }

    fn perturbation(&self) -> f64 {
        PERTURBATION / (f64::from(self.generation) + 1.0).powf(PERTURBATION_FALLS)
    }

    fn moved(&self, direction: &[f64], by: f64) -> Vec<f64> {
        self.point.iter().zip(direction).map(|(x, sign)| x + by * sign).collect()
    }
}

impl Tuner for Spsa {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let mut direction = || {
            let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
            (0..self.point.len()).map(|_| sign(self.rng.below(2))).collect()
        };
        self.directions = (0..DIRECTIONS).map(|_| direction()).collect();
        let reach = self.perturbation();
        self.directions
            .iter()
            .flat_map(|direction| [self.moved(direction, reach), self.moved(direction, -reach)])
            .collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let step = STEP / (f64::from(self.generation) + 1.0 + BEGIN).powf(STEP_FALLS);
        let reach = self.perturbation();
        let count = f64::from(u32::try_from(DIRECTIONS).unwrap_or(1));
        let mut slope = vec![0.0; self.point.len()];
        for (direction, scores) in self.directions.iter().zip(scores.chunks(2)) {
            let [above, below] = [scores[0], scores.get(1).copied().unwrap_or(scores[0])];
            for (slope, sign) in slope.iter_mut().zip(direction) {
                *slope += (above - below) / (2.0 * reach) * sign / count;
            }
        }
        for (x, slope) in self.point.iter_mut().zip(slope) {
            *x += step * slope;
        }
        self.generation += 1;
    }

    fn best(&self) -> Vec<f64> {
        self.point.clone()
    }
}
