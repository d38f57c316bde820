//! [`Learner`]: the weights of one phase during training.
//!
//! Stochastic gradient descent on the squared error with batches of one position, and a learning rate
//! per weight that decays with its count: after n samples it is 1 / (shrinkage + n). The rates of the
//! weights of a position are normalised by their sum plus 1, so that a step never overshoots the target.
//! A rare weight stays near its initial value, a frequent one converges, and no global learning rate has
//! to be tuned.

use std::array;

use wane_eval::pattern::{INSTANCES, PATTERNS, Pattern, pattern_of};
use wane_eval::weights::{MOBILITY_WEIGHTS, WEIGHTS, representatives};
use wane_random::Rng;

use super::TrainingSettings;
use super::data::{FEATURES, PER_DISC, Sample};
use super::loss::Loss;

/// How many samples with the same number of discs follow each other: they are adjacent in memory.
const CHUNK: usize = 16;

/// The length of the tables: a power of two, so that masking an index makes bounds checks unnecessary.
const TABLE: usize = 1 << 18;

const _: () = assert!(WEIGHTS <= TABLE && FEATURES.is_multiple_of(4));

/// The slot of each weight in the tables of a [`Learner`].
///
/// Symmetric configurations share one slot. The slots of a pattern are adjacent, so that 16 bits are
/// enough for a slot within its pattern, and the table of them is small enough for a fast cache.
#[derive(Debug)]
pub(super) struct WeightLayout {
    /// For each weight, its slot within its pattern.
    local: Box<[u16; TABLE]>,
    /// For each feature, the first slot of its pattern.
    first: [u32; FEATURES],
    /// For each weight, its slot.
    slots: Vec<u32>,
}

impl WeightLayout {
    pub(super) fn new() -> Self {
        let representatives = representatives();
        let mut local = vec![0_u16; TABLE];
        let (mut slots, mut firsts) = (Vec::with_capacity(WEIGHTS), Vec::new());
        let mut first = 0;
        for length in PATTERNS.iter().map(Pattern::configurations).chain([MOBILITY_WEIGHTS; 2]) {
            firsts.push(first);
            let mut used = 0;
            for index in slots.len()..slots.len() + length as usize {
                let representative = representatives[index] as usize;
                if representative == index {
                    local[index] = used;
                    used += 1;
                } else {
                    // The representative is the lowest index, so its slot is known.
                    local[index] = local[representative];
                }
                slots.push(first + u32::from(local[index]));
            }
            first += u32::from(used);
        }
        let first_of = |feature: usize| {
            let mobility = || PATTERNS.len() + feature - INSTANCES;
            firsts[if feature < INSTANCES { pattern_of(feature) } else { mobility() }]
        };
        Self { local: boxed(local), first: array::from_fn(first_of), slots }
    }

    /// The slot of the weight with this index, which belongs to a feature.
    #[inline(always)]
    fn slot(&self, feature: usize, index: u32) -> usize {
        let local = self.local[index as usize & (TABLE - 1)];
        (self.first[feature] + u32::from(local)) as usize & (TABLE - 1)
    }
}

/// The weights of one phase during training.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    weights: Box<[Weight; TABLE]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    discs: f32,
    /// The number of samples that had it, each weighted by its importance.
    count: f32,
}

/// Samples with the same number of discs, and the importance of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightedSamples<'d> {
    pub(super) samples: &'d [Sample],
    pub(super) importance: f32,
}

impl Learner {
    /// Starts with these weights, in 1/128 of a disc.
    pub(super) fn new(layout: &WeightLayout, weights: &[i16]) -> Self {
        let mut table = vec![Weight::default(); TABLE];
        for (&slot, &weight) in layout.slots.iter().zip(weights) {
            table[slot as usize].discs = f32::from(weight) / PER_DISC;
        }
        Self { weights: boxed(table) }
    }

    /// Makes one pass over all samples in random order. The loss is that before each step.
    pub(super) fn learn(
        &mut self,
        layout: &WeightLayout,
        batches: &[WeightedSamples<'_>],
        settings: &TrainingSettings,
        rng: &mut Rng,
    ) -> Loss {
        let mut chunks = Vec::new();
        for &WeightedSamples { samples, importance } in batches {
            chunks.extend(samples.chunks(CHUNK).map(|samples| (samples, importance)));
        }
        rng.shuffle(&mut chunks);
        let mut loss = Loss::default();
        for (samples, importance) in chunks {
            for sample in samples {
                loss.add(self.step(layout, sample, importance, settings));
            }
        }
        loss
    }

    /// One step of gradient descent. Returns the error before it, in discs.
    #[inline(always)]
    fn step(
        &mut self,
        layout: &WeightLayout,
        sample: &Sample,
        importance: f32,
        settings: &TrainingSettings,
    ) -> f32 {
        let &TrainingSettings { shrink, search, .. } = settings;
        let indices = sample.weight_indices();
        let mut slots = [0; FEATURES];
        let (mut discs, mut rates) = ([0.0; FEATURES], [0.0; FEATURES]);
        for feature in 0..FEATURES {
            slots[feature] = layout.slot(feature, indices[feature]);
            let weight = self.weights[slots[feature]];
            (discs[feature], rates[feature]) = (weight.discs, weight.count);
        }
        for rate in &mut rates {
            *rate = 1.0 / (shrink + *rate);
        }
        let prediction = sum(&discs);
        let error = sample.target(search) - prediction;
        let step = importance * error / (1.0 + importance * sum(&rates));
        for (slot, rate) in slots.into_iter().zip(rates) {
            let weight = &mut self.weights[slot];
            weight.discs += step * rate;
            weight.count += importance;
        }
        sample.score() - prediction
    }

    /// The loss on some samples.
    pub(super) fn loss<'d>(
        &self,
        layout: &WeightLayout,
        samples: impl Iterator<Item = &'d Sample>,
    ) -> Loss {
        let mut loss = Loss::default();
        for sample in samples {
            let indices = sample.weight_indices();
            let discs = |feature| self.weights[layout.slot(feature, indices[feature])].discs;
            loss.add(sample.score() - sum(&array::from_fn(discs)));
        }
        loss
    }

    /// All weights, rounded to 1/128 of a disc.
    pub(super) fn rounded_weights(&self, layout: &WeightLayout) -> Vec<i16> {
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let rounded = |&slot: &u32| (self.weights[slot as usize].discs * PER_DISC).round() as i16;
        layout.slots.iter().map(rounded).collect()
    }
}

/// The sum of all numbers, in an order that the compiler can vectorise.
#[inline(always)]
fn sum(numbers: &[f32; FEATURES]) -> f32 {
    let mut sums = [0.0; 4];
    for four in numbers.as_chunks::<4>().0 {
        for (sum, number) in sums.iter_mut().zip(four) {
            *sum += number;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

fn boxed<T: std::fmt::Debug>(table: Vec<T>) -> Box<[T; TABLE]> {
    table.into_boxed_slice().try_into().expect("the length is TABLE")
}
