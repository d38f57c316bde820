//! A slot of the transposition table: two words that threads read and write without a lock.
//!
//! The first word is the check word of the position XOR the data, the second is the data. What the words mean is for
//! the table to say.

use std::sync::atomic::Ordering::Relaxed;

use crate::sync::AtomicU64;

/// Words of a slot.
pub(crate) const SLOT: usize = 2;

/// The data of a slot if its check word matches: then both words come from one write, or from two that wrote the same.
#[inline(always)]
pub(crate) fn read(slot: &[AtomicU64; SLOT], check: u64) -> Option<u64> {
    let data = data(slot);
    (slot[0].load(Relaxed) ^ data == check).then_some(data)
}

/// The data of a slot, whatever position it belongs to.
#[inline(always)]
pub(crate) fn data(slot: &[AtomicU64; SLOT]) -> u64 {
    slot[1].load(Relaxed)
}

/// Writes both words, one after the other.
#[inline(always)]
pub(crate) fn write(slot: &[AtomicU64; SLOT], check: u64, data: u64) {
    slot[0].store(check ^ data, Relaxed);
    slot[1].store(data, Relaxed);
}
