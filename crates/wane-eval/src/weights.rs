//! [`Weights`]: what the states of patterns are worth, and the file that keeps them.
//!
//! A file is
//!
//! | bytes | |
//! |---|---|
//! | 12 | `wane-weights` |
//! | 1 | the version, [`VERSION`] |
//! | 1 | 0 if the fewest discs win, 1 if the most do |
//! | 4 | the length of the manifest |
//! | … | the manifest: how they were made, a text |
//! | … | the weights of each phase, only one for states that mirror each other |
//! | … | nothing, or [`fits`](crate::fits) |
//! | 8 | a checksum of all before it |
//!
//! A weight is a number of seven bits a byte, the lowest first, with the sign in its lowest bit; a 0
//! is followed by how many more there are. Numbers are little-endian.

use std::fmt;

use wane_board::Objective;
use wane_files::Checksum;

use crate::fits::Fits;
use crate::pattern::{SHAPES, STATES, Shape};
pub use crate::phase::{PHASES, phase};

/// The version of the file.
pub const VERSION: u8 = 2;

/// As many moves as are told apart.
pub const MOST_MOVES: u32 = 32;

/// How many states the moves of a side have: their number, with an even or an odd number of discs.
pub const MOVES_STATES: u32 = 2 * MOST_MOVES;

/// Where the weights of the number of own moves begin, behind those of the states.
pub const OWN_MOVES: u32 = STATES;

/// Where the weights of the number of the opponent's moves begin.
pub const OPP_MOVES: u32 = OWN_MOVES + MOVES_STATES;

/// How many weights a phase has.
pub const WEIGHTS: usize = (OPP_MOVES + MOVES_STATES) as usize;

/// The length of a table: with a power of two, an index that is cut to it is always inside.
pub(crate) const TABLE: usize = 1 << 18;

const MAGIC: &[u8; 12] = b"wane-weights";

/// The weights of one phase, in parts of a disc.
pub(crate) type Table = Box<[i16; TABLE]>;

/// What the states of patterns are worth in each phase.
#[derive(Clone)]
pub struct Weights {
    pub(crate) phases: Vec<Table>,
    objective: Objective,
    manifest: String,
    fits: Option<Fits>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is no file of weights.
    NotWeights,
    /// It is of another version.
    Version {
        /// Which one.
        found: u8,
    },
    /// It ends too early, or what is behind the weights are no fits.
    Length,
    /// A byte of it was changed.
    Checksum,
}

/// The state of a side that has so many moves, with so many discs on the board: whether that is even
/// tells who has the last move of the game, unless somebody passes.
#[must_use]
#[inline(always)]
pub const fn moves_state(discs: u32, moves: u32) -> u32 {
    let moves = if moves < MOST_MOVES { moves } else { MOST_MOVES - 1 };
    discs % 2 * MOST_MOVES + moves
}

impl Weights {
    /// Weights from numbers for each phase, [`WEIGHTS`] each. States that mirror each other must
    /// have the same.
    ///
    /// # Panics
    /// If there are not as many.
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

    /// The same with what is known about how well searches with them foretell deeper ones, and with a
    /// manifest that tells of that too.
    #[must_use]
    pub fn with_fits(self, fits: Fits, manifest: String) -> Self {
        Self { fits: Some(fits), manifest, ..self }
    }

    /// The game that they are for.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The weights of a phase in parts of a disc, [`WEIGHTS`] of them.
    #[must_use]
    pub fn phase(&self, phase: usize) -> &[i16] {
        &self.phases[phase][..WEIGHTS]
    }

    /// How well searches with them foretell deeper ones, if that is known.
    #[must_use]
    pub fn fits(&self) -> Option<&Fits> {
        self.fits.as_ref()
    }

    /// How they were made.
    #[must_use]
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(u8::from(self.objective == Objective::MostDiscs));
        let length = u32::try_from(self.manifest.len()).expect("a manifest is short");
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.manifest.as_bytes());
        let kept = kept(&source());
        for table in &self.phases {
            encode(kept.iter().map(|&index| table[index as usize]), &mut bytes);
        }
        bytes.extend(self.fits.iter().flat_map(Fits::to_bytes));
        bytes.extend(Checksum::of(&bytes).bits().to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is of another kind or version, or damaged.
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
        let source = source();
        let kept = kept(&source);
        let mut phases = Vec::new();
        for _ in 0..PHASES {
            let mut table = empty_table();
            rest = decode(rest, &kept, &mut table).ok_or(WeightsError::Length)?;
            for (index, &source) in source.iter().enumerate() {
                table[index] = table[source as usize];
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

fn empty_table() -> Table {
    let table = vec![0; TABLE].into_boxed_slice();
    table.try_into().expect("it has that length")
}

/// For every weight the one that stands for it: the lowest of those that mirror each other.
#[must_use]
pub fn source() -> Vec<u32> {
    let mut source = Vec::with_capacity(WEIGHTS);
    for shape in &SHAPES {
        let begin = u32::try_from(source.len()).expect("there are not that many");
        source.extend(Shape::representatives(shape).into_iter().map(|state| begin + state));
    }
    source.extend(OWN_MOVES..OPP_MOVES + MOVES_STATES);
    source
}

/// The weights that stand for others or for themselves.
fn kept(source: &[u32]) -> Vec<u32> {
    let source = (0..).zip(source);
    source.filter(|(index, source)| index == *source).map(|(index, _)| index).collect()
}

fn encode(weights: impl Iterator<Item = i16>, bytes: &mut Vec<u8>) {
    let mut weights = weights.peekable();
    while let Some(weight) = weights.next() {
        let weight = i32::from(weight);
        write_number(((weight << 1) ^ (weight >> 31)).cast_unsigned(), bytes);
        if weight == 0 {
            let mut more = 0;
            while weights.next_if_eq(&0).is_some() {
                more += 1;
            }
            write_number(more, bytes);
        }
    }
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Reads the kept weights of a phase; the bytes behind them.
fn decode<'b>(mut bytes: &'b [u8], kept: &[u32], table: &mut Table) -> Option<&'b [u8]> {
    let mut kept = kept.iter();
    while let Some(&index) = kept.next() {
        let number = read_number(&mut bytes)?;
        if number == 0 {
            let more = read_number(&mut bytes)?;
            for _ in 0..more {
                kept.next()?;
            }
        }
        let weight = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        table[index as usize] = i16::try_from(weight).ok()?;
    }
    Some(bytes)
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
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
        let (mut rng, source) = (Rng::new(3), source());
        let phase = |_| {
            let mut weights: Vec<i16> = (0..WEIGHTS)
                .map(|_| match rng.below(3) {
                    0 => i16::try_from(rng.below(65_536).cast_signed() - 32_768).unwrap(),
                    1 => i16::try_from(rng.below(100)).unwrap() - 50,
                    _ => 0,
                })
                .collect();
            for index in 0..WEIGHTS {
                weights[index] = weights[source[index] as usize];
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
        let mut other = bytes.clone();
        other[12] = 9;
        assert_eq!(read(&other), WeightsError::Version { found: 9 });
        for at in [13, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(read(&damaged), WeightsError::Checksum);
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
