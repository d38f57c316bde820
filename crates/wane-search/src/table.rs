//! [`Table`]: what searches have found out about positions, shared by all threads without a lock.
//!
//! A slot is two words, written one after the other. Two threads that write the same slot at once
//! can leave one word of each, so the first word holds the position's check word combined with the
//! data: a torn slot belongs to no position and is never believed. Bucket and check word come from
//! two independent hashes of the board, so a wrong position must agree in about 90 bits to be taken
//! for the right one.
//!
//! What the bounds are about (objective, size of the board, and whether they are [`Kind::Proved`] or
//! [`Kind::Judged`]) is mixed into the hashes, so one table can serve any sequence of problems, and
//! what a judgement says is never taken for a proof.

use std::alloc::{Layout, alloc_zeroed};
use std::fmt;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use wane_board::{Board, Objective, Square};

/// Slots of a bucket, which fill a cache line.
const WAYS: usize = 4;
/// Words of a slot: the check word, combined with the data, and the data.
const SLOT: usize = 2;
/// Words of a bucket.
const BUCKET: usize = WAYS * SLOT;

/// Bytes of a cache line.
const LINE: usize = 64;

const _: () = assert!(BUCKET * size_of::<u64>() == LINE);

/// A table of bounds, of a chosen size.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    /// Counts the problems; what an older one left behind is overwritten sooner.
    generation: AtomicU8,
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// What was asked for.
    pub megabytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} MB: make the hash smaller", self.megabytes)
    }
}

impl std::error::Error for NoMemory {}

/// What bounds rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On every line to the end of the game: facts, in discs, whatever search they come from.
    Proved,
    /// On judgements some moves ahead, in parts of a disc.
    Judged,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The position is worth at least this.
    pub(crate) lower: i32,
    /// The position is worth at most this.
    pub(crate) upper: i32,
    /// How much was looked at: more is better, and bounds of the same draft can be joined.
    pub(crate) draft: u8,
    /// The move behind the bound that was found last.
    pub(crate) best: Option<Square>,
}

impl Entry {
    /// Below and above every bound.
    const NO_LOWER: i32 = i16::MIN as i32;
    const NO_UPPER: i32 = i16::MAX as i32;
    /// The draft of all that is proved.
    pub(crate) const PROVED: u8 = 0;

    /// That a search over the window from `alpha` to `beta` came back with `value`.
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

    /// The bound that answers for the window from `alpha` to `beta`, if one lies outside it.
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

    /// What is known after `self` was found where `known` stood before.
    fn joined(self, known: Self) -> Self {
        let best = self.best.or(known.best);
        let (lower, upper) = (self.lower.max(known.lower), self.upper.min(known.upper));
        // Judgements may contradict each other; then the new one counts.
        if self.draft == known.draft && lower <= upper {
            Self { lower, upper, best, ..self }
        } else {
            Self { best, ..self }
        }
    }
}

/// Where a position belongs in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    first_word: usize,
    check: u64,
}

impl Table {
    /// A table of `megabytes`. The memory is taken only as it is used.
    ///
    /// # Panics
    /// If there is not so much memory; [`Table::try_new`] returns instead.
    #[must_use]
    #[track_caller]
    pub fn new(megabytes: usize) -> Self {
        match Self::try_new(megabytes) {
            Ok(table) => table,
            Err(error) => panic!("{error}"),
        }
    }

    /// [`Table::new`], or an error if there is not so much memory.
    ///
    /// # Errors
    /// If the system does not give that much.
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

    /// From now on, what is in the table is old: still true, but overwritten sooner.
    pub(crate) fn begin_problem(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Where what is known of `board`, played for `objective`, belongs.
    #[inline(always)]
    pub(crate) fn place<const N: usize>(
        &self,
        board: &Board<N>,
        objective: Objective,
        kind: Kind,
    ) -> Place {
        let salt = (kind as u64) << 16 | (objective as u64) << 8 | N as u64;
        let (own, opp) = (board.own().bits(), board.opp().bits());
        let index = folded(own ^ 0x9e6c_63d0_676a_9a99, opp ^ 0xc2b2_ae3d_27d4_eb4f ^ salt);
        let check =
            folded(own ^ 0xd6e8_feb8_6659_fd93 ^ salt, opp.rotate_left(29) ^ 0xa0c6_1d64_78bd_a42f);
        // The high half of index * length is spread evenly over 0..length.
        let bucket = (u128::from(index) * self.buckets as u128) >> 64;
        #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
        Place { first_word: self.first + bucket as usize * BUCKET, check }
    }

    /// What is known about the position that belongs in `place`.
    #[inline(always)]
    pub(crate) fn probe(&self, place: Place) -> Option<Entry> {
        let slots = self.slots(place);
        slots.iter().find_map(|slot| read(slot, place.check).map(Data::entry))
    }

    /// Asks the CPU to have the bucket at hand soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: Place) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.slots(place).as_ptr();
            // SAFETY: a prefetch changes nothing that the program can see, and every x86-64 has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// Adds to what is known about a position. `cost` is the number of nodes that it took.
    pub(crate) fn store(&self, place: Place, mut entry: Entry, cost: u64) {
        let generation = self.generation.load(Relaxed);
        let mut least = u8::MAX;
        let slots = self.slots(place);
        let mut victim = &slots[0];
        for slot in slots {
            if let Some(data) = read(slot, place.check) {
                entry = entry.joined(data.entry());
                victim = slot;
                break;
            }
            let worth = Data(slot[1].load(Relaxed)).worth(generation);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = Data::new(entry, cost, generation);
        victim[0].store(place.check ^ data.0, Relaxed);
        victim[1].store(data.0, Relaxed);
    }

    #[inline(always)]
    fn slots(&self, place: Place) -> &[[AtomicU64; SLOT]; WAYS] {
        let words = &self.words[place.first_word..place.first_word + BUCKET];
        let (slots, _) = words.as_chunks();
        slots.try_into().expect("a bucket has so many slots")
    }
}

/// The data of a slot if it belongs to the position with this check word.
#[inline(always)]
fn read(slot: &[AtomicU64; SLOT], check: u64) -> Option<Data> {
    let data = Data(slot[1].load(Relaxed));
    (slot[0].load(Relaxed) ^ data.0 == check && data.is_used()).then_some(data)
}

/// The second word of a slot. Its bytes from the lowest: lower bound (two), upper bound (two),
/// draft, cost, generation, and the best move counted from 1, or [`Data::NO_MOVE`]; 0 in an unused
/// slot.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    const NO_MOVE: u8 = 65;
    /// What an old entry is worth less, as a power of two of nodes.
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

    /// How much would be lost with it: nothing if unused, else by its cost, which counts for less
    /// once its problem is over.
    fn worth(self, generation: u8) -> u8 {
        let [_, _, _, _, _, cost, stored, _] = self.0.to_le_bytes();
        match (self.is_used(), stored == generation) {
            (false, _) => 0,
            (true, false) => 1 + cost.saturating_sub(Self::COST_OF_AGE),
            (true, true) => 1 + cost,
        }
    }
}

/// Both halves of the product together: every bit depends on every bit of both factors.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// So many words of zero, or `None` if there is not so much memory. The system hands out zeroed
/// pages when they are first touched, so a large table that is hardly used costs little.
fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(words).ok().filter(|layout| layout.size() > 0)?;
    #[expect(clippy::cast_ptr_alignment, reason = "the layout asks for the alignment")]
    // SAFETY: the layout is not empty.
    let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    let memory = ptr::slice_from_raw_parts_mut(NonNull::new(start)?.as_ptr(), words);
    ask_for_huge_pages(memory);
    // SAFETY: the memory was allocated just now, with the layout of a boxed slice of so many words,
    // by the allocator that the box will give it back to; zero is a valid atomic.
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
    fn what_is_stored_is_found_and_bounds_close_in() {
        let table = Table::new(1);
        let place = table.place(&board(1), Objective::FewestDiscs, Kind::Proved);
        assert_eq!(table.probe(place), None);
        table.store(place, ENTRY, 1000);
        assert_eq!(table.probe(place), Some(ENTRY));
        let best = Some(Square::new(63));
        table.store(place, Entry { lower: -64, upper: 8, draft: 0, best }, 10);
        assert_eq!(table.probe(place), Some(Entry { lower: -12, upper: 8, draft: 0, best }));
    }

    #[test]
    fn a_deeper_judgement_replaces_and_an_equal_one_joins_unless_it_contradicts() {
        let table = Table::new(1);
        let place = table.place(&board(1), Objective::FewestDiscs, Kind::Judged);
        let stored = |lower, upper, draft| {
            table.store(place, Entry { lower, upper, draft, best: None }, 1);
            let entry = table.probe(place).expect("it was stored just now");
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
        table.store(table.place(&board(1), Objective::FewestDiscs, Kind::Proved), ENTRY, 1);
        assert_eq!(table.probe(table.place(&board(1), Objective::MostDiscs, Kind::Proved)), None);
        let judged = table.place(&board(1), Objective::FewestDiscs, Kind::Judged);
        assert_eq!(table.probe(judged), None);
        let small = Board::<6>::START;
        table.store(table.place(&small, Objective::FewestDiscs, Kind::Proved), ENTRY, 1);
        let large = Board::<8>::new(small.own(), small.opp());
        assert_eq!(table.probe(table.place(&large, Objective::FewestDiscs, Kind::Proved)), None);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(0);
        let place = table.place(&board(1), Objective::FewestDiscs, Kind::Proved);
        table.store(place, ENTRY, 1);
        let other = Data::new(Entry { lower: 2, upper: 2, draft: 0, best: None }, 1, 0);
        table.slots(place)[0][1].store(other.0, Relaxed);
        assert_eq!(table.probe(place), None);
    }

    #[test]
    fn a_costly_entry_outlives_cheap_ones_and_an_old_one_new_ones() {
        let table = Table::new(0);
        let place = |index| table.place(&board(index), Objective::FewestDiscs, Kind::Proved);
        let store_cheap_ones = || {
            for index in 10..100 {
                table.store(place(index), ENTRY, 100);
            }
        };
        let (costly, middling) = (place(0), place(1));
        table.store(costly, ENTRY, 1_000_000);
        table.store(middling, ENTRY, 10_000);
        store_cheap_ones();
        assert!(table.probe(costly).is_some() && table.probe(middling).is_some());
        table.begin_problem();
        store_cheap_ones();
        assert!(table.probe(costly).is_some() && table.probe(middling).is_none());
    }

    #[test]
    fn threads_that_write_the_same_bucket_never_read_what_nobody_wrote() {
        const THREADS: u64 = 4;
        const ROUNDS: u64 = 200_000;
        // One bucket for all. Each board has one true lower bound, which it is written with always.
        let table = Table::new(0);
        let truth = |index: u64| i32::from(index.to_le_bytes()[0] & 31);
        let found: u64 = thread::scope(|scope| {
            let work = |thread: u64| {
                let table = &table;
                move || {
                    let mut found = 0;
                    for round in 0..ROUNDS {
                        let index = (round * (2 * thread + 1)) % 16;
                        let place =
                            table.place(&board(index), Objective::FewestDiscs, Kind::Proved);
                        if let Some(entry) = table.probe(place) {
                            assert_eq!(entry.lower, truth(index));
                            found += 1;
                        }
                        let upper = 32 + i32::from(round.to_le_bytes()[0] & 31);
                        let entry = Entry { lower: truth(index), upper, draft: 0, best: None };
                        table.store(place, entry, round);
                    }
                    found
                }
            };
            let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(work(thread))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no assertion failed")).sum()
        });
        assert!(found > ROUNDS / 100, "the table was of use: {found} entries found");
    }
}
