//! x86-64 with AVX-512: eight moves in one register.

#[allow(clippy::wildcard_imports, reason = "the names of intrinsics are unmistakable")]
use std::arch::x86_64::*;

use super::avx2::{Avx2, union, vector};
use super::{Backend, Children, Kernel};
use crate::geometry::{INNER, RAYS};
use crate::{Bitboard, Square};

/// Proof that the CPU has AVX-512 F, BW, CD, DQ, VL, VBMI and VBMI2, and all that [`Avx2`] proves.
#[derive(Clone, Copy, Debug)]
pub struct Avx512 {
    avx2: Avx2,
}

impl Avx512 {
    /// The token, if this CPU has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
        let avx2 = Avx2::detect()?;
        found.then_some(Self { avx2 })
    }
}

impl Backend for Avx512 {
    #[inline(always)]
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
        // SAFETY: `self` exists only where `detect` found every feature that `flips` enables.
        Bitboard::from_bits(unsafe { flips(square, own.bits(), opp.bits()) })
    }

    #[inline(always)]
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        self.avx2.legal_moves(own, opp)
    }

    #[inline(always)]
    fn last_flips(self, square: Square, own: Bitboard) -> u32 {
        self.avx2.last_flips(square, own)
    }

    #[inline(always)]
    fn expand(self, own: Bitboard, opp: Bitboard, moves: Bitboard) -> Children {
        // SAFETY: `self` exists only where `detect` found every feature that `expand` enables.
        unsafe { expand(own.bits(), opp.bits(), moves.bits()) }
    }

    #[inline(always)]
    fn sum_at<const T: usize, const P: usize>(self, table: &[i16; T], indices: &[u32; P]) -> i32 {
        // SAFETY: `self` exists only where `detect` found every feature that `sum_at` enables.
        unsafe { sum_at(table, indices) }
    }

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
        #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<K: Kernel>(backend: Avx512, kernel: K) -> K::Output {
            kernel.run(backend)
        }
        // SAFETY: `self` exists only where `detect` found every feature that is enabled here.
        unsafe { with_features(self, kernel) }
    }
}

/// Sixteen entries at a time. A gather loads 32 bits, so each load takes an aligned pair of entries
/// and none reaches beyond the table.
#[inline]
#[target_feature(enable = "avx512f")]
fn sum_at<const T: usize, const P: usize>(table: &[i16; T], indices: &[u32; P]) -> i32 {
    const { assert!(T.is_power_of_two() && T >= 2 && T <= 1 << 30 && P.is_multiple_of(16)) };
    let last = _mm512_set1_epi32(const { (1 << T.ilog2()) - 1 });
    let sixteen = _mm512_set1_epi32(16);
    let mut sum = _mm512_setzero_si512();
    for indices in indices.as_chunks::<16>().0 {
        // SAFETY: `indices` is 64 readable bytes; the load needs no alignment.
        let indices = unsafe { _mm512_loadu_epi32(indices.as_ptr().cast()) };
        let indices = _mm512_and_si512(indices, last);
        let pairs = _mm512_srli_epi32::<1>(indices);
        // SAFETY: an index is below T after the mask, so its pair is below T / 2, and all four
        // bytes of the pair are in the table.
        let pairs = unsafe { _mm512_i32gather_epi32::<4>(pairs, table.as_ptr().cast()) };
        // The entry of an even index is the low half of its pair, that of an odd index the high
        // half.
        let odd_16 = _mm512_slli_epi32::<4>(_mm512_and_si512(indices, _mm512_set1_epi32(1)));
        let entries = _mm512_sllv_epi32(pairs, _mm512_sub_epi32(sixteen, odd_16));
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32::<16>(entries));
    }
    _mm512_reduce_add_epi32(sum)
}

/// One ray in each lane. Towards lower squares the leading-zero count, which AVX2 lacks, finds the
/// end of the run.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx2")]
fn flips(square: Square, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[square.index()];
    let (up_ray, down_ray) = (vector(rays.up), vector(rays.down));
    let own = _mm256_set1_epi64x(own.cast_signed());
    let opp = _mm256_set1_epi64x(opp.cast_signed());
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);

    // (opp | !ray) + 1; the addition is a subtraction of -1.
    let carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64::<0xf3>(opp, up_ray, zero), ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, up_ray), own);
    let found = _mm256_test_epi64_mask(end, end);
    let up = _mm256_maskz_and_epi64(found, _mm256_add_epi64(end, ones), up_ray);

    let first_other = _mm256_srlv_epi64(
        _mm256_set1_epi64x(i64::MIN),
        _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, down_ray)),
    );
    let end = _mm256_and_si256(_mm256_and_si256(first_other, down_ray), own);
    // All squares above the end: -end, doubled.
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(above, down_ray);

    union(_mm256_or_si256(up, down))
}

/// One move in each lane, all eight at once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,popcnt")]
fn expand(own: u64, opp: u64, moves: u64) -> Children {
    let squares = first_squares(moves);
    let (own, opp) = (splat(own), splat(opp));
    let mut flips = axis_flips::<0, 1, 2>(squares, own, opp);
    flips = _mm512_or_si512(flips, axis_flips::<1, 7, 14>(squares, own, opp));
    flips = _mm512_or_si512(flips, axis_flips::<2, 8, 16>(squares, own, opp));
    flips = _mm512_or_si512(flips, axis_flips::<3, 9, 18>(squares, own, opp));
    let next_own = _mm512_andnot_si512(flips, opp);
    let next_opp = _mm512_ternarylogic_epi64::<OR_3>(own, squares, flips);
    let mut replies = axis_moves::<0, 1, 2>(next_own, next_opp);
    replies = _mm512_or_si512(replies, axis_moves::<1, 7, 14>(next_own, next_opp));
    replies = _mm512_or_si512(replies, axis_moves::<2, 8, 16>(next_own, next_opp));
    replies = _mm512_or_si512(replies, axis_moves::<3, 9, 18>(next_own, next_opp));
    // The lanes after the last move stay empty.
    let used = _mm512_test_epi64_mask(squares, squares);
    let replies = _mm512_maskz_andnot_epi64(used, _mm512_or_si512(next_own, next_opp), replies);
    Children { squares: lanes(squares), flips: lanes(flips), replies: lanes(replies) }
}

/// a | b | c
const OR_3: i32 = 0xfe;
/// a | (b & c)
const OR_AND: i32 = 0xf8;

/// The first eight squares of a set, one in each lane; the lanes after the last square are empty.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
fn first_squares(moves: u64) -> __m512i {
    const INDICES: [u8; 64] = {
        let mut indices = [0; 64];
        let mut i = 0_u8;
        while i < 64 {
            indices[i as usize] = i;
            i += 1;
        }
        indices
    };
    // SAFETY: `INDICES` is 64 readable bytes; the load needs no alignment.
    let indices = unsafe { _mm512_loadu_epi8(INDICES.as_ptr().cast()) };
    // Lanes after the last move get index 255; a shift by 255 gives 0.
    let packed = _mm512_mask_compress_epi8(_mm512_set1_epi8(-1), moves, indices);
    let wide = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(packed));
    _mm512_sllv_epi64(_mm512_set1_epi64(1), wide)
}

/// The runs of `inner` that start next to `from`, both ways along one axis.
#[inline]
#[target_feature(enable = "avx512f")]
fn runs<const STEP: u32, const STEP_2: u32>(from: __m512i, inner: __m512i) -> (__m512i, __m512i) {
    let pairs_up = _mm512_and_si512(inner, _mm512_slli_epi64::<STEP>(inner));
    let pairs_down = _mm512_srli_epi64::<STEP>(pairs_up);
    let mut up = _mm512_and_si512(inner, _mm512_slli_epi64::<STEP>(from));
    let mut down = _mm512_and_si512(inner, _mm512_srli_epi64::<STEP>(from));
    up = _mm512_ternarylogic_epi64::<OR_AND>(up, inner, _mm512_slli_epi64::<STEP>(up));
    down = _mm512_ternarylogic_epi64::<OR_AND>(down, inner, _mm512_srli_epi64::<STEP>(down));
    for _ in 0..2 {
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, pairs_up, _mm512_slli_epi64::<STEP_2>(up));
        down = _mm512_ternarylogic_epi64::<OR_AND>(
            down,
            pairs_down,
            _mm512_srli_epi64::<STEP_2>(down),
        );
    }
    (up, down)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn axis_flips<const AXIS: usize, const STEP: u32, const STEP_2: u32>(
    squares: __m512i,
    own: __m512i,
    opp: __m512i,
) -> __m512i {
    let inner = _mm512_and_si512(opp, splat(INNER[AXIS]));
    let (up, down) = runs::<STEP, STEP_2>(squares, inner);
    let up_found = _mm512_test_epi64_mask(own, _mm512_slli_epi64::<STEP>(up));
    let down_found = _mm512_test_epi64_mask(own, _mm512_srli_epi64::<STEP>(down));
    let up = _mm512_maskz_mov_epi64(up_found, up);
    _mm512_mask_or_epi64(up, down_found, up, down)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn axis_moves<const AXIS: usize, const STEP: u32, const STEP_2: u32>(
    own: __m512i,
    opp: __m512i,
) -> __m512i {
    let inner = _mm512_and_si512(opp, splat(INNER[AXIS]));
    let (up, down) = runs::<STEP, STEP_2>(own, inner);
    _mm512_or_si512(_mm512_slli_epi64::<STEP>(up), _mm512_srli_epi64::<STEP>(down))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(bits: u64) -> __m512i {
    _mm512_set1_epi64(bits.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(vector: __m512i) -> [Bitboard; 8] {
    let mut lanes = [Bitboard::EMPTY; 8];
    // SAFETY: `lanes` is 64 writable bytes, and any 64 bits are a valid `Bitboard`, which is a
    // transparent `u64`; the store needs no alignment.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector) };
    lanes
}
