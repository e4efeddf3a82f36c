//! The slots of the transposition table, each of three words that several threads may write at once.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Entry;
use crate::huge_pages::CacheLine;
use crate::score::Bound;

/// The number of slots in a bucket.
pub(super) const WAYS: usize = 5;
/// The number of words in a slot.
const WORDS: usize = 3;
const MOVE_BITS: u32 = 17;
const BOUND_SHIFT: u32 = MOVE_BITS;
const AGE_SHIFT: u32 = BOUND_SHIFT + 2;
/// The number of searches after which ages repeat.
pub(super) const AGES: u32 = 32;
const DEPTH_SHIFT: u32 = AGE_SHIFT + 5;

/// One entry of a bucket, shared between threads.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    /// The upper half of the key, combined with the other words by XOR.
    check: &'a AtomicU32,
    word: &'a AtomicU32,
    scores: &'a AtomicU32,
}

impl<'a> Slot<'a> {
    /// Returns a slot of a bucket, which is a cache line with its last word unused.
    #[inline]
    pub fn of(bucket: &'a CacheLine, way: usize) -> Slot<'a> {
        let word = |at: usize| &bucket[WORDS * way + at];
        Slot { check: word(0), word: word(1), scores: word(2) }
    }

    #[inline]
    pub fn all(bucket: &'a CacheLine) -> impl Iterator<Item = Slot<'a>> {
        (0..WAYS).map(|way| Slot::of(bucket, way))
    }

    #[inline]
    pub fn read(self) -> Content {
        let word = self.word.load(Ordering::Relaxed);
        let scores = self.scores.load(Ordering::Relaxed);
        Content { check: self.check.load(Ordering::Relaxed) ^ word ^ scores, word, scores }
    }

    #[inline]
    pub fn write(self, Content { check, word, scores }: Content) {
        self.check.store(check ^ word ^ scores, Ordering::Relaxed);
        self.word.store(word, Ordering::Relaxed);
        self.scores.store(scores, Ordering::Relaxed);
    }
}

/// The words read from a slot. `word` packs move, bound, age and depth, and `scores` packs score and evaluation. A
/// `word` of 0 marks an empty slot.
#[derive(Clone, Copy)]
pub(super) struct Content {
    check: u32,
    word: u32,
    scores: u32,
}

impl Content {
    /// Packs an entry into words, with its move already packed.
    pub fn of(check: u32, number: u32, age: u32, entry: &Entry) -> Content {
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = entry.depth.clamp(0, 255) as u32;
        Content {
            check,
            word: number | bound << BOUND_SHIFT | age << AGE_SHIFT | depth << DEPTH_SHIFT,
            scores: u32::from(entry.score as u16) << 16 | u32::from(entry.evaluation as u16),
        }
    }

    pub fn is_empty(self) -> bool {
        self.word == 0
    }

    pub fn is_of(self, check: u32) -> bool {
        self.check == check && !self.is_empty()
    }

    pub fn number(self) -> u32 {
        self.word & ((1 << MOVE_BITS) - 1)
    }

    pub fn depth(self) -> i32 {
        (self.word >> DEPTH_SHIFT) as i32
    }

    pub fn age(self) -> u32 {
        self.word >> AGE_SHIFT & (AGES - 1)
    }

    pub fn bound(self) -> Bound {
        match self.word >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    pub fn score(self) -> i32 {
        i32::from((self.scores >> 16) as i16)
    }

    pub fn evaluation(self) -> i32 {
        i32::from(self.scores as i16)
    }
}
