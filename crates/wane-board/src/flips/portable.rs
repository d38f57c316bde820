//! Fast on any CPU: one `u64` at a time, no instruction that only some have.

use super::{Backend, Task};
use crate::geometry::{INNER, RAYS, STEPS};
use crate::{Bitboard, Square};

/// The backend that runs everywhere, the browser included.
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

    // Not inlined: a search enters one task from another, and would be compiled as one function.
    #[inline(never)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Flips along a ray towards higher squares. Adding one to a word that is all ones but for the
/// non-opponent squares of the ray carries into the first of them.
#[inline(always)]
fn flips_up(ray: u64, own: u64, opp: u64) -> u64 {
    let end = (opp | !ray).wrapping_add(1) & ray & own;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// Flips along a ray towards lower squares: the highest non-opponent square of the ray is its end.
#[inline(always)]
fn flips_down(ray: u64, own: u64, opp: u64) -> u64 {
    // Square 0 stands in where the whole ray is the opponent's; it is then not an own one on it.
    let first_other = (1 << 63) >> ((ray & !opp) | 1).leading_zeros();
    let end = first_other & ray & own;
    (end.wrapping_neg() << 1) & ray
}

/// The squares next to the far end of every run of opponent discs that starts at an own disc,
/// both ways along one axis. Runs grow by 1, 1, 2 and 2, which makes the longest, six discs.
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
