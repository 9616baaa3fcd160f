//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! An entry is two words, the key XOR the data and the data, written and read with relaxed atomics. A torn pair fails
//! the XOR check and is no entry. Idea: R. Hyatt, T. Mann, "A lock-less transposition table implementation for
//! parallel search", ICGA Journal 25, 2002.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Score;
use crate::position::Key;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The score is exact.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The place of the best move in the generated list; it must be checked against the list.
    pub best: Option<usize>,
    pub score: Score,
    pub depth: i32,
    pub bound: Bound,
}

impl Entry {
    /// Whether the entry decides a search to this depth within a window that holds no score between alpha and beta.
    #[inline]
    pub fn cuts(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }
}

/// The data word, from the low bits: best 8, score 16, depth 8, bound 2, generation 6.
#[derive(Clone, Copy)]
struct Data(u64);

const NO_BEST: u64 = 0xff;
const GENERATIONS: u8 = 64;

impl Data {
    fn pack(entry: &Entry, ply: usize, generation: u8) -> Self {
        let best = entry
            .best
            .map_or(NO_BEST, |place| (place as u64).min(NO_BEST));
        let score = u64::from(entry.score.to_table(ply) as u16);
        let depth = entry.depth.clamp(0, 255) as u64;
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Self(best | score << 8 | depth << 24 | bound << 32 | u64::from(generation) << 34)
    }

    fn unpack(self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 32 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = self.0 & 0xff;
        Some(Entry {
            best: (best != NO_BEST).then_some(best as usize),
            score: Score::from_table((self.0 >> 8) as u16 as i16, ply),
            depth: self.depth(),
            bound,
        })
    }

    fn depth(self) -> i32 {
        (self.0 >> 24 & 0xff) as i32
    }

    /// How much an entry is worth keeping: deep ones of recent searches most.
    fn worth(self, generation: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = generation.wrapping_sub((self.0 >> 34) as u8) % GENERATIONS;
        self.depth() - 8 * i32::from(age)
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries that share a cache line; a position may stand in any of them.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; 4]);

const ENTRIES_IN_BUCKET: usize = 4;

/// A transposition table of fixed size.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: usize = 16;

    /// A table of `2^log2_entries` entries of 16 bytes, at least four of them.
    ///
    /// # Errors
    ///
    /// When the memory is not to be had.
    pub fn new(log2_entries: u32) -> Result<Self, std::collections::TryReserveError> {
        let count = (1usize << log2_entries.min(48)) / ENTRIES_IN_BUCKET;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count.max(1))?;
        buckets.par_extend((0..count.max(1)).into_par_iter().map(|_| Bucket::default()));
        Ok(Self {
            buckets,
            generation: AtomicU8::new(0),
        })
    }

    /// The largest table of a power of two of entries that fits in this many bytes, as the logarithm of its entries.
    #[must_use]
    pub fn log2_entries(bytes: usize) -> u32 {
        (bytes / Self::ENTRY_BYTES).max(ENTRIES_IN_BUCKET).ilog2()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets
            .par_iter_mut()
            .for_each(|bucket| *bucket = Bucket::default());
        *self.generation.get_mut() = 0;
    }

    /// Begins a new search: entries of earlier ones give way.
    pub(super) fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths, by a sample.
    #[must_use]
    pub fn permille_used(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 34) as u8 == generation
        };
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(used)
            .count();
        used * 1000 / (sample.len() * ENTRIES_IN_BUCKET)
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        // The high half of the product spreads keys evenly over any number of buckets.
        let place = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known of a position that stands this many plies from the root.
    #[inline]
    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.0;
            if same { Data(data).unpack(ply) } else { None }
        })
    }

    /// Stores what a search has found, in the place of the least valuable entry of the bucket.
    #[inline]
    pub(super) fn store(&self, key: Key, ply: usize, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut data = Data::pack(entry, ply, generation);
        for slot in &self.bucket(key).0 {
            let old = Data(slot.data.load(Ordering::Relaxed));
            if slot.check.load(Ordering::Relaxed) ^ old.0 == key.0 && old.0 != 0 {
                if entry.best.is_none() {
                    data.0 = data.0 & !NO_BEST | old.0 & NO_BEST;
                }
                place = slot;
                break;
            }
            let worth = old.worth(generation);
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        place.data.store(data.0, Ordering::Relaxed);
        place.check.store(key.0 ^ data.0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(7),
            score: Score::eval(-123),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(4).unwrap();
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for best in [None, Some(0), Some(254)] {
                let stored = Entry {
                    best,
                    bound,
                    ..entry(9)
                };
                let key = Key(0x1234_5678 + bound as u64 * 1000 + best.map_or(1, |b| b as u64 + 2));
                table.store(key, 3, &stored);
                assert_eq!(table.probe(key, 3), Some(stored));
            }
        }
        assert_eq!(table.probe(Key(99), 0), None);
    }

    #[test]
    fn a_place_beyond_the_byte_is_forgotten_and_not_mistaken() {
        let table = Table::new(4).unwrap();
        table.store(
            Key(5),
            0,
            &Entry {
                best: Some(300),
                ..entry(1)
            },
        );
        assert_eq!(table.probe(Key(5), 0).unwrap().best, None);
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = Table::new(2).unwrap();
        for key in 1..=4 {
            table.store(Key(key), 0, &entry(key as i32));
        }
        table.store(Key(5), 0, &entry(9));
        assert_eq!(table.probe(Key(1), 0), None);
        assert!(table.probe(Key(4), 0).is_some());
        table.next_generation();
        table.store(Key(6), 0, &entry(1));
        assert_eq!(table.probe(Key(2), 0), None);
        assert!(table.probe(Key(6), 0).is_some());
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(Table::log2_entries(1 << 20), 16);
        assert_eq!(Table::log2_entries((1 << 20) - 1), 15);
        assert_eq!(Table::log2_entries(0), 2);
        assert_eq!(Table::new(0).unwrap().buckets.len(), 1);
    }
}
