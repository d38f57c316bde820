//! [`Key`]: a position in 64 bits, for tables.
//!
//! The key is mixed from the two bitboards each time. A move turns over several discs, so keeping a
//! key up to date disc by disc would cost more than these few multiplications.

use crate::Board;

/// A hash of own and opponent discs: equal boards have equal keys, unequal ones almost never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u64);

impl Key {
    /// All 64 bits are well mixed: any of them can choose a table slot.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl<const N: usize> Board<N> {
    /// The key of this board. It does not depend on the colours, only on who is to move.
    #[must_use]
    #[inline(always)]
    pub fn key(&self) -> Key {
        // Odd constants with about half their bits set; the rotation keeps the high bits of one
        // product, which depend on all squares, over the low bits of the other, which do not.
        let own = self.own().bits().wrapping_mul(0x9e6c_63d0_676a_9a99);
        let opp = self.opp().bits().wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mut key = own ^ opp.rotate_left(32);
        key = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key(key ^ (key >> 29))
    }
}
