//! [`Rng`]: seeded pseudo-random numbers. The same seed gives the same numbers on every machine, so
//! a run that uses them can be repeated. They are not cryptographically secure.

#![forbid(unsafe_code)]

/// `SplitMix64`, the generator of Steele, Lea and Flood ("Fast splittable pseudorandom number
/// generators", OOPSLA 2014), with the constants of Vigna's `splitmix64.c`. Its period is 2^64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator with `seed` as its state; every seed is valid.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which must not be 0, by Lemire's multiply-shift without rejection. A
    /// number's probability is off by less than 2^-32.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let high_half = self.bits() >> 32;
        u32::try_from((high_half * u64::from(bound)) >> 32).expect("below a u32")
    }

    /// One of `items`, each equally likely, or `None` if there are no items.
    #[inline]
    pub fn pick<I>(&mut self, items: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut items = items.into_iter();
        let count = u32::try_from(items.len()).expect("at most u32::MAX items");
        if count == 0 { None } else { items.nth(self.below(count) as usize) }
    }

    /// Puts `items` into a random order, by the Fisher-Yates shuffle from the last item to the first.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            let bound = u32::try_from(end).unwrap_or(u32::MAX);
            items.swap(end - 1, self.below(bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones_of_splitmix64() {
        // Rosetta Code, "Pseudo-random numbers/Splitmix64".
        let mut rng = Rng::new(1_234_567);
        let numbers = [(); 5].map(|()| rng.bits());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_seed_others() {
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
    fn every_item_is_picked_and_no_items_give_none() {
        let mut rng = Rng::new(20_261_115);
        let mut picked = [false; 5];
        for _ in 0..200 {
            picked[rng.pick(0..5).expect("there are five")] = true;
        }
        assert_eq!(picked, [true; 5]);
        assert_eq!(rng.pick([0; 0]), None);
    }

    #[test]
    fn a_shuffle_keeps_all_items_and_its_order_depends_on_the_seed_alone() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..20).collect();
            Rng::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(1);
        assert_eq!(shuffled(1), sorted);
        assert_ne!(shuffled(2), sorted);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..20));
        // Matches are resumed and training is repeated with this order.
        let mut few = [0, 1, 2, 3, 4, 5];
        Rng::new(7).shuffle(&mut few);
        assert_eq!(few, [5, 4, 1, 3, 0, 2]);
        Rng::new(7).shuffle::<u8>(&mut []);
    }
}
