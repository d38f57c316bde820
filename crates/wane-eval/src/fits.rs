//! [`Fits`]: linear regressions that predict the value of a deep search from that of a shallow one.
//! Multi-ProbCut needs them.
//!
//! For two depths and a phase of the game, the value of the deep search is `slope * shallow +
//! offset` with an error of standard deviation `sigma`. The numbers depend on the evaluation, so
//! they are stored with its [`Weights`](crate::Weights). The search decides which errors it
//! accepts.
//!
//! As bytes: two for the number of pairs of depths; then, for each pair in rising order, a byte for
//! the deep and a byte for the shallow depth, and for each phase two bytes each for the slope, the
//! offset and sigma. Numbers are little-endian.

use std::collections::BTreeMap;

use crate::phase::PHASES;

/// The regression of a deep search's value on a shallow one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The slope in units of 1/1024, see [`Fit::ONE`]; not 0.
    pub slope: u16,
    /// The intercept, in 1/128 disc.
    pub offset: i16,
    /// The standard deviation of the residual, in 1/128 disc.
    pub sigma: u16,
}

impl Fit {
    /// A slope of 1.
    pub const ONE: u16 = 1024;

    /// The size of a fit in the file.
    const BYTES: usize = 6;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..2].copy_from_slice(&self.slope.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.offset.to_le_bytes());
        bytes[4..].copy_from_slice(&self.sigma.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let slope = u16::from_le_bytes([bytes[0], bytes[1]]);
        let offset = i16::from_le_bytes([bytes[2], bytes[3]]);
        let sigma = u16::from_le_bytes([bytes[4], bytes[5]]);
        (slope > 0).then_some(Self { slope, offset, sigma })
    }
}

/// The depths of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depths {
    /// The depth whose value is predicted.
    pub deep: u8,
    /// The depth that predicts it, which is less than `deep`.
    pub shallow: u8,
}

/// Fits for pairs of depths, one for each phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    pairs: BTreeMap<Depths, [Fit; PHASES]>,
}

impl Fits {
    /// No fits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces the fits of two depths.
    ///
    /// # Panics
    /// If the shallow depth is not less than the deep one, or a slope is 0.
    pub fn insert(&mut self, depths: Depths, phases: [Fit; PHASES]) {
        assert!(depths.shallow < depths.deep, "the shallow depth is less: {depths:?}");
        assert!(phases.iter().all(|fit| fit.slope > 0), "a slope is positive: {phases:?}");
        self.pairs.insert(depths, phases);
    }

    /// The fit of two depths in a phase, or `None` if there is none.
    #[must_use]
    pub fn get(&self, depths: Depths, phase: usize) -> Option<Fit> {
        self.pairs.get(&depths).map(|phases| phases[phase])
    }

    /// All pairs of depths in rising order, with a fit for each phase.
    pub fn iter(&self) -> impl Iterator<Item = (Depths, &[Fit; PHASES])> {
        self.pairs.iter().map(|(depths, phases)| (*depths, phases))
    }

    /// The greatest depth that is predicted; 0 if there is none.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        self.pairs.last_key_value().map_or(0, |(depths, _)| depths.deep)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let count = u16::try_from(self.pairs.len()).expect("256 depths have fewer than 2^15 pairs");
        let mut bytes = count.to_le_bytes().to_vec();
        for (depths, phases) in &self.pairs {
            bytes.extend([depths.deep, depths.shallow]);
            bytes.extend(phases.iter().flat_map(|fit| fit.to_bytes()));
        }
        bytes
    }

    /// Reads fits from all of these bytes; `None` if they are invalid.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (count, bytes) = bytes.split_first_chunk()?;
        let (pairs, rest) = bytes.as_chunks::<{ 2 + PHASES * Fit::BYTES }>();
        if pairs.len() != usize::from(u16::from_le_bytes(*count)) || !rest.is_empty() {
            return None;
        }
        let mut fits = Self::new();
        for &[deep, shallow, ref phases @ ..] in pairs {
            let depths = Depths { deep, shallow };
            let is_rising = fits.pairs.last_key_value().is_none_or(|(last, _)| *last < depths);
            if shallow >= deep || !is_rising {
                return None;
            }
            let (read, _) = phases.as_chunks();
            let read: Option<Vec<Fit>> = read.iter().map(|&fit| Fit::from_bytes(fit)).collect();
            fits.pairs.insert(depths, read?.try_into().ok()?);
        }
        Some(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits() -> Fits {
        let mut fits = Fits::new();
        for (deep, shallow) in [(8, 4), (4, 0), (8, 2), (4, 2)] {
            let fit = |phase: u16| Fit {
                slope: 1000 + phase,
                offset: -7 * i16::from(deep),
                sigma: 200 + 3 * phase + u16::from(shallow),
            };
            let phases = std::array::from_fn(|phase| fit(u16::try_from(phase).unwrap()));
            fits.insert(Depths { deep, shallow }, phases);
        }
        fits
    }

    #[test]
    fn fits_read_back_from_their_bytes() {
        for fits in [Fits::new(), fits()] {
            assert_eq!(Fits::from_bytes(&fits.to_bytes()), Some(fits));
        }
        let fit = fits().get(Depths { deep: 8, shallow: 4 }, 3).unwrap();
        assert_eq!(fit, Fit { slope: 1003, offset: -56, sigma: 213 });
        assert_eq!(fits().get(Depths { deep: 8, shallow: 3 }, 3), None);
        assert_eq!((Fits::new().deepest(), fits().deepest()), (0, 8));
    }

    #[test]
    fn bytes_of_wrong_length_or_with_invalid_fits_are_refused() {
        let bytes = fits().to_bytes();
        let pair = 2 + PHASES * Fit::BYTES;
        for wrong in [&bytes[..1], &bytes[..bytes.len() - 1], &bytes[..bytes.len() - pair]] {
            assert_eq!(Fits::from_bytes(wrong), None);
        }
        assert_eq!(Fits::from_bytes(&[&bytes[..], &[0]].concat()), None);
        // A depth that predicts itself, a repeated pair, and a slope of 0.
        let changed = |changes: &[(usize, u8)]| {
            let mut bytes = bytes.clone();
            for &(at, byte) in changes {
                bytes[at] = byte;
            }
            Fits::from_bytes(&bytes)
        };
        assert!(changed(&[]).is_some());
        assert_eq!(changed(&[(3, 4)]), None);
        assert_eq!(changed(&[(2 + pair + 1, 0)]), None);
        assert_eq!(changed(&[(4, 0), (5, 0)]), None);
    }
}
