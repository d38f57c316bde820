//! Flips and legal moves, the hot code of the program, with one backend for each instruction set.
//!
//! A [`Backend`] is a token that proves that the CPU has its instructions: only detection makes
//! one, so using one is safe. A hot loop (a whole perft, a whole search) is written once as a
//! [`Kernel`], generic over the backend, and entered through [`Backend::enter`], which compiles it
//! with the backend's instructions enabled; everything marked `#[inline(always)]` below it is then
//! compiled with them too. A recursive function enters again at each level. [`AnyBackend::run`]
//! dispatches once, outside the loop.
//!
//! This module knows neither the score nor the size of the board: the squares outside a small board
//! hold no disc, so no run passes through them.

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

/// The number of moves that [`Backend::expand`] plays at once.
pub const LANES: usize = 8;

/// Flips and legal moves with one instruction set. `own` and `opp` must be disjoint in every call.
pub trait Backend: Copy + fmt::Debug + Send + Sync + 'static {
    /// The discs that are flipped when `own` plays `square`; none if that is not a move. This does
    /// not check that `square` is empty.
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard;

    /// The empty squares of the 8x8 grid where `own` would flip at least one disc.
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard;

    /// The number of discs that `own` flips by playing `square`, the only empty square of the
    /// board: every other square that is not `own` is the opponent's.
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

    /// Gathers the entries of a table at these indices, taken modulo its length `T`, a power of
    /// two, and returns their sum. A pattern evaluation spends most of its time here.
    #[inline(always)]
    fn sum_at<const T: usize, const P: usize>(self, table: &[i16; T], indices: &[u32; P]) -> i32 {
        const { assert!(T.is_power_of_two()) };
        indices.iter().map(|&index| i32::from(table[index as usize % T])).sum()
    }

    /// Runs `kernel` compiled for this backend.
    fn enter<K: Kernel>(self, kernel: K) -> K::Output;
}

/// A hot loop that is written once and compiled for every backend.
///
/// Mark `run` and the functions that it calls `#[inline(always)]`: a function that is not inlined
/// into [`Backend::enter`] is compiled without the backend's instructions.
pub trait Kernel {
    /// What the kernel returns.
    type Output;

    /// The loop itself.
    fn run<B: Backend>(self, backend: B) -> Self::Output;
}

/// What [`Backend::expand`] found, one lane for each move in reading order. The lanes after the
/// last move hold empty sets.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct Children {
    /// The move's square, as a set of one.
    pub squares: [Bitboard; LANES],
    /// The discs that it flips.
    pub flips: [Bitboard; LANES],
    /// The legal moves of the opponent afterwards, on the 8x8 grid.
    pub replies: [Bitboard; LANES],
}

/// A backend chosen at run time. A WebAssembly build has only one, because a page would have to
/// load the code for every other one too.
#[derive(Clone, Copy, Debug)]
pub enum AnyBackend {
    /// Slow and obvious; the others are tested against it.
    #[cfg(not(target_arch = "wasm32"))]
    Reference(Reference),
    /// Fast on any CPU.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Portable(Portable),
    /// WebAssembly with 128-bit SIMD.
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
        Self::available().last().expect("every target has a backend")
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

    /// Runs `kernel` compiled for this backend.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Reference(backend) => backend.enter(kernel),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Portable(backend) => backend.enter(kernel),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(backend) => backend.enter(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(backend) => backend.enter(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(backend) => backend.enter(kernel),
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
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no backend {:?} runs on this CPU, it has:", self.name)?;
        AnyBackend::available().try_for_each(|backend| write!(f, " {backend}"))
    }
}

impl std::error::Error for UnknownBackend {}
