//! [`Learner`]: the weights of one phase while they are learned.
//!
//! Stochastic gradient descent on the squared error, one position at a time, with a step for each
//! weight that depends on how often it was seen. After n times its doubt is 1 / (shrink + n). What a
//! position is judged wrong by is divided among its weights in proportion to their doubts, and chance
//! keeps a share of 1. So a weight that is seen rarely stays near where it began, one that is seen
//! often comes to rest, and no rate has to be chosen that is right for both.

use std::array;

use wane_eval::pattern::{INSTANCES, PATTERNS, Pattern, pattern_of};
use wane_eval::weights::{MOBILITY_WEIGHTS, WEIGHTS, representatives};
use wane_random::Rng;

use super::Settings;
use super::data::{FEATURES, PER_DISC, Sample};
use super::loss::Loss;

/// How many positions with the same number of discs are learned from in a row: they lie side by side
/// in memory.
const CHUNK: usize = 16;

/// The length of a table: with a power of two, an index that is cut to it is always inside.
const TABLE: usize = 1 << 18;

const _: () = assert!(WEIGHTS <= TABLE && FEATURES.is_multiple_of(4));

/// Which weights are one and the same, and where they are kept.
///
/// Of the weights of states that mirror each other one is kept. Those of a shape lie side by side, so
/// that 16 bits say where in its shape a weight is: then all of it stays in a fast cache.
#[derive(Debug)]
pub(super) struct Sharing {
    /// For each weight its place among those of its shape.
    local: Box<[u16; TABLE]>,
    /// For each feature the first place of its shape.
    first: [u32; FEATURES],
    /// For each weight its place.
    places: Vec<u32>,
}

impl Sharing {
    pub(super) fn new() -> Self {
        let representatives = representatives();
        let mut local = vec![0_u16; TABLE];
        let (mut places, mut firsts) = (Vec::with_capacity(WEIGHTS), Vec::new());
        let mut first = 0;
        for length in PATTERNS.iter().map(Pattern::configurations).chain([MOBILITY_WEIGHTS; 2]) {
            firsts.push(first);
            let mut kept = 0;
            for index in places.len()..places.len() + length as usize {
                let source = representatives[index] as usize;
                if source == index {
                    local[index] = kept;
                    kept += 1;
                } else {
                    // The lowest stands for the others, so its place is known.
                    local[index] = local[source];
                }
                places.push(first + u32::from(local[index]));
            }
            first += u32::from(kept);
        }
        let first_of = |feature: usize| {
            let moves = || PATTERNS.len() + feature - INSTANCES;
            firsts[if feature < INSTANCES { pattern_of(feature) } else { moves() }]
        };
        Self { local: boxed(local), first: array::from_fn(first_of), places }
    }

    /// The place of the weight with this index, which belongs to a feature.
    #[inline(always)]
    fn place(&self, feature: usize, index: u32) -> usize {
        let local = self.local[index as usize & (TABLE - 1)];
        (self.first[feature] + u32::from(local)) as usize & (TABLE - 1)
    }
}

/// The weights of one phase while they are learned.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    weights: Box<[Weight; TABLE]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    discs: f32,
    /// How often it was seen; a position that counts for less is seen for less.
    seen: f32,
}

/// Positions with the same number of discs, and for how much each counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share<'d> {
    pub(super) samples: &'d [Sample],
    pub(super) importance: f32,
}

impl Learner {
    /// Weights that nothing was learned about, which begin with `parts` for each index.
    pub(super) fn new(sharing: &Sharing, parts: impl Fn(usize) -> i16) -> Self {
        let mut weights = vec![Weight::default(); TABLE];
        for (index, &place) in sharing.places.iter().enumerate() {
            weights[place as usize].discs = f32::from(parts(index)) / PER_DISC;
        }
        Self { weights: boxed(weights) }
    }

    /// Learns from all positions once, in an order that comes from `rng`; how wrong it was about each
    /// before it learned from it.
    pub(super) fn learn(
        &mut self,
        sharing: &Sharing,
        shares: &[Share<'_>],
        settings: &Settings,
        rng: &mut Rng,
    ) -> Loss {
        let mut chunks = Vec::new();
        for &Share { samples, importance } in shares {
            chunks.extend(samples.chunks(CHUNK).map(|samples| (samples, importance)));
        }
        super::shuffle(&mut chunks, rng);
        let mut loss = Loss::default();
        for (samples, importance) in chunks {
            for sample in samples {
                loss.add(self.step(sharing, sample, importance, settings));
            }
        }
        loss
    }

    /// Learns from a position; by how many discs it was wrong.
    #[inline(always)]
    fn step(
        &mut self,
        sharing: &Sharing,
        sample: &Sample,
        importance: f32,
        settings: &Settings,
    ) -> f32 {
        let &Settings { shrink, search, .. } = settings;
        let indices = sample.weights();
        let mut places = [0; FEATURES];
        let (mut discs, mut doubts) = ([0.0; FEATURES], [0.0; FEATURES]);
        for feature in 0..FEATURES {
            places[feature] = sharing.place(feature, indices[feature]);
            let weight = self.weights[places[feature]];
            (discs[feature], doubts[feature]) = (weight.discs, weight.seen);
        }
        for doubt in &mut doubts {
            *doubt = 1.0 / (shrink + *doubt);
        }
        let judged = sum(&discs);
        let error = sample.label(search) - judged;
        let step = importance * error / (1.0 + importance * sum(&doubts));
        for (place, doubt) in places.into_iter().zip(doubts) {
            let weight = &mut self.weights[place];
            weight.discs += step * doubt;
            weight.seen += importance;
        }
        sample.score() - judged
    }

    /// How wrong it is about some positions.
    pub(super) fn loss<'d>(
        &self,
        sharing: &Sharing,
        samples: impl Iterator<Item = &'d Sample>,
    ) -> Loss {
        let mut loss = Loss::default();
        for sample in samples {
            let indices = sample.weights();
            let discs = |feature| self.weights[sharing.place(feature, indices[feature])].discs;
            loss.add(sample.score() - sum(&array::from_fn(discs)));
        }
        loss
    }

    /// All weights in whole parts of a disc, also those that are the same as others.
    pub(super) fn to_parts(&self, sharing: &Sharing) -> Vec<i16> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "what is too large becomes the largest"
        )]
        let parts = |&place: &u32| (self.weights[place as usize].discs * PER_DISC).round() as i16;
        sharing.places.iter().map(parts).collect()
    }
}

/// The sum of all, in an order that lets the CPU add four at a time.
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
    table.into_boxed_slice().try_into().expect("it has that length")
}
