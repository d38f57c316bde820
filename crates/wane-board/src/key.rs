//! [`Key`]: a 64-bit hash of a board, for hash tables.
//!
//! The key is computed from the two bitboards each time. It is not a Zobrist key: a move flips
//! several discs, so updating one disc by disc would cost more than these three multiplications.

use crate::Board;

/// A hash of own and opponent discs. Equal boards have equal keys; different boards almost never
/// do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u64);

impl Key {
    /// The 64 bits. All are well mixed: any of them can serve as an index.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl<const N: usize> Board<N> {
    /// The key of this board. It does not depend on the colours, only on the side to move.
    #[must_use]
    #[inline(always)]
    pub fn key(&self) -> Key {
        // The constants are odd and have about half of their bits set. The rotation combines the
        // high bits of one product, which depend on all squares, with the low bits of the other.
        let own = self.own().bits().wrapping_mul(0x9e6c_63d0_676a_9a99);
        let opp = self.opp().bits().wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mut key = own ^ opp.rotate_left(32);
        key = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key(key ^ (key >> 29))
    }
}
