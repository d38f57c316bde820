//! [`Weights`]: the weights of pattern configurations, and their file format.
//!
//! A file is
//!
//! | bytes | |
//! |---|---|
//! | 12 | `wane-weights` |
//! | 1 | the version, [`VERSION`] |
//! | 1 | the objective: 0 if the side with fewer discs wins, 1 if the side with more |
//! | 4 | the length of the manifest |
//! | … | the manifest, a text that says how the weights were made |
//! | … | the weights of each phase, one for each class of equivalent configurations |
//! | … | optional: [`fits`](crate::fits) |
//! | 8 | a checksum of all bytes before it |
//!
//! A weight is ZigZag-encoded and written in LEB128. Runs of zeros are run-length encoded: a 0 is
//! followed by the number of further zeros, in LEB128. The other numbers are little-endian.

use std::fmt;

use wane_board::Objective;
use wane_files::Checksum;

use crate::fits::Fits;
use crate::pattern::{CONFIGURATIONS, PATTERNS, Pattern};
pub use crate::phase::{PHASES, phase};

/// The version of the file format.
pub const VERSION: u8 = 2;

/// The number of different move counts, 0 to 31; more moves count as 31.
pub const MOVE_COUNTS: u32 = 32;

/// The number of weights for the mobility of a side: one for each move count, with an even and with
/// an odd number of discs.
pub const MOBILITY_WEIGHTS: u32 = 2 * MOVE_COUNTS;

/// The index of the first weight for the mobility of the side to move.
pub const OWN_MOVES: u32 = CONFIGURATIONS;

/// The index of the first weight for the mobility of the opponent.
pub const OPP_MOVES: u32 = OWN_MOVES + MOBILITY_WEIGHTS;

/// The number of weights of a phase.
pub const WEIGHTS: usize = (OPP_MOVES + MOBILITY_WEIGHTS) as usize;

/// The length of a table: a power of two, so that a masked index is always in bounds.
pub(crate) const TABLE_LEN: usize = 1 << 18;

const MAGIC: &[u8; 12] = b"wane-weights";

/// The weights of one phase, in 1/128 disc.
pub(crate) type PhaseTable = Box<[i16; TABLE_LEN]>;

/// The weights of all features in each phase.
#[derive(Clone)]
pub struct Weights {
    pub(crate) phases: Vec<PhaseTable>,
    objective: Objective,
    manifest: String,
    fits: Option<Fits>,
}

/// Why a file of weights was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin as a file of weights.
    NotWeights,
    /// It has another version.
    Version {
        /// Its version.
        found: u8,
    },
    /// It is truncated, or the bytes after the weights are not valid fits.
    Length,
    /// Its checksum is wrong.
    Checksum,
}

/// The index, among the mobility weights of a side, for this number of discs and of legal moves.
/// The parity of the discs decides which side has the last move of a game without passes.
#[must_use]
#[inline(always)]
pub const fn mobility_index(discs: u32, moves: u32) -> u32 {
    let moves = if moves < MOVE_COUNTS { moves } else { MOVE_COUNTS - 1 };
    discs % 2 * MOVE_COUNTS + moves
}

impl Weights {
    /// Weights for each phase, [`WEIGHTS`] each. Equivalent configurations must have equal weights;
    /// see [`representatives`].
    ///
    /// # Panics
    /// If the number of phases or of weights is wrong.
    #[must_use]
    pub fn new(objective: Objective, phases: &[Vec<i16>], manifest: String) -> Self {
        assert_eq!(phases.len(), PHASES, "every phase has weights");
        let table = |weights: &Vec<i16>| {
            let mut table = empty_table();
            table[..WEIGHTS].copy_from_slice(weights);
            table
        };
        Self { phases: phases.iter().map(table).collect(), objective, manifest, fits: None }
    }

    /// The same weights with these fits for Multi-ProbCut, and with a manifest that describes both.
    #[must_use]
    pub fn with_fits(self, fits: Fits, manifest: String) -> Self {
        Self { fits: Some(fits), manifest, ..self }
    }

    /// The objective that they are for.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The weights of a phase in 1/128 disc, [`WEIGHTS`] of them.
    #[must_use]
    pub fn phase(&self, phase: usize) -> &[i16] {
        &self.phases[phase][..WEIGHTS]
    }

    /// The fits for Multi-ProbCut, if the file has them.
    #[must_use]
    pub fn fits(&self) -> Option<&Fits> {
        self.fits.as_ref()
    }

    /// The text that says how they were made.
    #[must_use]
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    /// The contents of their file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(u8::from(self.objective == Objective::MostDiscs));
        let length = u32::try_from(self.manifest.len()).expect("a manifest is short");
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.manifest.as_bytes());
        let stored = stored(&representatives());
        for table in &self.phases {
            encode(stored.iter().map(|&index| table[index as usize]), &mut bytes);
        }
        bytes.extend(self.fits.iter().flat_map(Fits::to_bytes));
        bytes.extend(Checksum::of(&bytes).bits().to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a file of weights, has another version, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let (&found, rest) = rest.split_first().ok_or(WeightsError::Length)?;
        if found != VERSION {
            return Err(WeightsError::Version { found });
        }
        let (_, sum) = bytes.split_last_chunk::<8>().ok_or(WeightsError::Length)?;
        let (rest, _) = rest.split_last_chunk::<8>().ok_or(WeightsError::Length)?;
        if Checksum::of(&bytes[..bytes.len() - 8]).bits() != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Checksum);
        }
        let (&objective, rest) = rest.split_first().ok_or(WeightsError::Length)?;
        let objective = match objective {
            0 => Objective::FewestDiscs,
            _ => Objective::MostDiscs,
        };
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(WeightsError::Length)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (manifest, mut rest) = rest.split_at_checked(length).ok_or(WeightsError::Length)?;
        let manifest = String::from_utf8_lossy(manifest).into_owned();
        let representatives = representatives();
        let stored = stored(&representatives);
        let mut phases = Vec::new();
        for _ in 0..PHASES {
            let mut table = empty_table();
            rest = decode(rest, &stored, &mut table).ok_or(WeightsError::Length)?;
            for (index, &representative) in representatives.iter().enumerate() {
                table[index] = table[representative as usize];
            }
            phases.push(table);
        }
        let fits = match rest {
            [] => None,
            bytes => Some(Fits::from_bytes(bytes).ok_or(WeightsError::Length)?),
        };
        Ok(Self { phases, objective, manifest, fits })
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").field("manifest", &self.manifest).finish_non_exhaustive()
    }
}

fn empty_table() -> PhaseTable {
    let table = vec![0; TABLE_LEN].into_boxed_slice();
    table.try_into().expect("the slice has this length")
}

/// For every weight, the index of its representative: the lowest of the equivalent configurations.
#[must_use]
pub fn representatives() -> Vec<u32> {
    let mut representatives = Vec::with_capacity(WEIGHTS);
    for pattern in &PATTERNS {
        let begin =
            u32::try_from(representatives.len()).expect("there are fewer than 2^32 weights");
        let local = Pattern::representatives(pattern);
        representatives.extend(local.into_iter().map(|configuration| begin + configuration));
    }
    representatives.extend(OWN_MOVES..OPP_MOVES + MOBILITY_WEIGHTS);
    representatives
}

/// The indices of the weights that a file stores: the representatives.
fn stored(representatives: &[u32]) -> Vec<u32> {
    let pairs = (0..).zip(representatives);
    pairs.filter(|(index, it)| index == *it).map(|(index, _)| index).collect()
}

/// `ZigZag`, LEB128, and run lengths of zeros.
fn encode(weights: impl Iterator<Item = i16>, bytes: &mut Vec<u8>) {
    let mut weights = weights.peekable();
    while let Some(weight) = weights.next() {
        let weight = i32::from(weight);
        write_leb128(((weight << 1) ^ (weight >> 31)).cast_unsigned(), bytes);
        if weight == 0 {
            let mut more = 0;
            while weights.next_if_eq(&0).is_some() {
                more += 1;
            }
            write_leb128(more, bytes);
        }
    }
}

fn write_leb128(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Reads the stored weights of a phase and returns the bytes after them.
fn decode<'b>(mut bytes: &'b [u8], stored: &[u32], table: &mut PhaseTable) -> Option<&'b [u8]> {
    let mut stored = stored.iter();
    while let Some(&index) = stored.next() {
        let number = read_leb128(&mut bytes)?;
        if number == 0 {
            let more = read_leb128(&mut bytes)?;
            for _ in 0..more {
                stored.next()?;
            }
        }
        let weight = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        table[index as usize] = i16::try_from(weight).ok()?;
    }
    Some(bytes)
}

fn read_leb128(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0_u32, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127).checked_shl(shift)?;
        shift += 7;
        if byte < 128 {
            return Some(number);
        }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("this is no file of weights"),
            Self::Version { found } => {
                write!(f, "the weights are of version {found}, and this program reads {VERSION}")
            }
            Self::Length => {
                f.write_str("the file is cut off, or something wrong is behind its end")
            }
            Self::Checksum => f.write_str("the file is damaged: its checksum is wrong"),
        }
    }
}

impl std::error::Error for WeightsError {}

#[cfg(test)]
mod tests {
    use wane_testkit::Rng;

    use super::*;
    use crate::fits::{Depths, Fit};

    fn weights() -> Weights {
        let (mut rng, representatives) = (Rng::new(3), representatives());
        let phase = |_| {
            let mut weights: Vec<i16> = (0..WEIGHTS)
                .map(|_| match rng.below(3) {
                    0 => i16::try_from(rng.below(65_536).cast_signed() - 32_768).unwrap(),
                    1 => i16::try_from(rng.below(100)).unwrap() - 50,
                    _ => 0,
                })
                .collect();
            for index in 0..WEIGHTS {
                weights[index] = weights[representatives[index] as usize];
            }
            weights
        };
        let phases: Vec<Vec<i16>> = (0..PHASES).map(phase).collect();
        Weights::new(Objective::MostDiscs, &phases, "made by a test".into())
    }

    #[test]
    fn weights_read_back_from_their_file() {
        let weights = weights();
        let read = Weights::from_bytes(&weights.to_bytes()).unwrap();
        assert_eq!(read.manifest(), "made by a test");
        assert_eq!(read.objective(), Objective::MostDiscs);
        assert_eq!(read.fits(), None);
        for phase in 0..PHASES {
            assert!(read.phase(phase) == weights.phase(phase));
        }
    }

    #[test]
    fn fits_read_back_with_their_weights_and_wrong_ones_are_refused() {
        let mut fits = Fits::new();
        let fit = Fit { slope: Fit::ONE, offset: -5, sigma: 300 };
        fits.insert(Depths { deep: 6, shallow: 2 }, [fit; PHASES]);
        let weights = weights().with_fits(fits.clone(), "made twice".into());
        let mut bytes = weights.to_bytes();
        let read = Weights::from_bytes(&bytes).unwrap();
        assert_eq!((read.fits(), read.manifest()), (Some(&fits), "made twice"));
        assert!(read.phase(7) == weights.phase(7));
        bytes.truncate(bytes.len() - 8);
        bytes.push(0);
        bytes.extend(Checksum::of(&bytes).bits().to_le_bytes());
        assert_eq!(Weights::from_bytes(&bytes).unwrap_err(), WeightsError::Length);
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = weights().to_bytes();
        let read = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
        assert_eq!(read(b"something else"), WeightsError::NotWeights);
        assert_eq!(read(b""), WeightsError::NotWeights);
        assert_eq!(read(MAGIC), WeightsError::Length);
        assert_eq!(read(b"").to_string(), "this is no file of weights");
        assert!(read(MAGIC).to_string().starts_with("the file is cut off"));
        let mut other = bytes.clone();
        other[12] = 9;
        assert_eq!(read(&other), WeightsError::Version { found: 9 });
        assert!(read(&other).to_string().starts_with("the weights are of version 9, and"));
        for at in [13, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(read(&damaged), WeightsError::Checksum);
            assert!(read(&damaged).to_string().starts_with("the file is damaged"));
        }
        for length in [14, 20, 100, bytes.len() - 1] {
            let error = read(&bytes[..length]);
            assert!([WeightsError::Checksum, WeightsError::Length].contains(&error));
        }
    }

    #[test]
    fn a_file_with_a_right_checksum_and_wrong_contents_is_refused() {
        let mut bytes = weights().to_bytes();
        bytes.truncate(bytes.len() - 100);
        bytes.extend(Checksum::of(&bytes).bits().to_le_bytes());
        assert_eq!(Weights::from_bytes(&bytes).unwrap_err(), WeightsError::Length);
    }

    #[test]
    fn every_number_of_discs_has_a_phase() {
        assert_eq!((phase(4), phase(7), phase(8), phase(63), phase(64)), (0, 0, 1, 14, 14));
    }
}
