//! Flips and legal moves: the hot heart of everything, once for each kind of CPU.
//!
//! A [`Backend`] is a small token that proves the CPU can run its instructions: there is no way to
//! make one but to ask for it, so using one is safe. A hot loop (a whole perft, a whole search) is
//! written once as a [`Task`], generic over the backend, and entered through [`Backend::enter`],
//! which compiles it with the backend's instructions switched on; everything marked
//! `#[inline(always)]` below it is then compiled with them too. A recursive function enters again
//! at each level. The choice is made once, by [`AnyBackend::run`], outside the loop.
//!
//! What a flip means for the score is left to others, and so is the size of the board: the squares
//! outside a small board hold no disc, so no run passes through them.

use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Square};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod last_flip;
mod portable;
mod reference;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use portable::Portable;
pub use reference::Reference;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128;

/// How many moves [`Backend::expand`] takes at once.
pub const LANES: usize = 8;

/// One way to find flips and legal moves. `own` and `opp` must be disjoint in every call.
pub trait Backend: Copy + fmt::Debug + Send + Sync + 'static {
    /// The discs that turn over when `own` plays `square`; none if that is not a move. Looks only
    /// along the lines from `square`, not at whether it is empty.
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard;

    /// The empty squares of the 8x8 grid where `own` would turn over at least one disc.
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard;

    /// How many discs `own` turns over by playing `square` when it is the only empty square of the
    /// board: whatever is not `own` is the opponent's.
    #[inline(always)]
    fn last_flips(self, square: Square, own: Bitboard) -> u32 {
        self.flips(square, own, !own).len()
    }

    /// Plays the first [`LANES`] of `moves`, each on its own copy of the board, and finds for each
    /// the flips and the opponent's legal moves. `moves` must be legal.
    #[inline(always)]
    fn expand(self, own: Bitboard, opp: Bitboard, moves: Bitboard) -> Children {
        let mut children = Children::default();
        for (lane, square) in moves.into_iter().take(LANES).enumerate() {
            let flips = self.flips(square, own, opp);
            children.squares[lane] = square.bitboard();
            children.flips[lane] = flips;
            children.replies[lane] = self.legal_moves(opp - flips, own | flips | square.bitboard());
        }
        children
    }

    /// The sum of a table's entries at these places, which count round a table of `T` entries, a power
    /// of two: what an evaluation by patterns spends most of its time on.
    #[inline(always)]
    fn sum_at<const T: usize, const P: usize>(self, table: &[i16; T], places: &[u32; P]) -> i32 {
        const { assert!(T.is_power_of_two()) };
        places.iter().map(|&place| i32::from(table[place as usize % T])).sum()
    }

    /// Runs `task` compiled for this backend.
    fn enter<T: Task>(self, task: T) -> T::Output;
}

/// A hot loop that is written once and compiled for every backend.
///
/// Mark `run` and the functions that it calls `#[inline(always)]`: a function that is not inlined
/// into [`Backend::enter`] is compiled without the backend's instructions.
pub trait Task {
    /// What the task returns.
    type Output;

    /// Does the work.
    fn run<B: Backend>(self, backend: B) -> Self::Output;
}

/// What [`Backend::expand`] found, one lane for each move in reading order. The lanes behind the
/// last move hold empty sets.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct Children {
    /// The move's square, as a set of one.
    pub squares: [Bitboard; LANES],
    /// The discs that it turns over.
    pub flips: [Bitboard; LANES],
    /// The legal moves of the opponent afterwards, on the 8x8 grid.
    pub replies: [Bitboard; LANES],
}

/// A backend chosen at run time. For browsers there is one only, because everything that is compiled for a backend
/// has to be loaded with the page.
#[derive(Clone, Copy, Debug)]
pub enum AnyBackend {
    /// Plain and obvious; the truth that the others are held against.
    #[cfg(not(target_arch = "wasm32"))]
    Reference(Reference),
    /// Fast on any CPU.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Portable(Portable),
    /// WebAssembly with vectors of 128 bits.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    /// x86-64 with AVX2 and BMI2 (Intel 2013, AMD 2015, and later).
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// x86-64 with AVX-512 up to VBMI2 (Intel Ice Lake, AMD Zen 4, and later).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl AnyBackend {
    /// Every backend that this CPU can run, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let all = [
            #[cfg(not(target_arch = "wasm32"))]
            Some(Self::Reference(Reference)),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Some(Self::Portable(Portable)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Self::Simd128(Simd128)),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Self::Avx512),
        ];
        all.into_iter().flatten()
    }

    /// The fastest backend that this CPU can run.
    #[must_use]
    pub fn best() -> Self {
        Self::available().last().expect("every machine has one")
    }

    /// A short lower-case name, as [`AnyBackend::from_str`] reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Reference(_) => "reference",
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Portable(_) => "portable",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(_) => "simd128",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }

    /// Runs `task` compiled for this backend.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Reference(backend) => backend.enter(task),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Portable(backend) => backend.enter(task),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(backend) => backend.enter(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(backend) => backend.enter(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(backend) => backend.enter(task),
        }
    }
}

impl fmt::Display for AnyBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for AnyBackend {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        Self::available()
            .find(|backend| backend.name() == name)
            .ok_or_else(|| UnknownBackend { name: name.into() })
    }
}

/// No backend of this name runs on this CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBackend {
    /// The name that was asked for.
    pub name: String,
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no backend {:?} runs on this CPU, it has:", self.name)?;
        AnyBackend::available().try_for_each(|backend| write!(f, " {backend}"))
    }
}

impl std::error::Error for UnknownBackend {}
