//! WebAssembly with 128-bit SIMD: two boards, or the two ways along a line, in one register.
//!
//! A browser without these instructions refuses the whole module. So there is nothing to detect,
//! and the token needs no proof.

use std::arch::wasm32::{
    i8x16_shuffle, u64x2, u64x2_extract_lane, u64x2_shl, u64x2_shr, u64x2_splat, v128, v128_and,
    v128_or,
};

use super::portable::ends_of_runs;
use super::{Backend, Children, Kernel, LANES, Portable};
use crate::geometry::{INNER, STEPS};
use crate::{Bitboard, Square};

/// The backend of browsers that have the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Simd128;

impl Backend for Simd128 {
    // The compiler vectorises the loop over the four rays.
    #[inline(always)]
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
        Portable.flips(square, own, opp)
    }

    #[inline(always)]
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        let (own_bits, opp_bits) = (own.bits(), opp.bits());
        let (own_both, opp_both) = (both_ways(own_bits), both_ways(opp_bits));
        let reached = v128_or(
            v128_or(runs_up::<1>(own_both, opp_both), runs_up::<2>(own_both, opp_both)),
            runs_up::<3>(own_both, opp_both),
        );
        let reached = u64x2_extract_lane::<0>(reached)
            | u64x2_extract_lane::<1>(reached).swap_bytes()
            | ends_of_runs::<0>(own_bits, opp_bits);
        Bitboard::from_bits(reached) - (own | opp)
    }

    #[inline(always)]
    fn expand(self, own: Bitboard, opp: Bitboard, moves: Bitboard) -> Children {
        let mut children = Children::default();
        let mut count = 0;
        for (lane, square) in moves.into_iter().take(LANES).enumerate() {
            children.squares[lane] = square.bitboard();
            children.flips[lane] = self.flips(square, own, opp);
            count = lane + 1;
        }
        // With an odd number of moves the last pair has an empty lane, whose replies are dropped.
        for lane in (0..count).step_by(2) {
            let after = |lane: usize| {
                let flips = children.flips[lane];
                ((opp - flips).bits(), (own | flips | children.squares[lane]).bits())
            };
            let [first, second] = [after(lane), after(lane + 1)];
            let (own, opp) = (u64x2(first.0, second.0), u64x2(first.1, second.1));
            let reached = v128_or(
                v128_or(runs::<0>(own, opp), runs::<1>(own, opp)),
                v128_or(runs::<2>(own, opp), runs::<3>(own, opp)),
            );
            let empty = |(own, opp): (u64, u64)| !(own | opp);
            let replies = u64x2_extract_lane::<0>(reached) & empty(first);
            children.replies[lane] = Bitboard::from_bits(replies);
            if lane + 1 < count {
                let replies = u64x2_extract_lane::<1>(reached) & empty(second);
                children.replies[lane + 1] = Bitboard::from_bits(replies);
            }
        }
        children
    }

    #[inline(never)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// A board and its vertical mirror image: downwards in one is upwards in the other.
#[inline(always)]
fn both_ways(board: u64) -> v128 {
    let twice = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(twice, twice)
}

/// In each lane, the squares just beyond the runs of opponent discs that start at an own disc, one
/// way along an axis, with the parallel prefix of the portable backend.
#[inline(always)]
fn runs_one_way<const AXIS: usize>(
    own: v128,
    opp: v128,
    shifted: impl Fn(v128, u32) -> v128,
) -> v128 {
    let step = STEPS[AXIS];
    let opp = v128_and(opp, u64x2_splat(INNER[AXIS]));
    let pairs = v128_and(opp, shifted(opp, step));
    let mut run = v128_and(opp, shifted(own, step));
    run = v128_or(run, v128_and(opp, shifted(run, step)));
    run = v128_or(run, v128_and(pairs, shifted(run, 2 * step)));
    run = v128_or(run, v128_and(pairs, shifted(run, 2 * step)));
    shifted(run, step)
}

/// Towards higher squares.
#[inline(always)]
fn runs_up<const AXIS: usize>(own: v128, opp: v128) -> v128 {
    runs_one_way::<AXIS>(own, opp, |board, step| u64x2_shl(board, step))
}

/// Both ways.
#[inline(always)]
fn runs<const AXIS: usize>(own: v128, opp: v128) -> v128 {
    let down = runs_one_way::<AXIS>(own, opp, |board, step| u64x2_shr(board, step));
    v128_or(runs_up::<AXIS>(own, opp), down)
}
