//! [`Rng`]: seeded random numbers. The same seed gives the same numbers on every machine, so a run
//! that used them can be repeated; nothing here is fit for secrets.

#![forbid(unsafe_code)]

/// A small generator: a Weyl sequence through a multiply-xorshift mixer.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let high_half = self.bits() >> 32;
        u32::try_from((high_half * u64::from(bound)) >> 32).expect("below a u32")
    }

    /// One of `items`, all equally likely, or `None` if there is none.
    pub fn pick<I>(&mut self, items: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut items = items.into_iter();
        let count = u32::try_from(items.len()).expect("at most u32::MAX items");
        if count == 0 { None } else { items.nth(self.below(count) as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_one_others() {
        let numbers = |seed| {
            let mut rng = Rng::new(seed);
            [(); 8].map(|()| rng.bits())
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut rng = Rng::new(20_261_115);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_item_is_picked_and_none_of_none() {
        let mut rng = Rng::new(20_261_115);
        let mut picked = [false; 5];
        for _ in 0..200 {
            picked[rng.pick(0..5).expect("there are five")] = true;
        }
        assert_eq!(picked, [true; 5]);
        assert_eq!(rng.pick([0; 0]), None);
    }
}
