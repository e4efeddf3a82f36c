//! The transposition table (<https://www.chessprogramming.org/Transposition_Table>): results of earlier searches,
//! shared by all threads of a search.
//!
//! It is lockless, after Robert Hyatt and Tim Mann 2002
//! (<https://www.chessprogramming.org/Shared_Hash_Table#Lock-less>). Words are read and written one by one without
//! waiting, so a slot written by two threads at once may mix words of both. The check word covers the other two, and a
//! mixed slot matches no key. Two positions can still share a key, so the search must not trust an entry: it checks
//! that a move is legal before use.

mod slot;

use faraday_rules::Move;
use prefetch_index::prefetch_index;

use crate::huge_pages::{CacheLine, HugePages};
use crate::memory::room_for;
use crate::score::{Bound, WON};
use slot::{AGES, Content, Slot, WAYS};

const MEGABYTE: usize = 1 << 20;
/// The size in megabytes from which available memory is checked first and cleared on several threads.
const LARGE: usize = 256;
/// The value that an entry loses with each later search, in plies of depth.
const AGE_COST: i32 = 4;

/// The stored result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The best move; it may be illegal.
    pub mv: Option<Move>,
    /// The score at that depth, with wins counted from the position.
    pub score: i32,
    pub evaluation: i32,
    pub depth: i32,
    pub bound: Bound,
}

impl Entry {
    /// Returns true if the score decides a null window at beta.
    #[inline]
    pub fn settles(&self, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score < beta,
        }
    }

    /// Returns true if the bound puts the true score on a known side of an evaluation: a lower bound above it, or
    /// an upper bound below it.
    #[inline]
    pub fn is_beyond(&self, evaluation: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        }
    }

    /// Returns the score in place of the evaluation if its bound improves it, except for wins, which hold
    /// only at their own depth.
    #[inline]
    pub fn improve(&self, evaluation: i32) -> i32 {
        if self.is_beyond(evaluation) && self.score.abs() < WON { self.score } else { evaluation }
    }
}

/// The memory of the table, which lasts from search to search.
pub(crate) struct TranspositionTable {
    pages: HugePages,
    age: u32,
}

/// The table as shared by the threads of a search.
#[derive(Clone, Copy)]
pub(crate) struct TableView<'a> {
    buckets: &'a [CacheLine],
    age: u32,
}

impl TranspositionTable {
    /// Allocates an empty table of about `megabytes`, at least one; smaller if memory is short.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let megabytes = if megabytes < LARGE { megabytes } else { room_for(megabytes) };
        let mut buckets = megabytes.max(1).saturating_mul(MEGABYTE) / size_of::<CacheLine>();
        loop {
            match HugePages::new(buckets) {
                Some(pages) => {
                    let mut memory = TranspositionTable { pages, age: 0 };
                    if megabytes >= LARGE {
                        // Faults the pages in now, not in the middle of a search.
                        memory.clear();
                    }
                    return memory;
                }
                None => buckets /= 2,
            }
            assert!(buckets > 0, "there is memory for one bucket");
        }
    }

    /// Returns the size in megabytes, rounded.
    pub fn megabytes(&mut self) -> usize {
        (size_of_val(self.pages.lines()) + MEGABYTE / 2) / MEGABYTE
    }

    pub fn clear(&mut self) {
        empty(self.pages.lines());
        self.age = 0;
    }

    /// Starts a new search: older entries are replaced sooner.
    pub fn start_search(&mut self) -> TableView<'_> {
        self.age = (self.age + 1) % AGES;
        TableView { buckets: self.pages.lines(), age: self.age }
    }
}

impl TableView<'_> {
    #[inline]
    fn bucket_of(&self, key: u64) -> usize {
        // The low half of the key selects the bucket, and the high half is the check.
        ((key & 0xFFFF_FFFF).wrapping_mul(self.buckets.len() as u64) >> 32) as usize
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets, self.bucket_of(key));
    }

    /// Returns the entry of a position. Wins are counted from the root, using the ply.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let check = (key >> 32) as u32;
        let bucket = &self.buckets[self.bucket_of(key)];
        let found = Slot::all(bucket).map(Slot::read).find(|content| content.is_of(check))?;
        let number = found.number();
        Some(Entry {
            mv: (number != 0).then(|| Move::unpack(number)),
            score: from_table(found.score(), ply),
            evaluation: found.evaluation(),
            depth: found.depth(),
            bound: found.bound(),
        })
    }

    /// Stores the result of a search at a ply.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let check = (key >> 32) as u32;
        let age = self.age;
        let bucket = &self.buckets[self.bucket_of(key)];
        let worth = |content: Content| content.depth() - AGE_COST * ((age + AGES - content.age()) % AGES) as i32;
        let fits = |content: Content| content.is_of(check) || content.is_empty();
        let least = || (0..WAYS).min_by_key(|way| worth(Slot::of(bucket, *way).read())).unwrap_or(0);
        let way = Slot::all(bucket).map(Slot::read).position(fits).unwrap_or_else(least);
        let slot = Slot::of(bucket, way);
        let old = slot.read();
        let same = old.is_of(check);
        // A much deeper result of this search on the same position is worth more than a fresh bound.
        if same && entry.bound != Bound::Exact && old.age() == age && entry.depth + AGE_COST <= old.depth() {
            return;
        }
        let number = match entry.mv {
            Some(mv) => mv.pack(),
            None if same => old.number(),
            None => 0,
        };
        let entry = Entry { score: to_table(entry.score, ply), ..*entry };
        slot.write(Content::of(check, number, age, &entry));
    }

    /// Returns the share of entries written by this search, in permille (`hashfull`).
    pub fn hashfull(&self) -> u16 {
        const SAMPLE: usize = 200;
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let contents = sample.iter().flat_map(Slot::all).map(Slot::read);
        let used = contents.filter(|content| !content.is_empty() && content.age() == self.age).count();
        (used * 1000 / (sample.len() * WAYS)) as u16
    }
}

/// Empties buckets. The memory of a large table is mapped page by page as it is written, so
/// all processors share the work.
fn empty(buckets: &mut [CacheLine]) {
    #[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
    if size_of_val(buckets) >= LARGE * MEGABYTE
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().build()
    {
        use rayon::prelude::*;
        return pool.install(|| buckets.par_iter_mut().for_each(|bucket| *bucket = CacheLine::default()));
    }
    buckets.fill_with(CacheLine::default);
}

/// Converts a win from counting from the root, as in the search, to counting from the position.
fn to_table(score: i32, ply: usize) -> i32 {
    if score >= WON {
        score + ply as i32
    } else if score <= -WON {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score >= WON {
        score - ply as i32
    } else if score <= -WON {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use faraday_rules::Square;
    use faraday_rules::zobrist::mix;

    use super::*;
    use crate::score::{WIN, won_at};

    #[test]
    fn stored_entries_are_found() {
        let mut memory = TranspositionTable::new(1);
        let table = memory.start_search();
        let mv = Move { from: Square::new(3), to: Square::new(74), choice: Some(faraday_rules::Choice::Scatter) };
        let entry = Entry { mv: Some(mv), score: won_at(9), evaluation: -77, depth: 12, bound: Bound::Lower };
        table.store(0xDEAD_BEEF_0123_4567, 4, &entry);
        let found = table.probe(0xDEAD_BEEF_0123_4567, 2).expect("it was stored");
        assert_eq!(found.mv, Some(mv));
        assert_eq!(found.score, WIN - 7);
        assert_eq!((found.evaluation, found.depth, found.bound), (-77, 12, Bound::Lower));
        assert!(table.probe(0xDEAD_BEEE_0123_4567, 2).is_none());
    }

    #[test]
    fn a_full_bucket_gives_up_its_oldest_shallowest_entry() {
        let mut memory = TranspositionTable::new(1);
        let table = memory.start_search();
        let entry = |depth| Entry { mv: None, score: 0, evaluation: 0, depth, bound: Bound::Exact };
        for way in 0..WAYS as u64 {
            table.store(way << 32, 0, &entry(10 + way as i32));
        }
        let table = memory.start_search();
        table.store(77 << 32, 0, &entry(1));
        assert!(table.probe(0, 0).is_none());
        assert!(table.probe(1 << 32, 0).is_some());
        assert!(table.probe(77 << 32, 0).is_some());
    }

    #[test]
    fn a_large_table_is_empty_at_first_and_after_it_was_cleared() {
        let mut memory = TranspositionTable::new(LARGE);
        assert_eq!(memory.megabytes(), LARGE);
        let table = memory.start_search();
        let entry = Entry { mv: None, score: 1, evaluation: 2, depth: 3, bound: Bound::Exact };
        let keys = || (0..1_000).map(mix);
        assert!(keys().all(|key| table.probe(key, 0).is_none()));
        keys().for_each(|key| table.store(key, 0, &entry));
        assert!(keys().all(|key| table.probe(key, 0).is_some()));
        memory.clear();
        assert_eq!(memory.megabytes(), LARGE);
        let table = memory.start_search();
        assert_eq!(table.hashfull(), 0);
        assert!(keys().all(|key| table.probe(key, 0).is_none()));
    }

    #[test]
    fn threads_at_once_find_only_what_was_stored_for_a_key() {
        const ROUNDS: u64 = 300_000;
        // Few buckets and more keys than they hold, so that threads collide all the time.
        const KEYS: u64 = 40;
        let key = |number: u64| mix(number) << 32 | (number % 4) << 30;
        let result = |seed: u64| {
            let seed = mix(seed);
            Entry {
                mv: Some(Move {
                    from: Square::new(seed as u8 % 64),
                    to: Square::new((seed >> 8) as u8 % 64),
                    choice: None,
                }),
                score: (seed >> 16) as i32 % 10_000,
                evaluation: (seed >> 24) as i32 % 10_000,
                depth: (seed >> 32 & 15) as i32,
                bound: [Bound::Exact, Bound::Lower, Bound::Upper][(seed >> 40) as usize % 3],
            }
        };
        let mut memory = TranspositionTable::new(1);
        let table = memory.start_search();
        let found = &AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut seed = thread;
                    for _ in 0..ROUNDS {
                        seed = mix(seed);
                        let number = seed % KEYS;
                        let stored = |version| result(number << 8 | version);
                        if let Some(entry) = table.probe(key(number), 0) {
                            found.fetch_add(1, Ordering::Relaxed);
                            assert!((0..4).any(|version| entry == stored(version)), "{entry:?}");
                        }
                        table.store(key(number), 0, &stored(seed >> 32 & 3));
                    }
                });
            }
        });
        assert!(found.load(Ordering::Relaxed) > ROUNDS);
    }
}
