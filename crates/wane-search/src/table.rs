//! [`Table`]: the transposition table. All threads share it without a lock.
//!
//! An entry is two words, written one after the other. Two threads that write the same slot at once
//! can leave one word of each, so the first word is the check word of the position XOR the data: a
//! torn entry matches no position (the lockless hashing of Hyatt and Mann). Bucket and check word
//! come from two independent hashes of the board, so a wrong position must agree in about 90 bits
//! to be taken for the right one.
//!
//! The hashes include objective, board size and whether the bounds are [`BoundKind::Proved`] or
//! [`BoundKind::Heuristic`], so one table serves any sequence of searches, and a heuristic bound is
//! never taken for a proof.

mod slot;

use std::alloc::{Layout, alloc_zeroed};
use std::fmt;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use wane_board::{Board, Objective, Square};

use crate::sync::AtomicU64;
use slot::SLOT;

/// Slots of a bucket. They fill a cache line.
const WAYS: usize = 4;
/// Words of a bucket.
const BUCKET: usize = WAYS * SLOT;

/// Bytes of a cache line.
const LINE: usize = 64;

const _: () = assert!(BUCKET * size_of::<u64>() == LINE);

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    /// The number of searches, modulo 256. Entries of older searches are replaced sooner.
    generation: AtomicU8,
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The requested size.
    pub megabytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} MB: make the hash smaller", self.megabytes)
    }
}

impl std::error::Error for NoMemory {}

/// The kind of search that a bound comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoundKind {
    /// The endgame search, to the end of the game: exact, in discs.
    Proved,
    /// The midgame search: evaluations at some depth, in parts of a disc.
    Heuristic,
}

/// An entry of the table: the bounds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The lower bound of the value.
    pub(crate) lower: i32,
    /// The upper bound of the value.
    pub(crate) upper: i32,
    /// The depth of the search that found the bounds. Bounds of the same draft can be merged.
    pub(crate) draft: u8,
    /// The best move of the last search.
    pub(crate) best: Option<Square>,
}

impl Entry {
    /// No bound: below and above every value.
    const NO_LOWER: i32 = i16::MIN as i32;
    const NO_UPPER: i32 = i16::MAX as i32;
    /// The draft of all proved bounds.
    pub(crate) const PROVED: u8 = 0;

    /// The entry of a search with the window from `alpha` to `beta` that returned `value`.
    #[inline(always)]
    pub(crate) fn from_window(
        alpha: i32,
        beta: i32,
        value: i32,
        draft: u8,
        best: Option<Square>,
    ) -> Self {
        let lower = if value > alpha { value } else { Self::NO_LOWER };
        let upper = if value < beta { value } else { Self::NO_UPPER };
        Self { lower, upper, draft, best }
    }

    /// The bound that lies outside the window from `alpha` to `beta`, if one does.
    #[inline(always)]
    pub(crate) fn cutoff(self, alpha: i32, beta: i32) -> Option<i32> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// This new entry with what is still true of `known`, the stored one.
    fn merged(self, known: Self) -> Self {
        let best = self.best.or(known.best);
        let (lower, upper) = (self.lower.max(known.lower), self.upper.min(known.upper));
        // Heuristic bounds may contradict each other; then the new entry replaces the old one.
        if self.draft == known.draft && lower <= upper {
            Self { lower, upper, best, ..self }
        } else {
            Self { best, ..self }
        }
    }
}

/// The hash key of a position: its bucket and its check word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableKey {
    first_word: usize,
    check: u64,
}

impl Table {
    /// A table of `megabytes`. The memory is taken only as it is used.
    ///
    /// # Panics
    /// If there is not enough memory; [`Table::try_new`] returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn new(megabytes: usize) -> Self {
        match Self::try_new(megabytes) {
            Ok(table) => table,
            Err(error) => panic!("{error}"),
        }
    }

    /// [`Table::new`], or an error if there is not enough memory.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn try_new(megabytes: usize) -> Result<Self, NoMemory> {
        let no_memory = NoMemory { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(no_memory)?;
        let buckets = (bytes / LINE).max(1);
        // One bucket more, so that the first can begin at a cache line.
        let words = zeroed((buckets + 1) * BUCKET).ok_or(no_memory)?;
        let address = words.as_ptr().addr();
        let first = (address.next_multiple_of(LINE) - address) / size_of::<u64>();
        Ok(Self { words, first, buckets, generation: AtomicU8::new(0) })
    }

    /// Begins a new search: the entries so far stay valid, but are replaced sooner.
    pub(crate) fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// The key of `board`, played for `objective`.
    #[inline(always)]
    pub(crate) fn key<const N: usize>(
        &self,
        board: &Board<N>,
        objective: Objective,
        kind: BoundKind,
    ) -> TableKey {
        let salt = (kind as u64) << 16 | (objective as u64) << 8 | N as u64;
        let (own, opp) = (board.own().bits(), board.opp().bits());
        let index = folded(own ^ 0x9e6c_63d0_676a_9a99, opp ^ 0xc2b2_ae3d_27d4_eb4f ^ salt);
        let check =
            folded(own ^ 0xd6e8_feb8_6659_fd93 ^ salt, opp.rotate_left(29) ^ 0xa0c6_1d64_78bd_a42f);
        // The high half of index * length is spread evenly over 0..length.
        let bucket = (u128::from(index) * self.buckets as u128) >> 64;
        #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
        TableKey { first_word: self.first + bucket as usize * BUCKET, check }
    }

    /// The entry of the position with this key.
    #[inline(always)]
    pub(crate) fn probe(&self, key: TableKey) -> Option<Entry> {
        let slots = self.slots(key);
        slots.iter().find_map(|slot| read(slot, key.check).map(Data::entry))
    }

    /// Prefetches the bucket into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: TableKey) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.slots(key).as_ptr();
            // SAFETY: a prefetch changes nothing that the program can see, and every x86-64 has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores an entry, merged with the stored one of the same position. `cost` is its number of
    /// nodes.
    pub(crate) fn store(&self, key: TableKey, mut entry: Entry, cost: u64) {
        let generation = self.generation.load(Relaxed);
        let mut least = u8::MAX;
        let slots = self.slots(key);
        let mut victim = &slots[0];
        for slot in slots {
            if let Some(data) = read(slot, key.check) {
                entry = entry.merged(data.entry());
                victim = slot;
                break;
            }
            let value = Data(slot::data(slot)).replacement_value(generation);
            if value < least {
                (victim, least) = (slot, value);
            }
        }
        let data = Data::new(entry, cost, generation);
        slot::write(victim, key.check, data.0);
    }

    #[inline(always)]
    fn slots(&self, key: TableKey) -> &[[AtomicU64; SLOT]; WAYS] {
        let words = &self.words[key.first_word..key.first_word + BUCKET];
        let (slots, _) = words.as_chunks();
        slots.try_into().expect("the length of a bucket is constant")
    }
}

/// The data of a slot if its check word matches.
#[inline(always)]
fn read(slot: &[AtomicU64; SLOT], check: u64) -> Option<Data> {
    slot::read(slot, check).map(Data).filter(|data| data.is_used())
}

/// The second word of a slot. Its bytes from the lowest: lower bound (two), upper bound (two),
/// draft, cost, generation, and the best move counted from 1, or [`Data::NO_MOVE`]; 0 in an unused
/// slot.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    const NO_MOVE: u8 = 65;
    /// How much less an old entry counts, as a power of two of nodes.
    const COST_OF_AGE: u8 = 8;

    fn new(entry: Entry, cost: u64, generation: u8) -> Self {
        let [lower, below, ..] = entry.lower.to_le_bytes();
        let [upper, above, ..] = entry.upper.to_le_bytes();
        let best = entry.best.map_or(Self::NO_MOVE, |square| square.index().to_le_bytes()[0] + 1);
        let cost = (u64::BITS - cost.leading_zeros()).to_le_bytes()[0];
        let bytes = [lower, below, upper, above, entry.draft, cost, generation, best];
        Self(u64::from_le_bytes(bytes))
    }

    #[inline(always)]
    fn is_used(self) -> bool {
        self.0.to_le_bytes()[7] != 0
    }

    #[inline(always)]
    fn entry(self) -> Entry {
        let [lower, below, upper, above, draft, _, _, best] = self.0.to_le_bytes();
        let bound = |bytes: [u8; 2]| i32::from(i16::from_le_bytes(bytes));
        let (lower, upper) = (bound([lower, below]), bound([upper, above]));
        Entry { lower, upper, draft, best: Square::try_from(best.wrapping_sub(1)).ok() }
    }

    /// The slot with the lowest value is replaced: an unused one first, then by the cost of the
    /// entry, which counts for less after its search.
    fn replacement_value(self, generation: u8) -> u8 {
        let [_, _, _, _, _, cost, stored, _] = self.0.to_le_bytes();
        match (self.is_used(), stored == generation) {
            (false, _) => 0,
            (true, false) => 1 + cost.saturating_sub(Self::COST_OF_AGE),
            (true, true) => 1 + cost,
        }
    }
}

/// The high half of the product XOR the low half: every bit depends on every bit of both factors.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// Zeroed memory, or `None` if there is not enough. The system provides zeroed pages when they are
/// first touched, so a large table that is hardly used costs little.
fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(words).ok().filter(|layout| layout.size() > 0)?;
    #[expect(clippy::cast_ptr_alignment, reason = "the layout asks for the alignment")]
    // SAFETY: the layout is not empty.
    let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    let memory = ptr::slice_from_raw_parts_mut(NonNull::new(start)?.as_ptr(), words);
    ask_for_huge_pages(memory);
    // SAFETY: the memory was allocated just now, with the layout of a boxed slice of `words`
    // atomics, by the allocator that the box frees it with; zero is a valid atomic.
    Some(unsafe { Box::from_raw(memory) })
}

/// Asks the kernel to back the memory with large pages: probes go all over it, and finding the
/// page of an address would take longer than the access itself. It may decline.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(words: *mut [AtomicU64]) {
    use std::ffi::{c_int, c_void};

    const PAGE: usize = 4096;
    const MADV_HUGEPAGE: c_int = 14;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    let first = words.cast::<c_void>();
    let start = first.addr().next_multiple_of(PAGE);
    let end = (first.addr() + words.len() * size_of::<AtomicU64>()) / PAGE * PAGE;
    if start < end {
        // SAFETY: these are whole pages of memory that was allocated for us alone, and the advice
        // changes no contents. The declaration is that of the C library that std is linked with.
        unsafe { madvise(first.with_addr(start), end - start, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_words: *mut [AtomicU64]) {}

#[cfg(test)]
mod tests {
    use std::thread;

    use wane_board::{Bitboard, Objective};

    use super::*;

    const ENTRY: Entry = Entry { lower: -12, upper: 34, draft: 0, best: None };

    /// Boards whose bits are `index`, spread so that the sets are disjoint.
    fn board(index: u64) -> Board<8> {
        let own = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = !own & own.rotate_left(17);
        Board::new(Bitboard::from_bits(own), Bitboard::from_bits(opp))
    }

    #[test]
    fn a_stored_entry_is_found_and_its_bounds_tighten() {
        let table = Table::new(1);
        let key = table.key(&board(1), Objective::FewestDiscs, BoundKind::Proved);
        assert_eq!(table.probe(key), None);
        table.store(key, ENTRY, 1000);
        assert_eq!(table.probe(key), Some(ENTRY));
        let best = Some(Square::new(63));
        table.store(key, Entry { lower: -64, upper: 8, draft: 0, best }, 10);
        assert_eq!(table.probe(key), Some(Entry { lower: -12, upper: 8, draft: 0, best }));
    }

    #[test]
    fn a_deeper_entry_replaces_and_an_equally_deep_one_merges_unless_it_contradicts() {
        let table = Table::new(1);
        let key = table.key(&board(1), Objective::FewestDiscs, BoundKind::Heuristic);
        let stored = |lower, upper, draft| {
            table.store(key, Entry { lower, upper, draft, best: None }, 1);
            let entry = table.probe(key).expect("it was stored just now");
            (entry.lower, entry.upper, entry.draft)
        };
        assert_eq!(stored(-500, 8000, 4), (-500, 8000, 4));
        assert_eq!(stored(-800, 300, 4), (-500, 300, 4));
        assert_eq!(stored(400, 8000, 4), (400, 8000, 4));
        assert_eq!(stored(-800, 100, 6), (-800, 100, 6));
    }

    #[test]
    fn the_two_objectives_the_sizes_and_the_kinds_do_not_mix() {
        let table = Table::new(1);
        table.store(table.key(&board(1), Objective::FewestDiscs, BoundKind::Proved), ENTRY, 1);
        assert_eq!(
            table.probe(table.key(&board(1), Objective::MostDiscs, BoundKind::Proved)),
            None
        );
        let heuristic = table.key(&board(1), Objective::FewestDiscs, BoundKind::Heuristic);
        assert_eq!(table.probe(heuristic), None);
        let small = Board::<6>::START;
        table.store(table.key(&small, Objective::FewestDiscs, BoundKind::Proved), ENTRY, 1);
        let large = Board::<8>::new(small.own(), small.opp());
        assert_eq!(table.probe(table.key(&large, Objective::FewestDiscs, BoundKind::Proved)), None);
    }

    #[test]
    fn a_torn_entry_is_ignored() {
        let table = Table::new(0);
        let key = table.key(&board(1), Objective::FewestDiscs, BoundKind::Proved);
        table.store(key, ENTRY, 1);
        let other = Data::new(Entry { lower: 2, upper: 2, draft: 0, best: None }, 1, 0);
        table.slots(key)[0][1].store(other.0, Relaxed);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_costly_entry_outlives_cheap_ones_and_an_old_one_new_ones() {
        let table = Table::new(0);
        let key = |index| table.key(&board(index), Objective::FewestDiscs, BoundKind::Proved);
        let store_cheap_ones = || {
            for index in 10..100 {
                table.store(key(index), ENTRY, 100);
            }
        };
        let (costly, middling) = (key(0), key(1));
        table.store(costly, ENTRY, 1_000_000);
        table.store(middling, ENTRY, 10_000);
        store_cheap_ones();
        assert!(table.probe(costly).is_some() && table.probe(middling).is_some());
        table.new_search();
        store_cheap_ones();
        assert!(table.probe(costly).is_some() && table.probe(middling).is_none());
    }

    #[test]
    fn threads_that_write_the_same_bucket_never_read_an_unwritten_entry() {
        const THREADS: u64 = 4;
        const ROUNDS: u64 = 200_000;
        // One bucket for all. Every write of a board has the same lower bound.
        let table = Table::new(0);
        let truth = |index: u64| i32::from(index.to_le_bytes()[0] & 31);
        let found: u64 = thread::scope(|scope| {
            let work = |thread: u64| {
                let table = &table;
                move || {
                    let mut found = 0;
                    for round in 0..ROUNDS {
                        let index = (round * (2 * thread + 1)) % 16;
                        let key =
                            table.key(&board(index), Objective::FewestDiscs, BoundKind::Proved);
                        if let Some(entry) = table.probe(key) {
                            assert_eq!(entry.lower, truth(index));
                            found += 1;
                        }
                        let upper = 32 + i32::from(round.to_le_bytes()[0] & 31);
                        let entry = Entry { lower: truth(index), upper, draft: 0, best: None };
                        table.store(key, entry, round);
                    }
                    found
                }
            };
            let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(work(thread))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no assertion failed")).sum()
        });
        assert!(found > ROUNDS / 100, "the table was useful: {found} entries found");
    }

    #[test]
    fn two_threads_read_what_was_written_in_every_pattern_of_access() {
        const OPERATIONS: u64 = 10_000;
        type Pattern = fn(u64, u64) -> u64;
        let patterns: [(usize, Pattern); 5] = [
            (0, |_, _| 1),                                    // one position
            (0, |thread, round| 2 * round + thread),          // one bucket, other positions
            (1, |_, round| round % 64),                       // the same positions in step
            (1, |thread, round| thread * OPERATIONS + round), // each its own positions
            (1, |thread, round| if thread == 0 { round } else { OPERATIONS - round }), // crossing
        ];
        for (number, (megabytes, pattern)) in patterns.into_iter().enumerate() {
            let table = Table::new(megabytes);
            let bound = |index: u64| i32::from(index.to_le_bytes()[0] & 31);
            thread::scope(|scope| {
                for thread in 0..2 {
                    let table = &table;
                    scope.spawn(move || {
                        for round in 0..OPERATIONS {
                            let index = pattern(thread, round);
                            let key =
                                table.key(&board(index), Objective::MostDiscs, BoundKind::Proved);
                            table.prefetch(key);
                            let known = table.probe(key).map(|entry| entry.lower);
                            assert!(known.is_none_or(|lower| lower == bound(index)), "{number}");
                            let lower = bound(index);
                            let entry = Entry { lower, upper: 32, draft: 0, best: None };
                            table.store(key, entry, round);
                            if round % 1000 == 0 {
                                table.new_search();
                            }
                        }
                    });
                }
            });
        }
    }
}
