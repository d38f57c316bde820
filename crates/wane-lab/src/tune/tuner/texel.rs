//! Each number in turn a step up and a step down: the steps that score better are taken, and those that do not become
//! smaller. It needs scores without noise, such as the error against exact scores.

use super::Tuner;

pub(super) struct Texel {
    point: Vec<f64>,
    steps: Vec<f64>,
    asked: Vec<Vec<f64>>,
}

impl Texel {
    pub(super) fn new(dimensions: usize) -> Self {
        Self { point: vec![0.0; dimensions], steps: vec![1.0; dimensions], asked: Vec::new() }
    }

    fn moved(&self, index: usize, by: f64) -> Vec<f64> {
        let mut point = self.point.clone();
        point[index] += by;
        point
    }
}

impl Tuner for Texel {
    /// The point itself, then each number a step up and a step down.
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let mut asked = vec![self.point.clone()];
        for (index, &step) in self.steps.iter().enumerate() {
            asked.push(self.moved(index, step));
            asked.push(self.moved(index, -step));
        }
        self.asked.clone_from(&asked);
        asked
    }

    fn tell(&mut self, scores: &[f64]) {
        let here = scores.first().copied().unwrap_or(0.0);
        let mut best = (here, self.point.clone());
        for (index, pair) in scores[1..].chunks(2).enumerate() {
            let (up, down) = (pair[0], pair.get(1).copied().unwrap_or(pair[0]));
            if up.max(down) <= here {
                self.steps[index] /= 2.0;
                continue;
            }
            let which = 1 + 2 * index + usize::from(down > up);
            if up.max(down) > best.0 {
                best = (up.max(down), self.asked[which].clone());
            }
        }
        self.point = best.1;
    }

    fn best(&self) -> Vec<f64> {
        self.point.clone()
    }
}
