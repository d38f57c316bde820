//! x86-64 with AVX2 and BMI2: four axes, or four moves, in one register.

#[allow(clippy::wildcard_imports, reason = "the names of intrinsics are unmistakable")]
use std::arch::x86_64::*;

use super::last_flip::LAST_FLIPS;
use super::{Backend, Children, Kernel, LANES};
use crate::geometry::{INNER, RAYS, STEPS};
use crate::{Bitboard, Square};

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token, if this CPU has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

impl Backend for Avx2 {
    #[inline(always)]
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
        // SAFETY: `self` exists only where `detect` found every feature that `flips` enables.
        Bitboard::from_bits(unsafe { flips(square, own.bits(), opp.bits()) })
    }

    #[inline(always)]
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        // SAFETY: `self` exists only where `detect` found every feature that `legal_moves` enables.
        Bitboard::from_bits(unsafe { legal_moves(own.bits(), opp.bits()) })
    }

    #[inline(always)]
    fn last_flips(self, square: Square, own: Bitboard) -> u32 {
        // SAFETY: `self` exists only where `detect` found every feature that `last_flips` enables.
        unsafe { last_flips(square, own.bits()) }
    }

    #[inline(always)]
    fn expand(self, own: Bitboard, opp: Bitboard, moves: Bitboard) -> Children {
        // SAFETY: `self` exists only where `detect` found every feature that `expand` enables.
        unsafe { expand(own.bits(), opp.bits(), moves.bits()) }
    }

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<K: Kernel>(backend: Avx2, kernel: K) -> K::Output {
            kernel.run(backend)
        }
        // SAFETY: `self` exists only where `detect` found every feature that is enabled here.
        unsafe { with_features(self, kernel) }
    }
}

/// One ray in each lane. Towards higher squares a carry finds the end of the run, as in the
/// portable backend. Towards lower squares AVX2 has no instruction for the highest bit, so a
/// parallel prefix with steps 1, 2 and 4 finds the run.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(square: Square, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[square.index()];
    let (up_ray, down_ray) = (vector(rays.up), vector(rays.down));
    let (own, opp) = (splat(own), splat(opp));
    let zero = _mm256_setzero_si256();
    let ones = _mm256_cmpeq_epi64(zero, zero);

    // `ones` is -1 in every lane, so subtracting it adds 1.
    let carried = _mm256_sub_epi64(_mm256_or_si256(opp, _mm256_xor_si256(up_ray, ones)), ones);
    let end = _mm256_and_si256(carried, _mm256_and_si256(up_ray, own));
    // end - 1, or 0 where there is no end: the comparison gives -1 only there.
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, ones), _mm256_cmpeq_epi64(end, zero));
    let up = _mm256_and_si256(below, up_ray);

    // The squares of the ray from the first one that is not the opponent's.
    let steps = vector(STEPS.map(u64::from));
    let steps_2 = _mm256_add_epi64(steps, steps);
    let steps_4 = _mm256_add_epi64(steps_2, steps_2);
    let mut beyond = _mm256_andnot_si256(opp, down_ray);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps_2));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps_4));
    beyond = _mm256_and_si256(beyond, down_ray);
    // Only the first of them: a shift by one step removes the others.
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, steps), beyond);
    let no_end = _mm256_cmpeq_epi64(_mm256_and_si256(end, own), zero);
    let run = _mm256_andnot_si256(beyond, down_ray);
    let down = _mm256_andnot_si256(no_end, run);

    union(_mm256_or_si256(up, down))
}

/// PEXT packs the own discs of each line through the square into an index for the flips along it.
#[inline]
#[target_feature(enable = "bmi2")]
fn last_flips(square: Square, own: u64) -> u32 {
    LAST_FLIPS[square.index()]
        .iter()
        .map(|line| {
            #[expect(clippy::cast_possible_truncation, reason = "seven bits are left")]
            let packed = _pext_u64(own, line.squares) as usize & 127;
            u32::from(line.flips[packed])
        })
        .sum()
}

/// One axis in each lane, both ways, with the parallel prefix of the portable backend.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn legal_moves(own: u64, opp: u64) -> u64 {
    let steps = vector(STEPS.map(u64::from));
    let steps_2 = _mm256_add_epi64(steps, steps);
    let discs = splat(own);
    let inner = _mm256_and_si256(splat(opp), vector(INNER));
    let pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, steps));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(discs, steps));
    let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(discs, steps));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, steps)));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, steps_2)));
        down =
            _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, steps_2)));
    }
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    union(reached) & !(own | opp)
}

/// One move in each lane, four at a time.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand(own: u64, opp: u64, moves: u64) -> Children {
    let mut children = Children::default();
    let mut rest = moves;
    for half in 0..LANES / 4 {
        let squares = [0; 4].map(|_: u64| {
            let square = rest & rest.wrapping_neg();
            rest &= rest.wrapping_sub(1);
            square
        });
        let (flips, replies) = expand_4(own, opp, vector(squares));
        let here = 4 * half..4 * half + 4;
        children.squares[here.clone()].copy_from_slice(&squares.map(Bitboard::from_bits));
        children.flips[here.clone()].copy_from_slice(&lanes(flips));
        children.replies[here].copy_from_slice(&lanes(replies));
        if rest == 0 {
            break;
        }
    }
    children
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand_4(own: u64, opp: u64, squares: __m256i) -> (__m256i, __m256i) {
    let (own, opp) = (splat(own), splat(opp));
    let mut flips = _mm256_setzero_si256();
    flips = _mm256_or_si256(flips, axis_flips::<0, 1, 2>(squares, own, opp));
    flips = _mm256_or_si256(flips, axis_flips::<1, 7, 14>(squares, own, opp));
    flips = _mm256_or_si256(flips, axis_flips::<2, 8, 16>(squares, own, opp));
    flips = _mm256_or_si256(flips, axis_flips::<3, 9, 18>(squares, own, opp));
    let next_own = _mm256_andnot_si256(flips, opp);
    let next_opp = _mm256_or_si256(_mm256_or_si256(own, squares), flips);
    let mut replies = axis_moves::<0, 1, 2>(next_own, next_opp);
    replies = _mm256_or_si256(replies, axis_moves::<1, 7, 14>(next_own, next_opp));
    replies = _mm256_or_si256(replies, axis_moves::<2, 8, 16>(next_own, next_opp));
    replies = _mm256_or_si256(replies, axis_moves::<3, 9, 18>(next_own, next_opp));
    // The lanes after the last move stay empty.
    let unused = _mm256_cmpeq_epi64(squares, _mm256_setzero_si256());
    let not_empty = _mm256_or_si256(_mm256_or_si256(next_own, next_opp), unused);
    (flips, _mm256_andnot_si256(not_empty, replies))
}

/// The runs of `inner` that start next to `from`, both ways along one axis.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn runs<const STEP: i32, const STEP_2: i32>(from: __m256i, inner: __m256i) -> (__m256i, __m256i) {
    let pairs_up = _mm256_and_si256(inner, _mm256_slli_epi64::<STEP>(inner));
    let pairs_down = _mm256_srli_epi64::<STEP>(pairs_up);
    let mut up = _mm256_and_si256(inner, _mm256_slli_epi64::<STEP>(from));
    let mut down = _mm256_and_si256(inner, _mm256_srli_epi64::<STEP>(from));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_slli_epi64::<STEP>(up)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srli_epi64::<STEP>(down)));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<STEP_2>(up)));
        down =
            _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srli_epi64::<STEP_2>(down)));
    }
    (up, down)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn axis_flips<const AXIS: usize, const STEP: i32, const STEP_2: i32>(
    squares: __m256i,
    own: __m256i,
    opp: __m256i,
) -> __m256i {
    let inner = _mm256_and_si256(opp, splat(INNER[AXIS]));
    let (up, down) = runs::<STEP, STEP_2>(squares, inner);
    let zero = _mm256_setzero_si256();
    let up_end = _mm256_and_si256(own, _mm256_slli_epi64::<STEP>(up));
    let down_end = _mm256_and_si256(own, _mm256_srli_epi64::<STEP>(down));
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(up_end, zero), up);
    let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(down_end, zero), down);
    _mm256_or_si256(up, down)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn axis_moves<const AXIS: usize, const STEP: i32, const STEP_2: i32>(
    own: __m256i,
    opp: __m256i,
) -> __m256i {
    let inner = _mm256_and_si256(opp, splat(INNER[AXIS]));
    let (up, down) = runs::<STEP, STEP_2>(own, inner);
    _mm256_or_si256(_mm256_slli_epi64::<STEP>(up), _mm256_srli_epi64::<STEP>(down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(bits: u64) -> __m256i {
    _mm256_set1_epi64x(bits.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn vector(lanes: [u64; 4]) -> __m256i {
    let [a, b, c, d] = lanes.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(vector: __m256i) -> [Bitboard; 4] {
    let mut lanes = [Bitboard::EMPTY; 4];
    // SAFETY: `lanes` is 32 writable bytes, and any 64 bits are a valid `Bitboard`, which is a
    // transparent `u64`; the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector) };
    lanes
}

/// The bitwise OR of all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(vector: __m256i) -> u64 {
    let halves =
        _mm_or_si128(_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector));
    let folded = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(folded).cast_unsigned()
}
