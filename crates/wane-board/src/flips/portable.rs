//! Fast on any CPU: plain `u64` arithmetic, no optional instructions.

use super::{Backend, Kernel};
use crate::geometry::{INNER, RAYS, STEPS};
use crate::{Bitboard, Square};

/// The backend that runs on every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Backend for Portable {
    #[inline(always)]
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
        let (own, opp) = (own.bits(), opp.bits());
        let rays = &RAYS[square.index()];
        let up = rays.up.iter().fold(0, |flips, &ray| flips | flips_up(ray, own, opp));
        let down = rays.down.iter().fold(0, |flips, &ray| flips | flips_down(ray, own, opp));
        Bitboard::from_bits(up | down)
    }

    #[inline(always)]
    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        let (own, opp) = (own.bits(), opp.bits());
        let reached = ends_of_runs::<0>(own, opp)
            | ends_of_runs::<1>(own, opp)
            | ends_of_runs::<2>(own, opp)
            | ends_of_runs::<3>(own, opp);
        Bitboard::from_bits(reached & !(own | opp))
    }

    // Not inlined: a search enters one kernel from another, and would become one huge function.
    #[inline(never)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// Flips along a ray towards higher squares, by carry propagation: only the squares of the ray that
/// are not the opponent's are 0, so adding 1 carries into the first of them.
#[inline(always)]
fn flips_up(ray: u64, own: u64, opp: u64) -> u64 {
    let end = (opp | !ray).wrapping_add(1) & ray & own;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// Flips along a ray towards lower squares. The run ends at the highest square of the ray that is
/// not the opponent's, which a leading-zero count finds.
#[inline(always)]
fn flips_down(ray: u64, own: u64, opp: u64) -> u64 {
    // The 1 is for a ray without such a square; square 0 is then not an own disc on the ray.
    let first_other = (1 << 63) >> ((ray & !opp) | 1).leading_zeros();
    let end = first_other & ray & own;
    (end.wrapping_neg() << 1) & ray
}

/// The squares just beyond every run of opponent discs that starts at an own disc, both ways along
/// one axis. A one-stage parallel prefix, between a sequential fill and Kogge-Stone: runs grow by
/// 1, 1, 2 and 2 to the longest, six discs.
#[inline(always)]
pub(super) fn ends_of_runs<const AXIS: usize>(own: u64, opp: u64) -> u64 {
    let step = STEPS[AXIS];
    let opp = opp & INNER[AXIS];
    let pairs_up = opp & (opp << step);
    let pairs_down = pairs_up >> step;
    let mut up = opp & (own << step);
    let mut down = opp & (own >> step);
    up |= opp & (up << step);
    down |= opp & (down >> step);
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}
